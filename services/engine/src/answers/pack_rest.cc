#include "services/pack_rest.h"

#include <algorithm>

#include "services/limits.h"

namespace waymark::services {

std::string PackNameOf(const wire::Payload& pack) {
  return pack.pack_root->ToHex().substr(0, kPackDigits);
}

PackBounds BoundsOfRest(PackBounds asked, const wire::Payload& shown) {
  if (asked.exclude.size() < kMaxExcludedPacks) {
    asked.exclude.push_back(PackNameOf(shown));
    return asked;
  }
  asked.budget_tokens = std::min(2 * asked.budget_tokens, kMaxBudgetTokens);
  if (asked.max_symbols <= kMaxBlastLimit / 2) asked.max_symbols *= 2;
  return asked;
}

}  // namespace waymark::services
