// The parser of TOML, without its assertions.
//
// Version 3.3 asserts that the head of a table begins with a key before it looks whether it does;
// in a release build it promises so to the optimiser. Here it does neither, and comes to its own
// error.
#pragma once

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
