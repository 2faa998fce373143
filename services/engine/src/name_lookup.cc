#include "name_lookup.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "place_in_view.h"
#include "retrieval/declarations.h"
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

absl::StatusOr<NamedSymbol> ResolveName(const graph::ReadView& view, std::string_view name) {
  name = WithoutRoot(view, name);
  const retrieval::SymbolMatches matches = retrieval::FindSymbols(view, name);
  if (matches.exact.empty()) {
    const std::optional<std::string> no_place = WhyNoSymbolAt(view, name);
    return absl::NotFoundError(no_place.has_value() ? *no_place
                                                    : fmt::format("no symbol is named '{}'; {}",
                                                                  name, NearNames(matches.near)));
  }
  if (matches.exact.size() > 1) return Ambiguous(view, name, matches.exact);
  const SymbolId symbol = matches.exact.front();
  return NamedSymbol{.symbol = symbol,
                     .declarations = retrieval::DeclarationsOf(view, symbol),
                     .name = std::string(name)};
}

}  // namespace waymark::services
