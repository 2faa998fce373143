#include "help/markdown_page.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "help/reference_text.h"

namespace waymark::services {
namespace {

// An option of at least this many commands is in the table at the end.
constexpr std::ptrdiff_t kCommonFrom = 4;

constexpr std::string_view kMarkdownIntroduction =
    R"(`waymark COMMAND --help` shows the main options of a command in the terminal, `--help-all` shows all, `waymark help --man DIR`
writes man pages, and `waymark completion` prints a script that completes them in a shell. [OPERATIONS](OPERATIONS.md#configuration) describes the
configuration file: a meaning that ends with `[key NAME]` names the key that sets the option permanently.

Every command prints text, on a terminal and in a pipe, except `export`, which writes JSON lines. `--format` and `--json` ask for
another form, such as GCF, a compact text for language models. `WAYMARK_FORMAT` and the key `format` set the default of the
commands that have that form. [WIRE_FORMAT](WIRE_FORMAT.md) describes the formats. Options that most commands share, such as `--repo`,
`--json`, `--color`, `--store` and `-q`, may also stand before the command: `waymark --json status`.
)";

// Escapes text in a table cell, outside code.
std::string MarkdownText(std::string_view text) {
  static constexpr std::string_view kMarks = "|*<~\\";
  std::string escaped;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') is_code = !is_code;
    // A bar ends the cell, even in code.
    if (c == '|' || (!is_code && kMarks.find(c) != std::string_view::npos)) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string AsItIs(std::string_view text) { return std::string(text); }

std::string MarkdownCode(std::string_view text) { return MarkdownText(fmt::format("`{}`", text)); }

bool Contains(const std::vector<OptionRow>& rows, const OptionRow& row) {
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

std::ptrdiff_t CommandsWith(const std::vector<CommandOptions>& commands, const OptionRow& row) {
  return std::count_if(commands.begin(), commands.end(), [&row](const CommandOptions& command) {
    return Contains(command.options, row);
  });
}

// In the order of first use. If two different options have the same name, only the more frequent
// one is in the table.
std::vector<OptionRow> CommonOptions(const std::vector<CommandOptions>& commands) {
  std::vector<OptionRow> common;
  for (const CommandOptions& command : commands) {
    for (const OptionRow& row : command.options) {
      const std::ptrdiff_t count = CommandsWith(commands, row);
      if (count < kCommonFrom || Contains(common, row)) continue;
      const auto namesake =
          std::find_if(common.begin(), common.end(),
                       [&row](const OptionRow& known) { return known.names == row.names; });
      if (namesake == common.end()) {
        common.push_back(row);
      } else if (CommandsWith(commands, *namesake) < count) {
        *namesake = row;
      }
    }
  }
  return common;
}

// "`-y`, `--yes`", "`--budget N`"
std::string MarkdownTerm(const OptionRow& option) {
  std::vector<std::string> names = option.names;
  if (!option.value.empty()) names.back() += " " + option.value;
  for (std::string& name : names) name = MarkdownCode(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string MarkdownRow(const std::string& term, std::string_view meaning) {
  return fmt::format("| {} | {} |\n", term, MarkdownText(meaning));
}

std::string MarkdownTable(std::string_view heads, const std::string& rows) {
  return rows.empty() ? "" : fmt::format("\n{}\n|---|---|\n{}", heads, rows);
}

std::string ShellBlock(std::string_view lines) { return fmt::format("\n```sh\n{}\n```\n", lines); }

std::string SectionOfCommand(const CommandOptions& command, const std::vector<OptionRow>& common) {
  std::string rows;
  for (const OptionRow& argument : command.arguments) {
    rows += MarkdownRow(MarkdownCode(ArgumentValue(argument)), OptionMeaning(argument));
  }
  std::vector<std::string> names_of_common;
  for (const OptionRow& option : command.options) {
    if (!Contains(common, option)) {
      rows += MarkdownRow(MarkdownTerm(option), OptionMeaning(option));
      continue;
    }
    for (const std::string& name : option.names) names_of_common.push_back(MarkdownCode(name));
  }
  std::string text =
      fmt::format("\n### {}\n\n{}", command.row->name, FilledText(command.row->answer, AsItIs));
  text += ShellBlock(UsageLine(command));
  text += MarkdownTable("| argument or option | meaning |", rows);
  const std::string common_names =
      fmt::format("[Common options](#common-options): {}.", fmt::join(names_of_common, ", "));
  text += fmt::format("\n{}\nExamples:\n", FilledText(common_names, AsItIs));
  return text + ShellBlock(command.row->examples);
}

std::string CommonSection(const std::vector<OptionRow>& common) {
  std::string text = "\n## Common options\n\nEach command names those that it has.\n";
  const std::vector<std::string> groups = GroupsOf(common);
  for (const std::string& group : groups) {
    std::string rows;
    for (const OptionRow& option : common) {
      if (option.group == group) rows += MarkdownRow(MarkdownTerm(option), OptionMeaning(option));
    }
    if (group != groups.front()) text += fmt::format("\n{}:\n", group);
    text += MarkdownTable("| option | meaning |", rows);
  }
  return text;
}

std::string OverviewOfCommands() {
  std::string rows;
  std::string_view group;
  for (const CommandRow& row : AllCommands()) {
    if (row.group != group) rows += fmt::format("| **{}** | |\n", row.group);
    group = row.group;
    rows += MarkdownRow(fmt::format("[`{0}`](#{0})", row.name), row.summary);
  }
  return MarkdownTable("| command | what it does |", rows);
}

}  // namespace

std::string MarkdownPage(const std::vector<CommandOptions>& commands) {
  const std::vector<OptionRow> common = CommonOptions(commands);
  std::string text = fmt::format(
      "<!-- Written by `waymark help --markdown docs/CLI.md`: change the sources in "
      "services/cli, not this page. -->\n# The command line\n\n{}",
      kMarkdownIntroduction);
  text += OverviewOfCommands();
  std::string_view group;
  for (const CommandOptions& command : commands) {
    if (command.row == nullptr) {
      std::string rows;
      for (const OptionRow& option : command.options) {
        rows += MarkdownRow(MarkdownTerm(option), OptionMeaning(option));
      }
      text +=
          "\n`waymark` without a command says whether the repository around the current "
          "directory is indexed, and what to try.\n";
      text += MarkdownTable("| option of the program | meaning |", rows);
      continue;
    }
    if (command.row->group != group) text += fmt::format("\n## {}\n", command.row->group);
    group = command.row->group;
    text += SectionOfCommand(command, common);
  }
  text += CommonSection(common);
  std::string rows;
  for (const ReferenceEntry& code : ExitCodes()) {
    rows += MarkdownRow(MarkdownCode(code.term), code.meaning);
  }
  return text + "\n## Exit codes\n" + MarkdownTable("| code | meaning |", rows);
}

}  // namespace waymark::services
