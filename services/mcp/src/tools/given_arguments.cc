#include "tools/given_arguments.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/ascii.h"
#include "retrieval/edit_distance.h"
#include "tools/argument_hints.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

using Rows = std::span<const ArgumentRow>;

// A longer name is told in part.
constexpr std::size_t kMaxToldBytes = 64;

// The beginning of what a call gave, with a cut character replaced.
std::string Told(const std::string& given) {
  return wire::ReplaceInvalidUtf8(std::string_view(given).substr(0, kMaxToldBytes));
}

const ArgumentRow* FindRow(Rows rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const ArgumentRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

// "token_budget" of "tokenBudget", "Token-Budget" and "token budget".
std::string SnakeCase(std::string_view name) {
  std::string snake;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i != 0 && IsUpper(name[i]) && IsLower(name[i - 1])) snake += '_';
    snake += name[i] == '-' || name[i] == ' ' ? '_' : ToLower(name[i]);
  }
  return snake;
}

bool SaysNothing(const Json& value) {
  return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
         (value.is_array() && value.empty());
}

// The value that a text holds as JSON; null if it holds none.
Json JsonInText(const Json& text) {
  const Json value =
      Json::parse(LowerCase(text.get_ref<const std::string&>()), nullptr, /*exceptions=*/false);
  return value.is_discarded() ? Json() : value;
}

// A list that is written as one text keeps the cases of its items.
Json ListInText(const std::string& text) {
  const std::string_view trimmed = Trimmed(text);
  if (!trimmed.starts_with('[') || !trimmed.ends_with(']')) return {};
  const Json list = Json::parse(trimmed, nullptr, /*exceptions=*/false);
  return list.is_array() ? list : Json();
}

Json AsText(const Json& value) {
  if (value.is_array() && value.size() == 1 && value.front().is_string()) return value.front();
  if (value.is_number_integer()) return value.dump();
  return value;
}

Json AsTexts(const Json& value) {
  if (!value.is_string()) return value;
  const Json list = ListInText(value.get_ref<const std::string&>());
  return list.is_null() ? Json::array({value}) : list;
}

Json AsNumber(const Json& value) {
  const Json only = AsText(value);
  if (!only.is_string()) return value;
  const Json number = JsonInText(only);
  return number.is_number() ? number : value;
}

Json AsFlag(const Json& value) {
  if (!value.is_string()) return value;
  const Json flag = JsonInText(value);
  return flag.is_boolean() ? flag : value;
}

class Taking {
 public:
  Taking(Rows rows, const Json& given) : rows_(rows), given_(given) {}

  TakenArguments Take() {
    std::vector<std::string> others;
    for (const auto& [name, value] : given_.items()) {
      const ArgumentRow* const exact = FindRow(rows_, name);
      if (name == kRepoArgument) {
        taken_.arguments[name] = value;  // what it may be depends on the workspace
      } else if (exact != nullptr && !SaysNothing(value)) {
        Set(*exact, value);
      } else if (exact == nullptr) {
        others.push_back(name);
      }
    }
    for (const std::string& name : others) SetOther(name);
    if (!ignored_.empty()) NoteIgnored();
    return std::move(taken_);
  }

 private:
  bool IsGiven(std::string_view argument) const { return taken_.arguments.contains(argument); }

  // The only argument that the name can mean and that the call does not give; null if there is
  // none.
  const ArgumentRow* MeantBy(const std::string& snake) const {
    if (const ArgumentRow* const row = FindRow(rows_, snake)) {
      return IsGiven(row->name) ? nullptr : row;
    }
    const ArgumentRow* meant = nullptr;
    for (const ArgumentRow& row : rows_) {
      const ArgumentHint* const hint = FindArgumentHint(row.name);
      if (hint == nullptr || IsGiven(row.name)) continue;
      const auto& names = hint->aliases;
      if (std::find(names.begin(), names.end(), snake) == names.end()) continue;
      if (meant != nullptr) return nullptr;
      meant = &row;
    }
    return meant;
  }

  // The argument that the call lacks and whose name is most like the given one; null if there is
  // none.
  const ArgumentRow* MissingLike(const std::string& name) {
    std::vector<std::string> missing;
    for (const ArgumentRow& row : rows_) {
      if (row.is_required && !IsGiven(row.name)) missing.emplace_back(row.name);
    }
    const std::optional<std::string> near = retrieval::NearestName(SnakeCase(name), missing);
    if (!near.has_value()) return nullptr;
    Note(fmt::format("'{}' is read as '{}'", Told(name), *near));
    return FindRow(rows_, *near);
  }

  void SetOther(const std::string& name) {
    const ArgumentRow* row = MeantBy(SnakeCase(name));
    if (row == nullptr) row = MissingLike(name);
    const Json& value = given_.at(name);
    if (row == nullptr) {
      ignored_.push_back(name);
    } else if (row->name == kRepoArgument) {
      taken_.arguments[kRepoArgument] = value;
    } else if (!SaysNothing(value)) {
      Set(*row, value);
    }
  }

  void Set(const ArgumentRow& row, const Json& value) {
    Json taken = Typed(row, value);
    if (row.type == FieldType::kText && taken.is_array()) taken = FirstOf(row, std::move(taken));
    taken_.arguments[std::string(row.name)] = std::move(taken);
  }

  Json Typed(const ArgumentRow& row, const Json& value) {
    switch (row.type) {
      case FieldType::kText:
        return AsText(value);
      case FieldType::kTexts:
        return AsTexts(value);
      case FieldType::kNumber:
      case FieldType::kShare:
        return AsNumber(value);
      case FieldType::kFlag:
        return AsFlag(value);
      case FieldType::kWord:
        return Word(row, AsText(value));
      case FieldType::kWords: {
        Json words = AsTexts(value);
        if (!words.is_array()) return words;
        for (Json& word : words) word = Word(row, word);
        return words;
      }
      case FieldType::kRepositories:
        break;  // no argument is
    }
    return value;
  }

  // The first item of a list for a text; the others go into the list beside it. The list itself if
  // there is none beside it, or if the call gives that one.
  Json FirstOf(const ArgumentRow& row, Json list) {
    const ArgumentHint* const hint = FindArgumentHint(row.name);
    const bool has_others = hint != nullptr && FindRow(rows_, hint->others) != nullptr &&
                            !given_.contains(hint->others);
    if (!has_others) return list;
    Json first = list.front();
    list.erase(0);
    taken_.arguments[std::string(hint->others)] = std::move(list);
    return first;
  }

  Json Word(const ArgumentRow& row, const Json& value) {
    if (!value.is_string()) return value;
    const std::string given = value;
    const std::string snake = SnakeCase(given);
    std::vector<std::string> words;
    for (const std::string_view word : row.words()) {
      if (SnakeCase(word) == snake) return word;
      words.emplace_back(word);
    }
    const std::string_view meant = MeantWord(row.name, snake);
    const std::optional<std::string> word =
        meant.empty() ? retrieval::NearestName(given, words) : std::string(meant);
    if (!word.has_value()) return value;
    Note(fmt::format("'{}' is read as '{}', since there is no '{}'", row.name, *word, Told(given)));
    return *word;
  }

  void NoteIgnored() {
    std::vector<std::string> names;
    for (const ArgumentRow& row : rows_) names.emplace_back(row.name);
    std::vector<std::string> told;
    for (const std::string& name : ignored_) {
      const std::optional<std::string> near = retrieval::NearestName(SnakeCase(name), names);
      told.push_back(fmt::format("'{}'{}", Told(name),
                                 near ? fmt::format(" (did you mean '{}'?)", *near) : ""));
    }
    Note(fmt::format("ignored, since the tool has no such argument: {}; it has: {}",
                     fmt::join(told, ", "), fmt::join(names, ", ")));
  }

  void Note(std::string_view note) {
    if (!taken_.note.empty()) taken_.note += "; ";
    taken_.note += note;
  }

  Rows rows_;
  const Json& given_;
  TakenArguments taken_{.arguments = Json::object(), .note = ""};
  std::vector<std::string> ignored_;
};

}  // namespace

TakenArguments TakeArguments(std::span<const ArgumentRow> rows, const Json& given) {
  if (!given.is_object()) return {.arguments = given, .note = ""};
  return Taking(rows, given).Take();
}

}  // namespace waymark::services
