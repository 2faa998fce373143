// The first answer about a checkout that nobody has indexed, when the index takes longer than an
// agent waits.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <stdlib.h>

#include "graph/status.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "indexer/read_file.h"
#include "indexer/task_files.h"
#include "services/engine.h"
#include "tool.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// The user's alone, and gone with the object.
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

// What of a checkout is indexed apart.
struct Excerpt {
  fs::path root;
  fs::path store;
};

// Copies the files and indexes them under the name of the checkout's repository.
absl::Status MakeExcerpt(const Excerpt& excerpt, const indexer::TaskFiles& files,
                         const ToolCall& call) {
  std::error_code error;
  fs::create_directories(excerpt.root, error);
  for (const std::string& path : files.paths) {
    fs::create_directories((excerpt.root / path).parent_path(), error);
    // One that has gone since, or become a link, is as if it had not been chosen.
    const absl::StatusOr<std::string> text =
        indexer::ReadFile(call.root / path, indexer::kMaxFileBytes);
    if (text.ok()) std::ofstream(excerpt.root / path, std::ios::binary) << *text;
  }
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Store> store,
                      graph::Store::Open({.directory = excerpt.store}));
  WM_ASSIGN_OR_RETURN(const graph::ViewKey key, indexer::ViewKeyOf(*store, call.root, ""));
  return indexer::IndexRepository(*store, {.root = excerpt.root,
                                           .repository_name = key.repository,
                                           .cancelled = call.control.cancelled})
      .status();
}

// What the words about the files that are left out take of a budget.
constexpr std::uint32_t kNoteTokens = 48;

absl::StatusOr<ToolAnswer> Ask(Verbs& verbs, const ToolCall& call, const fs::path& root,
                               std::uint64_t left_out) {
  const std::uint32_t budget = call.arguments.Number("token_budget");
  ContextRequest request{.root = root,
                         .task = call.arguments.Text("task_description"),
                         .also = call.arguments.Texts("also"),
                         .budget_tokens = budget - std::min(kNoteTokens, budget),
                         .max_symbols = call.arguments.Number("limit"),
                         .encoding = EncodingOf(call)};
  WM_ASSIGN_OR_RETURN(ContextAnswer answer, verbs.Context(request, call.control));
  wire::Payload& payload = answer.payload;
  payload.token_budget = budget;
  if (left_out != 0) {
    payload.completeness = {
        .certainty = wire::Certainty::kLowerBound,
        .count = left_out,
        .reason = "files that are not read yet: the first index run goes on; ask again soon"};
  }
  return Recounted(std::move(payload), request.encoding);
}

}  // namespace

absl::StatusOr<ToolAnswer> FirstContext(const ToolCall& call) {
  WM_ASSIGN_OR_RETURN(const indexer::TaskFiles files,
                      indexer::FilesForTask(call.root, call.arguments.Text("task_description"),
                                            {.max_bytes = kFirstLookBytes,
                                             .patience = kFirstLookPatience,
                                             .cancelled = call.control.cancelled}));
  WM_ASSIGN_OR_RETURN(const ScratchDirectory scratch, ScratchDirectory::Make());
  const Excerpt excerpt = {scratch.path() / "checkout", scratch.path() / "store"};
  WM_RETURN_IF_ERROR(MakeExcerpt(excerpt, files, call));
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<Engine> engine,
                      Engine::Open({.store_directory = excerpt.store}));
  return Ask(*engine, call, excerpt.root, files.left_out);
}

}  // namespace waymark::services
