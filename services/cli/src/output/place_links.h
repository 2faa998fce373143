// Places in text for people, as links to the lines they name.
#pragma once

#include <string>
#include <string_view>

#include "output/text_style.h"

namespace waymark::services {

// `text`, in which each "src/app.py:10", "src/app.py:10-14" and "src/app.py:10:5" is painted as a
// place and links to its line. A path has a dot or a slash. Unchanged in a plain style. Text from a
// repository must have been made visible before.
std::string WithPlaceLinks(const TextStyle& style, std::string_view text);

}  // namespace waymark::services
