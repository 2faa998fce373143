#include "services/visible_text.h"

#include <algorithm>

#include "wire/utf8.h"

namespace waymark::services {
namespace {

// More backticks than any run in the text, at least `least`.
std::string MoreBackticks(std::string_view text, std::size_t least) {
  return std::string(std::max(least, wire::LongestRunOfBackticks(text) + 1), '`');
}

}  // namespace

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

std::string CodeSpan(std::string_view text) {
  const std::string code = VisibleLine(text);
  const std::string marks = MoreBackticks(code, 1);
  const bool touches = code.starts_with('`') || code.ends_with('`') || code.empty();
  const std::string_view blank = touches ? " " : "";
  return marks + std::string(blank) + code + std::string(blank) + marks;
}

std::string CodeFence(std::string_view text) {
  constexpr std::size_t kLeast = 3;
  return MoreBackticks(text, kLeast);
}

}  // namespace waymark::services
