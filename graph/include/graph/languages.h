// The traits of each language that all modules need; the rows are in graph/languages.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graph/kinds.h"

namespace waymark {

// Languages of one group can mean each other's definitions by a name.
enum class NameGroup : std::uint8_t {
  kNone = 0,
#define WM_NAME_GROUP(id) id,
#include "graph/languages.def"
};

inline constexpr std::size_t kNameGroupCount = 1
#define WM_NAME_GROUP(id) +1
#include "graph/languages.def"
    ;

struct LanguageTraits {
  NameGroup names = NameGroup::kNone;
  // Stands between the scopes of a qualified name.
  std::string_view separator = ".";
  // Stand before methods and fields of an instance, and before those of the type itself; empty: the
  // separator does.
  std::string_view instance_separator{};
  std::string_view static_separator{};
  bool is_code = true;  // false: documents, whose symbols are sections
};

// One past the largest number of a language; the numbers have no gaps.
inline constexpr std::size_t kLanguageBound = 1
#define WM_LANGUAGE(id, number, name, ...) +1
#include "graph/languages.def"
    ;

// By number; the first row is that of no language.
inline constexpr auto kLanguageTraits = [] {
  std::array<LanguageTraits, kLanguageBound> table{};
#define WM_LANGUAGE(id, number, name, ...) table[number] = LanguageTraits{__VA_ARGS__};
#include "graph/languages.def"
  return table;
}();

// A number outside of the list has the traits of no language.
constexpr const LanguageTraits& TraitsOf(Language language) {
  const auto number = static_cast<std::size_t>(language);
  return kLanguageTraits[number < kLanguageBound ? number : 0];
}

constexpr NameGroup NameGroupOf(Language language) { return TraitsOf(language).names; }

constexpr bool IsCode(Language language) { return TraitsOf(language).is_code; }

// Separator between the scopes of a qualified name: "." or "::".
constexpr std::string_view Separator(Language language) { return TraitsOf(language).separator; }

// What stands in front of a symbol's own name, where its scope has one: that of scopes, but for the
// methods and fields of a language that marks them.
constexpr std::string_view Separator(Language language, SymbolKind kind, bool is_static) {
  const bool is_member = kind == SymbolKind::kMethod || kind == SymbolKind::kField;
  const LanguageTraits& traits = TraitsOf(language);
  const std::string_view own = is_static ? traits.static_separator : traits.instance_separator;
  return is_member && !own.empty() ? own : traits.separator;
}

}  // namespace waymark
