#include "services/visible_text.h"

#include <algorithm>

namespace waymark::services {

std::string VisibleMessage(std::string_view message) {
  constexpr std::string_view kListed = "\n  ";
  std::string out;
  for (;;) {
    const std::size_t end = std::min(message.find(kListed), message.size());
    out += VisibleLine(message.substr(0, end));
    if (end == message.size()) return out;
    out += kListed;
    message.remove_prefix(end + kListed.size());
  }
}

}  // namespace waymark::services
