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

std::string_view LastIdentifier(std::string_view qualified_name) {
  const std::size_t mark = qualified_name.find_last_not_of("?!=");
  const bool has_mark = mark + 2 == qualified_name.size();
  std::size_t begin = qualified_name.size() - (has_mark ? 1 : 0);
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(qualified_name[begin - 1])) != 0 ||
                       qualified_name[begin - 1] == '_')) {
    --begin;
  }
  const bool is_mark_alone = has_mark && begin + 1 == qualified_name.size();
  return is_mark_alone ? std::string_view() : qualified_name.substr(begin);
}

std::size_t CharacterBegin(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

}  // namespace waymark::services
