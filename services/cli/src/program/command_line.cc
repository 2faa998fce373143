#include "services/command_line.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "config/configured_options.h"
#include "config/settings.h"
#include "graph/status.h"
#include "help/built_from.h"
#include "help/option_table.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/process_memory.h"
#include "output/standard_streams.h"
#include "output/usage_error.h"
#include "program/start_screen.h"

namespace waymark::services {
namespace {

constexpr std::string_view kFormatIs = "--format=";
constexpr std::string_view kHelp = "waymark --help";

// The error for a first argument that looks like a command but is not one.
std::optional<std::string> FindUnknownCommand(int argc, char** argv) {
  if (argc < 2) return std::nullopt;
  const std::string_view first = argv[1];
  if (first == "-h" || first == "--help") return std::nullopt;
  if (first.starts_with('-')) {
    return fmt::format("options follow the command: waymark COMMAND {} ...", first);
  }
  std::vector<std::string> names;
  for (const CommandRow& row : AllCommands()) names.emplace_back(row.name);
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return std::nullopt;
  const std::optional<std::string> nearest = NearestName(argv[1], names);
  return fmt::format("there is no command '{}'{}", argv[1],
                     nearest.has_value() ? fmt::format("; did you mean '{}'?", *nearest) : "");
}

int FailParse(const CLI::App& app, const std::vector<BoundCommand>& commands,
              const CLI::ParseError& error) {
  for (const BoundCommand& bound : commands) {
    if (!bound.app->parsed()) continue;
    return FailUsage(DescribeUsageError(*bound.app, error),
                     fmt::format("waymark {} --help", bound.app->get_name()));
  }
  return FailUsage(DescribeUsageError(app, error), kHelp);
}

// Reads the configuration.
absl::Status ReadDecisions(Settings& settings) {
  WM_ASSIGN_OR_RETURN(settings.configuration, FindConfiguration(settings.config_directory));
  if (const std::optional<std::string> store = settings.configuration.Find(kStoreKey)) {
    std::error_code error;
    settings.store_directory = std::filesystem::weakly_canonical(*store, error);
    if (error) settings.store_directory = *store;
  }
  return absl::OkStatus();
}

int RunCommand(Command& command, CLI::App& app) {
  Settings settings = ReadSettings();
  if (!command.is_configurable()) return command.Run(settings);
  absl::Status decided = ReadDecisions(settings);
  if (decided.ok()) decided = ApplyConfiguration(app, settings.configuration);
  if (!decided.ok()) return FailUsage(std::string(decided.message()));
  return command.Run(settings);
}

int ShowStartScreen() {
  Settings settings = ReadSettings();
  if (const absl::Status status = ReadDecisions(settings); !status.ok()) {
    return FailUsage(std::string(status.message()));
  }
  const absl::Status written = WriteText(StartScreen(settings));
  return written.ok() ? kExitDone : Fail(written);
}

int ShowVersion() {
  const absl::Status written = WriteText(VersionText() + "\n");
  return written.ok() ? kExitDone : Fail(written);
}

// Before the arguments are parsed, since that can fail too.
std::string FormatAskedFor(int argc, char** argv) {
  std::string_view format;
  for (int i = 1; i < argc && argv[i] != std::string_view("--"); ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--format" && i + 1 < argc) format = argv[i + 1];
    if (argument.starts_with(kFormatIs)) format = argument.substr(kFormatIs.size());
  }
  return std::string(format);
}

bool AsksForVersion(std::string_view argument) {
  return argument == "--version" || argument == "version";
}

}  // namespace

int RunCommandLine(int argc, char** argv) {
  LimitArenas();
  OpenStandardStreams();
  std::signal(SIGXFSZ, SIG_IGN);  // so that a write beyond a limit of file sizes is an error
  // These need no command, and work before the commands are bound.
  if (argc < 2) return ShowStartScreen();
  if (argc == 2 && AsksForVersion(argv[1])) return ShowVersion();
  WriteErrorsIn(FormatAskedFor(argc, argv));
  if (const std::optional<std::string> unknown = FindUnknownCommand(argc, argv)) {
    return FailUsage(*unknown, kHelp);
  }
  CLI::App app;
  const std::vector<BoundCommand> commands = BindCommands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help
    std::ostringstream text;
    app.exit(success, text, text);
    const absl::Status written = WriteText(text.str());
    return written.ok() ? kExitDone : Fail(written);
  } catch (const CLI::ParseError& error) {
    return FailParse(app, commands, error);
  }
  Interrupt::Install();
  for (const BoundCommand& bound : commands) {
    if (bound.app->parsed()) return RunCommand(*bound.command, app);
  }
  return kExitUsage;
}

}  // namespace waymark::services
