// Members that code reaches by a name that it computes.
#pragma once

#include <string_view>

namespace waymark {

// As the name of an unresolved reference: it may mean any member of its candidates, which are types
// or files, of their bases and of what derives from them; without candidates, of any type.
inline constexpr std::string_view kAnyMember = ".*";

}  // namespace waymark
