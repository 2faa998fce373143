// Changes text that the grammars cannot parse into text of the same length that they can. Positions
// stay the same; the texts of facts come from the original.
//
// All grammars: `using x = f()` and `await using x = f()`, which declare a constant.
//
// TypeScript: `export type * from "x"`, and members of an interface or type that begin with type
// parameters after a line without a semicolon. The grammar parses `<` on the next line as a
// comparison or as type arguments and loses all following members; a semicolon in the white space
// before it ends the member above.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

inline constexpr std::size_t kMaxTypeParameterBytes = 4096;  // a longer list is left unchanged

// Return `bytes` itself if nothing changes, else a view of `buffer`, which then holds the changed
// copy. Cost: one search of the bytes for "using", and in TypeScript for '<' and "export type *".
std::string_view MaskDeclarations(std::string_view bytes, std::string& buffer);
std::string_view MaskScript(std::string_view bytes, std::string& buffer);

// Repairs tagged templates after type arguments, sql<Row>`select 1`, which the grammar parses as
// comparisons. Parses again with a `!` before the template, which loses its first character.
// Templates that do not begin with a plain character are left alone. `bytes`, which may be a view
// of `buffer`, is then a view of the new text. Fails like Parser::Parse. Cost: one search of the
// bytes; of the nodes if there may be such a template; a parse if there is one.
absl::Status ReadTagged(Parser& parser, const RuleTable& rules, std::string& buffer,
                        std::string_view& bytes, SyntaxTree& tree);

}  // namespace waymark::indexer
