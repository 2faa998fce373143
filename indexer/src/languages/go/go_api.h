// API patterns of Go: environment variables, programs, routes, endpoints, topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kGoApiPatterns[] = {
    {"os.Getenv", kEnv},
    {"os.LookupEnv", kEnv},
    {"exec.Command", kRunsProcess},
    {"http.HandleFunc", kRoutes, CallShape::kPattern},
    {"http.Handle", kRoutes, CallShape::kPattern},
    {".HandleFunc", kRoutes, CallShape::kPattern},
    {".Handle", kRoutes, CallShape::kPattern},
    {".Handle", kRoutes, CallShape::kVerbCall},
    {".Add", kRoutes, CallShape::kVerbCall},
    {".Method", kRoutes, CallShape::kVerbCall},
    {".MethodFunc", kRoutes, CallShape::kVerbCall},
    {".Any", kRoutes},
    {".Head", kRoutes, CallShape::kCall, "HEAD"},
    {".Options", kRoutes, CallShape::kCall, "OPTIONS"},
    {".HEAD", kRoutes, CallShape::kCall, "HEAD"},
    {".OPTIONS", kRoutes, CallShape::kCall, "OPTIONS"},
    {".Get", kRoutes, CallShape::kCall, "GET"},
    {".Post", kRoutes, CallShape::kCall, "POST"},
    {".Put", kRoutes, CallShape::kCall, "PUT"},
    {".Delete", kRoutes, CallShape::kCall, "DELETE"},
    {".Patch", kRoutes, CallShape::kCall, "PATCH"},
    {".GET", kRoutes, CallShape::kCall, "GET"},
    {".POST", kRoutes, CallShape::kCall, "POST"},
    {".PUT", kRoutes, CallShape::kCall, "PUT"},
    {".DELETE", kRoutes, CallShape::kCall, "DELETE"},
    {".PATCH", kRoutes, CallShape::kCall, "PATCH"},
    {".NewRequest", kHttpRequest, CallShape::kVerbCall},
    {".NewRequestWithContext", kHttpRequest, CallShape::kVerbCall},
    {"http.Get", kHttpRequest, CallShape::kCall, "GET"},
    {"http.Head", kHttpRequest, CallShape::kCall, "HEAD"},
    {"http.Post", kHttpRequest, CallShape::kCall, "POST"},
    {"http.PostForm", kHttpRequest, CallShape::kCall, "POST"},
    {".Get", kHttpRequest, CallShape::kCall, "GET"},
    {".Post", kHttpRequest, CallShape::kCall, "POST"},
    {".Put", kHttpRequest, CallShape::kCall, "PUT"},
    {".Delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".Patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {".Head", kHttpRequest, CallShape::kCall, "HEAD"},
    {".Options", kHttpRequest, CallShape::kCall, "OPTIONS"},
    {".Publish", kSends},
    {".Subscribe", kSubscribe},
    {".IsEnabled", kFeatureFlag},
    {".IsFeatureEnabled", kFeatureFlag},
    {".BoolVariation", kFeatureFlag},
};

// Route groups with their prefixes, arguments that are no handlers, placeholders in paths.
inline constexpr GroupUse kGoGroups[] = {
    {".Group", kMakesGroup},
    {".Route", kMakesGroup},
    {".PathPrefix", kMakesGroup},
    {".Mount", kTakesRouter},
};
inline constexpr RouteNotation kGoRoutes = {.groups = kGoGroups, .verb_message = ".Methods("};

// Names in code that gRPC generates.
inline constexpr StubUse kGoStubs[] = {
    {"Unimplemented*Server", StubForm::kBase},
    {"Unsafe*Server", StubForm::kBase},
    {"%pb.New*Client", StubForm::kCall},
};

}  // namespace waymark::indexer
