#include "retrieval/dead_code.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "graph/ascii.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "text/name_bytes.h"
#include "traits/cancel_poll.h"
#include "traits/edge_traits.h"
#include "traits/entry_points.h"
#include "traits/enumerators.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kRules[] = {
    "code of a file that belongs to no function, and all that it refers to",
    "functions that a runtime calls by name: main, WinMain, Go's init, __init__, Java's readObject",
    "a definition whose twin for another platform, in the same directory, is used, and all it uses",
    "constructors, destructors, operators and overriding members, once their type is used",
    "members of a type with a base, however far, outside the repository, once the type is used",
    "functions and types with a decorator or annotation, which may register them",
    "names that a reference asks for that could not be resolved",
    "functions and types that are visible from outside: listed last, when nothing here uses them",
    "macros, and what is nested in a function that is used",
};

bool IsCalledByName(Language language, std::string_view name) {
  if (ListsWord(TraitsOf(language).runtime_names, name)) return true;
  if (name.size() > 4 && name.starts_with("__") && name.ends_with("__")) return true;
  if (name.starts_with('~') || name.starts_with("operator")) return true;
  return IsEntryName(name);
}

enum Mark : std::uint8_t {
  kLive = 1 << 0,        // a way of uses leads to it, or it needs none
  kReached = 1 << 1,     // another live symbol refers to it
  kByTests = 1 << 2,     // a test refers to it, or what only tests use
  kOpenBase = 1 << 3,    // derives from something outside the repository
  kDecorated = 1 << 4,   // something is written about it in front of its name
  kDispatched = 1 << 5,  // overrides or implements something
};

class Sweep {
 public:
  Sweep(const graph::ReadView& view, const DeadCodeOptions& options)
      : view_(view), options_(options), marks_(view.symbol_bound(), 0) {}

  absl::Status Run();

  DeadCode Take() { return std::move(result_); }

 private:
  absl::Status ReadSymbols();
  void ReadEdges(SymbolId symbol);
  void ReadUnresolved();
  void SpreadOpenBases();
  bool IsInFront(SymbolId symbol, Position site) const;
  bool IsRoot(SymbolId symbol) const;
  bool ComesWithParent(SymbolId symbol) const;
  bool HasUsedTwin(SymbolId symbol);
  bool IsOnlyAskedFor(SymbolId symbol) const;
  void Add(SymbolId symbol, std::uint8_t marks);
  absl::Status Spread(std::uint8_t mark);
  absl::Status SpreadToTwins();
  void AddEnumerations();
  void Collect();
  bool HasListedOwner(SymbolId symbol) const;
  Unused ReasonOf(SymbolId symbol);
  void Keep();

  Language LanguageOf(SymbolId symbol) const { return view_.File(view_.FileOf(symbol)).language; }

  std::uint8_t& MarksOf(SymbolId symbol) { return marks_[ToIndex(symbol)]; }

  bool Has(SymbolId symbol, std::uint8_t mark) const {
    return (marks_[ToIndex(symbol)] & mark) != 0;
  }

  const graph::ReadView& view_;
  const DeadCodeOptions& options_;
  DeadCode result_;
  std::vector<std::uint8_t> marks_;
  std::unordered_set<std::string> wanted_names_;  // of references that are not resolved
  std::vector<SymbolId> code_;                    // product code, in canonical order
  std::vector<SymbolId> tests_;
  std::vector<SymbolId> open_types_;  // kOpenBase
  std::vector<SymbolId> queue_;
  std::vector<bool> listed_;
  std::vector<Neighbor> edges_;
  std::vector<Position> sites_;
  std::vector<SymbolId> twins_;
  std::vector<SymbolId> enumerators_;
};

absl::Status Sweep::Run() {
  ReadUnresolved();
  SpreadOpenBases();
  WM_RETURN_IF_ERROR(ReadSymbols());
  WM_RETURN_IF_ERROR(Spread(kLive));
  WM_RETURN_IF_ERROR(SpreadToTwins());
  for (const SymbolId test : tests_) Add(test, kByTests);
  WM_RETURN_IF_ERROR(Spread(kByTests));
  Collect();
  Keep();
  return absl::OkStatus();
}

// Whether a site lies before the symbol's name, as a decorator or annotation does.
bool Sweep::IsInFront(SymbolId symbol, Position site) const {
  const SymbolRow row = view_.Symbol(symbol);
  return site.line != 0 && row.range.begin <= site && site < row.name_position;
}

void Sweep::ReadUnresolved() {
  view_.VisitUnresolved([this](std::string_view name, const UnresolvedRow& row) {
    if (row.type == EdgeType::kExtends || row.type == EdgeType::kImplements) {
      MarksOf(row.source) |= kOpenBase;
      open_types_.push_back(row.source);
    }
    const bool is_hint = row.type == EdgeType::kTypeHintOf;
    if (!is_hint && IsInFront(row.source, row.site)) MarksOf(row.source) |= kDecorated;
    const bool is_outside = row.reason == UnresolvedReason::kExternal;
    // The symbol overrides a method of a type outside the repository, which may call it.
    if (is_outside && row.type == EdgeType::kOverrides) MarksOf(row.source) |= kDispatched;
    if (!is_outside) wanted_names_.emplace(name);
    return true;
  });
}

// Types derived from an open type are open too.
void Sweep::SpreadOpenBases() {
  for (std::size_t i = 0; i < open_types_.size(); ++i) {
    view_.In(open_types_[i], edges_);
    for (const Neighbor& edge : edges_) {
      const bool is_heir = edge.type == EdgeType::kExtends || edge.type == EdgeType::kImplements;
      if (!is_heir || Has(edge.symbol, kOpenBase)) continue;
      MarksOf(edge.symbol) |= kOpenBase;
      open_types_.push_back(edge.symbol);
    }
  }
}

void Sweep::ReadEdges(SymbolId symbol) {
  view_.Out(symbol, edges_);
  for (const Neighbor& edge : edges_) {
    if (edge.type == EdgeType::kOverrides || edge.type == EdgeType::kHandlesRoute) {
      MarksOf(symbol) |= kDispatched;
    }
    if (edge.type != EdgeType::kReferences && edge.type != EdgeType::kCalls) continue;
    view_.Sites(edge, sites_);
    for (const Position site : sites_) {
      if (IsInFront(symbol, site)) MarksOf(symbol) |= kDecorated;
    }
  }
}

absl::Status Sweep::ReadSymbols() {
  CancelPoll poll(options_.cancelled, "dead code");
  std::vector<SymbolId> symbols;
  for (const FileId file : view_.Files()) {
    view_.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      WM_RETURN_IF_ERROR(poll.Check());
      if ((view_.Flags(symbol) & kSymbolTest) != 0) {
        tests_.push_back(symbol);
        continue;
      }
      if (IsProductCode(view_, symbol)) {
        code_.push_back(symbol);
        ReadEdges(symbol);
      }
      if (IsRoot(symbol)) Add(symbol, kLive);
    }
  }
  result_.considered = code_.size();
  return absl::OkStatus();
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
  return Has(parent, kOpenBase) || IsCalledByName(LanguageOf(symbol), view_.Symbol(symbol).name);
}

bool Sweep::IsRoot(SymbolId symbol) const {
  const std::uint16_t flags = view_.Flags(symbol);
  if ((flags & (kSymbolDeclaration | kSymbolLocal)) != 0) return false;
  if (!IsProductCode(view_, symbol) || (flags & kSymbolMacro) != 0) return true;
  if (ComesWithParent(symbol)) return false;
  const SymbolRow row = view_.Symbol(symbol);
  return (flags & kSymbolExported) != 0 || Has(symbol, kDecorated) ||
         IsCalledByName(LanguageOf(symbol), row.name) ||
         wanted_names_.contains(std::string(row.name));
}

void Sweep::Add(SymbolId symbol, std::uint8_t marks) {
  constexpr std::uint8_t kSpreading = kLive | kReached | kByTests;
  std::uint8_t& known = MarksOf(symbol);
  const bool is_new = (marks & kSpreading & ~known) != 0;
  // A live symbol has spread already: a test adds nothing to it.
  if (is_new && (marks != kByTests || (known & kLive) == 0)) queue_.push_back(symbol);
  known |= marks;
}

// Spreads the mark from every symbol in the queue to the symbols that it uses, that it belongs to,
// and that come with it.
absl::Status Sweep::Spread(std::uint8_t mark) {
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
    return twin != symbol && Has(twin, kReached) && view_.Symbol(twin).scope == row.scope &&
           DirectoryOf(view_.File(view_.FileOf(twin)).path) == directory;
  });
}

bool Sweep::IsOnlyAskedFor(SymbolId symbol) const {
  if (Has(symbol, kReached | kByTests | kDecorated)) return false;
  const SymbolRow row = view_.Symbol(symbol);
  return !IsCalledByName(LanguageOf(symbol), row.name) &&
         wanted_names_.contains(std::string(row.name));
}

Unused Sweep::ReasonOf(SymbolId symbol) {
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
    if (ComesWithParent(symbol)) continue;
    if (IsOnlyAskedFor(symbol)) {
      ++result_.asked_for;
      continue;
    }
    const bool is_exported = (view_.Flags(symbol) & kSymbolExported) != 0;
    Unused reason = Unused::kOutside;
    if (is_exported) {
      if (Has(symbol, kReached | kByTests | kDecorated)) continue;
      if (IsCalledByName(LanguageOf(symbol), view_.Symbol(symbol).name)) continue;
    } else {
      if (Has(symbol, kLive)) continue;
      reason = ReasonOf(symbol);
    }
    if (HasListedOwner(symbol)) continue;
    listed_[ToIndex(symbol)] = true;
    result_.symbols.push_back({symbol, reason});
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
