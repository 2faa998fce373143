// The columns that text takes on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::services {

// Columns of one line of visible text (services/visible_text.h): two for wide characters of East
// Asia and pictures, none for marks that combine with the character before. Tabs count as one.
std::size_t DisplayWidth(std::string_view text);

// `text` if it fits into `columns`, otherwise its beginning and "…". 0 columns: no limit.
std::string CutToWidth(std::string_view text, std::size_t columns);

}  // namespace waymark::services
