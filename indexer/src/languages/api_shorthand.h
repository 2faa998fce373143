// Short names for tables of API patterns.
#pragma once

#include "integration/api_pattern.h"

namespace waymark::indexer {

inline constexpr auto kEnv = LiteralRole::kEnvVar;
inline constexpr auto kRunsProcess = LiteralRole::kCommand;
inline constexpr auto kRoutes = LiteralRole::kRoute;
inline constexpr auto kHttpRequest = LiteralRole::kEndpoint;
inline constexpr auto kSends = LiteralRole::kPublished;
inline constexpr auto kSubscribe = LiteralRole::kSubscribed;
inline constexpr auto kFeatureFlag = LiteralRole::kFlag;

inline constexpr auto kMakesGroup = GroupForm::kMakes;
inline constexpr auto kTakesRouter = GroupForm::kTakes;
inline constexpr auto kHoldsRoutes = GroupForm::kHolds;

}  // namespace waymark::indexer
