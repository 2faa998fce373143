// API patterns of C and C++: environment variables, programs, routes, endpoints, topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kCFamilyApiPatterns[] = {
    {"getenv", kEnv},        {"secure_getenv", kEnv},  {"system", kRunsProcess},
    {"popen", kRunsProcess}, {"execlp", kRunsProcess}, {"execvp", kRunsProcess},
};

// Names in code that gRPC generates.
inline constexpr StubUse kCppStubs[] = {
    {"*.Service", StubForm::kBase, "grpc"},
    {"*.AsyncService", StubForm::kBase, "grpc"},
    {"*.CallbackService", StubForm::kBase, "grpc"},
    {"*.NewStub", StubForm::kCall},
};

}  // namespace waymark::indexer
