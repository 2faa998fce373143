#include "services/command_line.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <span>
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
#include "help/help_screen.h"
#include "help/option_table.h"
#include "options/project_faults.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "output/process_memory.h"
#include "output/refused_command.h"
#include "output/standard_streams.h"
#include "output/usage_error.h"
#include "program/leading_options.h"
#include "program/start_screen.h"
#include "services/shell_word.h"

namespace waymark::services {
namespace {

constexpr std::string_view kFormatIs = "--format=";
constexpr std::string_view kJson = "--json";
constexpr std::string_view kHelp = "waymark --help";

// The error for arguments that are all options which may stand before a command.
std::string MissingCommandText(std::span<char* const> arguments) {
  std::string written;
  for (const char* argument : arguments.subspan(1)) {
    written += fmt::format(" {}", ShellWord(argument, "="));
  }
  if (CommandIndex(arguments) > arguments.size()) written += " VALUE";
  return fmt::format("name a command: waymark{} COMMAND", written);
}

// The error for an option before the command that must not stand there.
std::string MisplacedOptionText(std::string_view option) {
  const std::span<const std::string_view> known = AllProgramOptions();
  const std::optional<std::string> nearest =
      NearestName(option, std::vector<std::string>(known.begin(), known.end()));
  const bool is_word = option.size() > std::string_view("-h").size();
  if (is_word && nearest.has_value()) {
    return fmt::format("there is no option '{}' of the program; did you mean '{}'?", option,
                       *nearest);
  }
  return fmt::format("options follow the command: waymark COMMAND {} ...", option);
}

// The error for arguments that name no command, in the order of WithCommandFirst().
std::optional<std::string> FindUnknownCommand(std::span<char* const> arguments) {
  const std::size_t at = CommandIndex(arguments);
  if (at >= arguments.size()) return MissingCommandText(arguments);
  const std::string_view first = arguments[at];
  if (IsProgramOption(first)) return std::nullopt;
  if (first.starts_with('-')) return MisplacedOptionText(first);
  std::vector<std::string> names;
  for (const CommandRow& row : AllCommands()) names.emplace_back(row.name);
  if (std::find(names.begin(), names.end(), first) != names.end()) return std::nullopt;
  const std::optional<std::string> nearest = NearestName(first, names);
  return fmt::format("there is no command '{}'{}", first,
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

int RunTimed(Command& command, const Settings& settings) {
  const auto start = std::chrono::steady_clock::now();
  const int exit_code = command.Run(settings);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  PrintDetail(fmt::format("waymark: took {:.3f} s\n", taken.count()));
  return exit_code;
}

// Adds the project file of the checkout that the command is about. A directory that does not exist
// is for the command to tell. Called after -q is known, which leaves out notes.
absl::Status AddProjectOf(const Command& command, Settings& settings) {
  const std::optional<std::string> asked = command.asked_directory();
  if (!asked.has_value() || settings.working_directory.empty()) return absl::OkStatus();
  const std::filesystem::path directory = settings.working_directory / *asked;
  std::error_code error;
  if (!std::filesystem::is_directory(directory, error)) return absl::OkStatus();
  const std::vector<std::string> faults =
      AddProject(EnclosingRepository(directory), settings.configuration);
  if (faults.empty()) return absl::OkStatus();
  if (command.refuses_project_faults()) return absl::InvalidArgumentError(faults.front());
  NoteProjectFaults(faults);
  return absl::OkStatus();
}

int RunCommand(Command& command, CLI::App& app, Settings& settings, absl::Status decided) {
  if (!command.is_configurable()) return command.Run(settings);
  if (decided.ok()) decided = AddProjectOf(command, settings);
  if (decided.ok()) decided = ApplyConfiguration(app, settings.configuration);
  if (!decided.ok()) return FailUsage(std::string(decided.message()));
  return RunTimed(command, settings);
}

int Show(const std::string& text) {
  const absl::Status written = WriteText(text);
  return written.ok() ? kExitDone : Fail(written);
}

// Empty: the program itself.
std::string NameOfParsed(const std::vector<BoundCommand>& commands) {
  for (const BoundCommand& bound : commands) {
    if (bound.app->parsed()) return bound.app->get_name();
  }
  return "";
}

int ShowStartScreen() {
  Settings settings = ReadSettings();
  if (const absl::Status status = ReadDecisions(settings); !status.ok()) {
    return FailUsage(std::string(status.message()));
  }
  return Show(StartScreen(settings));
}

// Before the arguments are parsed, since that can fail too.
std::string FormatAskedFor(int argc, char** argv) {
  std::string_view format;
  for (int i = 1; i < argc && argv[i] != std::string_view("--"); ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--format" && i + 1 < argc) format = argv[i + 1];
    if (argument.starts_with(kFormatIs)) format = argument.substr(kFormatIs.size());
    if (argument == kJson) format = kJsonFormat;
  }
  return std::string(format);
}

// The configured format if the command has it.
std::string FormatConfigured(const std::vector<BoundCommand>& commands, std::string_view name,
                             const Configuration& configuration) {
  const std::optional<std::string> format = configuration.Find(kFormatKey);
  if (!format.has_value()) return "";
  for (const BoundCommand& bound : commands) {
    CLI::Option* const option = bound.app->get_option_no_throw("--format");
    if (bound.app->get_name() != name || option == nullptr) continue;
    const std::vector<std::string> words = WordsOf(*option);
    if (std::find(words.begin(), words.end(), *format) != words.end()) return *format;
  }
  return "";
}

bool AsksForVersion(std::string_view argument) {
  return argument == "--version" || argument == "-V" || argument == "version";
}

int RunWithCommandFirst(int argc, char** argv) {
  // These need no command, and work before the commands are bound.
  if (argc < 2) return ShowStartScreen();
  if (argc == 2 && AsksForVersion(argv[1])) return Show(VersionText() + "\n");
  const std::string format = FormatAskedFor(argc, argv);
  WriteErrorsIn(format);
  AdviseAbout(argc, argv);
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (const std::optional<std::string> unknown = FindUnknownCommand(arguments)) {
    return FailUsage(*unknown, kHelp);
  }
  CLI::App app;
  const std::vector<BoundCommand> commands = BindCommands(app);
  Settings settings = ReadSettings();
  const absl::Status decided = ReadDecisions(settings);
  if (format.empty()) WriteErrorsIn(FormatConfigured(commands, argv[1], settings.configuration));
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForAllHelp&) {
    return Show(FullHelp(NameOfParsed(commands)));
  } catch (const CLI::CallForHelp&) {
    return Show(HelpOf(NameOfParsed(commands)));
  } catch (const CLI::CallForVersion&) {
    return Show(VersionText() + "\n");
  } catch (const CLI::ParseError& error) {
    return FailParse(app, commands, error);
  }
  Interrupt::Install();
  for (const BoundCommand& bound : commands) {
    if (!bound.app->parsed()) continue;
    const std::string misuse = MisuseOfFormat(*bound.app);
    return misuse.empty() ? RunCommand(*bound.command, app, settings, decided) : FailUsage(misuse);
  }
  return kExitUsage;
}

}  // namespace

int RunCommandLine(int argc, char** argv) {
  LimitArenas();
  OpenStandardStreams();
  std::signal(SIGXFSZ, SIG_IGN);  // so that a write beyond a limit of file sizes is an error
  std::vector<char*> ordered = WithCommandFirst(std::span(argv, static_cast<std::size_t>(argc)));
  return RunWithCommandFirst(argc, ordered.data());
}

}  // namespace waymark::services
