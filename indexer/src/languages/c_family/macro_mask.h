// Masks macros of C and C++ that a grammar cannot parse.
//
// No preprocessor runs. A macro in an unexpected place costs the parser the enclosing class or
// function: `class API Store {`, `int n GUARDED_BY(mutex);`, `extern "C" {` in an #ifdef, #if
// branches that each open the same brace. Such text is replaced by spaces, so that positions stay
// the same; the texts of facts come from the original. Comments inside a macro of several lines
// become spaces too; where only a comment continues a line, a backslash replaces it. Some correct
// code that the grammars do not support is also changed: values of unnamed pointers and `typename`
// before a value are masked, and a parameter's default `{}` becomes `0`.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// Returns `bytes` itself if nothing is masked, else a view of `buffer`, which then holds the
// changed copy. Cost: one pass over the bytes.
std::string_view MaskMacros(std::string_view bytes, std::string& buffer);
// As MaskMacros, for C, where reserved words (`__user`) may be macros too. C++ libraries use such
// names for everything.
std::string_view MaskCMacros(std::string_view bytes, std::string& buffer);

}  // namespace waymark::indexer
