#include "views/team_view.h"

#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

// Reads the sources of a view by their content, from the store or the team store.
class SharedSources final : public indexer::SourceReader {
 public:
  SharedSources(graph::Store& store, std::string repository,
                std::shared_ptr<const graph::ReadView> view)
      : store_(store), repository_(std::move(repository)), view_(std::move(view)) {}

  absl::StatusOr<std::string> Read(const std::string& path,
                                   std::uint64_t max_bytes) const override {
    const std::optional<FileId> file = view_->FindFile(path);
    if (!file.has_value()) {
      return absl::NotFoundError(
          fmt::format("read {} of {}: the team store has only indexed files", path, repository_));
    }
    const FileRow row = view_->File(*file);
    if (row.size_bytes > max_bytes) {
      return absl::ResourceExhaustedError(
          fmt::format("read {} of {}: it has {} bytes, more than {}", path, repository_,
                      row.size_bytes, max_bytes));
    }
    return store_.ReadShared(repository_, row.content);
  }

 private:
  graph::Store& store_;
  const std::string repository_;
  const std::shared_ptr<const graph::ReadView> view_;
};

}  // namespace

std::optional<std::string> TeamRepositoryOf(const std::filesystem::path& root) {
  const std::string_view text = root.native();
  if (!text.starts_with(kTeamRootPrefix)) return std::nullopt;
  return std::string(text.substr(std::string_view(kTeamRootPrefix).size()));
}

absl::StatusOr<OpenedTeamView> OpenTeamView(graph::Store& store, TeamViews* team,
                                            const std::string& repository,
                                            const std::string& revision,
                                            const CallControl& control) {
  if (team == nullptr) {
    return absl::FailedPreconditionError(
        fmt::format("{} is asked for from the team store, and none is configured; name it with "
                    "--team or the key team",
                    repository));
  }
  OpenedTeamView opened;
  WM_ASSIGN_OR_RETURN(opened.key, team->Bring(store, repository, revision, control));
  WM_ASSIGN_OR_RETURN(opened.view, store.OpenView(opened.key));
  opened.sources = std::make_shared<SharedSources>(store, repository, opened.view);
  return opened;
}

}  // namespace waymark::services
