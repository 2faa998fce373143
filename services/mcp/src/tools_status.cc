#include <fmt/format.h>

#include "graph/status.h"
#include "indexer/indexer.h"
#include "tool.h"

namespace waymark::services {
namespace {

constexpr std::size_t kShownCommitDigits = 12;

std::string FreshnessOf(const StatusView& view) {
  if (!view.damage.empty()) return "damaged: " + view.damage;
  if (indexer::IsCommitView({view.repository, view.view})) return "a commit, asked with 'at'";
  if (!view.files_differing.has_value()) return "not compared with the disk: " + view.note;
  if (*view.files_differing == 0) return "up to date";
  return fmt::format("files on disk that differ from the index: {}", *view.files_differing);
}

std::string LineOf(const StatusView& view) {
  return fmt::format("{} ({}): {} files, {} symbols, {} edges, generation {}{}{}; {}\n",
                     view.root_path, view.repository, view.files, view.symbols, view.edges,
                     view.generation, view.commit.empty() ? "" : ", commit ",
                     view.commit.substr(0, kShownCommitDigits), FreshnessOf(view));
}

}  // namespace

absl::StatusOr<ToolAnswer> IndexStatus(const ToolCall& call) {
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, call.verbs.Status(call.control));
  ToolAnswer answer;
  for (const WorkspaceMember& member : call.members) {
    const std::size_t before = answer.text.size();
    for (const StatusView& view : status.views) {
      if (view.root_path == member.root) answer.text += member.name + ": " + LineOf(view);
    }
    if (answer.text.size() != before) continue;
    answer.text += fmt::format("{}: {} is not indexed; run: waymark index {}\n", member.name,
                               member.root.string(), member.root.string());
  }
  if (!call.members.empty()) return answer;
  for (const StatusView& view : status.views) answer.text += LineOf(view);
  if (answer.text.empty()) answer.text = "nothing is indexed yet\n";
  return answer;
}

}  // namespace waymark::services
