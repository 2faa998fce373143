// The known parts of a text that an expression puts together: "visit_" + kind, f"visit_{kind}",
// "visit_%s" % kind, `on${name}`, "#{name}=".
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// The text for a name of which only the beginning or the end is written, as TextOfPasted has it
// (graph/open_names.h). Empty if the expression is a plain literal, or if neither is known.
std::string PatternOf(std::string_view expression);

}  // namespace waymark::indexer
