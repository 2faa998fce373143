#include "question/multipliers.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "lookup/mentions.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"
#include "traits/prose.h"
#include "traits/syntax_names.h"

namespace waymark::retrieval {
namespace {

// True for constructors and destructors with the name of their type, and for operators: their names
// have no word beyond the type's, so the type is the better answer.
bool RepeatsItsType(const graph::ReadView& view, SymbolId symbol) {
  if (view.Kind(symbol) != SymbolKind::kMethod) return false;
  const SymbolId parent = view.Parent(symbol);
  if (parent == SymbolId::kNone) return false;
  const std::string_view name = view.Symbol(symbol).name;
  if (IsOperator(name) || name.starts_with('~')) return true;
  return (view.Flags(symbol) & kSymbolConstructor) != 0 && name == view.Symbol(parent).name;
}

}  // namespace

Multipliers::Multipliers(const graph::ReadView& view, const AnalyzedQuestion& question,
                         Parts without)
    : view_(view), question_(question), without_(without) {
  if (without_.Has(Part::kExactNames)) return;
  for (const std::string& identifier : question.question.identifiers) AddNamed(identifier);
  // A symbol with several boosts keeps the largest.
  std::sort(named_.begin(), named_.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
  const auto same_symbol = [](const auto& a, const auto& b) { return a.first == b.first; };
  named_.erase(std::unique(named_.begin(), named_.end(), same_symbol), named_.end());
}

void Multipliers::AddNamed(std::string_view identifier) {
  const std::vector<std::string_view> components = NameComponents(identifier);
  if (components.empty()) return;
  const std::span<const std::string_view> qualifiers(components.data(), components.size() - 1);
  std::vector<SymbolId> symbols;
  view_.WithName(components.back(), symbols);
  std::erase_if(symbols, [this](SymbolId symbol) { return IsProse(view_, symbol); });
  if (symbols.size() <= kMaxNamedUses) {
    for (const SymbolId symbol : symbols) AddUsers(symbol);
  }
  for (const SymbolId symbol : symbols) {
    // `request.args` may name a variable and not a type, so another owner is not a contradiction.
    const bool whole = EndsWithComponents(view_.Symbol(symbol).scope, qualifiers);
    named_.emplace_back(symbol, whole ? kExactNameBoost : kExactScopeBoost);
  }
}

// A question about a call names the callee, but means the caller as often.
void Multipliers::AddUsers(SymbolId symbol) {
  if (view_.InDegree(symbol) > kMaxNamedUses + kMaxProseMentions) return;
  std::vector<Neighbor> neighbors;
  view_.In(symbol, neighbors);
  std::erase_if(neighbors, [](const Neighbor& n) { return n.type == EdgeType::kDocuments; });
  if (neighbors.size() > kMaxNamedUses) return;
  for (const Neighbor& neighbor : neighbors) {
    if (neighbor.type == EdgeType::kCalls) named_.emplace_back(neighbor.symbol, kExactUserBoost);
  }
}

double Multipliers::BoostOf(SymbolId symbol) const {
  if (named_.empty()) return 1;
  const auto find = [this](SymbolId wanted) {
    const auto at = std::lower_bound(named_.begin(), named_.end(), wanted,
                                     [](const auto& row, SymbolId id) { return row.first < id; });
    return at != named_.end() && at->first == wanted ? at->second : 1.0;
  };
  const double own = find(symbol);
  if (own > 1) return own;
  const SymbolId parent = view_.Parent(symbol);
  if (parent == SymbolId::kNone || !TraitsOf(view_.Kind(parent)).holds_members) return 1;
  return find(parent) > 1 ? kExactScopeBoost : 1;
}

double Multipliers::StaticPrior(SymbolId symbol) const {
  if (without_.Has(Part::kStaticPrior)) return 1;
  const std::uint16_t flags = view_.Flags(symbol);
  const std::uint16_t file_flags = view_.FileFlags(view_.FileOf(symbol));
  const bool is_test = (flags & kSymbolTest) != 0 || (file_flags & kFileTest) != 0;
  double factor = TraitsOf(view_.Kind(symbol)).factor;
  if ((flags & kSymbolNamespaceOnly) != 0) factor = std::min(factor, kNamespaceFactor);
  if (is_test) factor *= question_.question.about_tests ? kAskedTestFactor : kTestFactor;
  if (RepeatsItsType(view_, symbol)) factor *= kRepeatedNameFactor;
  if ((file_flags & kFileExample) != 0) factor *= kExampleFactor;
  if ((file_flags & (kFileVendored | kFileGenerated | kFileMinified)) != 0)
    factor *= kVendoredFactor;
  return factor;
}

// No static prior exceeds 1, and a named file loses its own.
double Multipliers::Most() const {
  const double of_file = !question_.files.empty()         ? kExactPathBoost
                         : !question_.scope_files.empty() ? kCommitScopeBoost
                                                          : 1;
  return (named_.empty() ? 1 : kExactNameBoost) * of_file;
}

double Multipliers::Of(SymbolId symbol, double static_prior) const {
  const auto is_in = [&](const std::vector<FileId>& files) {
    return std::binary_search(files.begin(), files.end(), view_.FileOf(symbol));
  };
  const bool in_named_file = !without_.Has(Part::kExactNames) && is_in(question_.files);
  double factor = static_prior * BoostOf(symbol);
  if (in_named_file) {
    factor *= kExactPathBoost;
    // The question means the file itself, not the symbols that its module-level code mentions.
    if (view_.Kind(symbol) == SymbolKind::kFile && !without_.Has(Part::kStaticPrior)) {
      factor /= kFileFactor;
    }
  } else if (is_in(question_.scope_files)) {
    factor *= kCommitScopeBoost;
  }
  return factor;
}

}  // namespace waymark::retrieval
