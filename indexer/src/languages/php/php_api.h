// Calls with names of environment variables, programs, routes, endpoints and topics: those of the
// library of PHP, Laravel, Slim and Symfony. Dots join the parts of a callee.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kPhpApiPatterns[] = {
    {"getenv", kEnv},
    {"env", kEnv},
    {"Env::get", kEnv},
    {"$_ENV", kEnv, CallShape::kElement},
    {"exec", kRunsProcess},
    {"shell_exec", kRunsProcess},
    {"system", kRunsProcess},
    {"passthru", kRunsProcess},
    {"proc_open", kRunsProcess},
    {"popen", kRunsProcess},
    {"Process", kRunsProcess},
    {"Process::run", kRunsProcess},
    {"Route::get", kRoutes, CallShape::kOpenCall, "GET"},
    {"Route::post", kRoutes, CallShape::kOpenCall, "POST"},
    {"Route::put", kRoutes, CallShape::kOpenCall, "PUT"},
    {"Route::patch", kRoutes, CallShape::kOpenCall, "PATCH"},
    {"Route::delete", kRoutes, CallShape::kOpenCall, "DELETE"},
    {"Route::options", kRoutes, CallShape::kOpenCall, "OPTIONS"},
    {"Route::any", kRoutes, CallShape::kOpenCall},
    {".get", kRoutes, CallShape::kCall, "GET"},
    {".post", kRoutes, CallShape::kCall, "POST"},
    {".put", kRoutes, CallShape::kCall, "PUT"},
    {".patch", kRoutes, CallShape::kCall, "PATCH"},
    {".delete", kRoutes, CallShape::kCall, "DELETE"},
    {".options", kRoutes, CallShape::kCall, "OPTIONS"},
    {".any", kRoutes},
    {"Route", kRoutes, CallShape::kPrefix},
    {".get", kHttpRequest, CallShape::kCall, "GET"},
    {".post", kHttpRequest, CallShape::kCall, "POST"},
    {".put", kHttpRequest, CallShape::kCall, "PUT"},
    {".patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {".delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".head", kHttpRequest, CallShape::kCall, "HEAD"},
    {".getJson", kHttpRequest, CallShape::kCall, "GET"},
    {".postJson", kHttpRequest, CallShape::kCall, "POST"},
    {".putJson", kHttpRequest, CallShape::kCall, "PUT"},
    {".patchJson", kHttpRequest, CallShape::kCall, "PATCH"},
    {".deleteJson", kHttpRequest, CallShape::kCall, "DELETE"},
    {".request", kHttpRequest, CallShape::kVerbCall},
    {".publish", kSends},
    {".subscribe", kSubscribe},
};

inline constexpr GroupUse kPhpGroups[] = {{".group", kMakesGroup}, {".prefix", kMakesGroup}};
inline constexpr RouteNotation kPhpRoutes = {.groups = kPhpGroups};

}  // namespace waymark::indexer
