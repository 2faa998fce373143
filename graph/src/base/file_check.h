// Checks that every builder makes on a file.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <absl/status/status.h>

#include "graph/base_builder.h"

namespace waymark::graph {

// InvalidArgument if an entry refers to a symbol that the file does not have, `contains` is given
// as an edge, or mentions are out of order. The message begins with `attempted`: "add file to a
// base".
absl::Status CheckFile(std::string_view attempted, const FileInput& file);
// The same only for the outgoing edges and references of a file with `symbol_count` symbols.
absl::Status CheckReferences(std::string_view attempted, std::string_view path,
                             std::size_t symbol_count, std::span<const EdgeInput> edges,
                             std::span<const UnresolvedInput> unresolved);

}  // namespace waymark::graph
