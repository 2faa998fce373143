// API patterns of C#: environment variables, programs, routes, endpoints, topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kCSharpApiPatterns[] = {
    {"Environment.GetEnvironmentVariable", kEnv},
    {"Process.Start", kRunsProcess},
    {"ProcessStartInfo", kRunsProcess},
    {"HttpGet", kRoutes, CallShape::kAnnotation, "GET"},
    {"HttpPost", kRoutes, CallShape::kAnnotation, "POST"},
    {"HttpPut", kRoutes, CallShape::kAnnotation, "PUT"},
    {"HttpDelete", kRoutes, CallShape::kAnnotation, "DELETE"},
    {"HttpPatch", kRoutes, CallShape::kAnnotation, "PATCH"},
    {"HttpHead", kRoutes, CallShape::kAnnotation, "HEAD"},
    {"HttpOptions", kRoutes, CallShape::kAnnotation, "OPTIONS"},
    {"Route", kRoutes, CallShape::kPrefix},
    {".MapGet", kRoutes, CallShape::kCall, "GET"},
    {".MapPost", kRoutes, CallShape::kCall, "POST"},
    {".MapPut", kRoutes, CallShape::kCall, "PUT"},
    {".MapDelete", kRoutes, CallShape::kCall, "DELETE"},
    {".MapPatch", kRoutes, CallShape::kCall, "PATCH"},
    {".MapMethods", kRoutes, CallShape::kCall, kVerbsBehind},
    {"HttpRequestMessage", kHttpRequest, CallShape::kVerbCall},
    {".GetAsync", kHttpRequest, CallShape::kCall, "GET"},
    {".GetStringAsync", kHttpRequest, CallShape::kCall, "GET"},
    {".GetStreamAsync", kHttpRequest, CallShape::kCall, "GET"},
    {".GetByteArrayAsync", kHttpRequest, CallShape::kCall, "GET"},
    {".GetFromJsonAsync", kHttpRequest, CallShape::kCall, "GET"},
    {".PostAsync", kHttpRequest, CallShape::kCall, "POST"},
    {".PostAsJsonAsync", kHttpRequest, CallShape::kCall, "POST"},
    {".PutAsync", kHttpRequest, CallShape::kCall, "PUT"},
    {".PutAsJsonAsync", kHttpRequest, CallShape::kCall, "PUT"},
    {".PatchAsync", kHttpRequest, CallShape::kCall, "PATCH"},
    {".DeleteAsync", kHttpRequest, CallShape::kCall, "DELETE"},
    {".Publish", kSends},
    {".PublishAsync", kSends},
    {".Produce", kSends},
    {".ProduceAsync", kSends},
    {".BasicPublish", kSends, CallShape::kCall, "", "routingKey"},
    {".BasicPublishAsync", kSends, CallShape::kCall, "", "routingKey"},
    {".Subscribe", kSubscribe},
    {".SubscribeAsync", kSubscribe},
    {".BasicConsume", kSubscribe},
    {".BasicConsume", kSubscribe, CallShape::kCall, "", "queue"},
    {".BasicConsumeAsync", kSubscribe},
    {".BasicConsumeAsync", kSubscribe, CallShape::kCall, "", "queue"},
    {".IsEnabled", kFeatureFlag},
    {".IsEnabledAsync", kFeatureFlag},
    {".IsFeatureEnabled", kFeatureFlag},
    {".BoolVariation", kFeatureFlag},
    {"FeatureGate", kFeatureFlag, CallShape::kAnnotation},
};

// Route groups with their prefixes, arguments that are no handlers, placeholders in paths.
inline constexpr GroupUse kCSharpGroups[] = {{".MapGroup", kMakesGroup}};
inline constexpr PathToken kCSharpTokens[] = {
    {"[controller]", true, "Controller"},
    {"[action]"},
};
inline constexpr RouteNotation kCSharpRoutes = {
    .groups = kCSharpGroups, .tokens = kCSharpTokens, .slash_is_absolute = true};

// Names in code that gRPC generates.
inline constexpr StubUse kCSharpStubs[] = {
    {"*.*Base", StubForm::kBase, "Grpc"},
    {"*.*Base", StubForm::kBase, "ServerCallContext"},
    {"*.*Client", StubForm::kNew, "Grpc"},
};

}  // namespace waymark::indexer
