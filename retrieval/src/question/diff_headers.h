// Headers of a pasted difference in git's format.
//
//   diff --git a/src/app.py b/src/app.py
//   index e7d4410a..9e4b1fca 100644
//   --- a/src/app.py
//   +++ b/src/app.py
//   @@ -79,7 +79,7 @@ def run(self):
#pragma once

#include <string>
#include <string_view>

namespace waymark::retrieval {

// Replaces such headers by the paths as they are in the repository, without `a/` and `b/`, which
// are not names, and without hashes and line numbers. Other lines stay unchanged. Cost: O(text).
std::string WithPathsOfDiffs(std::string_view text);

}  // namespace waymark::retrieval
