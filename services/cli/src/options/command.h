// A command of the program: its arguments and its work.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "config/settings.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

class Command {
 public:
  virtual ~Command() = default;
  // Binds the options of `app` to members.
  virtual void Describe(CLI::App& app) = 0;

  // Whether the configuration applies to the command; if so, a broken configuration is an error.
  virtual bool is_configurable() const { return true; }

  // The directory that the arguments name, for a command about a checkout, whose project file
  // applies. Empty: the current directory. Nothing: no project file applies.
  virtual std::optional<std::string> asked_directory() const { return std::nullopt; }

  // Whether a fault in the project file is an error. Others note it and go on, since the file may
  // be that of a stranger or of a newer version.
  virtual bool refuses_project_faults() const { return false; }

  // Called after the arguments are parsed. Returns the exit code; errors have been written to
  // standard error.
  virtual int Run(const Settings& settings) = 0;
};

struct CommandRow {
  std::string_view name;
  std::string_view group;     // heading in the help text
  std::string_view summary;   // one line, without a full stop
  std::string_view answer;    // description in sentences
  std::string_view examples;  // one per line
  std::unique_ptr<Command> (*make)();
};

// The group of commands for scripts that convert answers.
inline constexpr std::string_view kPlumbingGroup = "Plumbing";

// Every command, in the order of the help text; commands of a group are adjacent.
std::span<const CommandRow> AllCommands();

std::unique_ptr<Command> MakeIndexCommand();
std::unique_ptr<Command> MakeContextCommand();
std::unique_ptr<Command> MakeExplainCommand();
std::unique_ptr<Command> MakeFeedbackCommand();
std::unique_ptr<Command> MakeSearchCommand();
std::unique_ptr<Command> MakeGrepCommand();
std::unique_ptr<Command> MakeSymbolCommand();
std::unique_ptr<Command> MakeShowCommand();
std::unique_ptr<Command> MakeBlastRadiusCommand();
std::unique_ptr<Command> MakeUsagesCommand();
std::unique_ptr<Command> MakePathCommand();
std::unique_ptr<Command> MakeDiffCommand();
std::unique_ptr<Command> MakeTestScopeCommand();
std::unique_ptr<Command> MakeOutlineCommand();
std::unique_ptr<Command> MakeAnalyzeCommand();
std::unique_ptr<Command> MakeExportCommand();
std::unique_ptr<Command> MakeBundleCommand();
std::unique_ptr<Command> MakeForgetCommand();
std::unique_ptr<Command> MakeTeamCommand();
std::unique_ptr<Command> MakeWorkspaceCommand();
std::unique_ptr<Command> MakeStatusCommand();
std::unique_ptr<Command> MakeDoctorCommand();
std::unique_ptr<Command> MakeConfigCommand();
std::unique_ptr<Command> MakeEncodeCommand();
std::unique_ptr<Command> MakeDecodeCommand();
std::unique_ptr<Command> MakeRootCommand();
std::unique_ptr<Command> MakeDeltaCommand();
std::unique_ptr<Command> MakeShrinkCommand();
std::unique_ptr<Command> MakeExpandCommand();
std::unique_ptr<Command> MakeFormatsCommand();
std::unique_ptr<Command> MakeServeCommand();
std::unique_ptr<Command> MakeDaemonCommand();
std::unique_ptr<Command> MakeMcpCommand();
std::unique_ptr<Command> MakeLspCommand();
std::unique_ptr<Command> MakeUiCommand();
std::unique_ptr<Command> MakeReportCommand();
std::unique_ptr<Command> MakeProxyCommand();
std::unique_ptr<Command> MakeTelemetryCommand();
std::unique_ptr<Command> MakeTuneCommand();
std::unique_ptr<Command> MakeSavingsCommand();
std::unique_ptr<Command> MakeInstallCommand();
std::unique_ptr<Command> MakeUninstallCommand();
std::unique_ptr<Command> MakeHookCommand();
std::unique_ptr<Command> MakeCompletionCommand();
std::unique_ptr<Command> MakeHelpCommand();
std::unique_ptr<Command> MakeVersionCommand();

}  // namespace waymark::services
