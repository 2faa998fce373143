// Arguments of calls and decorators, read as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace waymark::indexer {

inline constexpr std::size_t kMaxLiteralBytes = 200;  // of a literal; longer ones name nothing

// What goes on behind a literal makes it a part of something longer.
inline constexpr std::string_view kContinues = "+.%*|&?/[:\"'`";

// Of names with dots between their parts.
inline constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
// In front of a "=" that gives no variable its value.
inline constexpr std::string_view kOfOperators = "=!<>+-*/%|&^~?";

bool IsOneOf(char c, std::string_view characters);

void SkipSpaces(std::string_view& text);

// The same, and those characters.
void SkipAny(std::string_view& text, std::string_view characters);

// Behind the name of an argument: `path = `, and brackets behind that.
void SkipArgumentName(std::string_view& text);

// Behind the first argument in `text`, in front of the comma or the bracket.
void SkipArgument(std::string_view& text);

// The literal or the symbol that `text` begins with. Nothing where it has parts that are not known.
std::optional<std::string_view> LiteralAt(std::string_view text);

// The first literal or symbol in `text`, behind brackets and the name of an argument; empty where
// another expression comes first, or the literal has parts that are not known.
std::string_view FirstLiteral(std::string_view text);

// What stands behind `name` among named arguments, or among the pairs of an object that is the
// first of them: from "=", ":" or "=>" on, or from what else follows. Nothing where no argument has
// it.
std::optional<std::string_view> ArgumentNamed(std::string_view arguments, std::string_view name);

// Behind the string that `text` begins with; its size when it has no end.
std::size_t EndOfString(std::string_view text);

// Behind the end of the bracket that `text` begins with; npos when it begins or ends with none.
std::size_t EndOfBracket(std::string_view text);

}  // namespace waymark::indexer
