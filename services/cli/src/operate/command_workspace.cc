#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/field_options.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string TextOf(const WorkspaceRecord& workspace, bool is_active) {
  std::string out = VisibleLine(workspace.name);
  if (!workspace.marker.empty())
    out += fmt::format(", as {} says", VisibleLine(workspace.marker.string()));
  if (is_active) out += " (this checkout is inside)";
  out += '\n';
  for (const WorkspaceMember& member : workspace.members) {
    out += fmt::format("  {:<16} {}  {}\n", VisibleLine(member.name),
                       VisibleLine(member.root.string()),
                       member.repository.empty() ? "not indexed" : VisibleLine(member.repository));
  }
  return out;
}

// `is_around`: the active workspace contains the current directory.
std::string TextOf(const WorkspacesAnswer& answer, bool is_around) {
  std::string out;
  const std::string active = answer.active && is_around ? answer.active->name : "";
  const bool is_marked = answer.active && !answer.active->marker.empty();
  if (is_marked) out += TextOf(*answer.active, true);
  for (const WorkspaceRecord& workspace : answer.workspaces) {
    out += TextOf(workspace, !is_marked && workspace.name == active);
  }
  return out.empty() ? "there are no workspaces; make one: waymark workspace add NAME PATH...\n"
                     : out;
}

std::string JsonOf(const WorkspacesAnswer& answer) {
  const auto told = [](const WorkspaceRecord& workspace) {
    Json members = Json::array();
    for (const WorkspaceMember& member : workspace.members) {
      members.push_back({{"name", member.name},
                         {"path", member.root.string()},
                         {"repository", member.repository}});
    }
    return Json{{"name", workspace.name},
                {"marker", workspace.marker.string()},
                {"members", std::move(members)}};
  };
  Json workspaces = Json::array();
  for (const WorkspaceRecord& workspace : answer.workspaces) workspaces.push_back(told(workspace));
  const Json json = {{"workspaces", std::move(workspaces)},
                     {"active", answer.active ? told(*answer.active) : Json(nullptr)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class WorkspaceCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    AddFieldOptions(app, request_);
    app.add_option("repositories", repositories_,
                   "Indexed checkouts by path, for remove also by name (default for add: the one "
                   "around the current directory)")
        ->type_name("PATH")
        ->check(NotBlank("name a checkout"));
    format_.AddTo(app, {kTextFormat, kJsonFormat});
    place_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    if (const std::string misuse = FindMisuse(); !misuse.empty()) return FailUsage(misuse);
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    const bool is_list = request_.action == WorkspaceAction::kList;
    const absl::StatusOr<std::unique_ptr<Verbs>> verbs =
        OpenVerbs(*place, is_list ? Access::kRead : Access::kExtend);
    if (!verbs.ok()) return Fail(verbs.status(), Phase::kOpening);
    const absl::StatusOr<WorkspacesAnswer> answer = Ask(**verbs, settings);
    if (!answer.ok()) return Fail(answer.status());
    const bool json = format_.Resolve(settings) == kJsonFormat;
    const absl::Status written =
        WriteText(json ? JsonOf(*answer) : TextOf(*answer, is_list && request_.name.empty()));
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  std::string FindMisuse() const {
    const bool is_list = request_.action == WorkspaceAction::kList;
    if (!is_list && request_.name.empty()) return "name the workspace";
    if (is_list && !repositories_.empty()) return "list takes no repositories";
    if (request_.member.empty()) return "";
    if (request_.action != WorkspaceAction::kAdd) return "--as goes with add";
    return repositories_.size() > 1 ? "--as names one repository; add the others apart" : "";
  }

  absl::StatusOr<WorkspacesAnswer> Ask(Verbs& verbs, const Settings& settings) {
    const CallControl control{.cancelled = Interrupt::flag()};
    if (request_.action == WorkspaceAction::kList) {
      request_.root = settings.working_directory;
      const absl::StatusOr<WorkspacesAnswer> answer = verbs.Workspaces(request_, control);
      if (!absl::IsFailedPrecondition(answer.status())) return answer;
      // The directory is in several workspaces: list them all.
      PrintNote(fmt::format("waymark workspace: {}\n",
                            VisibleMessage(std::string(answer.status().message()))));
      request_.root.clear();
      return verbs.Workspaces(request_, control);
    }
    const bool is_add = request_.action == WorkspaceAction::kAdd;
    if (repositories_.empty()) repositories_.push_back("");
    absl::StatusOr<WorkspacesAnswer> answer = WorkspacesAnswer();
    for (const std::string& repository : repositories_) {
      const absl::StatusOr<fs::path> path = RepositoryOption{repository}.Resolve(settings);
      if (is_add) {
        if (!path.ok()) return path.status();
        request_.root = *path;
      } else {
        // A checkout that no longer exists can be removed only by its name.
        const bool is_path = repository.find('/') != std::string::npos || repository == ".";
        request_.member = is_path && path.ok() ? path->string() : repository;
      }
      const bool is_first = &repository == &repositories_.front();
      answer = verbs.Workspaces(request_, control);
      if (!answer.ok() && is_first) return answer;
      if (!answer.ok()) {
        return absl::Status(
            answer.status().code(),
            fmt::format("{}; those before it were {}", std::string(answer.status().message()),
                        is_add ? "added" : "removed"));
      }
    }
    return answer;
  }

  WorkspacesRequest request_;
  std::vector<std::string> repositories_;
  FormatOption format_;
  PlaceOption place_;
};

}  // namespace

std::unique_ptr<Command> MakeWorkspaceCommand() { return std::make_unique<WorkspaceCommand>(); }

}  // namespace waymark::services
