#include "overlay/overlay_identity.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace waymark::graph {
namespace {

bool IsSame(const IdentityKey& a, const IdentityKey& b) {
  return std::tie(a.prefix, a.scope, a.name, a.discriminator, a.kind, a.language, a.ordinal) ==
         std::tie(b.prefix, b.scope, b.name, b.discriminator, b.kind, b.language, b.ordinal);
}

}  // namespace

std::vector<IdentityKey> KeysOf(const GraphPart& part, FileId file) {
  const FileRow row = part.File(file);
  std::vector<IdentityKey> keys;
  keys.reserve(row.symbol_count);
  for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
    const SymbolRow symbol = part.Symbol(SymbolId{ToIndex(row.first_symbol) + i});
    keys.push_back(IdentityKey{symbol.identity_prefix, symbol.scope, symbol.name,
                               symbol.discriminator, symbol.kind, row.language, symbol.ordinal});
  }
  return keys;
}

std::vector<IdentityKey> KeysOf(Language language, const std::vector<SymbolInput>& symbols,
                                const std::vector<std::uint64_t>& prefixes) {
  std::vector<IdentityKey> keys;
  keys.reserve(symbols.size());
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const SymbolInput& symbol = symbols[i];
    keys.push_back(IdentityKey{prefixes[i], symbol.scope, symbol.name, symbol.discriminator,
                               symbol.kind, language, symbol.ordinal});
  }
  return keys;
}

std::vector<std::uint32_t> MatchIdentities(const std::vector<IdentityKey>& from,
                                           const std::vector<IdentityKey>& to) {
  std::vector<std::uint32_t> order(to.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&to](std::uint32_t a, std::uint32_t b) {
    return std::tie(to[a].prefix, a) < std::tie(to[b].prefix, b);
  });
  std::vector<bool> is_taken(to.size());
  std::vector<std::uint32_t> matches(from.size(), kNoMatch);
  for (std::size_t i = 0; i < from.size(); ++i) {
    auto at = std::lower_bound(
        order.begin(), order.end(), from[i].prefix,
        [&to](std::uint32_t index, std::uint64_t prefix) { return to[index].prefix < prefix; });
    for (; at != order.end() && to[*at].prefix == from[i].prefix; ++at) {
      if (is_taken[*at] || !IsSame(from[i], to[*at])) continue;
      is_taken[*at] = true;
      matches[i] = *at;
      break;
    }
  }
  return matches;
}

}  // namespace waymark::graph
