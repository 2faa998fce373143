#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands/render_quickfix.h"
#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "output/pager.h"
#include "render/render_grep.h"
#include "services/grep_json.h"
#include "services/quantities.h"

namespace waymark::services {
namespace {

// The absolute path of what `path` names from the current directory, if it lies in the repository;
// otherwise `path`, which may be one from the top of the repository.
std::string PathNamedHere(const Asking& asking, const std::string& path) {
  std::error_code error;
  const std::filesystem::path here =
      std::filesystem::canonical(asking.settings.working_directory / path, error);
  if (error || *here.lexically_relative(asking.root).begin() == "..") return path;
  return here.string();
}

class GrepCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return {kTextFormat, kJsonFormat}; }

  void DescribeQuestion(CLI::App& app) override { AddFieldOptions(app, request_); }

  std::string FindMisuse() const override {
    if (request_.only_files && request_.only_counts) {
      return "-l and -c exclude each other: ask for the files or for the counts";
    }
    return std::string(indexer::CheckPattern(PatternOf(request_)).message());
  }

  bool needs_index() const override { return false; }

  absl::Status Ask(const Asking& asking) override {
    GrepRequest request = request_;
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request));
    for (std::string& path : request.paths) path = PathNamedHere(asking, path);
    WM_ASSIGN_OR_RETURN(const GrepAnswer answer,
                        asking.verbs.Grep(request, {.cancelled = Interrupt::flag()}));
    WM_RETURN_IF_ERROR(asking.format == kJsonFormat ? WriteText(GrepJson(request, answer))
                                                    : WriteForPeople(asking, request, answer));
    if (answer.matching_files != 0) return absl::OkStatus();
    return absl::NotFoundError(fmt::format(
        "no line matches in {}", Counted(answer.files_searched, "file of text", "files of text")));
  }

 private:
  static absl::Status WriteForPeople(const Asking& asking, const GrepRequest& request,
                                     const GrepAnswer& answer) {
    const auto find_from_here = [&](const std::string& path) {
      return PathFromHere(asking, answer.root_path, path);
    };
    WM_RETURN_IF_ERROR(
        ShowText(asking.screen, RenderGrep(request, answer, find_from_here, asking.screen)));
    for (const std::string& note : GrepNotes(request, answer))
      PrintNote(fmt::format("waymark: {}\n", note));
    return absl::OkStatus();
  }

  GrepRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeGrepCommand() { return std::make_unique<GrepCommand>(); }

}  // namespace waymark::services
