// The session layer of the response pipeline: hashing, look-ups, and whole answers that are
// repeated, new, and encoded.
#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "services/response_pipeline.h"
#include "session/recent_answers.h"

namespace waymark::services {
namespace {

using Clock = std::chrono::steady_clock;

// Lines of a log, which no two seeds share.
std::string Text(std::size_t bytes, std::size_t seed) {
  std::string text;
  for (std::size_t line = 0; text.size() < bytes; ++line) {
    text += fmt::format("{} {} request {} took {} ms\n", seed, line, line * 7919 % 1000,
                        line * 104729 % 977);
  }
  text.resize(bytes);
  return text;
}

// Times every call of `run` for itself and reports percentiles.
template <typename Run>
void MeasureCalls(benchmark::State& state, Run run) {
  std::vector<double> times;
  for (auto unused : state) {
    static_cast<void>(unused);
    const Clock::time_point begin = Clock::now();
    run();
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  state.counters["p50_us"] = times[times.size() / 2];
  state.counters["p99_us"] = times[(times.size() - 1) * 99 / 100];
}

void HashText(benchmark::State& state) {
  const std::string text = Text(static_cast<std::size_t>(state.range(0)), 1);
  MeasureCalls(state, [&text] { benchmark::DoNotOptimize(FingerprintOf(text)); });
}

// A look-up of the answer that was used least recently, or of one that is not there.
void LookUp(benchmark::State& state, bool is_there) {
  constexpr std::size_t kAnswers = 5;
  RecentAnswers answers(kAnswers);
  std::array<Fingerprint, kAnswers> contents;
  for (std::size_t i = 0; i < kAnswers; ++i) {
    contents[i] = FingerprintOf(Text(100, i));
    answers.Add({.content = contents[i], .ordinal = static_cast<std::uint32_t>(i + 1)});
  }
  const Fingerprint unknown = FingerprintOf("unknown");
  std::size_t next = 0;
  MeasureCalls(state, [&] {
    const Fingerprint& asked = is_there ? contents[next++ % kAnswers] : unknown;
    benchmark::DoNotOptimize(answers.Find(asked));
  });
}

void ShapeRepeated(benchmark::State& state) {
  ResponsePipeline pipeline({}, nullptr, nullptr);
  const ToolText text{"s", "query", "{}", "main",
                      Text(static_cast<std::size_t>(state.range(0)), 1)};
  MeasureCalls(state, [&] { pipeline.Sent(pipeline.Shape(text).ordinal); });
}

// Rows of JSON, which no two seeds share.
std::string Rows(std::size_t bytes, std::size_t seed) {
  std::string text = "[";
  for (std::size_t row = 0; text.size() < bytes; ++row) {
    text += fmt::format(
        R"({}{{"id":{},"name":"task {} of {}","state":"{}","url":"https://a.b/{}"}})",
        row == 0 ? "" : ",", row, row, seed, row % 3 == 0 ? "open" : "closed", row * 7919 + seed);
  }
  return text + "]";
}

void ShapeNew(benchmark::State& state, std::string (*make)(std::size_t bytes, std::size_t seed)) {
  ResponsePipeline pipeline({}, nullptr);
  std::vector<ToolText> texts;
  for (std::size_t i = 0; i < 64; ++i) {
    texts.push_back(
        {"s", "query", "{}", "main", make(static_cast<std::size_t>(state.range(0)), i)});
  }
  std::size_t next = 0;
  MeasureCalls(state, [&] {
    const ShapedText sent = pipeline.Shape(texts[next++ % texts.size()]);
    pipeline.Sent(sent.ordinal);
    benchmark::DoNotOptimize(sent.tokens_after);
  });
}

BENCHMARK(HashText)->Arg(512)->Arg(4 << 10)->Arg(32 << 10)->Arg(64 << 10);
BENCHMARK_CAPTURE(LookUp, known_of_5, true);
BENCHMARK_CAPTURE(LookUp, unknown_of_5, false);
BENCHMARK(ShapeRepeated)->Arg(512)->Arg(4 << 10)->Arg(32 << 10)->Arg(64 << 10);
BENCHMARK_CAPTURE(ShapeNew, log, Text)->Arg(512)->Arg(4 << 10)->Arg(32 << 10)->Arg(64 << 10);
BENCHMARK_CAPTURE(ShapeNew, json, Rows)->Arg(512)->Arg(4 << 10)->Arg(32 << 10)->Arg(64 << 10);

}  // namespace
}  // namespace waymark::services

BENCHMARK_MAIN();
