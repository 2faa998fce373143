#include "languages/member_shape.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kOpening = "([{<";
constexpr std::string_view kClosing = ")]}>";
constexpr std::string_view kQuoting = "\"'`";
constexpr std::string_view kTo = "..";

// Follows brackets and quotes through a text.
class Nesting {
 public:
  // Whether the character stands outside of all of them.
  bool IsOutside(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (quote_ != '\0') {
      if (c == quote_) quote_ = '\0';
      return false;
    }
    const bool is_arrow = c == '>' && at > 0 && (text[at - 1] == '=' || text[at - 1] == '-');
    if (kClosing.find(c) != std::string_view::npos && !is_arrow && depth_ > 0) --depth_;
    const bool is_outside = depth_ == 0;
    if (kOpening.find(c) != std::string_view::npos) ++depth_;
    if (kQuoting.find(c) != std::string_view::npos) quote_ = c;
    return is_outside;
  }

 private:
  int depth_ = 0;
  char quote_ = '\0';
};

ParameterShape ReadShape(std::string_view text) {
  ParameterShape shape;
  const char* const end = text.data() + text.size();
  const char* at = std::from_chars(text.data(), end, shape.required).ptr;
  at = std::from_chars(at + std::min<std::ptrdiff_t>(end - at, kTo.size()), end, shape.most).ptr;
  const std::string_view types(at, static_cast<std::size_t>(end - at));
  for (std::size_t begin = 1; begin < types.size();) {
    const std::size_t comma = std::min(types.find(',', begin), types.size());
    shape.types.push_back(types.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return shape;
}

}  // namespace

std::string TextOfShape(const ParameterShape& shape) {
  return fmt::format("{}{}{}({}", shape.required, kTo, shape.most, fmt::join(shape.types, ","));
}

bool FitsShape(std::string_view member, std::string_view required, Surplus surplus) {
  if (member == kOpenShape || required == kOpenShape) return true;
  const ParameterShape given = ReadShape(member);
  const ParameterShape asked = ReadShape(required);
  const bool takes = surplus == Surplus::kIgnored
                         ? given.required <= asked.most
                         : given.required <= asked.required && given.most >= asked.most;
  if (!takes) return false;
  for (std::size_t i = 0; i < std::min(given.types.size(), asked.types.size()); ++i) {
    const bool is_known = !given.types[i].empty() && !asked.types[i].empty();
    if (is_known && given.types[i] != asked.types[i]) return false;
  }
  return true;
}

std::size_t FindOutside(std::string_view text, std::string_view characters) {
  Nesting nesting;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (nesting.IsOutside(text, i) && characters.find(text[i]) != std::string_view::npos) return i;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> SplitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!TrimmedSpace(text).empty()) {
    const std::size_t comma = std::min(FindOutside(text, ","), text.size());
    parts.push_back(TrimmedSpace(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

std::string_view InsideBrackets(std::string_view text, std::size_t open) {
  const std::string_view inside = text.substr(open + 1);
  Nesting nesting;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const bool is_outside = nesting.IsOutside(inside, i);
    if (is_outside && kClosing.find(inside[i]) != std::string_view::npos)
      return inside.substr(0, i);
  }
  return inside;
}

}  // namespace waymark::indexer
