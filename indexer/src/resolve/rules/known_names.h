// Names that come with a language or its standard library.
//
// Builtins are names that need no declaration. Foreign members are those that values of built-in
// and standard types have: a call of `x.get()` on a value of unknown type is never taken for the
// one method `get` of the repository. The lists are those of the languages' reference manuals, with
// the members of the most used modules; a name too many costs a guess, a name too few can cost a
// wrong edge.
#pragma once

#include <span>
#include <string_view>

namespace waymark::indexer {

extern const std::string_view kPythonBuiltins;
extern const std::string_view kPythonForeignMembers;
extern const std::string_view kCBuiltins;
extern const std::string_view kCForeignMembers;
extern const std::string_view kPlatformHeaders;  // of C, POSIX, Windows and the compilers
extern const std::string_view kCSharpBuiltins;
extern const std::string_view kCSharpForeignMembers;
extern const std::string_view kGoBuiltins;
extern const std::string_view kGoForeignMembers;
extern const std::string_view kJavaBuiltins;
extern const std::string_view kJavaForeignMembers;
extern const std::string_view kRustBuiltins;
extern const std::string_view kRustForeignMembers;
extern const std::string_view kScriptBuiltins;
extern const std::string_view kScriptForeignMembers;
extern const std::string_view kRubyBuiltins;
extern const std::string_view kRubyForeignMembers;

}  // namespace waymark::indexer
