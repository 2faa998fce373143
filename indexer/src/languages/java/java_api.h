// API patterns of Java: environment variables, programs, routes, endpoints, topics and flags.
#pragma once

#include "languages/api_shorthand.h"

namespace waymark::indexer {

inline constexpr ApiPattern kJavaApiPatterns[] = {
    {"System.getenv", kEnv},
    {"System.getenv().get", kEnv},
    {"ProcessBuilder", kRunsProcess},
    {"Runtime.getRuntime().exec", kRunsProcess},
    {"GetMapping", kRoutes, CallShape::kAnnotation, "GET"},
    {"PostMapping", kRoutes, CallShape::kAnnotation, "POST"},
    {"PutMapping", kRoutes, CallShape::kAnnotation, "PUT"},
    {"DeleteMapping", kRoutes, CallShape::kAnnotation, "DELETE"},
    {"PatchMapping", kRoutes, CallShape::kAnnotation, "PATCH"},
    {"RequestMapping", kRoutes, CallShape::kPrefix},
    {"Path", kRoutes, CallShape::kPrefix},
    {"GET", kRoutes, CallShape::kVerbMark, "GET"},
    {"POST", kRoutes, CallShape::kVerbMark, "POST"},
    {"PUT", kRoutes, CallShape::kVerbMark, "PUT"},
    {"DELETE", kRoutes, CallShape::kVerbMark, "DELETE"},
    {"PATCH", kRoutes, CallShape::kVerbMark, "PATCH"},
    {"HEAD", kRoutes, CallShape::kVerbMark, "HEAD"},
    {"OPTIONS", kRoutes, CallShape::kVerbMark, "OPTIONS"},
    {"FeignClient", kRoutes, CallShape::kRequested, "", "path"},
    {"RegisterRestClient", kRoutes, CallShape::kRequested, "", "path"},
    {"HttpRequest.newBuilder", kHttpRequest},
    {".perform", kHttpRequest, CallShape::kBuilt},
    {".get", kHttpRequest, CallShape::kCall, "GET"},
    {".post", kHttpRequest, CallShape::kCall, "POST"},
    {".put", kHttpRequest, CallShape::kCall, "PUT"},
    {".delete", kHttpRequest, CallShape::kCall, "DELETE"},
    {".patch", kHttpRequest, CallShape::kCall, "PATCH"},
    {".head", kHttpRequest, CallShape::kCall, "HEAD"},
    {".options", kHttpRequest, CallShape::kCall, "OPTIONS"},
    {".uri", kHttpRequest},
    {".Builder().url", kHttpRequest},
    {".getForObject", kHttpRequest, CallShape::kCall, "GET"},
    {".getForEntity", kHttpRequest, CallShape::kCall, "GET"},
    {".postForObject", kHttpRequest, CallShape::kCall, "POST"},
    {".postForEntity", kHttpRequest, CallShape::kCall, "POST"},
    {".postForLocation", kHttpRequest, CallShape::kCall, "POST"},
    {".patchForObject", kHttpRequest, CallShape::kCall, "PATCH"},
    {".exchange", kHttpRequest},
    {".convertAndSend", kSends},
    {"ProducerRecord", kSends},
    {".publish", kSends},
    {"KafkaListener", kSubscribe, CallShape::kAnnotation, "", "topics"},
    {"RabbitListener", kSubscribe, CallShape::kAnnotation, "", "queues"},
    {"JmsListener", kSubscribe, CallShape::kAnnotation, "", "destination"},
    {"SqsListener", kSubscribe, CallShape::kAnnotation},
    {".basicConsume", kSubscribe},
    {".subscribe", kSubscribe},
    {".isEnabled", kFeatureFlag},
    {".isFeatureEnabled", kFeatureFlag},
    {".boolVariation", kFeatureFlag},
};

// Names in code that gRPC generates.
inline constexpr StubUse kJavaStubs[] = {
    {"*Grpc.*ImplBase", StubForm::kBase},       {"*Grpc.newStub", StubForm::kCall},
    {"*Grpc.newBlockingStub", StubForm::kCall}, {"*Grpc.newBlockingV2Stub", StubForm::kCall},
    {"*Grpc.newFutureStub", StubForm::kCall},
};

}  // namespace waymark::indexer
