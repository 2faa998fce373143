// The part of a repository that a subject says it is about: `net/http: ...`, `fix(css): ...`,
// `[io] ...`, as subjects of commits and titles of reports begin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// In lower case, in order, distinct; none where the first line of `text` does not begin so, and no
// word that says what kind of change it is (`fix:`), or too little (`error:`).
std::vector<std::string> CommitScopes(std::string_view text);

// Files that lie in a directory of that name, whatever its case, or are called so but for the
// extension; ascending. Without prose. Cost: the files whose paths have its first word.
std::vector<FileId> FilesOfPart(const graph::ReadView& view, std::string_view part);

}  // namespace waymark::retrieval
