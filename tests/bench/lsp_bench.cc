// How long an editor waits: for the lenses of a file, listed and with all of them resolved, for
// callers, for a blast radius, and for the first and further answers after a change that is not
// saved. The language server runs in this process and asks a daemon, as `waymark lsp` does.
//
//   lsp [DIRECTORY...]      default: see Corpora()
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lsp_client.h"
#include "measured_process.h"
#include "services/remote_engine.h"
#include "testing/temp_dir.h"

namespace waymark::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using testing::json;

constexpr std::size_t kFiles = 200;  // half of them the largest, half spread evenly
constexpr std::size_t kEditedFiles = 60;
constexpr int kBlastDepth = 3;

struct SourceFile {
  std::uint32_t symbols = 0;
  std::string path;
};

std::vector<SourceFile> PickFiles(const graph::ReadView& view) {
  std::vector<SourceFile> files;
  for (const FileId id : view.Files()) {
    const FileRow file = view.File(id);
    if (file.symbol_count > 1) files.push_back({file.symbol_count, std::string(file.path)});
  }
  std::vector<SourceFile> picked;
  for (std::size_t i = 0; i < kFiles / 2 && !files.empty(); ++i) {
    picked.push_back(files[i * files.size() / (kFiles / 2)]);
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) {
    return std::pair(b.symbols, a.path) < std::pair(a.symbols, b.path);
  });
  files.resize(std::min(files.size(), kFiles / 2));
  picked.insert(picked.end(), files.begin(), files.end());
  return picked;
}

double Milliseconds(const std::function<void()>& work) {
  const Clock::time_point start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void PrintRow(const std::string& label, const std::string& question,
              const std::vector<double>& sample) {
  if (sample.empty()) return;
  fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", label, question,
             sample.size(), Percentile(sample, 0.5), Percentile(sample, 0.9),
             Percentile(sample, 0.99), Percentile(sample, 1));
}

std::shared_ptr<services::RemoteEngine> WaitForDaemon(const fs::path& store) {
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(10);
  while (Clock::now() < deadline) {
    auto remote = services::RemoteEngine::Connect(store, services::kDaemonAnswerTime);
    if (remote.ok()) return *std::move(remote);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return nullptr;
}

class Editor {
 public:
  Editor(fs::path root, const std::shared_ptr<services::RemoteEngine>& remote)
      : root_(std::move(root)),
        client_({.verbs = [remote] { return std::shared_ptr<services::Verbs>(remote); },
                 .checkout_of = [](const fs::path& path) { return path; }}) {
    client_.Initialize(root_);
  }

  void Open(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(root_ / path).rdbuf();
    client_.Open(root_ / path, text.str());
  }

  void Close(const std::string& path) {
    client_.Send(testing::LspNotice("textDocument/didClose", testing::DocumentAt(root_ / path)));
  }

  // A line more at the top, so that every place of the file moves.
  void Edit(const std::string& path) { client_.Change(root_ / path, {0, 0}, {0, 0}, "\n"); }

  json ListLenses(const std::string& path) {
    return client_.Result("textDocument/codeLens", testing::DocumentAt(root_ / path));
  }

  // Each by a request of its own, which does not wait for the answers to those before it, as
  // editors ask. What is on its way fits the pipes.
  void ResolveLenses(json& lenses) {
    constexpr std::size_t kOnTheirWay = 32;
    for (std::size_t begin = 0; begin < lenses.size(); begin += kOnTheirWay) {
      const std::size_t end = std::min(begin + kOnTheirWay, lenses.size());
      std::vector<int> ids;
      for (std::size_t i = begin; i < end; ++i) {
        ids.push_back(client_.Start("codeLens/resolve", std::move(lenses[i])));
      }
      for (std::size_t i = begin; i < end; ++i)
        lenses[i] = client_.ReplyTo(ids[i - begin])["result"];
    }
  }

  void ShowCallers(const json& lens) {
    for (const json& item :
         client_.Result("textDocument/prepareCallHierarchy", lens["command"]["arguments"][0])) {
      client_.Result("callHierarchy/incomingCalls", {{"item", item}});
    }
  }

  void ShowBlastRadius(const json& lens) {
    json argument = lens["command"]["arguments"][0];
    argument["depth"] = kBlastDepth;
    client_.Result("workspace/executeCommand",
                   {{"command", "waymark.blastRadius"}, {"arguments", json::array({argument})}});
  }

 private:
  const fs::path root_;
  testing::LspClient client_;
};

struct Times {
  std::vector<double> listed;
  std::vector<double> resolved;
  std::vector<double> callers;
  std::vector<double> blast_radius;

  void Print(const std::string& label, const std::string& state) const {
    PrintRow(label, "lenses of a file, listed" + state, listed);
    PrintRow(label, "lenses of a file, listed and all resolved" + state, resolved);
    PrintRow(label, "callers of a symbol" + state, callers);
    PrintRow(label, fmt::format("blast radius, {} hops{}", kBlastDepth, state), blast_radius);
  }
};

void MeasureFile(Editor& editor, const SourceFile& file, Times& times) {
  json lenses;
  times.listed.push_back(Milliseconds([&] { lenses = editor.ListLenses(file.path); }));
  times.resolved.push_back(times.listed.back() +
                           Milliseconds([&] { editor.ResolveLenses(lenses); }));
  if (lenses.empty()) return;
  const json& lens = lenses[lenses.size() / 2];
  times.callers.push_back(Milliseconds([&] { editor.ShowCallers(lens); }));
  times.blast_radius.push_back(Milliseconds([&] { editor.ShowBlastRadius(lens); }));
}

void MeasureEditor(const std::string& label, Editor& editor, const std::vector<SourceFile>& files) {
  Times saved;
  for (const SourceFile& file : files) {
    editor.Open(file.path);
    MeasureFile(editor, file, saved);
    editor.Close(file.path);
  }
  std::vector<double> first;
  Times edited;
  const std::size_t step = std::max<std::size_t>(files.size() / kEditedFiles, 1);
  for (std::size_t i = 0; i < files.size(); i += step) {
    editor.Open(files[i].path);
    editor.Edit(files[i].path);
    first.push_back(Milliseconds([&] { editor.ListLenses(files[i].path); }));
    MeasureFile(editor, files[i], edited);
    editor.Close(files[i].path);
  }
  saved.Print(label, "");
  PrintRow(label, "lenses of a file, listed, first answer after an unsaved change", first);
  edited.Print(label, ", unsaved text");
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
  std::vector<SourceFile> files;
  std::string label;
  {
    const auto opened = graph::Store::Open({.directory = store, .read_only = true});
    const auto view = (*opened)->OpenView(*indexer::ViewKeyOf(**opened, root, ""));
    files = PickFiles(**view);
    label = fmt::format("{} ({} symbols)", root.filename().string(), (*view)->info().symbol_count);
  }
  const BackgroundProcess daemon({WM_WAYMARK_PROGRAM, "serve", "--store", store.string()});
  const std::shared_ptr<services::RemoteEngine> remote = WaitForDaemon(store);
  if (remote == nullptr) {
    fmt::print(stderr, "the daemon of {} does not answer\n", store.string());
    return false;
  }
  Editor editor(root, remote);
  MeasureEditor(label, editor, files);
  return true;
}

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) {
  fmt::print(
      "| repository | question | n | p50 ms | p90 ms | p99 ms | max ms |\n"
      "|---|---|---:|---:|---:|---:|---:|\n");
  bool all_measured = true;
  for (const std::filesystem::path& root : waymark::bench::Corpora(argc, argv)) {
    all_measured = waymark::bench::MeasureCorpus(std::filesystem::canonical(root)) && all_measured;
  }
  return all_measured ? 0 : 1;
}
