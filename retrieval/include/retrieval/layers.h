// Layers of directories by the dependences of their code.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Sorts `directories` into layers. A directory stands for the files below it that lie in no nearer
// one of the list; "" is the top. The first layer uses none of the others; every further layer uses
// the layer below it. Within a layer, paths are in byte order. Directories without product code, or
// without an edge to another one, are in no layer.
//
// If two directories use each other, the one with fewer edges to the other lies below, and those
// few edges are ignored; with equal counts neither lies below. In a larger cycle the pairs with the
// fewest edges are ignored too; if all pairs have equally many, the cycle shares a layer. Errors:
// Cancelled. Cost: one pass over the edges of product code.
absl::StatusOr<std::vector<std::vector<std::string>>> FindLayers(
    const graph::ReadView& view, const std::vector<std::string>& directories,
    const std::atomic<bool>* cancelled);

}  // namespace waymark::retrieval
