// What members of types outside the repository hold or give (resolution_rules.h).
#pragma once

#include <span>

#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

extern const std::span<const KnownMembers> kJavaKnownMembers;
extern const std::span<const KnownMembers> kCSharpKnownMembers;

}  // namespace waymark::indexer
