#include "graph/open_names.h"

#include <algorithm>

namespace waymark {
namespace {

constexpr std::string_view kOne = "##";
constexpr std::string_view kSeveral = "##*";
constexpr std::string_view kOpen = "##+";  // a prefix or a suffix; the other end is open
constexpr std::size_t kIndexed = 2;        // letters

std::string Join(std::string_view first, std::string_view mark, std::string_view second) {
  std::string text(first);
  text += mark;
  text += second;
  return text;
}

std::string BeginKey(std::string_view prefix) {
  return Join(prefix.substr(0, std::min(prefix.size(), kIndexed)), "#", "");
}

std::string EndKey(std::string_view suffix) {
  return Join("", "#", suffix.substr(suffix.size() - std::min(suffix.size(), kIndexed)));
}

PastedName Parse(std::string_view text) {
  const std::size_t at = text.find(kOne);
  const bool is_between = !text.substr(at).starts_with(kSeveral);
  const std::size_t mark = is_between ? kOne.size() : kSeveral.size();
  return {text.substr(0, at), text.substr(at + mark), is_between};
}

using Has = std::function<bool(std::string_view key)>;

// Lengths of the beginnings, or ends, of `name` that some pasted name has. The first is 0, for
// none.
std::vector<std::size_t> Lengths(std::string_view name, bool at_end, const Has& has) {
  std::vector<std::size_t> lengths = {0};
  const auto part = [&](std::size_t size) {
    return at_end ? name.substr(name.size() - size) : name.substr(0, size);
  };
  const auto is_indexed = [&](std::size_t size) {
    return size <= name.size() && has(at_end ? EndKey(part(size)) : BeginKey(part(size)));
  };
  const bool has_longer = is_indexed(kIndexed);
  for (std::size_t size = 1; size < name.size(); ++size) {
    if (size < kIndexed ? !is_indexed(size) : !has_longer) continue;
    if (has(at_end ? Join("", kOpen, part(size)) : Join(part(size), kOpen, ""))) {
      lengths.push_back(size);
    }
  }
  return lengths;
}

}  // namespace

std::string TextOfPasted(const PastedName& name) {
  return Join(name.prefix, name.is_between ? kOne : kSeveral, name.suffix);
}

bool IsPasted(std::string_view text) { return text.find(kOne) != std::string_view::npos; }

std::vector<std::string> KeysOfPasted(std::string_view text) {
  const PastedName name = Parse(text);
  std::vector<std::string> keys = {std::string(kAnyPasted), std::string(text)};
  if (!name.prefix.empty()) {
    keys.push_back(BeginKey(name.prefix));
    keys.push_back(Join(name.prefix, kOpen, ""));
  }
  if (!name.suffix.empty()) {
    keys.push_back(EndKey(name.suffix));
    keys.push_back(Join("", kOpen, name.suffix));
  }
  return keys;
}

void VisitPasted(std::string_view name, const Has& has,
                 const std::function<void(std::string_view key, std::string_view between)>& visit) {
  if (!has(kAnyPasted)) return;
  const std::vector<std::size_t> begins = Lengths(name, false, has);
  const std::vector<std::size_t> ends = Lengths(name, true, has);
  for (const std::size_t begin : begins) {
    for (const std::size_t end : ends) {
      if (begin + end == 0 || begin + end >= name.size()) continue;
      const std::string_view prefix = name.substr(0, begin);
      const std::string_view suffix = name.substr(name.size() - end);
      for (const std::string_view mark : {kOne, kSeveral}) {
        const std::string key = Join(prefix, mark, suffix);
        if (!has(key)) continue;
        const bool is_between = mark == kOne;
        visit(key, is_between ? name.substr(begin, name.size() - begin - end) : std::string_view());
      }
    }
  }
}

}  // namespace waymark
