#include "services/command_line.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command.h"
#include "exit_code.h"
#include "interrupt.h"
#include "services/version.h"
#include "settings.h"
#include "standard_streams.h"

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
  return bound;
}

// The first argument when it is meant as a command and is none.
std::optional<std::string> UnknownCommand(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  const std::span<const CommandRow> commands = AllCommands();
  const bool known = std::any_of(commands.begin(), commands.end(),
                                 [&](const CommandRow& row) { return row.name == argv[1]; });
  return known ? std::nullopt : std::optional<std::string>(argv[1]);
}

// The command whose arguments are wrong, for the hint; empty when it is none.
std::string ChosenName(const std::vector<BoundCommand>& commands) {
  for (const BoundCommand& bound : commands) {
    if (bound.app->parsed()) return bound.app->get_name() + " ";
  }
  return "";
}

}  // namespace

int RunCommandLine(int argc, char** argv) {
  OpenStandardStreams();
  CLI::App app(kDescription, "waymark");
  app.footer(kExitCodes);
  app.set_version_flag("--version", fmt::format("waymark {}", kVersion));
  app.require_subcommand(1);
  const std::vector<BoundCommand> commands = BindCommands(app);
  if (const std::optional<std::string> unknown = UnknownCommand(argc, argv)) {
    return FailUsage(
        fmt::format("there is no command '{}'\nwaymark: see: waymark --help", *unknown));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return FailUsage(
        fmt::format("{}\nwaymark: see: waymark {}--help", error.what(), ChosenName(commands)));
  }
  Interrupt::Install();
  const Settings settings = ReadSettings();
  for (const BoundCommand& bound : commands) {
    if (bound.app->parsed()) return bound.command->Run(settings);
  }
  return kExitUsage;
}

}  // namespace waymark::services
