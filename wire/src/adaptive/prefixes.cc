#include "adaptive/prefixes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "wire/tokens.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kLeastBytesOfPrefix = 10;
constexpr std::size_t kMostBytesOfPrefix = 400;
// Beginnings that are weighed by their tokens.
constexpr std::size_t kMostBeginnings = 48;
// The line that names a prefix has its text, a symbol, "=" and a line break.
constexpr std::size_t kTokensOfPrefixLine = 3;
constexpr std::size_t kLeastGain = 4;

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// A beginning shared by strings[first .. last).
struct Beginning {
  std::string_view text;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t tokens = 0;

  std::size_t bytes_saved() const { return text.size() * (last - first); }
};

// Length of the common beginning, cut back so that no word is divided.
std::size_t CommonBeginning(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min({a.size(), b.size(), kMostBytesOfPrefix});
  std::size_t common = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(limit), b.begin()).first -
      a.begin());
  const auto divides = [&](std::string_view text) {
    return common < text.size() && IsWordCharacter(text[common - 1]) &&
           IsWordCharacter(text[common]);
  };
  while (common > 0 && (divides(a) || divides(b))) --common;
  // The mark before the rest reads better there: "~/issues".
  if (common > 0 && common < a.size() && a[common - 1] == '/') --common;
  return common;
}

std::vector<Beginning> CommonBeginnings(const std::vector<std::string_view>& strings) {
  std::vector<Beginning> beginnings;
  for (std::size_t i = 1; i < strings.size(); ++i) {
    const std::size_t common = CommonBeginning(strings[i - 1], strings[i]);
    if (common < kLeastBytesOfPrefix) continue;
    beginnings.push_back({.text = strings[i].substr(0, common)});
  }
  std::sort(beginnings.begin(), beginnings.end(),
            [](const Beginning& a, const Beginning& b) { return a.text < b.text; });
  const auto same = [](const Beginning& a, const Beginning& b) { return a.text == b.text; };
  beginnings.erase(std::unique(beginnings.begin(), beginnings.end(), same), beginnings.end());
  for (Beginning& beginning : beginnings) {
    const auto first = std::lower_bound(strings.begin(), strings.end(), beginning.text);
    const auto last = std::partition_point(first, strings.end(), [&](std::string_view text) {
      return text.starts_with(beginning.text);
    });
    beginning.first = static_cast<std::size_t>(first - strings.begin());
    beginning.last = static_cast<std::size_t>(last - strings.begin());
  }
  const auto saves_more = [](const Beginning& a, const Beginning& b) {
    return a.bytes_saved() != b.bytes_saved() ? a.bytes_saved() > b.bytes_saved() : a.text < b.text;
  };
  std::sort(beginnings.begin(), beginnings.end(), saves_more);
  beginnings.resize(std::min(beginnings.size(), kMostBeginnings));
  for (Beginning& beginning : beginnings) {
    beginning.tokens = CountTokens(beginning.text, kDefaultTokenizer);
  }
  return beginnings;
}

// Tokens that a beginning saves beside the prefixes that are chosen already.
std::size_t GainOf(const Beginning& beginning, const std::vector<std::size_t>& covered) {
  std::size_t saved = 0;
  std::size_t own = beginning.tokens;
  for (std::size_t i = beginning.first; i < beginning.last; ++i) {
    own = std::min(own, beginning.tokens - std::min(beginning.tokens, covered[i]));
    if (beginning.tokens > covered[i] + 1) saved += beginning.tokens - covered[i] - 1;
  }
  const std::size_t cost = own + kTokensOfPrefixLine;
  return saved > cost ? saved - cost : 0;
}

}  // namespace

std::vector<Prefix> FindPrefixes(std::vector<std::string_view> strings) {
  const auto is_out = [](std::string_view text) {
    return text.size() < kLeastBytesOfPrefix || FindControl(text) != text.size();
  };
  strings.erase(std::remove_if(strings.begin(), strings.end(), is_out), strings.end());
  std::sort(strings.begin(), strings.end());
  std::vector<Beginning> beginnings = CommonBeginnings(strings);
  std::vector<std::size_t> covered(strings.size(), 0);  // tokens that a chosen prefix has
  std::vector<Prefix> chosen;
  while (chosen.size() < kPrefixSymbols.size()) {
    const Beginning* best = nullptr;
    std::size_t best_gain = kLeastGain;
    for (const Beginning& beginning : beginnings) {
      const std::size_t gain = GainOf(beginning, covered);
      if (gain <= best_gain) continue;
      best = &beginning;
      best_gain = gain;
    }
    if (best == nullptr) break;
    for (std::size_t i = best->first; i < best->last; ++i) {
      covered[i] = std::max(covered[i], best->tokens);
    }
    chosen.push_back({kPrefixSymbols[chosen.size()], std::string(best->text)});
  }
  return chosen;
}

}  // namespace waymark::wire
