// Names that the C preprocessor pastes together. Only the beginning of `do_##name()` is known.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark {

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
