#include "retrieval/dead_code.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "graph/ascii.h"
#include "graph/languages.h"
#include "graph/open_names.h"
#include "graph/status.h"
#include "graph/tokenize.h"
#include "text/name_bytes.h"
#include "traits/cancel_poll.h"
#include "traits/edge_traits.h"
#include "traits/entry_points.h"
#include "traits/enumerators.h"
#include "traits/found_names.h"
#include "traits/product_code.h"
#include "traits/quoted_files.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kRules[] = {
    "code of a file that belongs to no function, and all that it refers to",
    "entry points and their types, and test cases and theirs with the members that only tests use",
    "names that a runtime, a library or a tool calls: init, __init__, readObject, pytest_configure",
    "functions that an attribute lets the loader or the linker find: constructor, used",
    "a definition whose twin for another platform, in the same directory, is used, and all it uses",
    "a part of a type of which another part is used",
    "constructors, destructors, operators and overriding members, once their type is used",
    "members that a base outside the repository can call, however far, once their type is used",
    "members of a type that its own entry point hands over, as to a runner",
    "functions and types with a decorator or annotation, which may register them, and their types",
    "types derived from one that learns of its heirs: inherited, __init_subclass__",
    "what is added to a scope, template or type from outside: std, declare global, refine",
    "directories of examples, snippets and documentation that nothing outside of them uses",
    "names that a reference asks for that could not be resolved, or that a string of the file has",
    "functions and types that are visible from outside: listed last, when nothing here uses them",
    "macros, and what is nested in a function that is used",
};

enum Mark : std::uint16_t {
  kLive = 1 << 0,        // a way of uses leads to it, or it needs none
  kReached = 1 << 1,     // another live symbol refers to it, or something outside finds it
  kByTests = 1 << 2,     // a test refers to it, or what only tests use
  kOpen = 1 << 3,        // a type whose members something outside the repository may call
  kDecorated = 1 << 4,   // something is written about it in front of its name
  kDispatched = 1 << 5,  // overrides or implements something
  kAnyNamed = 1 << 6,    // a type or file of which a computed name may mean any member
  kHeir = 1 << 7,        // derives from a type that learns of it
  kHasTests = 1 << 8,    // a type with a test case
};

// The name without the namespaces before it: `\Deprecated`, `System.Obsolete`.
std::string_view LastPart(std::string_view name) {
  return name.substr(name.find_last_of(".:\\") + 1);
}

bool IsMethodNamed(const graph::ReadView& view, SymbolId symbol, std::string_view name) {
  return view.Kind(symbol) == SymbolKind::kMethod && view.Parent(symbol) != SymbolId::kNone &&
         view.Symbol(symbol).name == name;
}

class Sweep {
 public:
  Sweep(const graph::ReadView& view, const DeadCodeOptions& options)
      : view_(view), options_(options), marks_(view.symbol_bound(), 0) {}

  absl::Status Run();

  DeadCode Take() { return std::move(result_); }

 private:
  // Visits all symbols, in the order of their files.
  template <typename Visit>
  absl::Status VisitSymbols(const Visit& visit) const;
  absl::Status ReadSymbols();
  absl::Status AddRoots();
  void ReadEdges(SymbolId symbol);
  void ReadUnresolved();
  std::vector<SymbolId> SpreadAlong(std::vector<SymbolId> types, std::uint16_t mark, bool to_heirs);
  void SpreadMarks();
  void AddHeirs();
  bool IsInFront(SymbolId symbol, Position site) const;
  bool IsEntry(SymbolId symbol) const;
  bool IsRoot(SymbolId symbol);
  bool IsCalledWithoutName(SymbolId symbol) const;
  bool IsPublic(SymbolId symbol) const;
  bool IsSeenByBases(SymbolId symbol) const;
  bool ComesWithParent(SymbolId symbol) const;
  bool IsForeignMatter(SymbolId symbol) const;
  bool IsMember(SymbolId symbol) const;
  bool IsOfOutside(SymbolId symbol);
  bool IsAskedOutside(SymbolId symbol, std::string_view name) const;
  void AddDirected();
  bool HasUsedTwin(SymbolId symbol);
  bool IsLinkedByName(SymbolId symbol, std::string_view name) const;
  bool IsAskedFor(SymbolId symbol) const;
  bool IsNamedInText(SymbolId symbol);
  bool AreParts(const SymbolRow& one, SymbolId other) const;
  void Add(SymbolId symbol, std::uint16_t marks);
  absl::Status Spread(std::uint16_t mark);
  absl::Status SpreadToTwins();
  void AddEnumerations();
  void Collect();
  bool HasListedOwner(SymbolId symbol) const;
  Unused ReasonOf(SymbolId symbol);
  void Keep();

  // Product code outside of directories that documentation quotes.
  bool IsProduct(SymbolId symbol) const {
    return IsProductCode(view_, symbol) && !quoted_[ToIndex(view_.FileOf(symbol))];
  }

  Language LanguageOf(SymbolId symbol) const { return view_.File(view_.FileOf(symbol)).language; }

  std::uint16_t& MarksOf(SymbolId symbol) { return marks_[ToIndex(symbol)]; }

  bool Has(SymbolId symbol, std::uint16_t mark) const {
    return (marks_[ToIndex(symbol)] & mark) != 0;
  }

  const graph::ReadView& view_;
  const DeadCodeOptions& options_;
  DeadCode result_;
  std::vector<std::uint16_t> marks_;
  std::unordered_set<std::string> wanted_names_;   // of references that are not resolved
  std::unordered_set<std::string> foreign_names_;  // that a linker may bind to this repository
  std::unordered_set<std::string> outside_names_;  // of members of types from outside
  std::vector<bool> quoted_;                       // files that documentation quotes
  std::vector<SymbolId> code_;                     // product code, in canonical order
  std::vector<SymbolId> tests_;
  std::vector<SymbolId> same_named_;   // methods that refer to their name outside
  std::vector<SymbolId> open_types_;   // kOpen
  std::vector<SymbolId> named_types_;  // kAnyNamed
  std::vector<SymbolId> queue_;
  std::vector<bool> listed_;
  std::vector<Neighbor> edges_;
  std::vector<Position> sites_;
  std::vector<SymbolId> twins_;
  std::vector<SymbolId> enumerators_;
  graph::Tokenizer tokenizer_;
};

absl::Status Sweep::Run() {
  quoted_ = QuotedFiles(view_);
  ReadUnresolved();
  WM_RETURN_IF_ERROR(ReadSymbols());
  SpreadMarks();
  WM_RETURN_IF_ERROR(AddRoots());
  AddHeirs();
  AddDirected();
  WM_RETURN_IF_ERROR(Spread(kLive));
  WM_RETURN_IF_ERROR(SpreadToTwins());
  for (const SymbolId test : tests_) Add(test, kByTests);
  WM_RETURN_IF_ERROR(Spread(kByTests));
  // Tests that use a member use its type.
  for (const SymbolId symbol : code_) {
    if (Has(symbol, kByTests) && IsMember(symbol)) Add(view_.Parent(symbol), kByTests);
  }
  WM_RETURN_IF_ERROR(Spread(kByTests));
  Collect();
  Keep();
  return absl::OkStatus();
}

// Whether a site lies before the symbol's name, as a decorator or annotation does.
bool Sweep::IsInFront(SymbolId symbol, Position site) const {
  return site.line != 0 && site < view_.Symbol(symbol).name_position;
}

void Sweep::ReadUnresolved() {
  std::vector<SymbolId> candidates;
  view_.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
    const FoundNames& found = FoundNamesOf(LanguageOf(row.source));
    const bool is_base = row.type == EdgeType::kExtends || row.type == EdgeType::kImplements;
    if (is_base && !ListsWord(found.idle_bases, LastPart(name))) {
      MarksOf(row.source) |= kOpen;
      open_types_.push_back(row.source);
    }
    const bool may_decorate = row.type != EdgeType::kTypeHintOf && row.type != EdgeType::kOverrides;
    if (may_decorate && IsInFront(row.source, row.site) &&
        !ListsWord(found.idle_decorators, LastPart(name))) {
      MarksOf(row.source) |= kDecorated;
    }
    const bool is_outside = row.reason == UnresolvedReason::kExternal;
    // The symbol overrides a method of a type outside the repository, which may call it.
    if (is_outside && row.type == EdgeType::kOverrides) MarksOf(row.source) |= kDispatched;
    if (is_outside && IsMethodNamed(view_, row.source, name)) same_named_.push_back(row.source);
    if (!is_outside) wanted_names_.emplace(name);
    const bool is_linked =
        is_outside && TraitsOf(LanguageOf(row.source)).external_uses == ExternalUses::kLinked;
    if (is_linked) foreign_names_.emplace(name);
    if (is_outside && found.adds_to_outside) outside_names_.emplace(name);
    if (name == kAnyMember) {
      view_.Candidates(row, candidates);
      for (const SymbolId type : candidates) MarksOf(type) |= kAnyNamed;
      named_types_.insert(named_types_.end(), candidates.begin(), candidates.end());
    }
    return true;
  });
}

// Gives the mark of the types to all that derive from them, or to all that they derive from.
// Returns the types and the ones that were added.
std::vector<SymbolId> Sweep::SpreadAlong(std::vector<SymbolId> types, std::uint16_t mark,
                                         bool to_heirs) {
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (to_heirs) {
      view_.In(types[i], edges_);
    } else {
      view_.Out(types[i], edges_);
    }
    for (const Neighbor& edge : edges_) {
      const bool derives = edge.type == EdgeType::kExtends || edge.type == EdgeType::kImplements;
      if (!derives || Has(edge.symbol, mark)) continue;
      MarksOf(edge.symbol) |= mark;
      types.push_back(edge.symbol);
    }
  }
  return types;
}

// Types derived from an open type are open too. A method of one that calls a method of its own name
// outside calls the one that it overrides. A computed name may mean a member of a base, or of
// a type derived from the one that is known.
void Sweep::SpreadMarks() {
  SpreadAlong(std::move(open_types_), kOpen, true);
  for (const SymbolId method : same_named_) {
    if (Has(view_.Parent(method), kOpen)) MarksOf(method) |= kDispatched;
  }
  SpreadAlong(named_types_, kAnyNamed, false);
  SpreadAlong(std::move(named_types_), kAnyNamed, true);
}

// Types that a base learns of when they are defined are used.
void Sweep::AddHeirs() {
  std::vector<SymbolId> bases;
  for (const Language language : AllLanguages()) {
    VisitWords(FoundNamesOf(language).heir_hooks, [&](std::string_view hook) {
      view_.WithName(hook, twins_);
      for (const SymbolId symbol : twins_) {
        const bool learns =
            LanguageOf(symbol) == language && view_.Kind(symbol) == SymbolKind::kMethod;
        if (learns) bases.push_back(view_.Parent(symbol));
      }
    });
  }
  const std::size_t count = bases.size();
  const std::vector<SymbolId> types = SpreadAlong(std::move(bases), kHeir, true);
  for (std::size_t i = count; i < types.size(); ++i) Add(types[i], kLive | kReached);
}

void Sweep::ReadEdges(SymbolId symbol) {
  view_.Out(symbol, edges_);
  for (const Neighbor& edge : edges_) {
    if (edge.type == EdgeType::kOverrides || edge.type == EdgeType::kHandlesRoute) {
      MarksOf(symbol) |= kDispatched;
    }
    // Benchmark.main hands Benchmark to a runner, which calls its members by their names. Java's
    // Benchmark.class is a type hint.
    const bool hands_over =
        edge.type == EdgeType::kReferences || edge.type == EdgeType::kTypeHintOf;
    if (hands_over && edge.symbol == view_.Parent(symbol) && IsEntry(symbol)) {
      MarksOf(edge.symbol) |= kOpen;
      open_types_.push_back(edge.symbol);
    }
    if (edge.type != EdgeType::kReferences && edge.type != EdgeType::kCalls) continue;
    view_.Sites(edge, sites_);
    for (const Position site : sites_) {
      if (IsInFront(symbol, site)) MarksOf(symbol) |= kDecorated;
    }
  }
}

template <typename Visit>
absl::Status Sweep::VisitSymbols(const Visit& visit) const {
  CancelPoll poll(options_.cancelled, "dead code");
  std::vector<SymbolId> symbols;
  for (const FileId file : view_.Files()) {
    view_.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      WM_RETURN_IF_ERROR(poll.Check());
      visit(symbol);
    }
  }
  return absl::OkStatus();
}

absl::Status Sweep::ReadSymbols() {
  WM_RETURN_IF_ERROR(VisitSymbols([&](SymbolId symbol) {
    if ((view_.Flags(symbol) & kSymbolTest) != 0) {
      tests_.push_back(symbol);
    } else if (IsProduct(symbol)) {
      code_.push_back(symbol);
      ReadEdges(symbol);
    }
  }));
  result_.considered = code_.size();
  return absl::OkStatus();
}

// A symbol that is found from outside makes its type used.
absl::Status Sweep::AddRoots() {
  return VisitSymbols([&](SymbolId symbol) {
    const std::uint16_t flags = view_.Flags(symbol);
    const bool is_test = (flags & kSymbolTest) != 0;
    if (!is_test && IsRoot(symbol)) Add(symbol, kLive);
    const Language language = LanguageOf(symbol);
    const bool has_attributes = !FoundNamesOf(language).attributes.empty();
    if (has_attributes && HasFindingAttribute(language, view_.Signature(symbol))) {
      Add(symbol, kLive | kReached);
    }
    const bool is_found = is_test
                              ? (flags & kSymbolTestCase) != 0
                              : IsProduct(symbol) && (Has(symbol, kDecorated) || IsEntry(symbol));
    const SymbolId type = view_.Parent(symbol);
    const bool has_type = type != SymbolId::kNone && IsProduct(type);
    if (is_found && has_type) Add(type, kLive | kReached);
    if (is_found && has_type && is_test) MarksOf(type) |= kHasTests;
  });
}

bool Sweep::IsEntry(SymbolId symbol) const {
  return IsEntryPoint(view_, symbol, view_.Symbol(symbol).name);
}

bool Sweep::IsCalledWithoutName(SymbolId symbol) const {
  return retrieval::IsCalledWithoutName(LanguageOf(symbol), view_.Kind(symbol),
                                        view_.Symbol(symbol).name);
}

// Whether code outside sees the symbol. Where a word or a mark hides members, all others are seen
// as their type is.
bool Sweep::IsPublic(SymbolId symbol) const {
  if ((view_.Flags(symbol) & kSymbolExported) != 0) return true;
  const FoundNames& found = FoundNamesOf(LanguageOf(symbol));
  if (found.hidden_word.empty() || view_.Kind(symbol) != SymbolKind::kMethod) return false;
  return !view_.Signature(symbol).starts_with(found.hidden_word) &&
         !view_.Symbol(symbol).name.starts_with(found.hidden_prefix);
}

// Whether a base of the symbol's type may call it, if it is a member.
bool Sweep::IsSeenByBases(SymbolId symbol) const {
  if (IsPublic(symbol)) return true;
  const FoundNames& found = FoundNamesOf(LanguageOf(symbol));
  const std::string_view hidden = found.hidden_prefix;
  return found.bases_reach_private &&
         (hidden.empty() || !view_.Symbol(symbol).name.starts_with(hidden));
}

bool IsType(SymbolKind kind) {
  return kind == SymbolKind::kClass || kind == SymbolKind::kInterface || kind == SymbolKind::kType;
}

// A type without a name is made where it stands.
bool IsUnnamedType(Language language, std::string_view name) {
  const char mark = TraitsOf(language).unnamed_type_mark;
  return mark != '\0' && name.starts_with(mark);
}

// True for constructors and the like, and for symbols nested in a function.
bool Sweep::ComesWithParent(SymbolId symbol) const {
  constexpr std::uint16_t kFlags = kSymbolConstructor | kSymbolLocal | kSymbolAbstract;
  if ((view_.Flags(symbol) & kFlags) != 0 || Has(symbol, kDispatched)) return true;
  if (IsUnnamedType(LanguageOf(symbol), view_.Symbol(symbol).name)) return true;
  const SymbolId parent = view_.Parent(symbol);
  if (parent == SymbolId::kNone || view_.Kind(symbol) != SymbolKind::kMethod) return false;
  const bool is_declared = (view_.Flags(symbol) & kSymbolProperty) != 0 &&
                           view_.Kind(parent) == SymbolKind::kInterface &&
                           FoundNamesOf(LanguageOf(symbol)).interfaces_declare;
  if (is_declared) return true;
  return (Has(parent, kOpen) && IsSeenByBases(symbol)) || IsCalledWithoutName(symbol);
}

// Whether only a base outside the repository may use the symbol: a private member that it may
// call, or a type that it may register.
bool Sweep::IsForeignMatter(SymbolId symbol) const {
  const bool is_exported = (view_.Flags(symbol) & kSymbolExported) != 0;
  if (view_.Kind(symbol) == SymbolKind::kMethod) {
    constexpr std::uint16_t kFlags = kSymbolConstructor | kSymbolLocal | kSymbolAbstract;
    const SymbolId parent = view_.Parent(symbol);
    return !IsPublic(symbol) && parent != SymbolId::kNone && Has(parent, kOpen) &&
           (view_.Flags(symbol) & kFlags) == 0 && !Has(symbol, kDispatched) &&
           IsSeenByBases(symbol);
  }
  const FoundNames& found = FoundNamesOf(LanguageOf(symbol));
  return Has(symbol, kOpen) && (is_exported ? found.bases_register : !found.heir_hooks.empty());
}

bool Sweep::IsRoot(SymbolId symbol) {
  const std::uint16_t flags = view_.Flags(symbol);
  if ((flags & (kSymbolDeclaration | kSymbolLocal)) != 0) return false;
  if (!IsProduct(symbol) || (flags & kSymbolMacro) != 0) return true;
  if (IsEntry(symbol)) return true;
  if (ComesWithParent(symbol)) return false;
  if (IsOfOutside(symbol)) return true;
  return (flags & kSymbolExported) != 0 || Has(symbol, kDecorated) || IsForeignMatter(symbol) ||
         IsCalledWithoutName(symbol) || IsAskedFor(symbol);
}

// Whether the symbol is a method of a type, both of the product.
bool Sweep::IsMember(SymbolId symbol) const {
  const SymbolId parent = view_.Parent(symbol);
  return view_.Kind(symbol) == SymbolKind::kMethod && parent != SymbolId::kNone &&
         IsProduct(symbol) && IsProduct(parent);
}

void Sweep::Add(SymbolId symbol, std::uint16_t marks) {
  constexpr std::uint16_t kSpreading = kLive | kReached | kByTests;
  std::uint16_t& known = MarksOf(symbol);
  const bool is_new = (marks & kSpreading & ~known) != 0;
  // A live symbol has spread already: a test adds nothing to it.
  if (is_new && (marks != kByTests || (known & kLive) == 0)) queue_.push_back(symbol);
  known |= marks;
}

// Adds functions that a directive gives to the linker or to the host of the program.
void Sweep::AddDirected() {
  std::vector<std::string_view> words;
  std::vector<Posting> postings;
  for (const Language language : AllLanguages()) {
    words.clear();
    tokenizer_.Append(FoundNamesOf(language).directives, words);
    for (const std::string_view word : words) {
      view_.Postings(word, postings);
      for (const Posting& posting : postings) {
        const bool is_directed = posting.field == Field::kDocumentation &&
                                 LanguageOf(posting.symbol) == language &&
                                 view_.Kind(posting.symbol) == SymbolKind::kFunction;
        if (is_directed) Add(posting.symbol, kLive | kReached);
      }
    }
  }
}

// Spreads the mark from every symbol in the queue to the symbols that it uses, that it belongs to,
// and that come with it.
absl::Status Sweep::Spread(std::uint16_t mark) {
  CancelPoll poll(options_.cancelled, "dead code");
  while (!queue_.empty()) {
    WM_RETURN_IF_ERROR(poll.Check());
    const SymbolId symbol = queue_.back();
    queue_.pop_back();
    view_.Out(symbol, edges_);
    for (const Neighbor& edge : edges_) {
      if (edge.symbol == symbol) continue;
      if (TraitsOf(edge.type).carries_dependence && edge.type != EdgeType::kOverrides) {
        Add(edge.symbol, mark == kLive ? kLive | kReached : mark);
      } else if (edge.type == EdgeType::kDeclares) {
        Add(edge.symbol, mark | (MarksOf(symbol) & kReached));
      } else if (edge.type == EdgeType::kContains && ComesWithParent(edge.symbol)) {
        Add(edge.symbol, mark);
      }
    }
    const SymbolId parent = view_.Parent(symbol);
    if (parent != SymbolId::kNone && Has(symbol, kReached)) {
      Add(parent, mark == kLive ? kLive | kReached : mark);
    }
  }
  return absl::OkStatus();
}

// An enumeration is used if its enumerators are.
void Sweep::AddEnumerations() {
  for (const SymbolId symbol : code_) {
    if (Has(symbol, kReached)) continue;
    EnumeratorsIn(view_, symbol, enumerators_);
    const bool is_used = std::any_of(enumerators_.begin(), enumerators_.end(),
                                     [this](SymbolId one) { return Has(one, kReached); });
    if (is_used) Add(symbol, kLive | kReached);
  }
}

// If a name has definitions for several platforms, references are bound to only one of them. The
// others count as used as well, and so does everything they use.
absl::Status Sweep::SpreadToTwins() {
  bool has_more = true;
  while (has_more) {
    has_more = false;
    AddEnumerations();
    for (const SymbolId symbol : code_) {
      if (Has(symbol, kReached) || !HasUsedTwin(symbol)) continue;
      Add(symbol, kLive | kReached);
      has_more = true;
    }
    WM_RETURN_IF_ERROR(Spread(kLive));
  }
  return absl::OkStatus();
}

// Whether an owner of the symbol is listed already, which implies the symbol.
bool Sweep::HasListedOwner(SymbolId symbol) const {
  for (SymbolId owner = view_.Parent(symbol); owner != SymbolId::kNone;
       owner = view_.Parent(owner)) {
    if (listed_[ToIndex(owner)]) return true;
  }
  return false;
}

bool Sweep::HasUsedTwin(SymbolId symbol) {
  const SymbolRow row = view_.Symbol(symbol);
  const std::string_view directory = DirectoryOf(view_.File(row.file).path);
  view_.WithName(row.name, twins_);
  return std::any_of(twins_.begin(), twins_.end(), [&](SymbolId twin) {
    if (twin == symbol || !Has(twin, kReached)) return false;
    if (AreParts(row, twin)) return true;
    return view_.Symbol(twin).scope == row.scope &&
           DirectoryOf(view_.File(view_.FileOf(twin)).path) == directory;
  });
}

// Whether two types of one name may be parts of one type, whichever file they are in.
bool Sweep::AreParts(const SymbolRow& one, SymbolId other) const {
  const SymbolRow row = view_.Symbol(other);
  if (!IsType(one.kind) || !IsType(row.kind)) return false;
  switch (FoundNamesOf(LanguageOf(other)).joined_types) {
    case JoinedTypes::kNone:
      return false;
    case JoinedTypes::kByScope:
      return one.scope == row.scope;
    case JoinedTypes::kInterfaces:
      return one.kind == SymbolKind::kInterface && row.kind == SymbolKind::kInterface;
  }
  return false;
}

// Whether a function of C has the name of one that is called as a function of a library, which it
// may stand for, or the name of a macro, which a declaration was taken for.
bool Sweep::IsLinkedByName(SymbolId symbol, std::string_view name) const {
  if (TraitsOf(LanguageOf(symbol)).external_uses != ExternalUses::kLinked) return false;
  if (foreign_names_.contains(std::string(name))) return true;
  std::vector<SymbolId> named;
  view_.WithName(name, named);
  return std::any_of(named.begin(), named.end(),
                     [this](SymbolId one) { return (view_.Flags(one) & kSymbolMacro) != 0; });
}

// Whether the symbol is declared in a scope from outside, or specializes a template from outside.
bool Sweep::IsOfOutside(SymbolId symbol) {
  const FoundNames& found = FoundNamesOf(LanguageOf(symbol));
  if (found.outer_scopes.empty()) return false;
  const SymbolRow row = view_.Symbol(symbol);
  if (ListsWord(found.outer_scopes, LastPart(row.scope))) return true;
  const bool is_seen = (view_.Flags(symbol) & kSymbolExported) != 0;
  if (!IsType(row.kind) || !row.discriminator.starts_with('<')) {
    return is_seen && row.parent != SymbolId::kNone && IsType(view_.Kind(row.parent)) &&
           IsOfOutside(row.parent);
  }
  view_.WithName(row.name, twins_);
  return std::none_of(twins_.begin(), twins_.end(), [this](SymbolId twin) {
    return IsType(view_.Kind(twin)) && !view_.Symbol(twin).discriminator.starts_with('<');
  });
}

// Whether a reference to a member of something outside may mean the symbol: a method that is added
// to a type from outside, or an interface that is joined with one.
bool Sweep::IsAskedOutside(SymbolId symbol, std::string_view name) const {
  const FoundNames& found = FoundNamesOf(LanguageOf(symbol));
  if (!found.adds_to_outside || !outside_names_.contains(std::string(name))) return false;
  const SymbolKind kind = view_.Kind(symbol);
  if (kind == SymbolKind::kInterface) return found.joined_types == JoinedTypes::kInterfaces;
  if (kind != SymbolKind::kMethod) return false;
  const SymbolId parent = view_.Parent(symbol);
  return parent == SymbolId::kNone || !IsType(view_.Kind(parent)) ||
         view_.Kind(parent) == SymbolKind::kInterface;
}

// Whether a reference that is not resolved may mean the symbol by its name, or a member of it for
// which no instance is needed.
bool Sweep::IsAskedFor(SymbolId symbol) const {
  const std::string_view name = view_.Symbol(symbol).name;
  if (wanted_names_.contains(std::string(name)) || IsAskedOutside(symbol, name)) return true;
  if (IsType(view_.Kind(symbol))) {
    constexpr std::uint16_t kOfType = kSymbolStatic | kSymbolExtension;
    std::vector<Neighbor> edges;
    view_.Out(symbol, edges);
    return std::any_of(edges.begin(), edges.end(), [&](const Neighbor& edge) {
      const std::uint16_t member_flags = view_.Flags(edge.symbol);
      if (edge.type != EdgeType::kContains || (member_flags & kOfType) == 0) return false;
      const bool is_operator =
          (member_flags & kSymbolExtension) != 0 && IsCalledWithoutName(edge.symbol);
      return is_operator || wanted_names_.contains(std::string(view_.Symbol(edge.symbol).name));
    });
  }
  if (IsLinkedByName(symbol, name)) return true;
  const SymbolId parent = view_.Parent(symbol);
  if (parent != SymbolId::kNone && Has(parent, kAnyNamed)) return true;
  if (!wanted_names_.contains(std::string(kAnyPasted))) return false;
  bool is_pasted = false;
  VisitPasted(
      name, [this](std::string_view key) { return wanted_names_.contains(std::string(key)); },
      [&](std::string_view, std::string_view) { is_pasted = true; });
  return is_pasted;
}

// Whether a string in the file of the symbol has all words of its name, as templates and names of
// callbacks have. A single word says nothing, except for a type after the name of its scope, and
// for a function where strings call functions.
bool Sweep::IsNamedInText(SymbolId symbol) {
  const FileId file = view_.FileOf(symbol);
  std::vector<std::string_view> words;
  const SymbolRow row = view_.Symbol(symbol);
  tokenizer_.Append(row.name, words);
  const bool may_be_single =
      FoundNamesOf(LanguageOf(symbol)).strings_call && row.kind == SymbolKind::kFunction;
  if (words.size() == 1 && IsType(row.kind)) tokenizer_.Append(LastPart(row.scope), words);
  if (words.size() < (may_be_single ? 1 : 2)) return false;
  std::vector<SymbolId> holders;
  std::vector<Posting> postings;
  for (std::size_t i = 0; i < words.size(); ++i) {
    view_.Postings(words[i], postings);
    std::vector<SymbolId> found;
    for (const Posting& posting : postings) {
      const bool is_kept =
          i == 0 || std::find(holders.begin(), holders.end(), posting.symbol) != holders.end();
      if (posting.field == Field::kStrings && posting.symbol != symbol && is_kept &&
          view_.FileOf(posting.symbol) == file) {
        found.push_back(posting.symbol);
      }
    }
    holders = std::move(found);
    if (holders.empty()) return false;
  }
  return true;
}

Unused Sweep::ReasonOf(SymbolId symbol) {
  if (IsForeignMatter(symbol)) return Unused::kForeign;
  if ((view_.Flags(symbol) & kSymbolExported) != 0) return Unused::kOutside;
  if (Has(symbol, kByTests)) return Unused::kTests;
  view_.In(symbol, edges_);
  const bool is_used = std::any_of(edges_.begin(), edges_.end(), [&](const Neighbor& edge) {
    return edge.symbol != symbol && TraitsOf(edge.type).carries_dependence;
  });
  return is_used ? Unused::kUnused : Unused::kNothing;
}

void Sweep::Collect() {
  listed_.assign(view_.symbol_bound(), false);
  for (const SymbolId symbol : code_) {
    const bool is_foreign = IsForeignMatter(symbol);
    if ((ComesWithParent(symbol) && !is_foreign) || IsCalledWithoutName(symbol)) continue;
    if ((view_.Flags(symbol) & kSymbolMacro) != 0) continue;
    if (IsOfOutside(symbol)) continue;
    const bool is_exported = (view_.Flags(symbol) & kSymbolExported) != 0;
    if (Has(symbol, kReached) || (is_exported && Has(symbol, kByTests))) continue;
    if (Has(symbol, kByTests) && IsMember(symbol) && Has(view_.Parent(symbol), kHasTests)) continue;
    if (!Has(symbol, kByTests) && (Has(symbol, kDecorated) || IsAskedFor(symbol))) {
      ++(Has(symbol, kDecorated) ? result_.decorated : result_.asked_for);
      continue;
    }
    if (!is_exported && !is_foreign && Has(symbol, kLive)) continue;
    if (HasListedOwner(symbol)) continue;
    if (IsNamedInText(symbol)) {
      ++result_.asked_for;
      continue;
    }
    listed_[ToIndex(symbol)] = true;
    result_.symbols.push_back({symbol, ReasonOf(symbol)});
  }
}

// Symbols are in canonical order, which a stable sort keeps among equals.
void Sweep::Keep() {
  result_.total = result_.symbols.size();
  std::stable_sort(
      result_.symbols.begin(), result_.symbols.end(),
      [](const UnusedSymbol& a, const UnusedSymbol& b) { return a.reason < b.reason; });
  if (result_.symbols.size() > options_.limit) result_.symbols.resize(options_.limit);
}

}  // namespace

std::string_view Text(Unused reason) {
  switch (reason) {
    case Unused::kNothing:
      return "nothing refers to it";
    case Unused::kUnused:
      return "only code without evidence of use refers to it";
    case Unused::kTests:
      return "only tests refer to it";
    case Unused::kOutside:
      return "visible from outside; nothing used in the repository refers to it";
    case Unused::kForeign:
      return "nothing used here refers to it; a base outside may call or register it";
  }
  return "";
}

std::span<const std::string_view> LivenessRules() { return kRules; }

absl::StatusOr<DeadCode> FindDeadCode(const graph::ReadView& view, const DeadCodeOptions& options) {
  Sweep sweep(view, options);
  WM_RETURN_IF_ERROR(sweep.Run());
  return sweep.Take();
}

}  // namespace waymark::retrieval
