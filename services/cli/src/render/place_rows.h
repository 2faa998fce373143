// Places in files with the code there, as `usages` and `grep` show them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "indexer/search/text_search.h"
#include "output/screen.h"

namespace waymark::services {

// A path of the checkout as the reader finds the file.
using PathFinder = std::function<std::string(const std::string& path)>;

// Any text may be empty.
struct PlaceRow {
  std::string path;        // in the checkout
  std::string shown_path;  // as a PathFinder has it
  std::uint32_t line = 0;
  std::uint32_t column = 0;                     // 0: a line around a match
  std::string kind = {};                        // what the place is: "call"
  std::string code = {};                        // the line, or a part of it
  std::vector<indexer::TextMatch> marked = {};  // parts of the code that stand out, in order
  std::string used = {};                        // what is used, unless it is what was asked about
  std::string around = {};                      // the symbol around the place
  std::string note = {};
  bool is_apart = false;  // lines are left out before it
};

// The rows as text, each on a line. In a pipe:
//
//   PATH:LINE:COLUMN: CODE  (KIND of USED, in AROUND; NOTE)
//   PATH-LINE- CODE                          a line around a match
//   --                                       before a row that is apart
//
// On a terminal each file begins with its path on a line of its own, and its rows are cut to the
// width of the screen, so that the first marked part is seen:
//
//   LINE:COLUMN: KIND  CODE  of USED, in AROUND; NOTE
std::string PlaceRowsText(const std::vector<PlaceRow>& rows, const Screen& screen);

}  // namespace waymark::services
