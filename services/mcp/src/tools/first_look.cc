// The first answer about an unindexed checkout, if indexing takes longer than an agent waits.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <stdlib.h>

#include "graph/status.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "indexer/read_file.h"
#include "indexer/task_files.h"
#include "services/engine.h"
#include "services/quantities.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A directory that only the user can enter, removed with the object.
class ScratchDirectory {
 public:
  static absl::StatusOr<ScratchDirectory> Make() {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "waymark-XXXXXX").string();
    if (error || ::mkdtemp(path.data()) == nullptr) {
      return absl::UnavailableError(
          fmt::format("make a directory for a while: {}", std::strerror(errno)));
    }
    return ScratchDirectory(path);
  }

  ScratchDirectory(ScratchDirectory&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }

  ~ScratchDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  const fs::path& path() const { return path_; }

 private:
  explicit ScratchDirectory(fs::path path) : path_(std::move(path)) {}

  fs::path path_;
};

// A separate index of the files that a task is most likely about.
class Excerpt {
 public:
  static absl::StatusOr<Excerpt> Begin(const ToolCall& call, Clock::time_point until) {
    WM_ASSIGN_OR_RETURN(ScratchDirectory scratch, ScratchDirectory::Make());
    WM_ASSIGN_OR_RETURN(std::unique_ptr<graph::Store> store,
                        graph::Store::Open({.directory = scratch.path() / "store"}));
    WM_ASSIGN_OR_RETURN(graph::ViewKey key, indexer::ViewKeyOf(*store, call.root, ""));
    return Excerpt(call, until, std::move(scratch), std::move(store), std::move(key.repository));
  }

  // How much fits into the time is known only as it passes. Each part is some times the size of
  // everything before it, and is started only if it will end in time at the speed so far. The first
  // part is always read, because a late answer is better than none. Errors are those of the
  // first part.
  absl::Status Read(const indexer::TaskFiles& chosen) {
    for (const std::string& path : chosen.project_files) Copy(path);
    std::vector<indexer::TaskFile> left = chosen.files;
    for (std::uint64_t most = kFirstPartBytes;; most *= kPartGrowth) {
      const Clock::time_point begin = Clock::now();
      const std::uint64_t before = bytes_;
      std::vector<indexer::TaskFile> larger;
      for (indexer::TaskFile& file : left) {
        const bool fits = bytes_ + file.size_bytes <= most;
        if (fits) Copy(file.path);
        bytes_ += fits ? file.size_bytes : 0;
        if (!fits) larger.push_back(std::move(file));
      }
      left = std::move(larger);
      if (bytes_ == before && !left.empty()) continue;  // the next part is larger
      const absl::Status status = Index(read_ == 0 ? Clock::time_point::max() : until_);
      if (!status.ok()) return read_ == 0 ? status : absl::OkStatus();
      read_ = chosen.files.size() - left.size();
      const Clock::time_point now = Clock::now();
      const auto next = kPartGrowth * (now - begin);
      if (left.empty() || now + next > until_) return absl::OkStatus();
    }
  }

  std::size_t read() const { return read_; }  // source files that were read

  fs::path root() const { return scratch_.path() / "checkout"; }

  // Closes the store, so that this process can open it again.
  fs::path Finish() {
    store_ = nullptr;
    return scratch_.path() / "store";
  }

 private:
  static constexpr std::uint64_t kFirstPartBytes = 64 << 10;
  static constexpr int kPartGrowth = 4;

  Excerpt(const ToolCall& call, Clock::time_point until, ScratchDirectory scratch,
          std::unique_ptr<graph::Store> store, std::string repository)
      : call_(call),
        until_(until),
        scratch_(std::move(scratch)),
        store_(std::move(store)),
        repository_(std::move(repository)) {}

  // Skips a file that has been removed or replaced by a link since.
  void Copy(const std::string& path) const {
    const absl::StatusOr<std::string> text =
        indexer::ReadFile(call_.root / path, indexer::kMaxFileBytes);
    if (!text.ok()) return;
    std::error_code error;
    fs::create_directories((root() / path).parent_path(), error);
    std::ofstream(root() / path, std::ios::binary) << *text;
  }

  // With the name of the checkout's repository.
  absl::Status Index(Clock::time_point until) const {
    std::error_code error;
    fs::create_directories(root(), error);
    std::atomic<bool> is_to_end{false};
    const auto look = [&](const indexer::Progress&) {
      if (Clock::now() >= until || !call_.control.Check().ok()) is_to_end = true;
    };
    return indexer::IndexRepository(*store_, {.root = root(),
                                              .repository_name = repository_,
                                              .progress = look,
                                              .cancelled = &is_to_end})
        .status();
  }

  const ToolCall& call_;
  const Clock::time_point until_;
  ScratchDirectory scratch_;
  std::unique_ptr<graph::Store> store_;
  std::string repository_;
  std::size_t read_ = 0;
  std::uint64_t bytes_ = 0;
};

// The tokens for the note about the files that are left out.
constexpr std::uint32_t kNoteTokens = 48;

absl::StatusOr<ToolAnswer> Ask(Verbs& verbs, const ToolCall& call, const fs::path& root,
                               std::uint64_t left_out) {
  const std::uint32_t budget = call.arguments.Number("token_budget");
  auto request = RequestOf<ContextRequest>(call);
  request.root = root;
  request.state = {};
  request.held = {};
  request.commits = 0;  // the excerpt has no history
  request.budget_tokens = budget - std::min(kNoteTokens, budget);
  WM_ASSIGN_OR_RETURN(ContextAnswer answer, verbs.Context(request, call.control));
  wire::Payload& payload = answer.payload;
  payload.token_budget = budget;
  if (left_out != 0) {
    payload.completeness = {
        .certainty = wire::Certainty::kIncomplete,
        .reason = fmt::format("{} not read yet: the first index run goes on; ask again soon",
                              Counted(left_out, "file is", "files are"))};
  }
  return Recounted(std::move(payload), request.encoding);
}

}  // namespace

absl::StatusOr<ToolAnswer> FirstContext(const ToolCall& call, Clock::time_point until) {
  // A share of the available time.
  const auto patience = std::min<Clock::duration>(kFirstLookPatience, (until - Clock::now()) / 4);
  WM_ASSIGN_OR_RETURN(
      const indexer::TaskFiles chosen,
      indexer::FilesForTask(
          call.root, call.arguments.Text("task_description"),
          {.max_bytes = kFirstLookBytes,
           .patience = std::chrono::duration_cast<std::chrono::milliseconds>(patience),
           .cancelled = call.control.cancelled}));
  WM_ASSIGN_OR_RETURN(Excerpt excerpt, Excerpt::Begin(call, until));
  WM_RETURN_IF_ERROR(excerpt.Read(chosen));
  const std::uint64_t left_out = chosen.left_out + chosen.files.size() - excerpt.read();
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<Engine> engine,
                      Engine::Open({.store_directory = excerpt.Finish()}));
  return Ask(*engine, call, excerpt.root(), left_out);
}

}  // namespace waymark::services
