// A worker as a process of its own, for tests that kill it: worker_program URL DIRECTORY STAGE
// FILE. At STAGE ("indexing", "publishing", "published"; "none": never) it writes FILE and stands
// still. Its index is the list of files of the commit, and it publishes that as one blob with a
// child.
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "services/postgres_store.h"
#include "services/worker.h"
#include "work/git_process.h"

namespace waymark::services {
namespace {

struct Arguments {
  PostgresOptions options;
  std::string directory;
  std::string stage;
  std::string file;
};

void StandStillAt(const Arguments& arguments, const std::string& stage) {
  if (arguments.stage != stage) return;
  std::ofstream(arguments.file) << stage << '\n';
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

graph::Blob BlobOf(std::string bytes, std::vector<graph::BlobHash> children) {
  graph::Blob blob{.hash = HashContent(bytes), .bytes = "", .children = std::move(children)};
  blob.bytes = std::move(bytes);
  return blob;
}

class ListingSteps final : public WorkSteps {
 public:
  explicit ListingSteps(const Arguments& arguments) : arguments_(arguments) {}

  absl::StatusOr<std::string> NameRepository(const FetchedCommit& fetched) override {
    const std::size_t slash = fetched.source.rfind('/');
    return fetched.source.substr(slash + 1);
  }

  absl::StatusOr<bool> IsPublished(const FetchedCommit& fetched,
                                   const std::string& repository) override {
    WM_RETURN_IF_ERROR(Open());
    WM_ASSIGN_OR_RETURN(const auto found, store_->Find(repository, "commit/" + fetched.commit));
    return found.has_value();
  }

  absl::Status Index(const FetchedCommit& fetched, const std::string&, const FilesSink& files,
                     const std::atomic<bool>& cancelled) override {
    WM_ASSIGN_OR_RETURN(index_,
                        RunGit({"-C", fetched.repository.string(), "ls-tree", "-r", fetched.commit},
                               {std::chrono::minutes(1), &cancelled}));
    files(1, 1);
    StandStillAt(arguments_, "indexing");
    return absl::OkStatus();
  }

  absl::Status Publish(const FetchedCommit& fetched, const std::string& repository,
                       const std::atomic<bool>&) override {
    const graph::Blob leaf = BlobOf(index_, {});
    WM_RETURN_IF_ERROR(store_->Put(repository, std::span(&leaf, 1)));
    StandStillAt(arguments_, "publishing");
    const graph::Blob root = BlobOf("root of " + fetched.commit, {leaf.hash});
    WM_RETURN_IF_ERROR(store_->Put(repository, std::span(&root, 1)));
    const graph::Reference reference{.name = "commit/" + fetched.commit,
                                     .version = 0,
                                     .root = root.hash,
                                     .commit = fetched.commit,
                                     .published_unix_seconds = 0};
    WM_RETURN_IF_ERROR(store_->CompareAndSwap(repository, reference, 0).status());
    StandStillAt(arguments_, "published");
    return absl::OkStatus();
  }

 private:
  absl::Status Open() {
    WM_ASSIGN_OR_RETURN(store_, OpenPostgresStore(arguments_.options));
    return absl::OkStatus();
  }

  const Arguments& arguments_;
  std::unique_ptr<SharedStore> store_;
  std::string index_;
};

int Run(int argc, char** argv) {
  if (argc != 5) return 2;
  Arguments arguments{.options = {}, .directory = argv[2], .stage = argv[3], .file = argv[4]};
  arguments.options.url = argv[1];
  const auto store = OpenPostgresStore(arguments.options);
  if (!store.ok()) return 1;
  const WorkerSinks sinks{.taken = {},
                          .ended =
                              [](const EndedJob& ended) {
                                fmt::print("{} {} {}\n", NameOf(ended.end), ended.key.source,
                                           ended.reason);
                              },
                          .waits = {}};
  const auto report =
      RunWorker((*store)->queue(), [&] { return std::make_unique<ListingSteps>(arguments); },
                {.name = fmt::format("process {}", ::getpid()),
                 .directory = arguments.directory,
                 .until_empty = true},
                sinks);
  if (report.ok()) return 0;
  fmt::print(stderr, "{}\n", std::string(report.status().message()));
  return 1;
}

}  // namespace
}  // namespace waymark::services

int main(int argc, char** argv) { return waymark::services::Run(argc, argv); }
