#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "options/render_quickfix.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "output/standard_streams.h"
#include "render/render_grep.h"
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
    const absl::Status pattern = indexer::CheckPattern({.text = request_.pattern,
                                                        .is_literal = request_.is_literal,
                                                        .ignores_case = request_.ignores_case,
                                                        .whole_words = request_.whole_words});
    return std::string(pattern.message());
  }

  absl::Status Ask(const Asking& asking) override {
    GrepRequest request = request_;
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request));
    for (std::string& path : request.paths) path = PathNamedHere(asking, path);
    WM_ASSIGN_OR_RETURN(GrepAnswer answer,
                        asking.verbs.Grep(request, {.cancelled = Interrupt::flag()}));
    WM_RETURN_IF_ERROR(asking.format == kJsonFormat ? WriteText(GrepJson(request, answer))
                                                    : WriteForPeople(asking, request, answer));
    if (answer.matching_files != 0) return absl::OkStatus();
    return absl::NotFoundError(fmt::format(
        "no line matches in {}", Counted(answer.files_searched, "file of text", "files of text")));
  }

 private:
  static absl::Status WriteForPeople(const Asking& asking, const GrepRequest& request,
                                     GrepAnswer& answer) {
    const auto find_from_here = [&](std::string& path) {
      path = PathFromHere(asking, answer.root_path, path);
    };
    for (GrepFile& file : answer.files) find_from_here(file.path);
    for (GrepSymbol& symbol : answer.symbols) {
      for (GrepCaller& caller : symbol.callers) find_from_here(caller.path);
    }
    WM_RETURN_IF_ERROR(ShowAnswer(asking, RenderGrep(request, answer)));
    for (const std::string& note : GrepNotes(request, answer))
      PrintNote(fmt::format("waymark: {}\n", note));
    return absl::OkStatus();
  }

  GrepRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeGrepCommand() { return std::make_unique<GrepCommand>(); }

}  // namespace waymark::services
