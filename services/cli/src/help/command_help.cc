// `help`, `version` and `completion`: information about the program.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "help/built_from.h"
#include "help/completion_script.h"
#include "help/help_screen.h"
#include "help/man_page.h"
#include "help/markdown_page.h"
#include "help/option_table.h"
#include "options/command.h"
#include "output/exit_code.h"
#include "output/output.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

int WriteDone(const std::string& text) {
  const absl::Status written = WriteText(text);
  return written.ok() ? kExitDone : Fail(written);
}

absl::StatusOr<std::string> DateOfPages() {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (epoch == nullptr) return std::string(kCommitDate);
  const std::optional<std::string> day = DayOf(epoch);
  if (day.has_value()) return *day;
  return absl::InvalidArgumentError(
      fmt::format("SOURCE_DATE_EPOCH={}: it is no number of seconds since 1970", epoch));
}

absl::Status WriteHelpFile(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return absl::OkStatus();
  return absl::UnavailableError(fmt::format("write {}: {}", path.string(), std::strerror(errno)));
}

absl::Status WriteManPages(const fs::path& directory) {
  WM_ASSIGN_OR_RETURN(const std::string date, DateOfPages());
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    return absl::UnavailableError(
        fmt::format("create {}: {}", directory.string(), error.message()));
  }
  for (const ManPage& page : ManPages(DescribeCommands(), date)) {
    WM_RETURN_IF_ERROR(WriteHelpFile(directory / page.file, page.text));
  }
  return absl::OkStatus();
}

class HelpCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    std::vector<std::string> names;
    for (const CommandRow& row : AllCommands()) names.emplace_back(row.name);
    app.add_option("command", command_, "Command to show (default: the program)")
        ->type_name("COMMAND")
        ->check(OneOf(std::move(names)));
    app.add_flag("--all", shows_all_, "Show every option, as --help-all does");
    app.add_option("--man", man_directory_,
                   "Write the man pages of the program and of every command into this directory")
        ->type_name("DIR")
        ->check(NotBlank("name a directory"));
    app.add_option("--markdown", markdown_file_,
                   "Write a page about every command into this file, as Markdown")
        ->type_name("FILE")
        ->check(NotBlank("name a file"));
  }

  bool is_configurable() const override { return false; }

  int Run(const Settings& settings) override {
    if (man_directory_.empty() && markdown_file_.empty()) {
      return WriteDone(shows_all_ ? FullHelp(command_) : HelpOf(command_));
    }
    if (!command_.empty()) {
      return FailUsage("--man and --markdown write about every command; leave out COMMAND");
    }
    const absl::Status status = WritePages(settings.working_directory);
    return status.ok() ? kExitDone : Fail(status);
  }

 private:
  absl::Status WritePages(const fs::path& working_directory) const {
    if (!man_directory_.empty()) {
      WM_RETURN_IF_ERROR(WriteManPages(working_directory / man_directory_));
    }
    if (markdown_file_.empty()) return absl::OkStatus();
    return WriteHelpFile(working_directory / markdown_file_, MarkdownPage(DescribeCommands()));
  }

  std::string command_;
  bool shows_all_ = false;
  std::string man_directory_;
  std::string markdown_file_;
};

class VersionCommand final : public Command {
 public:
  void Describe(CLI::App&) override {}

  bool is_configurable() const override { return false; }

  int Run(const Settings&) override { return WriteDone(VersionText() + "\n"); }
};

class CompletionCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    std::vector<std::string> names;
    for (const ShellRow& shell : AllShells()) names.emplace_back(shell.name);
    const std::string listed = ListedWords(names);
    app.add_option("shell", shell_, "Shell that reads the script")
        ->type_name(listed)
        ->check(OneOf(std::move(names)))
        ->required();
  }

  bool is_configurable() const override { return false; }

  int Run(const Settings&) override {
    for (const ShellRow& shell : AllShells()) {
      if (shell.name == shell_) return WriteDone(shell.write(DescribeCommands()));
    }
    return kExitUsage;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> MakeHelpCommand() { return std::make_unique<HelpCommand>(); }

std::unique_ptr<Command> MakeVersionCommand() { return std::make_unique<VersionCommand>(); }

std::unique_ptr<Command> MakeCompletionCommand() { return std::make_unique<CompletionCommand>(); }

}  // namespace waymark::services
