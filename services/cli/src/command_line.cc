#include "services/command_line.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "argument_checks.h"
#include "built_from.h"
#include "command.h"
#include "configured_options.h"
#include "exit_code.h"
#include "graph/status.h"
#include "interrupt.h"
#include "process_memory.h"
#include "settings.h"
#include "standard_streams.h"
#include "usage_error.h"

namespace waymark::services {
namespace {

constexpr char kDescription[] =
    "Waymark indexes source repositories into a graph of symbols and answers, within a token\n"
    "budget, what a task needs to see and what a change may break.";
constexpr char kExitCodes[] =
    "Exit codes: 0 done, 1 refused or not found, 2 wrong usage, 3 store or daemon failure.\n"
    "`waymark COMMAND --help` has the options and examples of a command.";

std::string ExamplesText(const CommandRow& row) {
  std::string text = "Examples:\n";
  std::string_view rest = row.examples;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    text += fmt::format("  {}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  text.pop_back();
  return text;
}

struct BoundCommand {
  CLI::App* app;
  std::unique_ptr<Command> command;
};

std::vector<BoundCommand> BindCommands(CLI::App& app) {
  std::vector<BoundCommand> bound;
  for (const CommandRow& row : AllCommands()) {
    CLI::App* sub = app.add_subcommand(std::string(row.name), std::string(row.summary));
    std::unique_ptr<Command> command = row.make();
    command->Describe(*sub);
    sub->footer(ExamplesText(row));
    bound.push_back({sub, std::move(command)});
  }
  NoteConfigurationKeys(app);
  return bound;
}

// What is wrong with the first argument when it is meant as a command and is none.
std::optional<std::string> FindUnknownCommand(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  std::vector<std::string> names;
  for (const CommandRow& row : AllCommands()) names.emplace_back(row.name);
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return std::nullopt;
  const std::optional<std::string> nearest = NearestName(argv[1], names);
  return fmt::format("there is no command '{}'{}\nwaymark: see: waymark --help", argv[1],
                     nearest.has_value() ? fmt::format("; did you mean '{}'?", *nearest) : "");
}

std::string DescribeParseError(const CLI::App& app, const std::vector<BoundCommand>& commands,
                               const CLI::ParseError& error) {
  for (const BoundCommand& bound : commands) {
    if (!bound.app->parsed()) continue;
    return fmt::format("{}\nwaymark: see: waymark {} --help", DescribeUsageError(*bound.app, error),
                       bound.app->get_name());
  }
  return fmt::format("{}\nwaymark: see: waymark --help", DescribeUsageError(app, error));
}

// What the user decided once, where the command line says nothing.
absl::Status Configure(CLI::App& app, Settings& settings) {
  WM_ASSIGN_OR_RETURN(settings.configuration, FindConfiguration(settings.config_directory));
  WM_RETURN_IF_ERROR(ApplyConfiguration(app, settings.configuration));
  if (const std::optional<std::string> store = settings.configuration.Find(kStoreKey)) {
    std::error_code error;
    settings.store_directory = std::filesystem::weakly_canonical(*store, error);
    if (error) settings.store_directory = *store;
  }
  return absl::OkStatus();
}

}  // namespace

int RunCommandLine(int argc, char** argv) {
  LimitArenas();
  OpenStandardStreams();
  CLI::App app(kDescription, "waymark");
  app.footer(kExitCodes);
  app.set_version_flag("--version", VersionText());
  app.require_subcommand(1);
  const std::vector<BoundCommand> commands = BindCommands(app);
  if (argc < 2) return FailUsage(fmt::format("no command is given\n\n{}", app.help()));
  if (const std::optional<std::string> unknown = FindUnknownCommand(argc, argv)) {
    return FailUsage(*unknown);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return FailUsage(DescribeParseError(app, commands, error));
  }
  Interrupt::Install();
  Settings settings = ReadSettings();
  if (const absl::Status status = Configure(app, settings); !status.ok()) {
    return FailUsage(std::string(status.message()));
  }
  for (const BoundCommand& bound : commands) {
    if (bound.app->parsed()) return bound.command->Run(settings);
  }
  return kExitUsage;
}

}  // namespace waymark::services
