// API patterns of Python: environment variables, programs, routes, endpoints, topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kPythonApiPatterns[] = {
    {"os.getenv", kEnv},
    {"getenv", kEnv},
    {"os.environ.get", kEnv},
    {"environ.get", kEnv},
    {"os.environ", kEnv, CallShape::kElement},
    {"environ", kEnv, CallShape::kElement},
    {"os.system", kRunsProcess},
    {"os.popen", kRunsProcess},
    {"subprocess.run", kRunsProcess},
    {"subprocess.call", kRunsProcess},
    {"subprocess.Popen", kRunsProcess},
    {"subprocess.check_call", kRunsProcess},
    {"subprocess.check_output", kRunsProcess},
    {"asyncio.create_subprocess_exec", kRunsProcess},
    {"asyncio.create_subprocess_shell", kRunsProcess},
    {".route", kRoutes, CallShape::kDecorator},
    {".api_route", kRoutes, CallShape::kDecorator},
    {".websocket", kRoutes, CallShape::kDecorator, "WEBSOCKET"},
    {".get", kRoutes, CallShape::kDecorator, "GET"},
    {".post", kRoutes, CallShape::kDecorator, "POST"},
    {".put", kRoutes, CallShape::kDecorator, "PUT"},
    {".delete", kRoutes, CallShape::kDecorator, "DELETE"},
    {".patch", kRoutes, CallShape::kDecorator, "PATCH"},
    {".head", kRoutes, CallShape::kDecorator, "HEAD"},
    {".options", kRoutes, CallShape::kDecorator, "OPTIONS"},
    {"path", kRoutes, CallShape::kOpenCall},
    {"re_path", kRoutes, CallShape::kRegexCall},
    {".add_url_rule", kRoutes},
    {".add_api_route", kRoutes, CallShape::kOpenCall},
    {".add_route", kRoutes},
    {".get", kHttpRequest, CallShape::kCall, "GET"},
    {".post", kHttpRequest, CallShape::kCall, "POST"},
    {".put", kHttpRequest, CallShape::kCall, "PUT"},
    {".delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {".head", kHttpRequest, CallShape::kCall, "HEAD"},
    {".options", kHttpRequest, CallShape::kCall, "OPTIONS"},
    {".request", kHttpRequest, CallShape::kVerbCall},
    {"urllib.request.urlopen", kHttpRequest},
    {".publish", kSends},
    {".subscribe", kSubscribe},
    {".is_feature_enabled", kFeatureFlag},
    {".feature_enabled", kFeatureFlag},
};

// Route groups with their prefixes, arguments that are no handlers, placeholders in paths.
inline constexpr GroupUse kPythonGroups[] = {
    {"Blueprint", kMakesGroup, "url_prefix"},
    {"APIRouter", kMakesGroup, "prefix"},
    {".include_router", kTakesRouter, "prefix"},
    {".register_blueprint", kTakesRouter, "url_prefix", true},
};
inline constexpr std::string_view kPythonNoHandlers[] = {"include"};
inline constexpr std::string_view kPythonTransparentMethods[] = {"as_view", "as_asgi"};
inline constexpr std::string_view kPythonHandlerNames[] = {"view_func", "endpoint", "view",
                                                           "handler"};
inline constexpr RouteNotation kPythonRoutes = {.groups = kPythonGroups,
                                                .no_handlers = kPythonNoHandlers,
                                                .transparent_methods = kPythonTransparentMethods,
                                                .handler_names = kPythonHandlerNames};

// Names in code that gRPC generates.
inline constexpr StubUse kPythonStubs[] = {
    {"%_pb2_grpc.*Servicer", StubForm::kBase},
    {"%_pb2_grpc.*Stub", StubForm::kCall},
};

}  // namespace waymark::indexer
