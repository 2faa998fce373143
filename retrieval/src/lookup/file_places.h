// Finds files by the ends of their paths, and symbols at places in files.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/place.h"

namespace waymark::retrieval {

// The file with that path, otherwise the files whose paths end with it, in order of paths. Cost:
// O(files) if there is no file with that path.
std::vector<FileId> FilesAt(const graph::ReadView& view, std::string_view path);

// The symbols that a file defines, in order of their beginnings, without the file's own symbol and
// symbols that it only mentions.
std::vector<SymbolId> DefinitionsIn(const graph::ReadView& view, FileId file);

// The innermost of the symbols whose range contains the line; kNone if there is none.
SymbolId InnermostAt(const graph::ReadView& view, std::span<const SymbolId> symbols,
                     std::uint32_t line);

// The symbols that a place means: the file, the innermost symbol at the line, or the meaning of the
// name at the column. If several symbols lie side by side on the line, all of them; none beyond the
// end of the file.
std::vector<SymbolId> SymbolsAt(const graph::ReadView& view, const Place& place);

}  // namespace waymark::retrieval
