#include "services/whole_word.h"

#include <cctype>
#include <cstddef>

namespace waymark::services {

bool HasWord(std::string_view text, std::string_view word) {
  const auto is_inside = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                text[at] == '-' || text[at] == '_');
  };
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
    if (!is_inside(at - 1) && !is_inside(at + word.size())) return true;
  }
  return false;
}

}  // namespace waymark::services
