// Text that the TypeScript grammar cannot read, changed into text of the same length that it can.
//
// Two forms: `export type * from "x"`, and members of an interface or type that begin with type
// parameters and end at the end of a line. The grammar takes `<` on the next line for a comparison
// or for type arguments and loses all members that follow; a semicolon in the white space before it
// ends the member above. Positions stay what they were; the facts' texts come from the original.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

inline constexpr std::size_t kMaxTypeParameterBytes = 4096;  // a longer list is left as it is

// `bytes` itself when nothing is to be changed, else a view of `buffer`, which then holds a copy.
// Cost: one search of the bytes for '<' and for "export type *".
std::string_view MaskScript(std::string_view bytes, std::string& buffer);

// Where `tree`, of `bytes`, has templates behind type arguments, sql<Row>`select 1`, which the
// grammar takes for comparisons, parses again with a `!` in front of the template, which is shorter
// by its first character. Templates that begin otherwise than with a plain character stay as they
// are. `bytes`, perhaps a view of `buffer`, is then one of that. Fails like Parser::Parse.
// Cost: one search of the bytes; where there may be any, of the nodes; where there are, a parse.
absl::Status ReadTagged(Parser& parser, const RuleTable& rules, std::string& buffer,
                        std::string_view& bytes, SyntaxTree& tree);

}  // namespace waymark::indexer
