// What stands at a place of a view: files by the ends of their paths, and the symbols at a line.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/place.h"

namespace waymark::retrieval {

// The file of that path, else the files whose paths end with it, in order of paths. Cost: all
// files, where there is none of that path.
std::vector<FileId> FilesAt(const graph::ReadView& view, std::string_view path);

// The symbols that a file defines, in order of their beginnings, without itself and what it only
// mentions.
std::vector<SymbolId> DefinitionsIn(const graph::ReadView& view, FileId file);

// The innermost of the symbols of a file whose range holds the line; kNone where none does.
SymbolId InnermostAt(const graph::ReadView& view, std::span<const SymbolId> symbols,
                     std::uint32_t line);

// What is meant by a place: the file, the innermost symbol of the line, or what the name at the
// column means. Of symbols side by side on the line all; none behind the end of the file.
std::vector<SymbolId> SymbolsAt(const graph::ReadView& view, const Place& place);

}  // namespace waymark::retrieval
