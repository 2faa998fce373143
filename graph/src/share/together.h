// Runs equal pieces of work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace waymark::graph {

// Calls work(index) for each index below `count`, in any order, and returns when all are done. If
// the system starts fewer threads than `threads`, those share the work, at least the calling one.
void RunTogether(unsigned threads, std::size_t count,
                 const std::function<void(std::size_t index)>& work);

}  // namespace waymark::graph
