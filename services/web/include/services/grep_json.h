// The answer of `grep` as JSON, which no codec writes, and what its readers look for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/verbs.h"

namespace waymark::services {

// {"hits":[{"path","line","column","text","from_column"?,"is_cut"?,"symbol"?:{"id","name","kind"}}],
// "context"?:[{"path","line","text"}],"symbols"?:[{"id","name","kind","callers","callers_omitted"}],
// "matching_lines","matching_files","files_searched","omitted","changed":[PATH],"skipped":[{"path",
// "reason"}],"index"}, one object, with a line break at its end. Instead of hits, files and counts
// have "files":[{"path","matching_lines"?}].
std::string GrepJson(const GrepRequest& request, const GrepAnswer& answer);

// Whether lines are asked for, rather than files or counts.
bool ShowsLines(const GrepRequest& request);
// Whether lines around the matches are asked for.
bool HasContext(const GrepRequest& request);
// Whether the line is a match rather than one around.
bool IsMatch(const GrepLine& line);
// Null if no symbol is around the line.
const GrepSymbol* SymbolAround(const GrepAnswer& answer, const GrepLine& line);
// Lines, or files, that match and that the answer leaves out.
std::uint64_t CountOmitted(const GrepRequest& request, const GrepAnswer& answer);
// Paths of the files whose content differs from the indexed one.
std::vector<std::string> ChangedFiles(const GrepAnswer& answer);

}  // namespace waymark::services
