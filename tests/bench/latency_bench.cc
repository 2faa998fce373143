// How long a question takes: as a cold process on the store, as a process that asks the daemon, and
// as a call on a connection that is open already.
//
//   latency [DIRECTORY...]      default: see Corpora()
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "measured_process.h"
#include "services/engine.h"
#include "services/remote_engine.h"
#include "testing/temp_dir.h"

namespace waymark::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kRounds = 10;  // of all questions
constexpr const char* kTasks[] = {
    "open a connection and retry when it fails",
    "parse the header of a message",
    "where are errors reported to the caller",
    "read the configuration file and apply defaults",
    "write the cache to disk before the process exits",
    "compare two versions and sort the newest first",
    "cancel a running request when the client goes away",
    "convert between text encodings without losing bytes",
};
constexpr std::size_t kSymbols = 8;

struct Question {
  std::string name;
  std::vector<std::string> arguments;
  std::function<bool(services::Verbs&)> ask;
};

// Half of them the most used symbols, half spread evenly: the cost of a blast radius is the size of
// its answer.
std::vector<std::string> PickSymbols(const graph::ReadView& view) {
  std::vector<std::pair<std::uint32_t, SymbolId>> symbols;
  std::vector<SymbolId> of_file;
  for (const FileId file : view.Files()) {
    view.SymbolsOf(file, of_file);
    for (const SymbolId symbol : of_file) {
      if (view.Kind(symbol) != SymbolKind::kFile)
        symbols.emplace_back(view.InDegree(symbol), symbol);
    }
  }
  std::vector<SymbolId> picked;
  for (std::size_t i = 0; i < kSymbols / 2 && !symbols.empty(); ++i) {
    picked.push_back(symbols[i * symbols.size() / (kSymbols / 2)].second);
  }
  std::sort(symbols.begin(), symbols.end(), std::greater<>());
  for (std::size_t i = 0; i < kSymbols / 2 && i < symbols.size(); ++i) {
    picked.push_back(symbols[i].second);
  }
  std::vector<std::string> places;
  for (const SymbolId symbol : picked) {
    const SymbolRow row = view.Symbol(symbol);
    places.push_back(fmt::format("{}:{}", view.File(row.file).path, row.name_position.line));
  }
  return places;
}

std::vector<Question> MakeQuestions(const fs::path& root, const std::vector<std::string>& symbols) {
  std::vector<Question> questions;
  for (const std::string task : kTasks) {
    questions.push_back({"context", {"context", task}, [=](services::Verbs& verbs) {
                           return verbs.Context({.root = root, .task = task}, {}).ok();
                         }});
  }
  constexpr std::uint32_t kDepth = 5;
  for (const std::string& symbol : symbols) {
    questions.push_back(
        {"blast-radius",
         {"blast-radius", symbol, "--depth", std::to_string(kDepth)},
         [=](services::Verbs& verbs) {
           return verbs.BlastRadius({.root = root, .symbol = symbol, .depth = kDepth}, {}).ok();
         }});
  }
  return questions;
}

// Milliseconds of each question of that name in each round.
std::vector<double> Sample(const std::vector<Question>& questions, const std::string& name,
                           const std::function<bool(const Question&)>& ask) {
  std::vector<double> sample;
  for (int round = 0; round < kRounds; ++round) {
    for (const Question& question : questions) {
      if (question.name != name) continue;
      const Clock::time_point start = Clock::now();
      const bool answered = ask(question);
      const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      if (answered) sample.push_back(ms);
    }
  }
  return sample;
}

void PrintRow(const std::string& repository, const std::string& name, const std::string& way,
              const std::vector<double>& sample) {
  if (sample.empty()) {
    fmt::print("| {} | {} | {} | 0 | - | - | - |\n", repository, name, way);
    return;
  }
  fmt::print("| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} |\n", repository, name, way,
             sample.size(), Percentile(sample, 0.5), Percentile(sample, 0.99),
             Percentile(sample, 1));
}

std::unique_ptr<services::RemoteEngine> WaitForDaemon(const fs::path& store) {
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(10);
  while (Clock::now() < deadline) {
    auto remote = services::RemoteEngine::Connect(store, services::kDaemonAnswerTime);
    if (remote.ok()) return *std::move(remote);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return nullptr;
}

bool MeasureCorpus(const fs::path& root) {
  const testing::TempDir directory;
  const fs::path store = directory.path() / "store";
  if (Measure({WM_WAYMARK_PROGRAM, "index", root.string(), "--store", store.string()},
              Sampling::kNone)
          .exit_code != 0) {
    fmt::print(stderr, "cannot index {}\n", root.string());
    return false;
  }
  std::vector<std::string> symbols;
  std::string label;
  {
    const auto opened = graph::Store::Open({.directory = store, .read_only = true});
    const auto view = (*opened)->OpenView(*indexer::ViewKeyOf(**opened, root, ""));
    symbols = PickSymbols(**view);
    label = fmt::format("{} ({} symbols, {} edges)", root.filename().string(),
                        (*view)->info().symbol_count, (*view)->info().edge_count);
  }
  const std::vector<Question> questions = MakeQuestions(root, symbols);
  const auto run_process = [&](const Question& question) {
    std::vector<std::string> argv = {WM_WAYMARK_PROGRAM};
    argv.insert(argv.end(), question.arguments.begin(), question.arguments.end());
    argv.insert(argv.end(), {"--repo", root.string(), "--store", store.string()});
    return Measure(argv, Sampling::kNone).exit_code == 0;
  };
  for (const char* name : {"context", "blast-radius"}) {
    PrintRow(label, name, "cold process", Sample(questions, name, run_process));
  }
  const BackgroundProcess daemon({WM_WAYMARK_PROGRAM, "serve", "--store", store.string()});
  const std::unique_ptr<services::RemoteEngine> remote = WaitForDaemon(store);
  if (remote == nullptr) {
    fmt::print(stderr, "the daemon of {} does not answer\n", store.string());
    return false;
  }
  for (const char* name : {"context", "blast-radius"}) {
    PrintRow(label, name, "process, through the daemon", Sample(questions, name, run_process));
    PrintRow(
        label, name, "call to the daemon",
        Sample(questions, name, [&](const Question& question) { return question.ask(*remote); }));
  }
  constexpr double kMega = 1e6;
  fmt::print("| {} | idle | anonymous memory of the daemon: {:.0f} MB | | | | |\n", label,
             static_cast<double>(daemon.AnonymousBytes()) / kMega);
  return true;
}

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) {
  fmt::print(
      "| repository | question | way | n | p50 ms | p99 ms | max ms |\n"
      "|---|---|---|---:|---:|---:|---:|\n");
  bool all_measured = true;
  for (const std::filesystem::path& root : waymark::bench::Corpora(argc, argv)) {
    all_measured = waymark::bench::MeasureCorpus(root) && all_measured;
  }
  return all_measured ? 0 : 1;
}
