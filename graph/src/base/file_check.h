// What every builder asks of a file.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <absl/status/status.h>

#include "graph/base_builder.h"

namespace waymark::graph {

// InvalidArgument when an entry names a symbol that the file does not have, `contains` is given as
// an edge, or mentions are out of order. `attempted` begins the message: "add file to a base".
absl::Status CheckFile(std::string_view attempted, const FileInput& file);
// The same of the outgoing side alone, of a file with so many symbols.
absl::Status CheckReferences(std::string_view attempted, std::string_view path,
                             std::size_t symbol_count, std::span<const EdgeInput> edges,
                             std::span<const UnresolvedInput> unresolved);

}  // namespace waymark::graph
