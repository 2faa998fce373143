// Binds the commands to the parser, and reads their options back as plain rows. Man pages and
// completions are written from these rows, so they agree with `--help`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "options/command.h"

namespace waymark::services {

struct BoundCommand {
  CLI::App* app;  // a subcommand of the program's
  std::unique_ptr<Command> command;
};

// Adds the version, the help texts and every command to `app`.
std::vector<BoundCommand> BindCommands(CLI::App& app);

// The output of `waymark COMMAND --help-all`; for an empty name, of `waymark --help-all`.
std::string FullHelp(std::string_view command);

enum class ValueKind : std::uint8_t {
  kNone,  // a flag
  kText,
  kWord,   // one of OptionRow::words
  kWords,  // some of them, separated by commas
  kFile,
  kDirectory,
};

// An option, or a positional argument.
struct OptionRow {
  std::vector<std::string> names;  // "-y", "--yes"; for an argument, one internal name
  std::string value;  // the name of its value in the help: "DIR", "text|json"; empty: a flag
  std::string description;
  std::string group;  // heading in the help
  ValueKind kind = ValueKind::kNone;
  std::vector<std::string> words;  // the allowed words
  bool is_required = false;
  bool is_repeatable = false;  // may be repeated, or is the last argument
  bool takes_many = false;     // takes all following values

  bool operator==(const OptionRow&) const = default;
};

struct CommandOptions {
  const CommandRow* row = nullptr;  // null: the program itself
  std::vector<OptionRow> arguments;
  std::vector<OptionRow> options;
};

// The program first, then every command in the order of the table.
std::vector<CommandOptions> DescribeCommands();

// The lines of a text, without line breaks.
std::vector<std::string_view> LinesOf(std::string_view text);

inline constexpr char kProgramDescription[] =
    "Waymark indexes source repositories into a graph of symbols and answers, within a token\n"
    "budget, what a task needs to see and what a change may break.";

}  // namespace waymark::services
