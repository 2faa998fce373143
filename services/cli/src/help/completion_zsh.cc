// For a file `_waymark` in a directory of $fpath, or for a running shell to read.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "help/completion_script.h"

namespace waymark::services {
namespace {

constexpr char kZshHead[] = R"(#compdef waymark
# Completion of waymark for zsh, as `waymark completion zsh` writes it.

)";

constexpr char kZshBodyStart[] = R"(
_waymark() {
  local context state state_descr line ret=1
  typeset -A opt_args
  _arguments -C)";

constexpr char kZshBodyEnd[] = R"( \
    '1:command:_waymark_commands' \
    '*::argument:->argument' && ret=0
  if [[ $state == argument ]] && (( $+functions[_waymark-$line[1]] )); then
    _waymark-$line[1] && ret=0
  fi
  return ret
}

if [[ $funcstack[1] == _waymark ]]; then
  _waymark "$@"
else
  compdef _waymark waymark
fi
)";

// Escapes text inside single quotes.
std::string ZshQuoted(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted;
}

// Puts a backslash before each of `special`, because _arguments interprets them.
std::string ZshEscaped(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// ":DIR:_files -/"
std::string ZshAction(const OptionRow& row) {
  const std::string value = ZshEscaped(row.value, "\\:");
  switch (row.kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kText:
      return fmt::format(":{}: ", value);
    case ValueKind::kWord:
      return fmt::format(":{}:({})", value, fmt::join(row.words, " "));
    case ValueKind::kWords:
      return fmt::format(":{0}:_values -s , {0} {1}", value, fmt::join(row.words, " "));
    case ValueKind::kFile:
      return fmt::format(":{}:_files", value);
    case ValueKind::kDirectory:
      return fmt::format(":{}:_files -/", value);
  }
  return "";
}

// Writes one word for _arguments for each name of the option.
std::vector<std::string> ZshWords(const OptionRow& option) {
  std::vector<std::string> words;
  for (const std::string& name : option.names) {
    // After one of its names is used, none is offered again.
    std::string word =
        option.is_repeatable ? "*" : fmt::format("({})", fmt::join(option.names, " "));
    word += name;
    if (!option.value.empty()) word += name.starts_with("--") ? "=" : "+";
    word += fmt::format("[{}]{}", ZshEscaped(option.description, "\\[]"), ZshAction(option));
    words.push_back(fmt::format("'{}'", ZshQuoted(word)));
  }
  return words;
}

// Writes the options as further words of a call of _arguments.
std::string ZshContinued(const std::vector<OptionRow>& options) {
  std::string text;
  for (const OptionRow& option : options) {
    for (const std::string& word : ZshWords(option)) text += fmt::format(" \\\n    {}", word);
  }
  return text;
}

std::string ZshFunction(const CommandOptions& command) {
  std::string text = fmt::format("_waymark-{}() {{\n  _arguments -S{}", command.row->name,
                                 ZshContinued(command.options));
  int place = 0;
  for (const OptionRow& argument : command.arguments) {
    const std::string at = argument.is_repeatable ? "*" : fmt::format("{}", ++place);
    text += fmt::format(" \\\n    '{}'", ZshQuoted(at + ZshAction(argument)));
  }
  return text + "\n}\n\n";
}

}  // namespace

std::string ZshCompletion(const std::vector<CommandOptions>& commands) {
  std::string functions;
  std::string before;
  std::string names = "_waymark_commands() {\n  local -a commands\n  commands=(\n";
  for (const CommandOptions& command : commands) {
    if (command.row == nullptr) {
      before = ZshContinued(command.options);
      continue;
    }
    functions += ZshFunction(command);
    names += fmt::format("    '{}:{}'\n", command.row->name,
                         ZshQuoted(ZshEscaped(command.row->summary, "\\:")));
  }
  names += "  )\n  _describe -t commands command commands\n}\n";
  return kZshHead + functions + names + kZshBodyStart + before + kZshBodyEnd;
}

}  // namespace waymark::services
