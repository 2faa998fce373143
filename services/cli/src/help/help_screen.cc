#include "help/help_screen.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "help/reference_text.h"
#include "options/option_groups.h"

namespace waymark::services {
namespace {

constexpr std::size_t kScreenColumns = 100;
constexpr std::size_t kMostTermColumns = 28;
// The most words of a value that are shown.
constexpr std::size_t kWordsOfValue = 3;
constexpr std::string_view kKeyNote = " [key ";
constexpr std::string_view kIndentation = "      ";

// "text|gcf|gcf3|..."
std::string ShortValue(const OptionRow& option) {
  if (option.words.size() <= kWordsOfValue || option.value.find('|') == std::string::npos) {
    return option.value;
  }
  const std::vector<std::string> first(option.words.begin(), option.words.begin() + kWordsOfValue);
  return fmt::format("{}|...", fmt::join(first, "|"));
}

// "-y, --yes", "--budget N"
std::string ScreenTerm(const OptionRow& option) {
  const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
  return option.value.empty() ? names : fmt::format("{} {}", names, ShortValue(option));
}

// The first clause of the description, and its default if that fits, within `columns`.
std::string ShortMeaning(const OptionRow& option, std::size_t columns) {
  const std::string_view all =
      std::string_view(option.description).substr(0, option.description.find(kKeyNote));
  if (all.size() <= columns) return std::string(all);
  const std::size_t usual = all.rfind(" (default: ");
  const std::string_view ending =
      usual != std::string_view::npos && all.ends_with(')') ? all.substr(usual) : "";
  const std::string_view text = all.substr(0, all.size() - ending.size());
  const std::string_view clause =
      text.substr(0, std::min({text.find("; "), text.find(". "), text.size()}));
  if (clause.size() + ending.size() <= columns) return fmt::format("{}{}", clause, ending);
  if (clause.size() <= columns) return std::string(clause);
  constexpr std::string_view kCut = " ...";
  const std::size_t end = clause.rfind(' ', columns - kCut.size());
  return fmt::format("{}{}", clause.substr(0, end), kCut);
}

std::string ScreenLine(const std::string& term, std::size_t width, const std::string& meaning) {
  // A longer term moves its meaning to the right.
  return fmt::format("  {:<{}}  {}\n", term, width, meaning);
}

std::string OptionLines(const std::vector<const OptionRow*>& rows) {
  std::size_t width = 0;
  for (const OptionRow* row : rows) {
    width = std::max(width, std::min(ScreenTerm(*row).size(), kMostTermColumns));
  }
  std::string text;
  for (const OptionRow* row : rows) {
    const std::string term = ScreenTerm(*row);
    const std::size_t used = std::max(term.size(), width) + std::string_view("    ").size();
    text += ScreenLine(term, width, ShortMeaning(*row, kScreenColumns - used));
  }
  return text;
}

// The arguments, which are few, with their whole descriptions.
std::string ArgumentLines(const std::vector<OptionRow>& rows) {
  std::string text;
  for (const OptionRow& row : rows) {
    text += fmt::format("  {}\n", ArgumentValue(row));
    std::string line(kIndentation);
    for (const std::string& word : CLI::detail::split(row.description, ' ')) {
      if (line.size() + 1 + word.size() > kScreenColumns) {
        text += line + "\n";
        line = kIndentation;
      }
      line += (line.size() == kIndentation.size() ? "" : " ") + word;
    }
    text += line + "\n";
  }
  return text;
}

std::string ScreenOfCommand(const CommandOptions& command) {
  std::vector<const OptionRow*> options;
  for (const OptionRow& option : command.options) {
    if (option.group == kMainGroup) options.push_back(&option);
  }
  std::string text = fmt::format("{}\n\nUsage: {}\n", command.row->summary, UsageLine(command));
  if (!command.arguments.empty()) text += "\nArguments:\n" + ArgumentLines(command.arguments);
  text += "\nOptions:\n" + OptionLines(options);
  text += "\nExamples:\n";
  for (const std::string_view example : LinesOf(command.row->examples)) {
    text += fmt::format("  {}\n", example);
  }
  const std::size_t more = command.options.size() - options.size();
  return text + fmt::format("\nMore: waymark {} --help-all, with {} more options and full texts\n",
                            command.row->name, more);
}

std::string ScreenOfProgram() {
  std::size_t width = 0;
  for (const CommandRow& row : AllCommands()) width = std::max(width, row.name.size());
  std::string text =
      fmt::format("{}\n\nUsage: waymark COMMAND [ARGUMENT...] [OPTION...]\n", kProgramDescription);
  std::string_view group;
  for (const CommandRow& row : AllCommands()) {
    const bool is_plumbing = row.group == kPlumbingGroup;
    if (row.group != group) text += fmt::format("\n{}:{}", row.group, is_plumbing ? "" : "\n");
    group = row.group;
    text += is_plumbing ? fmt::format(" {}", row.name)
                        : ScreenLine(std::string(row.name), width, std::string(row.summary));
  }
  return text + fmt::format(
                    "\n\n`waymark COMMAND --help` shows the main options of a command and "
                    "examples, `--help-all` everything.\n"
                    "Options that most commands share, such as --repo, --json and -q, may also "
                    "stand before the command.\n");
}

}  // namespace

std::string HelpScreen(const CommandOptions& command) {
  return command.row == nullptr ? ScreenOfProgram() : ScreenOfCommand(command);
}

std::string HelpOf(std::string_view command) {
  const std::vector<CommandOptions> known = DescribeCommands();
  const auto found = std::find_if(known.begin(), known.end(), [command](const auto& each) {
    return each.row != nullptr && each.row->name == command;
  });
  return HelpScreen(found == known.end() ? known.front() : *found);
}

}  // namespace waymark::services
