// What the headers of a pasted difference, as git writes it, say of the repository.
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

// The text with the paths of such headers as they are in the repository, without `a/` and `b/`,
// which are no names, and without hashes and numbers of lines. Other lines stay as they are. Cost:
// the text once.
std::string WithPathsOfDiffs(std::string_view text);

}  // namespace waymark::retrieval
