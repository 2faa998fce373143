// The commands bound to the parser of the command line, and what each takes read back as plain
// rows: man pages and completions are written from these, and so tell what `--help` tells.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "options/command.h"

namespace waymark::services {

struct BoundCommand {
  CLI::App* app;  // a part of the program's
  std::unique_ptr<Command> command;
};

// Gives `app` the version, the texts of the help and every command.
std::vector<BoundCommand> BindCommands(CLI::App& app);

// What `waymark COMMAND --help` writes; of an empty name what `waymark --help` does.
std::string HelpText(std::string_view command);

enum class ValueKind : std::uint8_t {
  kNone,  // a flag
  kText,
  kWord,   // one of OptionRow::words
  kWords,  // some of them, a comma between two
  kFile,
  kDirectory,
};

// An option, or an argument that is known by its place.
struct OptionRow {
  std::vector<std::string> names;  // "-y", "--yes"; of an argument one name that is not written
  std::string value;               // as the help calls it: "DIR", "text|json"; empty: a flag
  std::string description;
  std::string group;  // heading that it stands under
  ValueKind kind = ValueKind::kNone;
  std::vector<std::string> words;  // those that there are
  bool is_required = false;
  bool is_repeatable = false;  // may be given again, or is the last of the arguments
  bool takes_many = false;     // what follows its first value are values too

  bool operator==(const OptionRow&) const = default;
};

struct CommandOptions {
  const CommandRow* row = nullptr;  // null: of the program itself, before any command
  std::vector<OptionRow> arguments;
  std::vector<OptionRow> options;
};

// Of the program itself first, then of every command in the order of the table.
std::vector<CommandOptions> DescribeCommands();

// The lines of a text, without their ends.
std::vector<std::string_view> LinesOf(std::string_view text);

inline constexpr char kProgramDescription[] =
    "Waymark indexes source repositories into a graph of symbols and answers, within a token\n"
    "budget, what a task needs to see and what a change may break.";

}  // namespace waymark::services
