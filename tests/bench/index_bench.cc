// A full index beside bare parsing of the same files with as many threads, in alternating runs of
// whole processes.
//
//   index [DIRECTORY...]      default: see Corpora()
//
// Prints wall and CPU time of both, their ratios (medians of the runs), peak anonymous memory, and
// the store's size by part. History, whose cost goes by commits and not by files, is left out.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "measured_process.h"
#include "services/engine.h"
#include "testing/temp_dir.h"

namespace waymark::bench {
namespace {

namespace fs = std::filesystem;
constexpr int kRunsProcess = 5;
constexpr double kMega = 1e6;

struct Corpus {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t symbols = 0;
  std::uint64_t edges = 0;
  std::vector<graph::StorePart> parts;
};

// Reads back what was indexed, and writes the list of files for bare_parse.
Corpus Describe(const fs::path& store_directory, const fs::path& root, const fs::path& list_path) {
  const auto store = graph::Store::Open({.directory = store_directory, .read_only = true});
  const auto key = indexer::ViewKeyOf(**store, root, "");
  const auto view = (*store)->OpenView(*key);
  Corpus corpus{.symbols = (*view)->info().symbol_count, .edges = (*view)->info().edge_count};
  std::ofstream list(list_path);
  for (const FileId id : (*view)->Files()) {
    const FileRow file = (*view)->File(id);
    list << (root / file.path).string() << '\n';
    ++corpus.files;
    corpus.bytes += file.size_bytes;
  }
  corpus.parts = *(*store)->Sizes();
  return corpus;
}

void PrintParts(const fs::path& root, const Corpus& corpus) {
  fmt::print(
      "\nStore of {}, per byte of indexed source:\n\n| part | bytes | ratio |\n|---|---:|---:|\n",
      root.filename().string());
  std::uint64_t total = 0;
  const auto source = static_cast<double>(corpus.bytes);
  for (const graph::StorePart& part : corpus.parts) {
    fmt::print("| {} | {} | {:.3f} |\n", part.name, part.bytes,
               static_cast<double>(part.bytes) / source);
    total += part.bytes;
  }
  fmt::print("| **all** | {} | **{:.3f}** |\n\n", total, static_cast<double>(total) / source);
}

bool MeasureCorpus(const fs::path& root, std::string& rows) {
  const testing::TempDir directory;
  const fs::path list = directory.path() / "files";
  const std::string threads = std::to_string(std::max(1U, std::thread::hardware_concurrency()));
  const auto index_into = [&](const std::string& name) {
    return Measure({WM_WAYMARK_PROGRAM, "index", root.string(), "--store",
                    (directory.path() / name).string(), "--no-history"},
                   Sampling::kAnonymousMemory);
  };
  if (index_into("first").exit_code != 0) {
    fmt::print(stderr, "cannot index {}\n", root.string());
    return false;
  }
  const Corpus corpus = Describe(directory.path() / "first", root, list);
  std::vector<double> parse_wall;
  std::vector<double> index_wall;
  std::vector<double> wall_ratio;
  std::vector<double> cpu_ratio;
  std::uint64_t peak = 0;
  for (int run = 0; run < kRunsProcess; ++run) {
    const ProcessCost parse =
        Measure({WM_BARE_PARSE_PROGRAM, list.string(), threads}, Sampling::kNone);
    const std::string name = fmt::format("run{}", run);
    const ProcessCost index = index_into(name);
    fs::remove_all(directory.path() / name);
    parse_wall.push_back(parse.wall_seconds);
    index_wall.push_back(index.wall_seconds);
    wall_ratio.push_back(index.wall_seconds / parse.wall_seconds);
    cpu_ratio.push_back(index.cpu_seconds / parse.cpu_seconds);
    peak = std::max(peak, index.peak_anonymous_bytes);
  }
  rows += fmt::format(
      "| {} | {} | {:.1f} | {} | {} | {:.2f} | {:.2f} | **{:.2f}** | {:.2f} | {:.0f} |\n",
      root.filename().string(), corpus.files, static_cast<double>(corpus.bytes) / kMega,
      corpus.symbols, corpus.edges, Percentile(parse_wall, 0.5), Percentile(index_wall, 0.5),
      Percentile(wall_ratio, 0.5), Percentile(cpu_ratio, 0.5), static_cast<double>(peak) / kMega);
  PrintParts(root, corpus);
  return true;
}

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) {
  std::string rows;
  bool all_measured = true;
  for (const std::filesystem::path& root : waymark::bench::Corpora(argc, argv)) {
    all_measured = waymark::bench::MeasureCorpus(root, rows) && all_measured;
  }
  fmt::print(
      "| repository | files | MB | symbols | edges | parse s | index s | wall ratio | CPU ratio | "
      "peak anonymous MB |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n{}",
      rows);
  return all_measured ? 0 : 1;
}
