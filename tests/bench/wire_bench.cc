// Codecs and token counting. Every workload reports the percentiles of single calls, and, where
// bytes move, its throughput beside that of copying the same bytes.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "wire/adaptive.h"
#include "wire/codec.h"
#include "wire/content_root.h"
#include "wire/tokens.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kAnswerSymbols = 30;      // the size the latency figure of GCF is stated for
constexpr std::size_t kTransferSymbols = 3000;  // large enough for throughput
constexpr std::size_t kCandidates = 2000;       // that packing prices before one answer
constexpr std::size_t kTextBytes = 20000;
constexpr std::size_t kTableSymbols[] = {10, 30, 300, 3000};

// A payload shaped like an answer about a web framework: names of three or four parts, most
// symbols at distance 0 and 1, a call for nearly every symbol.
Payload MakePayload(std::size_t symbol_count) {
  constexpr std::string_view kModules[] = {"app",      "blueprints", "ctx", "sansio.scaffold",
                                           "sessions", "wrappers"};
  constexpr std::string_view kTypes[] = {"Flask", "Blueprint", "AppContext", "Scaffold",
                                         "SecureCookieSession"};
  constexpr std::string_view kVerbs[] = {
      "dispatch_request", "full_dispatch_request", "register", "push", "open_session",
      "make_response",    "handle_user_exception"};
  Payload payload;
  payload.tool = "context_for_task";
  payload.token_budget = 5000;
  payload.tokenizer = kDefaultTokenizer;
  payload.completeness = {Certainty::kIncomplete, 12, "12 dynamic calls"};
  payload.index = {"flask", 12, "8a41c2d94f0112345678", std::nullopt, 0};
  for (std::size_t i = 0; i < symbol_count; ++i) {
    Symbol& symbol = payload.symbols.emplace_back();
    const std::string_view module = kModules[i % std::size(kModules)];
    const std::string_view verb = kVerbs[i % std::size(kVerbs)];
    symbol.qualified_name =
        fmt::format("flask.{}.{}.{}", module, kTypes[i % std::size(kTypes)], verb);
    symbol.kind = SymbolKind::kMethod;
    symbol.score = 1.0F - static_cast<float>(i) / static_cast<float>(symbol_count);
    symbol.components = {0.4F, 0.25F, 0.06F, 0.15F};
    symbol.signature =
        fmt::format("def {}(self, ctx: AppContext, rv: ResponseReturnValue) -> Response", verb);
    symbol.provenance = Provenance::kAstResolved;
    symbol.distance = static_cast<std::uint8_t>(i * 3 / symbol_count);
    symbol.path = fmt::format("src/flask/{}.py", module);
    symbol.start_line = static_cast<std::uint32_t>(100 + 10 * i);
    symbol.end_line = symbol.start_line + 8;
    if (i == 0) continue;
    Edge& edge = payload.edges.emplace_back();
    edge.source = static_cast<std::uint32_t>(i);
    edge.target = static_cast<std::uint32_t>(i / 2);
    edge.type = EdgeType::kCalls;
    edge.provenance = Provenance::kAstResolved;
  }
  return payload;
}

const CodecRegistry& Codecs() {
  static const CodecRegistry kCodecs = CodecRegistry::BuiltIn();
  return kCodecs;
}

std::string Encode(std::string_view format, const Payload& payload, const EncodeOptions& options) {
  return Codecs().Encode(format, payload, options).value();
}

using Clock = std::chrono::steady_clock;

double Nanoseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::nano>(duration).count();
}

// Median time of copying `bytes`.
double CopyNanoseconds(std::string_view bytes) {
  constexpr int kCopies = 201;
  std::string copy(bytes.size(), '\0');
  std::vector<double> times;
  for (int i = 0; i < kCopies; ++i) {
    const Clock::time_point begin = Clock::now();
    std::memcpy(copy.data(), bytes.data(), bytes.size());
    benchmark::DoNotOptimize(copy.data());
    benchmark::ClobberMemory();
    times.push_back(Nanoseconds(Clock::now() - begin));
  }
  std::nth_element(times.begin(), times.begin() + kCopies / 2, times.end());
  return times[kCopies / 2];
}

// Times every call of `run` for itself and reports percentiles; `bytes` are what one call handles.
template <typename Run>
void Measure(benchmark::State& state, std::string_view bytes, Run run) {
  std::vector<double> times;
  for (auto unused : state) {
    static_cast<void>(unused);
    const Clock::time_point begin = Clock::now();
    run();
    times.push_back(Nanoseconds(Clock::now() - begin));
  }
  std::sort(times.begin(), times.end());
  const auto percentile = [&times](std::size_t p) { return times[(times.size() - 1) * p / 100]; };
  state.counters["p50_us"] = percentile(50) / 1000;
  state.counters["p99_us"] = percentile(99) / 1000;
  state.counters["bytes"] = static_cast<double>(bytes.size());
  state.counters["p50_MB/s"] = static_cast<double>(bytes.size()) * 1000 / percentile(50);
  state.counters["x_memcpy"] = percentile(50) / CopyNanoseconds(bytes);
}

// What the bytes cost a language model, as far as they are text.
void CountTokensOf(benchmark::State& state, const Codec& codec, std::string_view bytes) {
  if (codec.medium != Medium::kText) return;
  state.counters["o200k"] = static_cast<double>(CountTokens(bytes, Tokenizer::kO200kBase));
  state.counters["cl100k"] = static_cast<double>(CountTokens(bytes, Tokenizer::kCl100kBase));
}

void EncodePayload(benchmark::State& state, const Codec& codec, std::size_t symbols,
                   const EncodeOptions& options) {
  const Payload payload = MakePayload(symbols);
  const std::string bytes = Encode(codec.name, payload, options);
  Measure(state, bytes,
          [&] { benchmark::DoNotOptimize(Codecs().Encode(codec.name, payload, options)); });
  CountTokensOf(state, codec, bytes);
}

void DecodePayload(benchmark::State& state, const Codec& codec, std::size_t symbols,
                   const EncodeOptions& options) {
  const std::string bytes = Encode(codec.name, MakePayload(symbols), options);
  Measure(state, bytes, [&] { benchmark::DoNotOptimize(Codecs().Decode(codec.name, bytes)); });
}

// Measures every codec on full answers of growing size, and on their graphs alone, which codecs of
// others are given too.
void RegisterCodecs() {
  for (const Codec* codec : Codecs().All()) {
    for (const std::size_t symbols : kTableSymbols) {
      const std::string name = fmt::format("{}/{}_symbols", codec->name, symbols);
      for (const auto& [what, options] :
           {std::pair("answer/", kFullAnswer), std::pair("graph/", kGraphOnly)}) {
        const EncodeOptions shown = options;
        benchmark::RegisterBenchmark((what + ("encode/" + name)).c_str(),
                                     [codec, symbols, shown](benchmark::State& state) {
                                       EncodePayload(state, *codec, symbols, shown);
                                     });
        if (codec->decode == nullptr) continue;
        benchmark::RegisterBenchmark((what + ("decode/" + name)).c_str(),
                                     [codec, symbols, shown](benchmark::State& state) {
                                       DecodePayload(state, *codec, symbols, shown);
                                     });
      }
    }
  }
}

void CountText(benchmark::State& state, Tokenizer tokenizer) {
  std::string text = Encode("gcf", MakePayload(kTransferSymbols), kFullAnswer);
  text.resize(kTextBytes);
  Measure(state, text, [&] { benchmark::DoNotOptimize(CountTokens(text, tokenizer)); });
  state.counters["tokens"] = static_cast<double>(CountTokens(text, tokenizer));
}

// As packing does it: each candidate is encoded as a payload of its own, whose tokens are counted.
void PriceCandidates(benchmark::State& state, Tokenizer tokenizer) {
  const Payload payload = MakePayload(kCandidates);
  std::vector<Payload> candidates(payload.symbols.size());
  std::string texts;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].symbols = {payload.symbols[i]};
    texts += Encode("gcf", candidates[i], kFullAnswer);
  }
  Measure(state, texts, [&] {
    std::size_t tokens = 0;
    for (const Payload& candidate : candidates) {
      tokens += CountTokens(Encode("gcf", candidate, kFullAnswer), tokenizer);
    }
    benchmark::DoNotOptimize(tokens);
  });
}

void EncodeCounted(benchmark::State& state) {
  Payload payload = MakePayload(kAnswerSymbols);
  const std::string text = Encode("gcf", payload, kFullAnswer);
  Measure(state, text, [&] {
    benchmark::DoNotOptimize(
        Codecs().EncodeCounted("gcf", payload, kFullAnswer, kDefaultTokenizer));
  });
}

void HashContent(benchmark::State& state) {
  const Payload payload = MakePayload(kAnswerSymbols);
  const std::string text = Encode("gcf", payload, kFullAnswer);
  Measure(state, text, [&] { benchmark::DoNotOptimize(ContentRoot(payload)); });
}

// JSON of a tool, cut to whole values of about `bytes` bytes.
std::string MakeResult(std::size_t bytes) {
  std::string text = R"({"total_count":1000,"items":[)";
  for (std::size_t i = 1; text.size() < bytes; ++i) {
    text += fmt::format(
        R"({}{{"id":{},"number":{},"title":"Requests of kind {} fail after {} seconds",)"
        R"("state":"open","url":"https://api.forge.example/repos/acme/shop/issues/{}",)"
        R"("user":{{"login":"user{}","site_admin":false}},"labels":["bug","area/{}"],)"
        R"("milestone":null,"created_at":"2026-0{}-1{}T08:{}0:00Z"}})",
        i > 1 ? "," : "", 1000000 + i * 7919, i, i % 13, i % 90, i, i % 29, i % 5, 1 + i % 9, i % 9,
        i % 6);
  }
  return text + "]}";
}

void ShrinkResult(benchmark::State& state) {
  const std::string text = MakeResult(static_cast<std::size_t>(state.range(0)));
  const ShrunkText shrunk = ShrinkText(text);
  Measure(state, text, [&] { benchmark::DoNotOptimize(ShrinkText(text)); });
  state.counters["tokens"] = static_cast<double>(shrunk.tokens_after);
  state.counters["saved_%"] = 100 - 100 * static_cast<double>(shrunk.tokens_after) /
                                        static_cast<double>(shrunk.tokens_before);
}

BENCHMARK_CAPTURE(CountText, o200k_base_20_kB, Tokenizer::kO200kBase);
BENCHMARK_CAPTURE(CountText, cl100k_base_20_kB, Tokenizer::kCl100kBase);
BENCHMARK_CAPTURE(PriceCandidates, o200k_base_2000, Tokenizer::kO200kBase);
BENCHMARK_CAPTURE(PriceCandidates, cl100k_base_2000, Tokenizer::kCl100kBase);
BENCHMARK(EncodeCounted);
BENCHMARK(HashContent);
BENCHMARK(ShrinkResult)->Arg(4 << 10)->Arg(64 << 10);

// For tests/bench/wire/peers.mjs: the payloads of the table in files, and the tokens of a file.
int WritePayloads(const std::filesystem::path& directory) {
  for (const std::size_t symbols : kTableSymbols) {
    const Payload payload = MakePayload(symbols);
    for (const char* format : {"json", "gcf3"}) {
      std::ofstream file(directory / fmt::format("{}.{}", symbols, format), std::ios::binary);
      file << Encode(format, payload, kGraphOnly);
    }
  }
  return 0;
}

int CountFile(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  std::cout << CountTokens(text.str(), Tokenizer::kO200kBase) << " "
            << CountTokens(text.str(), Tokenizer::kCl100kBase) << "\n";
  return 0;
}

}  // namespace
}  // namespace waymark::wire

int main(int argc, char** argv) {
  const std::string_view command = argc == 3 ? argv[1] : "";
  if (command == "--payloads") return waymark::wire::WritePayloads(argv[2]);
  if (command == "--count") return waymark::wire::CountFile(argv[2]);
  waymark::wire::RegisterCodecs();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
