// For Bash 3.2 and later, with or without the package bash-completion.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "help/completion_script.h"

namespace waymark::services {
namespace {

constexpr char kBashHead[] =
    R"(# Completion of waymark for bash, as `waymark completion bash` writes it.

)";

// The cases above set these: `kind` is empty if the word takes no value.
constexpr char kBashBody[] = R"(
_waymark() {
  local word=${COMP_WORDS[COMP_CWORD]} command= option= place=1 only_arguments= each
  local kind= words= many= i=0 before= IFS=$' \t\n'
  COMPREPLY=()
  while ((++i < COMP_CWORD)); do
    each=${COMP_WORDS[i]}
    if [[ ! $command ]]; then
      [[ $each == -* ]] || command=$each
    elif [[ $only_arguments ]]; then
      ((++place))
    elif [[ $each == -- ]]; then
      only_arguments=1 option=
    elif [[ $each == -* ]]; then
      _waymark_value "$command" "$each"
      option=${kind:+$each}
    elif [[ $each == = ]]; then
      continue
    elif [[ $option ]]; then
      [[ $many ]] || option=
    else
      ((++place))
    fi
  done
  [[ $word == = ]] && word=
  kind= words=
  if [[ ! $command || ( ! $only_arguments && $word == -* ) ]]; then
    kind=word
    _waymark_options "$command"
  elif [[ $option ]]; then
    _waymark_value "$command" "$option"
  else
    _waymark_value "$command" "$place"
  fi
  case $kind in
    word)
      COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    words)
      [[ $word == *,* ]] && before=${word%,*},
      COMPREPLY=($(compgen -P "$before" -W "$words" -- "${word##*,}"))
      compopt -o nospace 2>/dev/null ;;
    file|directory)
      IFS=$'\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -"${kind:0:1}" -- "$word")) ;;
  esac
  return 0
}

complete -F _waymark waymark
)";

std::string BashKind(ValueKind kind) {
  switch (kind) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kText:
      return "text";
    case ValueKind::kWord:
      return "word";
    case ValueKind::kWords:
      return "words";
    case ValueKind::kFile:
      return "file";
    case ValueKind::kDirectory:
      return "directory";
  }
  return "";
}

// Writes a case of _waymark_value.
std::string BashCase(const std::string& pattern, const OptionRow& row) {
  std::string text = fmt::format("    {}) kind={}", pattern, BashKind(row.kind));
  if (!row.words.empty()) text += fmt::format(" words='{}'", fmt::join(row.words, " "));
  if (row.takes_many) text += " many=1";
  return text + " ;;\n";
}

std::string BashCasesOf(const CommandOptions& command) {
  const std::string_view name = command.row->name;
  std::string text;
  for (const OptionRow& option : command.options) {
    for (const std::string& written : option.names) {
      if (!option.value.empty()) text += BashCase(fmt::format("'{} {}'", name, written), option);
    }
  }
  int place = 0;
  for (const OptionRow& argument : command.arguments) {
    ++place;
    // The last argument may be repeated.
    text += BashCase(argument.is_repeatable ? fmt::format("'{} '[{}-9]*", name, place)
                                            : fmt::format("'{} {}'", name, place),
                     argument);
  }
  return text;
}

std::string BashNames(const std::vector<OptionRow>& options) {
  std::string names;
  for (const OptionRow& option : options) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", fmt::join(option.names, " "));
  }
  return names;
}

}  // namespace

std::string BashCompletion(const std::vector<CommandOptions>& commands) {
  std::string options =
      "# What can be written behind the command $1; empty: in its place.\n"
      "_waymark_options() {\n  case $1 in\n";
  std::string values =
      "\n# What the option or argument $2 of the command $1 takes.\n"
      "_waymark_value() {\n  kind= words= many=\n  case \"$1 $2\" in\n";
  for (const CommandOptions& command : commands) {
    std::string written = BashNames(command.options);
    if (command.row == nullptr) {
      for (const CommandRow& row : AllCommands()) written += fmt::format(" {}", row.name);
    } else {
      values += BashCasesOf(command);
    }
    options += fmt::format("    '{}') words='{}' ;;\n",
                           command.row == nullptr ? "" : command.row->name, written);
  }
  return kBashHead + options + "  esac\n}\n" + values + "  esac\n}\n" + kBashBody;
}

}  // namespace waymark::services
