// The answer of `grep` as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "services/verbs.h"

namespace waymark::services {

// A line for each match, as compilers write places: PATH:LINE:COLUMN: TEXT  (in SYMBOL). Lines
// around matches are PATH-LINE- TEXT, and `--` stands between lines that do not follow each other.
// Files alone are PATH, counts PATH:NUMBER. The callers of symbols come after all lines.
std::string RenderGrep(const GrepRequest& request, const GrepAnswer& answer);

// {"hits":[{"path","line","column","text","from_column"?,"is_cut"?,"symbol"?:{"id","name","kind"}}],
// "context"?:[{"path","line","text"}],"symbols"?:[{"id","name","kind","callers","callers_omitted"}],
// "matching_lines","matching_files","files_searched","omitted","changed":[PATH],"skipped":[{"path",
// "reason"}],"index"}, one object, with a line break at its end. Instead of hits, files and counts
// have "files":[{"path","matching_lines"?}].
std::string GrepJson(const GrepRequest& request, const GrepAnswer& answer);

// What the text leaves out and why, each on one line.
std::vector<std::string> GrepNotes(const GrepRequest& request, const GrepAnswer& answer);

}  // namespace waymark::services
