// The words of C and C++ that are no names.
#pragma once

#include <string_view>

namespace waymark::indexer {

bool IsReservedWord(std::string_view word);

}  // namespace waymark::indexer
