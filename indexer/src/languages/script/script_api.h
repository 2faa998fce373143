// API patterns of TypeScript and JavaScript: environment variables, programs, routes, endpoints,
// topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kScriptApiPatterns[] = {
    {"process.env", kEnv, CallShape::kMember},
    {"process.env", kEnv, CallShape::kElement},
    {"import.meta.env", kEnv, CallShape::kMember},
    {"Bun.env", kEnv, CallShape::kMember},
    {"Deno.env.get", kEnv},
    {"exec", kRunsProcess},
    {"execSync", kRunsProcess},
    {"execFile", kRunsProcess},
    {"execFileSync", kRunsProcess},
    {"spawn", kRunsProcess},
    {"spawnSync", kRunsProcess},
    {"child_process.exec", kRunsProcess},
    {"child_process.execSync", kRunsProcess},
    {"child_process.execFile", kRunsProcess},
    {"child_process.execFileSync", kRunsProcess},
    {"child_process.spawn", kRunsProcess},
    {"child_process.spawnSync", kRunsProcess},
    {".get", kRoutes, CallShape::kCall, "GET"},
    {".post", kRoutes, CallShape::kCall, "POST"},
    {".put", kRoutes, CallShape::kCall, "PUT"},
    {".delete", kRoutes, CallShape::kCall, "DELETE"},
    {".patch", kRoutes, CallShape::kCall, "PATCH"},
    {".options", kRoutes, CallShape::kCall, "OPTIONS"},
    {".head", kRoutes, CallShape::kCall, "HEAD"},
    {".all", kRoutes},
    {".route", kRoutes, CallShape::kCall, "", "url"},
    {".route", kRoutes, CallShape::kCall, "", "path"},
    {"Get", kRoutes, CallShape::kAnnotation, "GET"},
    {"Post", kRoutes, CallShape::kAnnotation, "POST"},
    {"Put", kRoutes, CallShape::kAnnotation, "PUT"},
    {"Delete", kRoutes, CallShape::kAnnotation, "DELETE"},
    {"Patch", kRoutes, CallShape::kAnnotation, "PATCH"},
    {"Head", kRoutes, CallShape::kAnnotation, "HEAD"},
    {"Options", kRoutes, CallShape::kAnnotation, "OPTIONS"},
    {"All", kRoutes, CallShape::kAnnotation},
    {"Controller", kRoutes, CallShape::kPrefix},
    {".get", kHttpRequest, CallShape::kCall, "GET"},
    {".post", kHttpRequest, CallShape::kCall, "POST"},
    {".put", kHttpRequest, CallShape::kCall, "PUT"},
    {".delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {".head", kHttpRequest, CallShape::kCall, "HEAD"},
    {".options", kHttpRequest, CallShape::kCall, "OPTIONS"},
    {"fetch", kHttpRequest},
    {"axios.get", kHttpRequest, CallShape::kCall, "GET"},
    {"axios.post", kHttpRequest, CallShape::kCall, "POST"},
    {"axios.put", kHttpRequest, CallShape::kCall, "PUT"},
    {"axios.delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {"axios.patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {"axios", kHttpRequest},
    {"axios", kHttpRequest, CallShape::kCall, "", "url"},
    {".request", kHttpRequest, CallShape::kCall, "", "url"},
    {".request", kHttpRequest, CallShape::kVerbCall},
    {".inject", kHttpRequest, CallShape::kCall, "", "url"},
    {".open", kHttpRequest, CallShape::kVerbCall},
    {"$.get", kHttpRequest, CallShape::kCall, "GET"},
    {"$.getJSON", kHttpRequest, CallShape::kCall, "GET"},
    {"$.post", kHttpRequest, CallShape::kCall, "POST"},
    {"$.ajax", kHttpRequest, CallShape::kCall, "", "url"},
    {".publish", kSends},
    {".subscribe", kSubscribe},
    {".isEnabled", kFeatureFlag},
    {".isFeatureEnabled", kFeatureFlag},
};

inline constexpr std::string_view kScriptRouteOptions[] = {
    "handler",    "schema",    "preHandler",  "preValidation", "onRequest",
    "preParsing", "websocket", "constraints", "bodyLimit",     "logLevel",
};

// Route groups with their prefixes, arguments that are no handlers, placeholders in paths.
inline constexpr GroupUse kScriptGroups[] = {
    {".basePath", kMakesGroup}, {"Router", kMakesGroup, "prefix"},     {".use", kTakesRouter},
    {".route", kTakesRouter},   {".register", kTakesRouter, "prefix"},
};
inline constexpr std::string_view kScriptPathHolders[] = {"route"};
inline constexpr std::string_view kScriptTransparentMethods[] = {"bind"};
inline constexpr RouteNotation kScriptRoutes = {.groups = kScriptGroups,
                                                .path_holders = kScriptPathHolders,
                                                .transparent_methods = kScriptTransparentMethods};

// Names in code that gRPC generates.
inline constexpr StubUse kScriptStubs[] = {
    {"*.service", StubForm::kRegistered, "grpc"},
    {"*Service", StubForm::kRegistered, "grpc"},
    {"%_grpc_pb.*Client", StubForm::kNew},
    {"%_grpc_web_pb.*Client", StubForm::kNew},
    {"*Client", StubForm::kNew, "grpc", "redentials."},
    {"*", StubForm::kNew, "grpc", "redentials."},
};

}  // namespace waymark::indexer
