// What calls say by texts: members, their paths, types.
#pragma once

#include <string_view>

namespace waymark::indexer {

// Functions that a text tells which member or type they reach, by the last component of their name.
struct TextReader {
  std::string_view name;
  int text = 0;             // which argument the text is; kNoText: they reach all members
  int holder = -1;          // which argument has the member; kNoHolder: nothing tells
  bool is_of_file = false;  // the own file has it
  // Where the first argument is a text with a dot, that is the member's path from its module on.
  bool takes_paths = false;
  std::string_view of{};     // of what it is a member, by the last component of that
  bool names_types = false;  // the text, if one is written, and those behind it are of types
  bool is_typing = false;    // of that, of a call by its own name or by `typing.`; the first alone
};

inline constexpr int kNoText = -1;
inline constexpr int kNoHolder = -1;

}  // namespace waymark::indexer
