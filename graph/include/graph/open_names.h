// Names that a source tells only in part: code computes them, or the C preprocessor pastes them
// together. Only the beginning of `do_##name()` is known.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark {

// The name of an unresolved reference that may mean any member of its candidates. The candidates
// are types or files; members of their bases and of types derived from them count as well. Without
// candidates it may mean any member of any type.
inline constexpr std::string_view kAnyMember = ".*";

// The same in a language that has literals for names, so that no text need hold the name that is
// meant.
inline constexpr std::string_view kAnyLiteralMember = ".:*";

struct PastedName {
  std::string_view prefix;  // either may be empty, not both
  std::string_view suffix;
  bool is_between = true;  // exactly one argument of the macro stands between them
};

// The name of an unresolved reference that may mean any name that a macro pastes.
inline constexpr std::string_view kAnyPasted = "##";

// The text that stands for a pasted name in facts, and the test for it.
std::string TextOfPasted(const PastedName& name);
bool IsPasted(std::string_view text);

// The keys under which references to a pasted name are stored, so that a look-up of a full name
// finds them: kAnyPasted; two letters of its beginning and of its end; the whole prefix and the
// whole suffix; and the whole text.
std::vector<std::string> KeysOfPasted(std::string_view text);

// Calls `visit` for each pasted name that `name` may be, with its whole key and with the text in
// the gap, which is empty when it is not known. `has` says whether any references are stored under
// a key. Cost: five keys for most names, two per letter for names that begin or end like a pasted
// one.
void VisitPasted(std::string_view name, const std::function<bool(std::string_view key)>& has,
                 const std::function<void(std::string_view key, std::string_view between)>& visit);

}  // namespace waymark
