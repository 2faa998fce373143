#include "retrieval/difference.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/difference_pairs.h"
#include "graph/status.h"
#include "retrieval/declarations.h"
#include "text/code_text.h"
#include "text/symbol_text.h"
#include "traits/cancel_poll.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Edge types that do not belong to the class of behaviour.
constexpr EdgeType kStructureTypes[] = {
    EdgeType::kImports,   EdgeType::kImplements,    EdgeType::kDependsOn,  EdgeType::kDeploys,
    EdgeType::kExposes,   EdgeType::kExtends,       EdgeType::kOverrides,  EdgeType::kContains,
    EdgeType::kMemberOf,  EdgeType::kImplementsRpc, EdgeType::kDeployedBy, EdgeType::kTypeHintOf,
    EdgeType::kConfigures};
constexpr EdgeType kMetadataTypes[] = {EdgeType::kOwnedBy, EdgeType::kAuthoredBy,
                                       EdgeType::kDocuments, EdgeType::kSimilarTo,
                                       EdgeType::kCoTestedWith};

constexpr AspectRow kAspects[] = {
    {kAspectBody, ChangeClass::kBehaviour, "body"},
    {kAspectValue, ChangeClass::kBehaviour, "value"},
    {kAspectKind, ChangeClass::kStructure, "kind"},
    {kAspectImports, ChangeClass::kStructure, "imports"},
    {kAspectSignature, ChangeClass::kMetadata, "signature"},
    {kAspectDocumentation, ChangeClass::kMetadata, "documentation"},
    {kAspectPlace, ChangeClass::kMetadata, "place"},
    {kAspectVisibility, ChangeClass::kMetadata, "visibility"},
    {kAspectModifiers, ChangeClass::kMetadata, "modifiers"},
    {kAspectLayout, ChangeClass::kMetadata, "layout"},
};

// Indexed by number of the class.
constexpr float kClassWeights[kChangeClassCount] = {kBehaviourWeight, kStructureWeight,
                                                    kMetadataWeight};

// Flags that are not modifiers. Whether a state has a part of a file inside an #if branch says
// nothing about the symbols there.
constexpr std::uint16_t kNoModifiers = kSymbolExported | kSymbolDeclaration | kSymbolConditional;

// Exceptions of the C++ standard library, whose names begin with a lower-case letter like those of
// variables.
constexpr std::string_view kStandardExceptions[] = {
    "ambiguous_local_time", "bad_alloc",          "bad_any_cast",
    "bad_array_new_length", "bad_cast",           "bad_exception",
    "bad_expected_access",  "bad_function_call",  "bad_optional_access",
    "bad_typeid",           "bad_variant_access", "bad_weak_ptr",
    "domain_error",         "exception",          "filesystem_error",
    "format_error",         "future_error",       "invalid_argument",
    "length_error",         "logic_error",        "nonexistent_local_time",
    "out_of_range",         "overflow_error",     "range_error",
    "regex_error",          "runtime_error",      "system_error",
    "underflow_error",
};

// Other names may be variables or functions that return an exception.
bool NamesType(std::string_view thrown) {
  const bool is_capital = !thrown.empty() && thrown[0] >= 'A' && thrown[0] <= 'Z';
  const auto* const end = std::end(kStandardExceptions);
  return is_capital || std::find(std::begin(kStandardExceptions), end, thrown) != end;
}

std::size_t ChangeIndex(ChangeClass change) { return static_cast<std::size_t>(change); }

// One edge of a symbol and its declarations; the one of highest confidence if there are several.
struct OutgoingEdge {
  SymbolId target = SymbolId::kNone;
  EdgeRule rule = EdgeRule::kStructure;
  FileId file{};
  std::vector<Position> sites;
};

using EdgeKey = std::pair<std::uint64_t, EdgeType>;  // name of the target
using Outgoing = std::map<EdgeKey, OutgoingEdge>;

class EdgeReader {
 public:
  EdgeReader(const graph::ReadView& view, std::function<std::uint64_t(SymbolId)> name)
      : view_(view), name_(std::move(name)) {}

  Outgoing Of(SymbolId symbol) {
    Outgoing edges;
    if (symbol == SymbolId::kNone) return edges;
    Add(symbol, /*is_declaration=*/false, edges);
    for (const SymbolId declaration : DeclarationsOf(view_, symbol)) {
      if (SingleDefinitionOf(view_, declaration, scratch_) == symbol) Add(declaration, true, edges);
    }
    return edges;
  }

 private:
  void Add(SymbolId source, bool is_declaration, Outgoing& edges) {
    view_.Out(source, neighbors_);
    for (const Neighbor& neighbor : neighbors_) {
      // These are stored already in the other direction.
      const bool is_repeated =
          neighbor.type == EdgeType::kMemberOf || neighbor.type == EdgeType::kTestedBy;
      if (!IsPublished(PublishedAs(neighbor.type).type) || is_repeated) continue;
      const SymbolId target = SingleDefinitionOf(view_, neighbor.symbol, scratch_);
      // The symbol that encloses a declaration need not enclose the definition, which has an edge
      // of its own.
      const bool is_folded = is_declaration || target != neighbor.symbol;
      if (neighbor.type == EdgeType::kContains && is_folded) continue;
      OutgoingEdge edge{
          .target = target, .rule = neighbor.rule, .file = view_.FileOf(source), .sites = {}};
      view_.Sites(neighbor, edge.sites);
      const auto [entry, is_new] = edges.emplace(EdgeKey(name_(target), neighbor.type), edge);
      const bool is_surer =
          ConfidenceThousandths(edge.rule) > ConfidenceThousandths(entry->second.rule);
      if (!is_new && is_surer) entry->second = std::move(edge);
    }
  }

  const graph::ReadView& view_;
  std::function<std::uint64_t(SymbolId)> name_;
  std::vector<Neighbor> neighbors_;
  std::vector<Neighbor> scratch_;
};

// A changed edge, with its target in the states that have it.
struct FoundEdge {
  SymbolPair target;
  EdgeType type;
  EdgeStatus status;
  OutgoingEdge edge;
};

// A changed symbol with its changed edges.
struct FoundSymbol {
  DifferingSymbol symbol;
  std::vector<FoundEdge> edges;
  std::string_view path;  // where it is, or was
  Position begin;
  bool is_test = false;
};

class Comparison {
 public:
  Comparison(const DifferenceSide& before, const DifferenceSide& after,
             const std::atomic<bool>* cancelled)
      : before_(before.view),
        after_(after.view),
        poll_(cancelled, "difference"),
        old_texts_(before),
        new_texts_(after),
        pairs_(before, after, old_texts_, new_texts_),
        old_edges_(before_, [this](SymbolId symbol) { return pairs_.NameOfOld(symbol); }),
        new_edges_(after_, [this](SymbolId symbol) { return pairs_.NameOfNew(symbol); }) {}

  absl::StatusOr<Difference> Run() {
    WM_RETURN_IF_ERROR(pairs_.Find(poll_));
    if (pairs_.empty()) return std::move(result_);
    ReadReferences();
    for (const SymbolPair& pair : pairs_.pairs()) {
      WM_RETURN_IF_ERROR(poll_.Check());
      Compare(pair);
    }
    result_.unread_files = old_texts_.unread_files() + new_texts_.unread_files();
    for (const auto& [reference, difference] : references_) {
      result_.unresolved += static_cast<std::uint64_t>(std::abs(difference));
    }
    std::sort(found_.begin(), found_.end(), [](const FoundSymbol& a, const FoundSymbol& b) {
      return std::tuple(-a.symbol.weight, a.is_test, a.path, a.begin, a.symbol.before,
                        a.symbol.after) < std::tuple(-b.symbol.weight, b.is_test, b.path, b.begin,
                                                     b.symbol.before, b.symbol.after);
    });
    Deliver();
    return std::move(result_);
  }

 private:
  void Compare(const SymbolPair& pair) {
    FoundSymbol found;
    found.symbol = {.before = pair.before, .after = pair.after, .certainty = pair.certainty};
    CompareEdges(pair, found.edges);
    if (pair.after == SymbolId::kNone) {
      found.symbol.status = SymbolStatus::kRemoved;
    } else if (pair.before == SymbolId::kNone) {
      found.symbol.status = SymbolStatus::kAdded;
    } else {
      found.symbol.aspects = AspectsOf(pair);
      CompareThrows(pair, found.symbol);
      const bool is_changed = !found.edges.empty() || !found.symbol.throws.empty() ||
                              (found.symbol.aspects & ~kAspectPlace) != 0;
      if (!is_changed && found.symbol.aspects == 0) return;
      found.symbol.status = is_changed ? SymbolStatus::kChanged : SymbolStatus::kMoved;
    }
    found.symbol.weight = WeightOf(found);
    const bool is_gone = pair.after == SymbolId::kNone;
    const graph::ReadView& view = is_gone ? before_ : after_;
    const SymbolRow row = view.Symbol(is_gone ? pair.before : pair.after);
    found.path = view.File(row.file).path;
    found.begin = row.range.begin;
    found.is_test = (row.flags & kSymbolTest) != 0;
    Count(found);
    found_.push_back(std::move(found));
  }

  void CompareEdges(const SymbolPair& pair, std::vector<FoundEdge>& found) {
    Outgoing old_edges = old_edges_.Of(pair.before);
    Outgoing new_edges = new_edges_.Of(pair.after);
    for (auto& [key, edge] : old_edges) {
      if (new_edges.count(key) != 0) continue;
      const SymbolPair target = {.before = edge.target, .after = SymbolId::kNone};
      found.push_back({.target = target,
                       .type = key.second,
                       .status = EdgeStatus::kRemoved,
                       .edge = std::move(edge)});
    }
    for (auto& [key, edge] : new_edges) {
      const auto before = old_edges.find(key);
      const bool is_new = before == old_edges.end();
      if (!is_new && before->second.rule == edge.rule) continue;
      const SymbolPair target = {.before = is_new ? SymbolId::kNone : before->second.target,
                                 .after = edge.target};
      found.push_back({.target = target,
                       .type = key.second,
                       .status = is_new ? EdgeStatus::kAdded : EdgeStatus::kUnchanged,
                       .edge = std::move(edge)});
    }
  }

  std::uint16_t AspectsOf(const SymbolPair& pair) {
    const SymbolRow before = before_.Symbol(pair.before);
    const SymbolRow after = after_.Symbol(pair.after);
    const FileRow old_file = before_.File(before.file);
    const FileRow new_file = after_.File(after.file);
    std::uint16_t aspects = 0;
    const auto add = [&aspects](Aspect aspect, bool differs) {
      if (differs) aspects |= aspect;
    };
    const SignatureText old_signature = SplitSignature(before_.Signature(pair.before));
    const SignatureText new_signature = SplitSignature(after_.Signature(pair.after));
    const bool value = old_signature.values != new_signature.values;
    const bool declared = old_signature.declared != new_signature.declared;
    const bool signature = value || declared;
    const auto modifiers = static_cast<std::uint16_t>(before.flags ^ after.flags);
    add(kAspectKind, before.kind != after.kind);
    add(kAspectValue, value);
    add(kAspectSignature, declared);
    add(kAspectVisibility, (modifiers & kSymbolExported) != 0);
    add(kAspectModifiers, (modifiers & ~kNoModifiers) != 0);
    add(kAspectPlace, IsElsewhere(before, after));
    if (old_file.content == new_file.content) return aspects;
    const SymbolText* old_text = old_texts_.Of(pair.before);
    const SymbolText* new_text = new_texts_.Of(pair.after);
    if (old_text == nullptr || new_text == nullptr) return aspects;
    add(kAspectDocumentation, old_text->documentation != new_text->documentation);
    // The text includes the signature.
    const bool is_same = signature ? old_text->without_signature == new_text->without_signature
                                   : old_text->text == new_text->text;
    if (is_same) return aspects;
    const bool is_same_code =
        signature ? old_text->code_without_signature == new_text->code_without_signature
                  : old_text->code == new_text->code;
    const bool imports = old_text->imports != new_text->imports;
    add(kAspectBody, !is_same_code);
    add(kAspectImports, imports);
    add(kAspectLayout, is_same_code && !imports);
    return aspects;
  }

  // Whether it moved to another file or into another symbol.
  bool IsElsewhere(const SymbolRow& before, const SymbolRow& after) const {
    const std::string_view old_path = before_.File(before.file).path;
    if (old_path != after_.File(after.file).path) return true;
    if (before.parent == SymbolId::kNone || after.parent == SymbolId::kNone) return false;
    return pairs_.NameOfOld(before.parent) != pairs_.NameOfNew(after.parent);
  }

  static float WeightOf(const FoundSymbol& found) {
    if (found.symbol.status == SymbolStatus::kMoved) return kMovedWeight;
    if (found.symbol.status != SymbolStatus::kChanged) return kClassWeights[0];
    float weight = 0;
    const auto raise = [&weight](ChangeClass change) {
      weight = std::max(weight, kClassWeights[ChangeIndex(change)]);
    };
    for (const FoundEdge& edge : found.edges) raise(ClassOf(edge.type));
    if (!found.symbol.throws.empty()) raise(ClassOf(EdgeType::kThrows));
    for (const AspectRow& row : kAspects) {
      if ((found.symbol.aspects & row.aspect) != 0) raise(row.change);
    }
    return weight;
  }

  void Count(const FoundSymbol& found) {
    StatusCounts& symbols = result_.symbol_counts;
    symbols.added += found.symbol.status == SymbolStatus::kAdded ? 1 : 0;
    symbols.removed += found.symbol.status == SymbolStatus::kRemoved ? 1 : 0;
    symbols.changed += found.symbol.status == SymbolStatus::kChanged ? 1 : 0;
    symbols.moved += found.symbol.status == SymbolStatus::kMoved ? 1 : 0;
    for (const FoundEdge& edge : found.edges) {
      StatusCounts& edges = result_.edge_counts[ChangeIndex(ClassOf(edge.type))];
      edges.added += edge.status == EdgeStatus::kAdded ? 1 : 0;
      edges.removed += edge.status == EdgeStatus::kRemoved ? 1 : 0;
      edges.changed += edge.status == EdgeStatus::kUnchanged ? 1 : 0;
    }
  }

  using Reference = std::tuple<std::uint64_t, std::string, EdgeType, UnresolvedReason>;
  // Thrown names without a symbol in the view, by the name of the throwing symbol; each with
  // whether it is known to lie outside the repository.
  using ThrownNames = std::map<std::string, bool>;
  using Thrown = std::map<std::uint64_t, ThrownNames>;

  // Reads the references of the changed files.
  void ReadReferences() {
    AddReferences(
        before_, pairs_.old_files(), [this](SymbolId symbol) { return pairs_.NameOfOld(symbol); },
        -1, old_thrown_);
    AddReferences(
        after_, pairs_.new_files(), [this](SymbolId symbol) { return pairs_.NameOfNew(symbol); }, 1,
        new_thrown_);
  }

  void AddReferences(const graph::ReadView& view, const std::set<FileId>& files,
                     const std::function<std::uint64_t(SymbolId)>& name, std::int64_t sign,
                     Thrown& thrown) {
    view.VisitUnresolved([&](std::string_view text, const UnresolvedRow& row) {
      const bool is_outside = row.reason == UnresolvedReason::kExternal;
      if (is_outside && row.type != EdgeType::kThrows) return true;
      if (files.count(view.FileOf(row.source)) == 0) return true;
      if (row.type == EdgeType::kThrows) {
        thrown[name(row.source)][std::string(text)] |= is_outside;
      }
      if (!is_outside) {
        references_[{name(row.source), std::string(text), row.type, row.reason}] += sign;
      }
      return true;
    });
  }

  void CompareThrows(const SymbolPair& pair, DifferingSymbol& symbol) const {
    const ThrownNames none;
    const auto of = [&](const Thrown& thrown) -> const ThrownNames& {
      const auto found = thrown.find(NameOf(pair));
      return found == thrown.end() ? none : found->second;
    };
    const auto add = [&](const Thrown& some, const Thrown& others, EdgeStatus status) {
      for (const auto& [name, is_outside] : of(some)) {
        if (!is_outside || !NamesType(name) || of(others).count(name) != 0) continue;
        if (symbol.throws.size() < kMaxExternalThrows) {
          symbol.throws.push_back({.name = name, .status = status});
        } else {
          ++symbol.omitted_throws;
        }
      }
    };
    add(old_thrown_, new_thrown_, EdgeStatus::kRemoved);
    add(new_thrown_, old_thrown_, EdgeStatus::kAdded);
  }

  void Deliver() {
    result_.shown = found_.size();
    result_.symbols.reserve(found_.size());
    for (const FoundSymbol& found : found_) {
      const auto index = static_cast<std::uint32_t>(result_.symbols.size());
      index_of_.emplace(NameOf({found.symbol.before, found.symbol.after}), index);
      result_.symbols.push_back(found.symbol);
    }
    for (std::uint32_t i = 0; i < found_.size(); ++i) {
      for (FoundEdge& found : found_[i].edges) {
        const PublishedType published = PublishedAs(found.type);
        DifferingEdge& edge = result_.edges.emplace_back();
        edge = {.symbol = i,
                .source = i,
                .target = EndOf(found.target),
                .type = published.type,
                .rule = found.edge.rule,
                .status = found.status,
                .file = found.edge.file,
                .sites = std::move(found.edge.sites)};
        if (published.is_exchanged) std::swap(edge.source, edge.target);
      }
    }
  }

  std::uint64_t NameOf(const SymbolPair& pair) const {
    return pair.after != SymbolId::kNone ? pairs_.NameOfNew(pair.after)
                                         : pairs_.NameOfOld(pair.before);
  }

  // The index of the symbol at an edge's end; an unchanged symbol is added.
  std::uint32_t EndOf(const SymbolPair& target) {
    const auto index = static_cast<std::uint32_t>(result_.symbols.size());
    const auto [entry, is_new] = index_of_.emplace(NameOf(target), index);
    if (is_new) result_.symbols.push_back({.before = target.before, .after = target.after});
    return entry->second;
  }

  const graph::ReadView& before_;
  const graph::ReadView& after_;
  CancelPoll poll_;
  SymbolTexts old_texts_;
  SymbolTexts new_texts_;
  DifferencePairs pairs_;
  EdgeReader old_edges_;
  EdgeReader new_edges_;
  std::map<Reference, std::int64_t> references_;  // unresolved: how many more the newer state has
  Thrown old_thrown_;
  Thrown new_thrown_;
  std::vector<FoundSymbol> found_;
  std::map<std::uint64_t, std::uint32_t> index_of_;  // in result_.symbols, by name
  Difference result_;
};

}  // namespace

ChangeClass ClassOf(EdgeType type) {
  const auto is_among = [type](std::span<const EdgeType> types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  if (is_among(kStructureTypes)) return ChangeClass::kStructure;
  return is_among(kMetadataTypes) ? ChangeClass::kMetadata : ChangeClass::kBehaviour;
}

std::span<const AspectRow> AllAspects() { return kAspects; }

absl::StatusOr<Difference> FindDifference(const DifferenceSide& before, const DifferenceSide& after,
                                          const std::atomic<bool>* cancelled) {
  return Comparison(before, after, cancelled).Run();
}

Difference PageOf(const Difference& whole, std::size_t skip, std::size_t limit) {
  const std::size_t begin = std::min(skip, whole.shown);
  const std::size_t end = begin + std::min(limit, whole.shown - begin);
  const auto at = [](const auto& rows, std::size_t index) {
    return rows.begin() + static_cast<std::ptrdiff_t>(index);
  };
  Difference page{.symbols = {at(whole.symbols, begin), at(whole.symbols, end)},
                  .shown = end - begin,
                  .edges = {},
                  .symbol_counts = whole.symbol_counts,
                  .edge_counts = whole.edge_counts,
                  .omitted = whole.shown - end,
                  .unread_files = whole.unread_files,
                  .unresolved = whole.unresolved};
  std::map<std::uint32_t, std::uint32_t> ends;  // further ends of edges, by index in whole
  const auto place_of = [&](std::uint32_t symbol) {
    if (symbol >= begin && symbol < end) return static_cast<std::uint32_t>(symbol - begin);
    const auto place = static_cast<std::uint32_t>(page.symbols.size());
    const auto [entry, is_new] = ends.emplace(symbol, place);
    if (is_new) page.symbols.push_back(whole.symbols[symbol]);
    return entry->second;
  };
  const auto first =
      std::partition_point(whole.edges.begin(), whole.edges.end(),
                           [begin](const DifferingEdge& edge) { return edge.symbol < begin; });
  for (auto found = first; found != whole.edges.end() && found->symbol < end; ++found) {
    DifferingEdge& edge = page.edges.emplace_back(*found);
    edge.symbol = place_of(found->symbol);
    edge.source = place_of(found->source);
    edge.target = place_of(found->target);
  }
  return page;
}

}  // namespace waymark::retrieval
