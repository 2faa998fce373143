// Workers of a team: processes of `waymark team work` index many small repositories from one queue,
// on a PostgreSQL server of the bench's own, which writes to disk as one does that is used. Tells
// which part of their time the workers spend with the database.
//
//   team_work [--repositories N] [--workers N] CHECKOUT...
//
// A small repository is some files of a checkout, each time others, in a commit of its own.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "services/postgres_store.h"
#include "team/postgres_server.h"
#include "testing/git_repository.h"
#include "testing/temp_dir.h"

namespace waymark::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kFilesOfRepository = 24;
constexpr std::uintmax_t kMaxFileBytes = 40'000;
constexpr std::array<std::string_view, 11> kExtensions = {
    ".py", ".go", ".rb", ".rs", ".java", ".cs", ".php", ".ts", ".js", ".cc", ".c"};

struct Arguments {
  std::size_t repositories = 200;
  std::size_t workers = 16;
  std::vector<fs::path> checkouts;
};

Arguments Read(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--repositories" && i + 1 < argc) {
      arguments.repositories = std::strtoul(argv[++i], nullptr, 10);
    } else if (word == "--workers" && i + 1 < argc) {
      arguments.workers = std::strtoul(argv[++i], nullptr, 10);
    } else {
      arguments.checkouts.emplace_back(word);
    }
  }
  if (arguments.checkouts.empty()) arguments.checkouts.emplace_back(WM_SOURCE_DIR);
  return arguments;
}

std::vector<fs::path> SourcesOf(const fs::path& checkout) {
  std::vector<fs::path> sources;
  for (fs::recursive_directory_iterator entry(checkout), end; entry != end; ++entry) {
    const std::string name = entry->path().filename().string();
    if (entry->is_directory() && (name.front() == '.' || name == "build")) {
      entry.disable_recursion_pending();
      continue;
    }
    const std::string extension = entry->path().extension().string();
    const bool is_source =
        std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
    if (is_source && entry->is_regular_file() && entry->file_size() <= kMaxFileBytes) {
      sources.push_back(entry->path());
    }
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

// Files in a row, from a place that moves on with each repository of the same checkout.
void MakeRepository(const fs::path& directory, const fs::path& checkout,
                    const std::vector<fs::path>& sources, std::size_t number) {
  const testing::GitRepository repository(directory);
  const std::size_t count = std::min(sources.size(), kFilesOfRepository);
  for (std::size_t i = 0; i < count; ++i) {
    const fs::path& source = sources[(number * kFilesOfRepository + i) % sources.size()];
    const fs::path copy = directory / fs::relative(source, checkout);
    fs::create_directories(copy.parent_path());
    fs::copy_file(source, copy, fs::copy_options::overwrite_existing);
  }
  repository.Commit(fmt::format("number {}", number));
}

struct Spent {
  double fetching = 0;
  double indexing = 0;
  double publishing = 0;
  double queue = 0;
  std::uint64_t published = 0;
};

// Of the last line that a worker wrote.
void Add(const std::string& out, Spent& spent) {
  const std::size_t end = out.find_last_not_of('\n');
  const std::size_t begin = end == std::string::npos ? 0 : out.rfind('\n', end) + 1;
  const auto report = nlohmann::json::parse(out.substr(begin), nullptr, false);
  if (!report.is_object() || !report.contains("seconds")) return;
  const auto& seconds = report["seconds"];
  spent.fetching += seconds["fetching"].get<double>();
  spent.indexing += seconds["indexing"].get<double>();
  spent.publishing += seconds["publishing"].get<double>();
  spent.queue += seconds["queue"].get<double>();
  spent.published += report["published"].get<std::uint64_t>();
}

std::vector<services::NewJob> MakeRepositories(const Arguments& arguments, const fs::path& base) {
  std::vector<std::vector<fs::path>> sources;
  for (const fs::path& checkout : arguments.checkouts) sources.push_back(SourcesOf(checkout));
  std::vector<services::NewJob> jobs;
  for (std::size_t i = 0; i < arguments.repositories; ++i) {
    const std::size_t which = i % sources.size();
    const fs::path directory = base / fmt::format("repository{}", i);
    MakeRepository(directory, arguments.checkouts[which], sources[which], i / sources.size());
    jobs.push_back({.key = {directory.string(), ""}, .priority = {}, .every = {}});
  }
  return jobs;
}

int Run(const Arguments& arguments) {
  const testing::TempDir base;
  const std::vector<services::NewJob> jobs = MakeRepositories(arguments, base.path());
  testing::PostgresServer server({"-c", "fsync=on", "-c", "max_connections=100"}, nullptr);
  const std::string url = server.CreateDatabase();
  const services::PostgresOptions options = testing::OptionsFor(url);
  const auto made = services::InitialisePostgresStore(options);
  const auto store = services::OpenPostgresStore(options);
  if (!made.ok() || !store.ok() || !(*store)->queue().Add(jobs).ok()) {
    fmt::print(stderr, "cannot prepare the queue: {}\n", store.status().ToString());
    return 1;
  }
  const auto start = Clock::now();
  std::vector<std::unique_ptr<testing::Program>> workers;
  for (std::size_t i = 0; i < arguments.workers; ++i) {
    workers.push_back(std::make_unique<testing::Program>(
        std::vector<std::string>{WM_WAYMARK_PROGRAM, "team", "work", "--until-empty", "--json",
                                 "--team", url, "--dir", (base.path() / "work").string()},
        testing::ProgramOptions{
            .environment = {"PATH=/usr/bin:/bin", "HOME=" + base.path().string()},
            .working_directory = base.path(),
            .input = ""}));
  }
  Spent spent;
  for (const auto& worker : workers) Add(worker->Wait(std::chrono::hours(1)).out, spent);
  const double wall = std::chrono::duration<double>(Clock::now() - start).count();
  const double database = spent.publishing + spent.queue;
  const double all = spent.fetching + spent.indexing + database;
  fmt::print("{} of {} repositories by {} workers in {:.1f} s, {:.1f} a second\n", spent.published,
             jobs.size(), arguments.workers, wall, static_cast<double>(spent.published) / wall);
  fmt::print("fetching {:.1f} s, indexing {:.1f} s, publishing {:.1f} s, queue {:.2f} s\n",
             spent.fetching, spent.indexing, spent.publishing, spent.queue);
  fmt::print("with the database: {:.1f} % of the time\n", 100 * database / all);
  return spent.published == jobs.size() ? 0 : 1;
}

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) { return waymark::bench::Run(waymark::bench::Read(argc, argv)); }
