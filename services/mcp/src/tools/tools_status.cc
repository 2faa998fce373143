#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "indexer/indexer.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "tools/tool.h"
#include "wire/payload.h"

namespace waymark::services {
namespace {

constexpr char kNothing[] = "nothing is indexed yet; the first question about the code begins it\n";

bool IsOfCommit(const StatusView& view) {
  return indexer::IsCommitView({view.repository, view.view});
}

std::string FreshnessOf(const StatusView& view) {
  if (!view.damage.empty()) return "damaged: " + view.damage;
  if (IsOfCommit(view)) {
    return fmt::format("commit {}, for questions with 'at'",
                       view.commit.substr(0, wire::kShortCommitDigits));
  }
  if (!view.files_differing.has_value()) return "not compared with the disk: " + view.note;
  if (*view.files_differing == 0) return "up to date";
  if (!view.note.empty()) return view.note;
  return fmt::format("files on disk that differ from the index: {}", *view.files_differing);
}

std::string CommitOf(const StatusView& view) {
  const bool is_told = view.commit.empty() || IsOfCommit(view);  // FreshnessOf tells it
  return is_told ? "" : fmt::format(", commit {}", view.commit.substr(0, wire::kShortCommitDigits));
}

// `own` is the checkout that calls without `repo` are about; empty in a workspace.
std::string LineOf(const StatusView& view, const std::filesystem::path& own) {
  return VisibleLine(fmt::format("{} ({}){}: {} files, {} symbols, {} edges, generation {}{}; {}",
                                 view.root_path, view.repository,
                                 view.root_path == own ? ", asked about without 'repo'" : "",
                                 view.files, view.symbols, view.edges, view.generation,
                                 CommitOf(view), FreshnessOf(view))) +
         "\n";
}

// What a caller needs to ask about it, or to ask for more: its name and whether it is up to date.
std::string ShortLineOf(const StatusView& view) {
  return VisibleLine(
             fmt::format("{} ({}): {}", view.root_path, view.repository, FreshnessOf(view))) +
         "\n";
}

Json ViewRow(const StatusView& view) {
  Json row = {{"path", view.root_path}, {"repository", view.repository},
              {"files", view.files},    {"symbols", view.symbols},
              {"edges", view.edges},    {"generation", view.generation},
              {"commit", view.commit},  {"state", FreshnessOf(view)}};
  if (view.files_differing.has_value()) row["files_differing"] = *view.files_differing;
  return row;
}

// The requested views as rows, and as lines of text.
struct Report {
  std::vector<std::string> lines;
  Json rows = Json::array();
};

// Without `repo` the server's own checkout comes first, and the others are told in short, without
// their commits.
void AddCheckouts(const StatusAnswer& status, const ToolCall& call, Report& report) {
  for (const StatusView& view : status.views) {
    if (view.root_path != call.root) continue;
    report.lines.push_back(LineOf(view, call.arguments.Has(kRepoArgument) ? "" : call.root));
    report.rows.push_back(ViewRow(view));
  }
  if (call.arguments.Has(kRepoArgument)) return;
  for (const StatusView& view : status.views) {
    if (view.root_path == call.root || IsOfCommit(view)) continue;
    report.lines.push_back(ShortLineOf(view));
    report.rows.push_back(ViewRow(view));
  }
}

Report ReportOf(const StatusAnswer& status, const ToolCall& call) {
  Report report;
  for (const FirstRun& run : call.first_runs) {
    if (call.arguments.Has(kRepoArgument) && run.root != call.root) continue;
    report.lines.push_back(VisibleLine(run.progress) + "\n");
    report.rows.push_back({{"path", run.root.string()}, {"state", run.progress}});
  }
  for (const WorkspaceMember& member : call.members) {
    const std::size_t before = report.rows.size();
    for (const StatusView& view : status.views) {
      if (view.root_path != member.root) continue;
      report.lines.push_back(VisibleLine(member.name) + ": " + LineOf(view, {}));
      report.rows.push_back(ViewRow(view));
      report.rows.back()["name"] = member.name;
    }
    if (report.rows.size() != before) continue;
    const std::string root = VisibleLine(member.root.string());
    report.lines.push_back(fmt::format("{}: {} is not indexed; run: waymark index {}\n",
                                       VisibleLine(member.name), root, root));
    report.rows.push_back(
        {{"name", member.name}, {"path", member.root.string()}, {"state", "not indexed"}});
  }
  if (call.members.empty()) AddCheckouts(status, call, report);
  return report;
}

}  // namespace

absl::StatusOr<ToolAnswer> IndexStatus(const ToolCall& call) {
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, call.verbs.Status(call.control));
  const Report report = ReportOf(status, call);
  std::string checkouts;
  for (const Json& row : report.rows) checkouts += row["path"].get<std::string>() + "\n";
  const auto total = static_cast<std::uint32_t>(report.lines.size());
  return PagedWhole(call, total, checkouts,
                    [&](RowRange rows, const Json& rest) -> absl::StatusOr<ToolAnswer> {
                      std::string text = total == 0 ? kNothing : "";
                      Json shown = Json::array();
                      for (std::uint32_t i = rows.begin; i < rows.end; ++i) {
                        text += report.lines[i];
                        shown.push_back(report.rows[i]);
                      }
                      ToolAnswer reply;
                      if (call.arguments.Text("format") == "gcx") {
                        WM_ASSIGN_OR_RETURN(reply.text, EncodedRows(call.tool.name, shown));
                      } else {
                        reply = Written(call, text, Compact({{"repositories", shown}}) + "\n");
                      }
                      return WithRest(call, std::move(reply), rest);
                    });
}

}  // namespace waymark::services
