// Calls whose string arguments name members, their paths, or types.
#pragma once

#include <string_view>

namespace waymark::indexer {

// Functions whose string argument names the member or type that they use, by the last component of
// their name.
struct TextReader {
  std::string_view name;
  int text = 0;             // index of the string argument; kNoText: they use all members
  int holder = -1;          // index of the argument with the member; kNoHolder: unknown
  bool is_of_file = false;  // the member is in the same file
  // A first argument with a dot is the member's path including its module.
  bool takes_paths = false;
  std::string_view of{};     // last component of the required receiver
  bool names_types = false;  // the string, if it is a literal, and those after it name types
  bool is_typing =
      false;  // called by its own name or as `typing.`; only the first string names a type
};

inline constexpr int kNoText = -1;
inline constexpr int kNoHolder = -1;

}  // namespace waymark::indexer
