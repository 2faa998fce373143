// What names environment variables, programs, routes, endpoints, topics and flags, by language. The
// standard libraries, and of the frameworks the notations that several of them share.
#pragma once

#include "outside_use.h"

namespace waymark::indexer {

inline constexpr auto kEnv = LiteralRole::kEnvVar;
inline constexpr auto kRuns = LiteralRole::kCommand;
inline constexpr auto kRoutes = LiteralRole::kRoute;
inline constexpr auto kAsks = LiteralRole::kEndpoint;
inline constexpr auto kSends = LiteralRole::kPublished;
inline constexpr auto kHears = LiteralRole::kSubscribed;
inline constexpr auto kGates = LiteralRole::kFlag;

inline constexpr OutsideUse kPythonOutside[] = {
    {"os.getenv", kEnv},
    {"getenv", kEnv},
    {"os.environ.get", kEnv},
    {"environ.get", kEnv},
    {"os.environ", kEnv, OutsideForm::kElement},
    {"environ", kEnv, OutsideForm::kElement},
    {"os.system", kRuns},
    {"os.popen", kRuns},
    {"subprocess.run", kRuns},
    {"subprocess.call", kRuns},
    {"subprocess.Popen", kRuns},
    {"subprocess.check_call", kRuns},
    {"subprocess.check_output", kRuns},
    {"asyncio.create_subprocess_exec", kRuns},
    {"asyncio.create_subprocess_shell", kRuns},
    {".route", kRoutes, OutsideForm::kDecorator},
    {".api_route", kRoutes, OutsideForm::kDecorator},
    {".websocket", kRoutes, OutsideForm::kDecorator, "WEBSOCKET"},
    {".get", kRoutes, OutsideForm::kDecorator, "GET"},
    {".post", kRoutes, OutsideForm::kDecorator, "POST"},
    {".put", kRoutes, OutsideForm::kDecorator, "PUT"},
    {".delete", kRoutes, OutsideForm::kDecorator, "DELETE"},
    {".patch", kRoutes, OutsideForm::kDecorator, "PATCH"},
    {"path", kRoutes, OutsideForm::kOpenCall},
    {"re_path", kRoutes, OutsideForm::kOpenCall},
    {".add_url_rule", kRoutes},
    {".add_api_route", kRoutes},
    {".add_route", kRoutes},
    {"requests.get", kAsks, OutsideForm::kCall, "GET"},
    {"requests.post", kAsks, OutsideForm::kCall, "POST"},
    {"requests.put", kAsks, OutsideForm::kCall, "PUT"},
    {"requests.delete", kAsks, OutsideForm::kCall, "DELETE"},
    {"requests.patch", kAsks, OutsideForm::kCall, "PATCH"},
    {"httpx.get", kAsks, OutsideForm::kCall, "GET"},
    {"httpx.post", kAsks, OutsideForm::kCall, "POST"},
    {"httpx.put", kAsks, OutsideForm::kCall, "PUT"},
    {"httpx.delete", kAsks, OutsideForm::kCall, "DELETE"},
    {"urllib.request.urlopen", kAsks},
    {".publish", kSends},
    {".subscribe", kHears},
    {".is_feature_enabled", kGates},
    {".feature_enabled", kGates},
};

inline constexpr OutsideUse kScriptOutside[] = {
    {"process.env", kEnv, OutsideForm::kMember},
    {"process.env", kEnv, OutsideForm::kElement},
    {"import.meta.env", kEnv, OutsideForm::kMember},
    {"Bun.env", kEnv, OutsideForm::kMember},
    {"Deno.env.get", kEnv},
    {"exec", kRuns},
    {"execSync", kRuns},
    {"execFile", kRuns},
    {"execFileSync", kRuns},
    {"spawn", kRuns},
    {"spawnSync", kRuns},
    {"child_process.exec", kRuns},
    {"child_process.execSync", kRuns},
    {"child_process.execFile", kRuns},
    {"child_process.execFileSync", kRuns},
    {"child_process.spawn", kRuns},
    {"child_process.spawnSync", kRuns},
    {".get", kRoutes, OutsideForm::kCall, "GET"},
    {".post", kRoutes, OutsideForm::kCall, "POST"},
    {".put", kRoutes, OutsideForm::kCall, "PUT"},
    {".delete", kRoutes, OutsideForm::kCall, "DELETE"},
    {".patch", kRoutes, OutsideForm::kCall, "PATCH"},
    {".options", kRoutes, OutsideForm::kCall, "OPTIONS"},
    {".all", kRoutes},
    {".route", kRoutes, OutsideForm::kCall, "", "url"},
    {".route", kRoutes, OutsideForm::kCall, "", "path"},
    {"Get", kRoutes, OutsideForm::kAnnotation, "GET"},
    {"Post", kRoutes, OutsideForm::kAnnotation, "POST"},
    {"Put", kRoutes, OutsideForm::kAnnotation, "PUT"},
    {"Delete", kRoutes, OutsideForm::kAnnotation, "DELETE"},
    {"Patch", kRoutes, OutsideForm::kAnnotation, "PATCH"},
    {"Controller", kRoutes, OutsideForm::kPrefix},
    {"fetch", kAsks},
    {"axios.get", kAsks, OutsideForm::kCall, "GET"},
    {"axios.post", kAsks, OutsideForm::kCall, "POST"},
    {"axios.put", kAsks, OutsideForm::kCall, "PUT"},
    {"axios.delete", kAsks, OutsideForm::kCall, "DELETE"},
    {"axios.patch", kAsks, OutsideForm::kCall, "PATCH"},
    {".publish", kSends},
    {".subscribe", kHears},
    {".isEnabled", kGates},
    {".isFeatureEnabled", kGates},
};

inline constexpr std::string_view kScriptRouteOptions[] = {
    "handler",    "schema",    "preHandler",  "preValidation", "onRequest",
    "preParsing", "websocket", "constraints", "bodyLimit",     "logLevel",
};

inline constexpr OutsideUse kGoOutside[] = {
    {"os.Getenv", kEnv},
    {"os.LookupEnv", kEnv},
    {"exec.Command", kRuns},
    {"http.HandleFunc", kRoutes},
    {"http.Handle", kRoutes},
    {".HandleFunc", kRoutes},
    {".Handle", kRoutes},
    {".Get", kRoutes, OutsideForm::kCall, "GET"},
    {".Post", kRoutes, OutsideForm::kCall, "POST"},
    {".Put", kRoutes, OutsideForm::kCall, "PUT"},
    {".Delete", kRoutes, OutsideForm::kCall, "DELETE"},
    {".Patch", kRoutes, OutsideForm::kCall, "PATCH"},
    {".GET", kRoutes, OutsideForm::kCall, "GET"},
    {".POST", kRoutes, OutsideForm::kCall, "POST"},
    {".PUT", kRoutes, OutsideForm::kCall, "PUT"},
    {".DELETE", kRoutes, OutsideForm::kCall, "DELETE"},
    {".PATCH", kRoutes, OutsideForm::kCall, "PATCH"},
    {"http.Get", kAsks, OutsideForm::kCall, "GET"},
    {"http.Post", kAsks, OutsideForm::kCall, "POST"},
    {".Publish", kSends},
    {".Subscribe", kHears},
    {".IsEnabled", kGates},
    {".IsFeatureEnabled", kGates},
    {".BoolVariation", kGates},
};

inline constexpr OutsideUse kCFamilyOutside[] = {
    {"getenv", kEnv}, {"secure_getenv", kEnv}, {"system", kRuns},
    {"popen", kRuns}, {"execlp", kRuns},       {"execvp", kRuns},
};

inline constexpr OutsideUse kRustOutside[] = {
    {"env::var", kEnv},
    {"env::var_os", kEnv},
    {"env", kEnv},  // the macro
    {"option_env", kEnv},
    {"Command::new", kRuns},
    {".route", kRoutes},
    {"get", kRoutes, OutsideForm::kDecorator, "GET"},
    {"post", kRoutes, OutsideForm::kDecorator, "POST"},
    {"put", kRoutes, OutsideForm::kDecorator, "PUT"},
    {"delete", kRoutes, OutsideForm::kDecorator, "DELETE"},
    {"patch", kRoutes, OutsideForm::kDecorator, "PATCH"},
    {"reqwest::get", kAsks, OutsideForm::kCall, "GET"},
    {".publish", kSends},
    {"FutureRecord::to", kSends},
    {"BaseRecord::to", kSends},
    {".subscribe", kHears},
    {".queue_subscribe", kHears},
    {".is_enabled", kGates},
    {".is_feature_enabled", kGates},
    {".bool_variation", kGates},
};

inline constexpr OutsideUse kJavaOutside[] = {
    {"System.getenv", kEnv},
    {"System.getenv().get", kEnv},
    {"ProcessBuilder", kRuns},
    {"Runtime.getRuntime().exec", kRuns},
    {"GetMapping", kRoutes, OutsideForm::kAnnotation, "GET"},
    {"PostMapping", kRoutes, OutsideForm::kAnnotation, "POST"},
    {"PutMapping", kRoutes, OutsideForm::kAnnotation, "PUT"},
    {"DeleteMapping", kRoutes, OutsideForm::kAnnotation, "DELETE"},
    {"PatchMapping", kRoutes, OutsideForm::kAnnotation, "PATCH"},
    {"RequestMapping", kRoutes, OutsideForm::kPrefix},
    {"Path", kRoutes, OutsideForm::kPrefix},
    {"HttpRequest.newBuilder", kAsks},
    {".uri", kAsks},
    {".Builder().url", kAsks},
    {".getForObject", kAsks, OutsideForm::kCall, "GET"},
    {".getForEntity", kAsks, OutsideForm::kCall, "GET"},
    {".postForObject", kAsks, OutsideForm::kCall, "POST"},
    {".postForEntity", kAsks, OutsideForm::kCall, "POST"},
    {".postForLocation", kAsks, OutsideForm::kCall, "POST"},
    {".patchForObject", kAsks, OutsideForm::kCall, "PATCH"},
    {".exchange", kAsks},
    {".convertAndSend", kSends},
    {"ProducerRecord", kSends},
    {".publish", kSends},
    {"KafkaListener", kHears, OutsideForm::kAnnotation, "", "topics"},
    {"RabbitListener", kHears, OutsideForm::kAnnotation, "", "queues"},
    {"JmsListener", kHears, OutsideForm::kAnnotation, "", "destination"},
    {"SqsListener", kHears, OutsideForm::kAnnotation},
    {".basicConsume", kHears},
    {".subscribe", kHears},
    {".isEnabled", kGates},
    {".isFeatureEnabled", kGates},
    {".boolVariation", kGates},
};

inline constexpr OutsideUse kCSharpOutside[] = {
    {"Environment.GetEnvironmentVariable", kEnv},
    {"Process.Start", kRuns},
    {"ProcessStartInfo", kRuns},
    {"HttpGet", kRoutes, OutsideForm::kAnnotation, "GET"},
    {"HttpPost", kRoutes, OutsideForm::kAnnotation, "POST"},
    {"HttpPut", kRoutes, OutsideForm::kAnnotation, "PUT"},
    {"HttpDelete", kRoutes, OutsideForm::kAnnotation, "DELETE"},
    {"HttpPatch", kRoutes, OutsideForm::kAnnotation, "PATCH"},
    {"Route", kRoutes, OutsideForm::kPrefix},
    {".MapGet", kRoutes, OutsideForm::kCall, "GET"},
    {".MapPost", kRoutes, OutsideForm::kCall, "POST"},
    {".MapPut", kRoutes, OutsideForm::kCall, "PUT"},
    {".MapDelete", kRoutes, OutsideForm::kCall, "DELETE"},
    {".GetAsync", kAsks, OutsideForm::kCall, "GET"},
    {".GetStringAsync", kAsks, OutsideForm::kCall, "GET"},
    {".GetStreamAsync", kAsks, OutsideForm::kCall, "GET"},
    {".GetByteArrayAsync", kAsks, OutsideForm::kCall, "GET"},
    {".GetFromJsonAsync", kAsks, OutsideForm::kCall, "GET"},
    {".PostAsync", kAsks, OutsideForm::kCall, "POST"},
    {".PostAsJsonAsync", kAsks, OutsideForm::kCall, "POST"},
    {".PutAsync", kAsks, OutsideForm::kCall, "PUT"},
    {".PutAsJsonAsync", kAsks, OutsideForm::kCall, "PUT"},
    {".PatchAsync", kAsks, OutsideForm::kCall, "PATCH"},
    {".DeleteAsync", kAsks, OutsideForm::kCall, "DELETE"},
    {".Publish", kSends},
    {".PublishAsync", kSends},
    {".Produce", kSends},
    {".ProduceAsync", kSends},
    {".BasicPublish", kSends, OutsideForm::kCall, "", "routingKey"},
    {".BasicPublishAsync", kSends, OutsideForm::kCall, "", "routingKey"},
    {".Subscribe", kHears},
    {".SubscribeAsync", kHears},
    {".BasicConsume", kHears},
    {".BasicConsume", kHears, OutsideForm::kCall, "", "queue"},
    {".BasicConsumeAsync", kHears},
    {".BasicConsumeAsync", kHears, OutsideForm::kCall, "", "queue"},
    {".IsEnabled", kGates},
    {".IsEnabledAsync", kGates},
    {".IsFeatureEnabled", kGates},
    {".BoolVariation", kGates},
    {"FeatureGate", kGates, OutsideForm::kAnnotation},
};

inline constexpr OutsideUse kRubyOutside[] = {
    {"ENV", kEnv, OutsideForm::kElement},
    {"ENV.fetch", kEnv},
    {"system", kRuns},
    {"exec", kRuns},
    {"spawn", kRuns},
    {"IO.popen", kRuns},
    {"Open3.capture2", kRuns},
    {"Open3.capture2e", kRuns},
    {"Open3.capture3", kRuns},
    {"get", kRoutes, OutsideForm::kCall, "GET"},
    {"post", kRoutes, OutsideForm::kCall, "POST"},
    {"put", kRoutes, OutsideForm::kCall, "PUT"},
    {"patch", kRoutes, OutsideForm::kCall, "PATCH"},
    {"delete", kRoutes, OutsideForm::kCall, "DELETE"},
    {"Net::HTTP.get", kAsks, OutsideForm::kCall, "GET"},
    {"Net::HTTP.get_response", kAsks, OutsideForm::kCall, "GET"},
    {"Net::HTTP.post", kAsks, OutsideForm::kCall, "POST"},
    {"Net::HTTP.post_form", kAsks, OutsideForm::kCall, "POST"},
    {"Faraday.get", kAsks, OutsideForm::kCall, "GET"},
    {"Faraday.post", kAsks, OutsideForm::kCall, "POST"},
    {"Faraday.put", kAsks, OutsideForm::kCall, "PUT"},
    {"Faraday.patch", kAsks, OutsideForm::kCall, "PATCH"},
    {"Faraday.delete", kAsks, OutsideForm::kCall, "DELETE"},
    {"HTTParty.get", kAsks, OutsideForm::kCall, "GET"},
    {"HTTParty.post", kAsks, OutsideForm::kCall, "POST"},
    {"HTTParty.put", kAsks, OutsideForm::kCall, "PUT"},
    {"HTTParty.patch", kAsks, OutsideForm::kCall, "PATCH"},
    {"HTTParty.delete", kAsks, OutsideForm::kCall, "DELETE"},
    {"RestClient.get", kAsks, OutsideForm::kCall, "GET"},
    {"RestClient.post", kAsks, OutsideForm::kCall, "POST"},
    {"RestClient.put", kAsks, OutsideForm::kCall, "PUT"},
    {"RestClient.patch", kAsks, OutsideForm::kCall, "PATCH"},
    {"RestClient.delete", kAsks, OutsideForm::kCall, "DELETE"},
    {".publish", kSends},
    {".produce", kSends, OutsideForm::kCall, "", "topic"},
    {".deliver_message", kSends, OutsideForm::kCall, "", "topic"},
    {".subscribe", kHears},
    {"subscribes_to", kHears},
    {".enabled?", kGates},
    {".feature_enabled?", kGates},
    {".is_enabled?", kGates},
};

// Names of the generators of gRPC.
inline constexpr StubUse kPythonStubs[] = {
    {"%_pb2_grpc.*Servicer", StubForm::kBase},
    {"%_pb2_grpc.*Stub", StubForm::kCall},
};

inline constexpr StubUse kGoStubs[] = {
    {"Unimplemented*Server", StubForm::kBase},
    {"Unsafe*Server", StubForm::kBase},
    {"%pb.New*Client", StubForm::kCall},
};

inline constexpr StubUse kScriptStubs[] = {
    {"*.service", StubForm::kHanded, "grpc"},
    {"*Service", StubForm::kHanded, "grpc"},
    {"%_grpc_pb.*Client", StubForm::kNew},
    {"%_grpc_web_pb.*Client", StubForm::kNew},
    {"*Client", StubForm::kNew, "grpc", "redentials."},
    {"*", StubForm::kNew, "grpc", "redentials."},
};

inline constexpr StubUse kCppStubs[] = {
    {"*.Service", StubForm::kBase, "grpc"},
    {"*.AsyncService", StubForm::kBase, "grpc"},
    {"*.CallbackService", StubForm::kBase, "grpc"},
    {"*.NewStub", StubForm::kCall},
};

inline constexpr StubUse kRustStubs[] = {
    {"%_server.*", StubForm::kBase, "tonic"},
    {"*", StubForm::kTrait, "#[tonic::async_trait]"},
    {"%_client.*Client.connect", StubForm::kCall},
    {"%_client.*Client.new", StubForm::kCall},
    {"%_client.*Client.with_interceptor", StubForm::kCall},
    {"%_client.*Client.with_origin", StubForm::kCall},
};

inline constexpr StubUse kJavaStubs[] = {
    {"*Grpc.*ImplBase", StubForm::kBase},       {"*Grpc.newStub", StubForm::kCall},
    {"*Grpc.newBlockingStub", StubForm::kCall}, {"*Grpc.newBlockingV2Stub", StubForm::kCall},
    {"*Grpc.newFutureStub", StubForm::kCall},
};

inline constexpr StubUse kCSharpStubs[] = {
    {"*.*Base", StubForm::kBase, "Grpc"},
    {"*.*Base", StubForm::kBase, "ServerCallContext"},
    {"*.*Client", StubForm::kNew, "Grpc"},
};

inline constexpr StubUse kRubyStubs[] = {
    {"*.Service", StubForm::kBase, "GRPC"},
    {"*.Service", StubForm::kBase, "grpc"},
    {"*.Service", StubForm::kBase, "_services_pb"},
    {"*.Stub.new", StubForm::kCall},
};

}  // namespace waymark::indexer
