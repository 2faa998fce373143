// Matches the symbols of two versions of a file by identity.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/base_builder.h"
#include "view/graph_part.h"

namespace waymark::graph {

// The fields of an identity that vary within one file of one repository.
struct IdentityKey {
  std::uint64_t prefix = 0;
  std::string_view scope;
  std::string_view name;
  std::string_view discriminator;
  SymbolKind kind = SymbolKind::kFile;
  Language language = Language::kNone;
  std::uint32_t ordinal = 0;
};

inline constexpr std::uint32_t kNoMatch = 0xFFFFFFFF;

std::vector<IdentityKey> KeysOf(const GraphPart& part, FileId file);
std::vector<IdentityKey> KeysOf(Language language, const std::vector<SymbolInput>& symbols,
                                const std::vector<std::uint64_t>& prefixes);

// For each of `from` the index in `to` of the same identity, or kNoMatch; no index occurs twice.
// Prefixes are compared first; the fields behind them decide.
std::vector<std::uint32_t> MatchIdentities(const std::vector<IdentityKey>& from,
                                           const std::vector<IdentityKey>& to);

}  // namespace waymark::graph
