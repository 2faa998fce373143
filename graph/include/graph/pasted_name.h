// Names that the preprocessor of C pastes together: of `do_##name()` no more is known than how it
// begins.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark {

struct PastedName {
  std::string_view prefix;  // either may be empty, not both
  std::string_view suffix;
  bool is_between = true;  // one argument of the macro stands between them, and nothing else
};

// As the name of an unresolved reference: it may mean whatever is called so.
inline constexpr std::string_view kAnyPasted = "##";

// The text that stands for it in facts, and back.
std::string TextOfPasted(const PastedName& name);
bool IsPasted(std::string_view text);

// The names under which references to it are kept, so that whoever has a name finds them:
// kAnyPasted, how the name begins and ends by two letters, each of both in full, and the whole.
std::vector<std::string> KeysOfPasted(std::string_view text);

// Calls `visit` with the whole key of each pasted name that `name` may be, and with what stands
// between, empty where that is not known; `has` tells whether references are kept under a key.
// Cost: five keys for most names, two a letter for those that begin or end like a pasted one.
void VisitPasted(std::string_view name, const std::function<bool(std::string_view key)>& has,
                 const std::function<void(std::string_view key, std::string_view between)>& visit);

}  // namespace waymark
