#include "name_lookup.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "place_in_view.h"
#include "retrieval/lookup.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

std::string NearNames(const std::vector<std::string>& near) {
  if (near.empty()) return "no name in the index is similar";
  return fmt::format("similar names: {}", fmt::join(near, ", "));
}

absl::Status Ambiguous(const graph::ReadView& view, std::string_view name,
                       const std::vector<SymbolId>& candidates) {
  std::string message = fmt::format(
      "'{}' fits {} symbols; name one of them in full, or as FILE:LINE:", name, candidates.size());
  const std::size_t listed = std::min(candidates.size(), kMaxCandidatesListed);
  for (std::size_t i = 0; i < listed; ++i) {
    const SymbolRow row = view.Symbol(candidates[i]);
    message += fmt::format("\n  {} {}  {}:{}", Name(row.kind), view.QualifiedName(candidates[i]),
                           view.File(row.file).path, row.name_position.line);
  }
  if (listed < candidates.size()) {
    message += fmt::format("\n  and {} more", candidates.size() - listed);
  }
  return absl::FailedPreconditionError(message);
}

}  // namespace

SymbolId DefinitionOf(const graph::ReadView& view, SymbolId symbol) {
  if ((view.Flags(symbol) & kSymbolDeclaration) == 0) return symbol;
  std::vector<Neighbor> out;
  view.Out(symbol, out);
  const auto definition = std::find_if(out.begin(), out.end(), [](const Neighbor& edge) {
    return edge.type == EdgeType::kDeclares;
  });
  return definition == out.end() ? symbol : definition->symbol;
}

std::vector<SymbolId> DeclarationsOf(const graph::ReadView& view, SymbolId definition) {
  std::vector<Neighbor> in;
  view.In(definition, in);
  std::vector<SymbolId> declarations;
  for (const Neighbor& edge : in) {
    // A declaration with several definitions belongs to the first of them alone.
    if (edge.type == EdgeType::kDeclares && DefinitionOf(view, edge.symbol) == definition) {
      declarations.push_back(edge.symbol);
    }
  }
  return declarations;
}

absl::StatusOr<NamedSymbol> ResolveName(const graph::ReadView& view, std::string_view name) {
  name = WithoutRoot(view, name);
  const retrieval::SymbolMatches matches = retrieval::FindSymbols(view, name);
  if (matches.exact.empty()) {
    const std::optional<std::string> no_place = WhyNoSymbolAt(view, name);
    return absl::NotFoundError(no_place.has_value() ? *no_place
                                                    : fmt::format("no symbol is named '{}'; {}",
                                                                  name, NearNames(matches.near)));
  }
  std::vector<SymbolId> definitions;
  for (const SymbolId match : matches.exact) {
    const SymbolId definition = DefinitionOf(view, match);
    if (std::find(definitions.begin(), definitions.end(), definition) == definitions.end()) {
      definitions.push_back(definition);
    }
  }
  if (definitions.size() > 1) return Ambiguous(view, name, definitions);
  return NamedSymbol{.symbol = definitions.front(),
                     .declarations = DeclarationsOf(view, definitions.front()),
                     .name = std::string(name)};
}

}  // namespace waymark::services
