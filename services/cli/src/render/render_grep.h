// The answer of `grep` as text.
#pragma once

#include <string>
#include <vector>

#include "output/screen.h"
#include "render/place_rows.h"
#include "services/verbs.h"

namespace waymark::services {

// A row for each match and each line around one (render/place_rows.h), with the symbol around it.
// Files alone are PATH, counts PATH:NUMBER. The callers of symbols come after all lines. Matches
// are marked unless the style is plain.
std::string RenderGrep(const GrepRequest& request, const GrepAnswer& answer,
                       const PathFinder& find_path, const Screen& screen);

// What the text leaves out and why, each on one line.
std::vector<std::string> GrepNotes(const GrepRequest& request, const GrepAnswer& answer);

}  // namespace waymark::services
