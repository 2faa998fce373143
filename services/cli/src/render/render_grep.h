// The answer of `grep` as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "output/screen.h"
#include "render/place_rows.h"
#include "services/verbs.h"

namespace waymark::services {

// A row for each match and each line around one (render/place_rows.h), with the symbol around it.
// Files alone are PATH, counts PATH:NUMBER. The callers of symbols come after all lines. Matches
// are marked unless the style is plain.
std::string RenderGrep(const GrepRequest& request, const GrepAnswer& answer,
                       const PathFinder& find_path, const Screen& screen);

// {"hits":[{"path","line","column","text","from_column"?,"is_cut"?,"symbol"?:{"id","name","kind"}}],
// "context"?:[{"path","line","text"}],"symbols"?:[{"id","name","kind","callers","callers_omitted"}],
// "matching_lines","matching_files","files_searched","omitted","changed":[PATH],"skipped":[{"path",
// "reason"}],"index"}, one object, with a line break at its end. Instead of hits, files and counts
// have "files":[{"path","matching_lines"?}].
std::string GrepJson(const GrepRequest& request, const GrepAnswer& answer);

// What the text leaves out and why, each on one line.
std::vector<std::string> GrepNotes(const GrepRequest& request, const GrepAnswer& answer);

}  // namespace waymark::services
