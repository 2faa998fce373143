// The time that the proxy adds to an answer: reading the message, shaping its text, writing it. The
// answers list records, as those of APIs do. `forwarded` is the floor: answers of the same size to
// a method whose answers pass as they are.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/format.h>

#include "hints/json_parts.h"
#include "proxy/proxy_session.h"
#include "thread_time.h"

namespace waymark::services {
namespace {

class NoServer final : public ServerLink {
 public:
  void Begin() override {}

  void Send(std::string_view) override {}

  void SendPiece(std::string_view, bool) override {}

  int ended_descriptor() const override { return -1; }

  ServerEnd Stop() override { return {}; }
};

// JSON of about so many bytes; no two numbers give the same.
std::string Records(std::size_t bytes, std::size_t number) {
  std::string text = "[\n";
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    text += fmt::format(
        "{}  {{\n    \"number\": {},\n    \"title\": \"Request {} fails with status {}\",\n    "
        "\"state\": \"{}\",\n    \"user\": {{\"login\": \"user{}\", \"id\": {}}},\n    "
        "\"assignee\": null,\n    \"created_at\": \"2024-01-{:02}T10:00:00Z\"\n  }}",
        i == 0 ? "" : ",\n", number * 1000 + i, i * 7919 % 1000, 400 + i % 100,
        i % 3 == 0 ? "closed" : "open", i % 11, i % 11 + 5000, i % 28 + 1);
  }
  return text + "\n]";
}

void Answer(benchmark::State& state, std::string_view method, bool is_text_json) {
  SessionPipeline pipeline([](const std::string&) {
    PipelineStart start;
    start.settings.references.is_on = false;
    return start;
  });
  MessageOutput client(::open("/dev/null", O_WRONLY));
  ProxyNotes notes([](std::string_view) {});
  NoServer server;
  ProxySession session("bench", false, pipeline, client, notes);
  std::vector<double> times;
  std::size_t number = 0;
  for (auto unused : state) {
    static_cast<void>(unused);
    state.PauseTiming();
    ++number;
    std::string text = Records(static_cast<std::size_t>(state.range(0)), number);
    if (!is_text_json) std::replace(text.begin(), text.end(), '{', '(');
    const std::string call = fmt::format(
        R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{{"name":"list","arguments":{{}}}}}})",
        number, method);
    const std::string answer = fmt::format(
        R"({{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":{}}}]}}}})",
        number, JsonStringOf(text));
    state.ResumeTiming();
    const double begin = bench::ThreadSeconds();
    session.FromClient(call, server);
    session.FromServer(answer, server);
    times.push_back((bench::ThreadSeconds() - begin) * 1e6);
  }
  std::sort(times.begin(), times.end());
  state.counters["p50_us"] = times[times.size() / 2];
  state.counters["p99_us"] = times[(times.size() - 1) * 99 / 100];
}

BENCHMARK_CAPTURE(Answer, forwarded, "prompts/get", true)
    ->Arg(4 << 10)
    ->Arg(64 << 10)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Answer, json, "tools/call", true)
    ->Arg(4 << 10)
    ->Arg(64 << 10)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Answer, prose, "tools/call", false)
    ->Arg(4 << 10)
    ->Arg(64 << 10)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace waymark::services

BENCHMARK_MAIN();
