// What names environment variables, programs, routes, endpoints, topics and flags in C and C++.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kCFamilyApiPatterns[] = {
    {"getenv", kEnv},        {"secure_getenv", kEnv},  {"system", kRunsProcess},
    {"popen", kRunsProcess}, {"execlp", kRunsProcess}, {"execvp", kRunsProcess},
};

// Names of the generators of gRPC.
inline constexpr StubUse kCppStubs[] = {
    {"*.Service", StubForm::kBase, "grpc"},
    {"*.AsyncService", StubForm::kBase, "grpc"},
    {"*.CallbackService", StubForm::kBase, "grpc"},
    {"*.NewStub", StubForm::kCall},
};

}  // namespace waymark::indexer
