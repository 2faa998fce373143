// The name of references to members that code reaches by a computed name.
#pragma once

#include <string_view>

namespace waymark {

// The name of an unresolved reference that may mean any member of its candidates. The candidates
// are types or files; members of their bases and of types derived from them count as well. Without
// candidates it may mean any member of any type.
inline constexpr std::string_view kAnyMember = ".*";

// The same in a language that has literals for names, so that no text need hold the name that is
// meant.
inline constexpr std::string_view kAnyLiteralMember = ".:*";

}  // namespace waymark
