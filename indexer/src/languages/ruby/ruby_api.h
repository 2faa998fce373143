// API patterns of Ruby: environment variables, programs, routes, endpoints, topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kRubyApiPatterns[] = {
    {"ENV", kEnv, CallShape::kElement},
    {"ENV.fetch", kEnv},
    {"system", kRunsProcess},
    {"exec", kRunsProcess},
    {"spawn", kRunsProcess},
    {"IO.popen", kRunsProcess},
    {"Open3.capture2", kRunsProcess},
    {"Open3.capture2e", kRunsProcess},
    {"Open3.capture3", kRunsProcess},
    {"get", kRoutes, CallShape::kCall, "GET"},
    {"post", kRoutes, CallShape::kCall, "POST"},
    {"put", kRoutes, CallShape::kCall, "PUT"},
    {"patch", kRoutes, CallShape::kCall, "PATCH"},
    {"delete", kRoutes, CallShape::kCall, "DELETE"},
    {"get", kHttpRequest, CallShape::kCall, "GET"},
    {"post", kHttpRequest, CallShape::kCall, "POST"},
    {"put", kHttpRequest, CallShape::kCall, "PUT"},
    {"delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {"patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {"head", kHttpRequest, CallShape::kCall, "HEAD"},
    {".get", kHttpRequest, CallShape::kCall, "GET"},
    {".post", kHttpRequest, CallShape::kCall, "POST"},
    {".put", kHttpRequest, CallShape::kCall, "PUT"},
    {".delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {".head", kHttpRequest, CallShape::kCall, "HEAD"},
    {"Net::HTTP.get", kHttpRequest, CallShape::kCall, "GET"},
    {"Net::HTTP.get_response", kHttpRequest, CallShape::kCall, "GET"},
    {"Net::HTTP.post", kHttpRequest, CallShape::kCall, "POST"},
    {"Net::HTTP.post_form", kHttpRequest, CallShape::kCall, "POST"},
    {"Faraday.get", kHttpRequest, CallShape::kCall, "GET"},
    {"Faraday.post", kHttpRequest, CallShape::kCall, "POST"},
    {"Faraday.put", kHttpRequest, CallShape::kCall, "PUT"},
    {"Faraday.patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {"Faraday.delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {"HTTParty.get", kHttpRequest, CallShape::kCall, "GET"},
    {"HTTParty.post", kHttpRequest, CallShape::kCall, "POST"},
    {"HTTParty.put", kHttpRequest, CallShape::kCall, "PUT"},
    {"HTTParty.patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {"HTTParty.delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {"RestClient.get", kHttpRequest, CallShape::kCall, "GET"},
    {"RestClient.post", kHttpRequest, CallShape::kCall, "POST"},
    {"RestClient.put", kHttpRequest, CallShape::kCall, "PUT"},
    {"RestClient.patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {"RestClient.delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".publish", kSends},
    {".produce", kSends, CallShape::kCall, "", "topic"},
    {".deliver_message", kSends, CallShape::kCall, "", "topic"},
    {".subscribe", kSubscribe},
    {"subscribes_to", kSubscribe},
    {".enabled?", kFeatureFlag},
    {".feature_enabled?", kFeatureFlag},
    {".is_enabled?", kFeatureFlag},
};

// Route groups with their prefixes, arguments that are no handlers, placeholders in paths.
inline constexpr GroupUse kRubyGroups[] = {{"namespace", kMakesGroup}};
inline constexpr RouteNotation kRubyRoutes = {.groups = kRubyGroups};

// Names in code that gRPC generates.
inline constexpr StubUse kRubyStubs[] = {
    {"*.Service", StubForm::kBase, "GRPC"},
    {"*.Service", StubForm::kBase, "grpc"},
    {"*.Service", StubForm::kBase, "_services_pb"},
    {"*.Stub.new", StubForm::kCall},
};

}  // namespace waymark::indexer
