#include "help/option_table.h"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "config/configured_options.h"
#include "help/built_from.h"
#include "options/option_groups.h"
#include "options/verbosity_option.h"

namespace waymark::services {
namespace {

constexpr char kProgramName[] = "waymark";
constexpr char kExitCodeHelp[] =
    "Exit codes: 0 done, 1 refused or not found, 2 wrong usage, 3 failure of store, daemon or "
    "output,\n4 a condition of --fail-on applies.\n"
    "`waymark COMMAND --help` has the main options and examples of a command, `--help-all` all.";

// Names of values that are paths.
struct PathValue {
  std::string_view name;
  ValueKind kind;
};

constexpr PathValue kPathValues[] = {
    {"FILE", ValueKind::kFile},           {"BASE", ValueKind::kFile},
    {"FILE|DIR", ValueKind::kFile},       {"NEW", ValueKind::kFile},
    {"NAME|FILE:LINE", ValueKind::kFile}, {"DIR", ValueKind::kDirectory},
    {"PATH", ValueKind::kDirectory},
};

std::string ExamplesText(const CommandRow& row) {
  std::string text = "Examples:";
  for (const std::string_view example : LinesOf(row.examples)) {
    text += fmt::format("\n  {}", example);
  }
  return text;
}

ValueKind ValueKindOf(const OptionRow& row, char delimiter) {
  if (row.value.empty()) return ValueKind::kNone;
  if (!row.words.empty()) return delimiter == ',' ? ValueKind::kWords : ValueKind::kWord;
  const std::string_view value = row.value;
  const auto* const path =
      std::find_if(std::begin(kPathValues), std::end(kPathValues),
                   [value](const PathValue& known) { return known.name == value; });
  return path == std::end(kPathValues) ? ValueKind::kText : path->kind;
}

OptionRow OptionRowOf(CLI::Option& option) {
  OptionRow row{.names = {},
                .value = option.get_items_expected_max() == 0 ? "" : option.get_type_name(),
                .description = option.get_description(),
                .group = option.get_group(),
                .words = WordsOf(option),
                .is_required = option.get_required(),
                .is_repeatable = option.get_items_expected_max() > 1,
                .takes_many = option.get_items_expected_max() > 1 &&
                              option.get_allow_extra_args() && option.nonpositional()};
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  if (option.get_positional()) row.names = {option.get_name(true, false)};
  row.kind = ValueKindOf(row, option.get_delimiter());
  if (row.takes_many) row.value += "...";
  return row;
}

CommandOptions TableOf(CLI::App& app, const CommandRow* row) {
  CommandOptions options{.row = row};
  for (CLI::Option* const option : app.get_options({})) {
    (option->get_positional() ? options.arguments : options.options)
        .push_back(OptionRowOf(*option));
  }
  return options;
}

}  // namespace

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<BoundCommand> BindCommands(CLI::App& app) {
  app.name(kProgramName);
  app.description(kProgramDescription);
  app.footer(kExitCodeHelp);
  app.set_version_flag("-V,--version", VersionText());
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Print every option and exit");  // of every command too
  std::vector<BoundCommand> bound;
  for (const CommandRow& row : AllCommands()) {
    CLI::App* const sub = app.add_subcommand(std::string(row.name), std::string(row.summary));
    sub->group(std::string(row.group));
    sub->get_option("--help-all")->group(kMoreGroup);
    std::unique_ptr<Command> command = row.make();
    command->Describe(*sub);
    if (command->is_configurable()) AddVerbosityOptions(*sub);
    sub->footer(ExamplesText(row));
    bound.push_back({sub, std::move(command)});
  }
  NoteConfigurationKeys(app);
  return bound;
}

std::string FullHelp(std::string_view command) {
  CLI::App app;
  const std::vector<BoundCommand> commands = BindCommands(app);
  for (const BoundCommand& bound : commands) {
    if (bound.app->get_name() == command) return bound.app->help(kProgramName);
  }
  return app.help();
}

std::vector<CommandOptions> DescribeCommands() {
  CLI::App app;
  const std::vector<BoundCommand> commands = BindCommands(app);
  std::vector<CommandOptions> described;
  described.push_back(TableOf(app, nullptr));
  const CommandRow* row = AllCommands().data();
  for (const BoundCommand& bound : commands) described.push_back(TableOf(*bound.app, row++));
  return described;
}

}  // namespace waymark::services
