// The scope that a commit subject or the title of a report begins with: `net/http: ...`, `fix(css):
// ...`, `[io] ...`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// In lower case, in order, without duplicates. Empty if the first line of `text` does not begin
// with a scope. Kinds of changes (`fix:`) and words that say too little (`error:`) are no scopes.
std::vector<std::string> CommitScopes(std::string_view text);

// Files in a directory of that name, in any case, or with that name without extension; ascending.
// Without prose. Cost: the files whose paths have its first word.
std::vector<FileId> FilesOfPart(const graph::ReadView& view, std::string_view part);

}  // namespace waymark::retrieval
