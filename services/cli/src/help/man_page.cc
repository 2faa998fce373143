#include "help/man_page.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/configuration_keys.h"
#include "help/reference_text.h"
#include "services/quantities.h"
#include "services/version.h"

namespace waymark::services {
namespace {

constexpr ReferenceEntry kManFiles[] = {
    {"$XDG_DATA_HOME/waymark", "The store, when no other is named; else ~/.local/share/waymark."},
    {"$XDG_CONFIG_HOME/waymark/config.json",
     "The configuration, JSON with comments; else ~/.config/waymark/config.json. `waymark config` "
     "shows its keys."},
    {"$XDG_STATE_HOME/waymark/installed.json",
     "What `waymark install` changed; else ~/.local/state/waymark/installed.json."},
    {"$XDG_RUNTIME_DIR/waymark", "Sockets of daemons; else /tmp/waymark-UID."},
};

constexpr ReferenceEntry kManEnvironment[] = {
    {"XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR", "Where files lie."},
    {"NO_COLOR", "If it is not empty, text has no colours unless `--color always` asks for them."},
    {"PAGER",
     "The command that shows texts longer than the terminal where neither `--pager` nor the key "
     "`pager` names one. Empty or `cat`: texts are written as they are."},
};

// Stand for the backticks around a command, which man pages show in bold.
constexpr char kBeginBold = '\x01';
constexpr char kEndBold = '\x02';

// Escapes text so that troff shows it unchanged.
std::string TroffText(std::string_view text) {
  static constexpr std::pair<char, std::string_view> kEscapes[] = {
      {'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},      {'`', "\\(ga"},    {'"', "\\(dq"},
      {'^', "\\(ha"}, {'~', "\\(ti"}, {kBeginBold, "\\fB"}, {kEndBold, "\\fR"}};
  std::string escaped;
  for (const char c : text) {
    const auto* const found = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                           [c](const auto& escape) { return escape.first == c; });
    if (found == std::end(kEscapes)) {
      escaped += c;
    } else {
      escaped += found->second;
    }
  }
  // A dot at the start of a line would begin a troff request.
  return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string TroffLines(std::string_view text) {
  std::string marked(text);
  bool is_bold = false;
  for (char& c : marked) {
    if (c == '`') c = std::exchange(is_bold, !is_bold) ? kEndBold : kBeginBold;
  }
  return FilledText(marked, TroffText);
}

std::string TroffBold(std::string_view text) { return fmt::format("\\fB{}\\fR", TroffText(text)); }

std::string TroffItalic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", TroffText(text));
}

std::string UpperCase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

std::string ManHead(std::string_view title, const std::string& date, std::string_view summary) {
  return fmt::format(
      ".TH {} 1 \"{}\" \"Waymark {}\" \"Waymark manual\"\n"
      ".SH NAME\n{}",
      TroffText(UpperCase(title)), date, kVersion,
      TroffLines(fmt::format("{} - {}", title, summary)));
}

std::string ManParagraph(const std::string& term, std::string_view text) {
  return fmt::format(".TP\n{}\n{}", term, TroffLines(text));
}

std::string ManSection(std::string_view heading, std::span<const ReferenceEntry> entries) {
  std::string text = fmt::format(".SH {}\n", heading);
  for (const ReferenceEntry& entry : entries)
    text += ManParagraph(TroffBold(entry.term), entry.meaning);
  return text;
}

// "TASK", "[REV2]", "[CLIENT...]"
std::string ArgumentUsage(const OptionRow& argument) {
  const std::string value = TroffItalic(ArgumentValue(argument));
  return argument.is_required ? value : fmt::format("[{}]", value);
}

// Those before the options, or those behind them.
std::string ArgumentsUsage(const std::vector<OptionRow>& arguments, bool is_behind) {
  std::string text;
  for (const OptionRow& argument : arguments) {
    if (IsBehindOptions(argument) == is_behind) text += " " + ArgumentUsage(argument);
  }
  return text;
}

std::string OptionTerm(const OptionRow& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(TroffBold(name));
  const std::string value = option.value.empty() ? "" : " " + TroffItalic(option.value);
  return fmt::format("{}{}", fmt::join(names, ", "), value);
}

// Writes the options under the headings of the help, in the same order.
std::string OptionSections(const std::vector<OptionRow>& options) {
  std::string text;
  for (const std::string& group : GroupsOf(options)) {
    text += fmt::format(".SH \"{}\"\n", TroffText(UpperCase(group)));
    for (const OptionRow& option : options) {
      if (option.group == group) text += ManParagraph(OptionTerm(option), OptionMeaning(option));
    }
  }
  return text;
}

std::string ExampleSection(const std::vector<std::string_view>& examples) {
  std::string text = ".SH EXAMPLES\n.nf\n";
  for (const std::string_view example : examples) text += TroffText(example) + "\n";
  return text + ".fi\n";
}

// The variables for options of `command`; for the program, those of every command.
std::string EnvironmentSection(const CommandOptions& command) {
  std::string text;
  for (const ConfigurationKey& key : AllConfigurationKeys()) {
    const bool is_named =
        key.command.empty() || (command.row != nullptr && key.command == command.row->name);
    const bool has_option = std::any_of(
        command.options.begin(), command.options.end(), [&key](const OptionRow& option) {
          return std::find(option.names.begin(), option.names.end(), key.option) !=
                 option.names.end();
        });
    if (command.row != nullptr && !(is_named && has_option)) continue;
    const std::string whose = key.command.empty() || command.row != nullptr
                                  ? std::string(key.option)
                                  : fmt::format("{} of {}", key.option, key.command);
    const std::string meaning =
        key.meaning.empty()
            ? fmt::format(
                  "Stands for {}, as the key {} of the "
                  "configuration does.",
                  whose, key.name)
            : fmt::format("{}, as with the key {} of the configuration.", key.meaning, key.name);
    text += ManParagraph(TroffBold(EnvironmentName(key)), meaning);
  }
  if (command.row == nullptr) {
    for (const ReferenceEntry& entry : kManEnvironment)
      text += ManParagraph(TroffBold(entry.term), entry.meaning);
  }
  return text.empty() ? "" : ".SH ENVIRONMENT\n" + text;
}

std::string ManPageName(const CommandRow& row) { return fmt::format("waymark-{}", row.name); }

std::string ManSeeAlso(std::vector<std::string> pages) {
  for (std::string& page : pages) page = TroffBold(page) + "(1)";
  return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(pages, ",\n"));
}

ManPage PageOfCommand(const CommandOptions& command, const std::string& date) {
  const CommandRow& row = *command.row;
  const std::string name = ManPageName(row);
  std::string summary(row.summary);
  std::string text = ManHead(name, date, summary);
  text += fmt::format(".SH SYNOPSIS\n{}", TroffBold(fmt::format("waymark {}", row.name)));
  text += ArgumentsUsage(command.arguments, false);
  text += fmt::format(" [{}]", TroffItalic("OPTION..."));
  text += ArgumentsUsage(command.arguments, true);
  text += fmt::format("\n.SH DESCRIPTION\n{}", TroffLines(row.answer));
  for (const OptionRow& argument : command.arguments) {
    text += ManParagraph(TroffItalic(argument.value), OptionMeaning(argument));
  }
  text += OptionSections(command.options);
  text += ExampleSection(LinesOf(row.examples));
  text += ManSection("EXIT STATUS", ExitCodes());
  text += EnvironmentSection(command);
  text += ManSection("FILES", kManFiles);
  std::vector<std::string> pages = {"waymark"};
  for (const CommandRow& other : AllCommands()) {
    if (other.group == row.group && other.name != row.name) pages.push_back(ManPageName(other));
  }
  text += ManSeeAlso(std::move(pages));
  return {name + ".1", std::move(text)};
}

ManPage PageOfProgram(const CommandOptions& program, const std::string& date) {
  std::string text = ManHead("waymark", date, "a code graph, and answers from it within a budget");
  text += fmt::format(".SH SYNOPSIS\n{0} {1} [{2}]\n.br\n{0} {3}\n.SH DESCRIPTION\n",
                      TroffBold("waymark"), TroffItalic("COMMAND"), TroffItalic("ARGUMENT..."),
                      TroffBold("--version"));
  for (const std::string_view line : LinesOf(kProgramDescription)) text += TroffLines(line);
  text += ".PP\n";
  text += TroffLines(
      "Without arguments it shows whether the repository around the current directory is indexed, "
      "and what to try. Options that most commands share, such as --repo, --json and -q, may also "
      "stand before the command.");
  text += OptionSections(program.options);
  text += ".SH COMMANDS\n";
  std::string_view group;
  std::vector<std::string> pages;
  std::vector<std::string_view> examples;
  for (const CommandRow& row : AllCommands()) {
    if (row.group != group) text += fmt::format(".SS {}\n", TroffText(row.group));
    group = row.group;
    text += ManParagraph(TroffBold(ManPageName(row)) + "(1)", fmt::format("{}.", row.summary));
    pages.push_back(ManPageName(row));
    examples.push_back(LinesOf(row.examples).front());
  }
  text += ExampleSection(examples);
  text += ManSection("EXIT STATUS", ExitCodes());
  text += EnvironmentSection(program);
  text += ManSection("FILES", kManFiles);
  return {"waymark.1", text + ManSeeAlso(std::move(pages))};
}

}  // namespace

std::vector<ManPage> ManPages(const std::vector<CommandOptions>& commands,
                              const std::string& date) {
  std::vector<ManPage> pages;
  pages.reserve(commands.size());
  for (const CommandOptions& command : commands) {
    pages.push_back(command.row == nullptr ? PageOfProgram(command, date)
                                           : PageOfCommand(command, date));
  }
  return pages;
}

std::optional<std::string> DayOf(const std::string& epoch_seconds) {
  constexpr std::int64_t kYear10000 = 253'402'300'800;
  std::int64_t seconds = 0;
  const char* const last = epoch_seconds.data() + epoch_seconds.size();
  const auto [end, error] = std::from_chars(epoch_seconds.data(), last, seconds);
  if (error != std::errc() || end != last || seconds < 0 || seconds >= kYear10000) {
    return std::nullopt;
  }
  return UtcDay(seconds);
}

}  // namespace waymark::services
