#include <fmt/format.h>
#include <fmt/ranges.h>

#include "help/completion_script.h"

namespace waymark::services {
namespace {

constexpr char kFishHead[] =
    R"(# Completion of waymark for fish, as `waymark completion fish` writes it.

)";

constexpr char kFishFunctions[] = R"(
# Whether the word that is written stands behind the command $argv[1], and is its argument
# $argv[2], where that is said.
function __waymark_at
    set -l words (commandline -opc)
    set -l command
    set -l valued
    set -l place 1
    set -l is_value 0
    for word in $words[2..]
        if test $is_value = 1
            set is_value 0
        else if not set -q command[1]
            string match -q -- '-*' $word; and continue
            set command $word
            set valued (__waymark_valued $command)
        else if string match -q -- '-*' $word
            contains -- $word $valued; and set is_value 1
        else
            set place (math $place + 1)
        end
    end
    test "$command" = "$argv[1]"; or return 1
    if set -q argv[3] # and those behind it
        test $place -ge $argv[2]
    else if set -q argv[2]
        test $place -eq $argv[2]
    end
end

# Words of a list with commas, behind those that are written.
function __waymark_list
    set -l before (commandline -ct | string replace -r -- '^-[^=]*=' '' | string match -r -- '^.*,')
    for word in $argv
        echo "$before"$word
    end
end

complete -c waymark -f
)";

std::string FishQuoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

// The completion of the value, with the flag that requires a value for an option.
std::string FishValues(const OptionRow& row) {
  const bool is_option = row.names.front().starts_with('-');
  const std::string_view must_follow = is_option ? " -x" : "";
  switch (row.kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kText:
      return std::string(must_follow);
    case ValueKind::kWord:
      return fmt::format("{} -a '{}'", must_follow, fmt::join(row.words, " "));
    case ValueKind::kWords:
      return fmt::format("{} -a '(__waymark_list {})'", must_follow, fmt::join(row.words, " "));
    case ValueKind::kFile:
      return is_option ? " -r -F" : " -F";
    case ValueKind::kDirectory:
      return fmt::format("{} -a '(__fish_complete_directories)'", must_follow);
  }
  return "";
}

std::string FishNames(const OptionRow& option) {
  std::string text;
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return text;
}

std::string FishLines(const CommandOptions& command) {
  const std::string name(command.row == nullptr ? "''" : command.row->name);
  std::string text;
  for (const OptionRow& option : command.options) {
    text += fmt::format("complete -c waymark -n \"__waymark_at {}\"{}{} -d {}\n", name,
                        FishNames(option), FishValues(option), FishQuoted(option.description));
  }
  int place = 0;
  for (const OptionRow& argument : command.arguments) {
    const std::string values = FishValues(argument);
    ++place;
    if (values.empty()) continue;
    text += fmt::format("complete -c waymark -n \"__waymark_at {} {}{}\"{} -d {}\n", name, place,
                        argument.is_repeatable ? " more" : "", values, FishQuoted(argument.value));
  }
  return text;
}

// Writes a case of the function that lists the options with values.
std::string FishValuedCase(const CommandOptions& command) {
  std::string names;
  for (const OptionRow& option : command.options) {
    if (!option.value.empty()) names += fmt::format(" {}", fmt::join(option.names, " "));
  }
  if (names.empty()) return "";
  return fmt::format("        case {}\n            printf '%s\\n'{}\n", command.row->name, names);
}

}  // namespace

std::string FishCompletion(const std::vector<CommandOptions>& commands) {
  std::string valued =
      "# Options of the command $argv[1] behind which a value stands.\n"
      "function __waymark_valued\n    switch $argv[1]\n";
  std::string lines;
  for (const CommandOptions& command : commands) {
    lines += FishLines(command);
    if (command.row == nullptr) continue;
    valued += FishValuedCase(command);
    lines += fmt::format("complete -c waymark -n \"__waymark_at ''\" -a {} -d {}\n",
                         command.row->name, FishQuoted(command.row->summary));
  }
  return kFishHead + valued + "    end\nend\n" + kFishFunctions + lines;
}

}  // namespace waymark::services
