// Which directories lie above which, by what their code uses of each other.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Layers of `directories`, each of which stands for the files below it that none of the others is
// nearer to; "" is the top. The first layer uses none of the others, every further one something of
// the layer below it; within one, paths are in byte order. Directories without product code, or
// without a tie to another one, are in none.
//
// Of two directories that use each other, the one with fewer edges of dependence to the other lies
// below, and those few edges are not looked at; with as many both ways neither does. Of a circle of
// several, the ties of fewest edges are not looked at either; where all have as many, it shares a
// layer. Errors: Cancelled. Cost: the edges of product code once.
absl::StatusOr<std::vector<std::vector<std::string>>> FindLayers(
    const graph::ReadView& view, const std::vector<std::string>& directories,
    const std::atomic<bool>* cancelled);

}  // namespace waymark::retrieval
