// Arguments of calls and decorators, read as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace waymark::indexer {

inline constexpr std::size_t kMaxLiteralBytes = 200;  // of a literal; longer ones are ignored

// A character after a literal that makes it part of a longer expression.
inline constexpr std::string_view kContinues = "+.%*|&?/[:\"'`";

// Characters of dotted names.
inline constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
// Characters before a "=" that is no assignment.
inline constexpr std::string_view kOfOperators = "=!<>+-*/%|&^~?";

bool IsOneOf(char c, std::string_view characters);

void SkipSpaces(std::string_view& text);

// As above, with these characters.
void SkipAny(std::string_view& text, std::string_view characters);

// Skips the name of an argument, `path = `, and following brackets.
void SkipArgumentName(std::string_view& text);

// Moves `text` to the end of its first argument, before the comma or bracket.
void SkipArgument(std::string_view& text);

// The literal or symbol at the beginning of `text`; nullopt if it has unknown parts.
std::optional<std::string_view> LiteralAt(std::string_view text);

// The first literal or symbol in `text`, after brackets and an argument name; empty if another
// expression comes first, or the literal has unknown parts.
std::string_view FirstLiteral(std::string_view text);

// The text after `name` among named arguments, or among the pairs of an object that is the first
// argument: from "=", ":" or "=>" on, or from whatever follows. nullopt if no argument has the
// name.
std::optional<std::string_view> ArgumentNamed(std::string_view arguments, std::string_view name);

// The end of the string at the beginning of `text`; the size of the text if it is not closed.
std::size_t EndOfString(std::string_view text);

// The end of the bracket at the beginning of `text`; npos if there is none or it is not closed.
std::size_t EndOfBracket(std::string_view text);

}  // namespace waymark::indexer
