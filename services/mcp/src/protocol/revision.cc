#include "protocol/revision.h"

#include <algorithm>

namespace waymark::services {
namespace {

constexpr Revision kRevisions[] = {{"2026-07-28", true, false},
                                   {"2025-11-25", false, false},
                                   {"2025-06-18", false, false},
                                   {"2025-03-26", false, true},
                                   {"2024-11-05", false, false}};
constexpr const Revision& kNewestWithHandshake = kRevisions[1];

}  // namespace

std::span<const Revision> AllRevisions() { return kRevisions; }

const Revision* FindRevision(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kRevisions), std::end(kRevisions),
                   [&](const Revision& revision) { return revision.name == name; });
  return found == std::end(kRevisions) ? nullptr : found;
}

const Revision& NegotiateRevision(std::string_view asked) {
  const Revision* const known = FindRevision(asked);
  return known == nullptr || known->is_stateless ? kNewestWithHandshake : *known;
}

}  // namespace waymark::services
