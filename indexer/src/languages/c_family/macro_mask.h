// Macros that a C or C++ grammar cannot know, blanked out before parsing.
//
// The preprocessor does not run here, and a macro in the wrong place costs the parser the class or
// the function around it: `class API Store {`, `int n GUARDED_BY(mutex);`, `extern "C" {` in an
// #ifdef, branches of an #if that each open the same brace. Such text becomes spaces, so that all
// positions stay what they were; the facts' texts come from the original. So do comments inside a
// macro of several lines; where they alone continue a line, a backslash does. And so does what is
// no macro, but what the grammars do not know: pointers without a name that have a value,
// `typename` in front of a value; of a parameter the value `{}` becomes `0`.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// `bytes` itself when nothing is to be masked, else a view of `buffer`, which then holds a copy.
// Cost: one pass over the bytes.
std::string_view MaskMacros(std::string_view bytes, std::string& buffer);
// The same for C, where words that the language reserves (`__user`) may be macros too; libraries of
// C++ give such names to everything.
std::string_view MaskCMacros(std::string_view bytes, std::string& buffer);

}  // namespace waymark::indexer
