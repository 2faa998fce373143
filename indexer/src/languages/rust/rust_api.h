// API patterns of Rust: environment variables, programs, routes, endpoints, topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kRustApiPatterns[] = {
    {"env::var", kEnv},
    {"env::var_os", kEnv},
    {"env", kEnv},  // the macro
    {"option_env", kEnv},
    {"Command::new", kRunsProcess},
    {".route", kRoutes},
    {"get", kRoutes, CallShape::kDecorator, "GET"},
    {"post", kRoutes, CallShape::kDecorator, "POST"},
    {"put", kRoutes, CallShape::kDecorator, "PUT"},
    {"delete", kRoutes, CallShape::kDecorator, "DELETE"},
    {"patch", kRoutes, CallShape::kDecorator, "PATCH"},
    {"head", kRoutes, CallShape::kDecorator, "HEAD"},
    {"options", kRoutes, CallShape::kDecorator, "OPTIONS"},
    {"route", kRoutes, CallShape::kDecorator},
    {"reqwest::get", kHttpRequest, CallShape::kCall, "GET"},
    {"Request::get", kHttpRequest, CallShape::kCall, "GET"},
    {"Request::post", kHttpRequest, CallShape::kCall, "POST"},
    {"Request::put", kHttpRequest, CallShape::kCall, "PUT"},
    {"Request::delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {"Request::patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {"TestRequest::with_uri", kHttpRequest},
    {".uri", kHttpRequest},
    {".request", kHttpRequest, CallShape::kVerbCall},
    {".get", kHttpRequest, CallShape::kCall, "GET"},
    {".post", kHttpRequest, CallShape::kCall, "POST"},
    {".put", kHttpRequest, CallShape::kCall, "PUT"},
    {".delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {".head", kHttpRequest, CallShape::kCall, "HEAD"},
    {".publish", kSends},
    {"FutureRecord::to", kSends},
    {"BaseRecord::to", kSends},
    {".subscribe", kSubscribe},
    {".queue_subscribe", kSubscribe},
    {".is_enabled", kFeatureFlag},
    {".is_feature_enabled", kFeatureFlag},
    {".bool_variation", kFeatureFlag},
};

// Route groups with their prefixes, arguments that are no handlers, placeholders in paths.
inline constexpr GroupUse kRustGroups[] = {
    {"scope", kMakesGroup},     {".nest", kTakesRouter},      {".merge", kHoldsRoutes},
    {".service", kHoldsRoutes}, {".configure", kHoldsRoutes},
};
inline constexpr std::string_view kRustPathHolders[] = {"resource"};
inline constexpr RouteNotation kRustRoutes = {
    .groups = kRustGroups, .path_holders = kRustPathHolders, .handlers_have_verbs = true};

// Names in code that gRPC generates.
inline constexpr StubUse kRustStubs[] = {
    {"%_server.*", StubForm::kBase, "tonic"},
    {"*", StubForm::kTrait, "#[tonic::async_trait]"},
    {"%_client.*Client.connect", StubForm::kCall},
    {"%_client.*Client.new", StubForm::kCall},
    {"%_client.*Client.with_interceptor", StubForm::kCall},
    {"%_client.*Client.with_origin", StubForm::kCall},
};

}  // namespace waymark::indexer
