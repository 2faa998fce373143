#include "retrieval/edit_distance.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "graph/ascii.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

char Fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Shorter words begin like too many others.
constexpr std::size_t kLeastBeginning = 3;

// In lower case, with dashes for underscores.
std::string PlainWord(std::string_view word) {
  std::string plain = LowerCase(word);
  std::replace(plain.begin(), plain.end(), '_', '-');
  return plain;
}

// Whether one word begins with the other, which is not short.
bool BeginsAlike(std::string_view written, std::string_view name) {
  return name.starts_with(written) || (name.size() >= kLeastBeginning && written.starts_with(name));
}

}  // namespace

std::uint32_t EditDistance(std::string_view a, std::string_view b, std::uint32_t limit) {
  a = a.substr(0, kMaxComparedBytes);
  b = b.substr(0, kMaxComparedBytes);
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;

  // Three rows of the optimal string alignment table: i - 2, i - 1 and i.
  std::array<std::array<std::uint32_t, kMaxComparedBytes + 1>, 3> rows{};
  for (std::uint32_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::uint32_t i = 1; i <= a.size(); ++i) {
    const auto& before = rows[(i + 1) % 3];  // row i - 2
    const auto& above = rows[(i - 1) % 3];
    auto& row = rows[i % 3];
    row[0] = i;
    std::uint32_t least = i;
    for (std::uint32_t j = 1; j <= b.size(); ++j) {
      const char x = Fold(a[i - 1]);
      const char y = Fold(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (x == y ? 0U : 1U)});
      if (i > 1 && j > 1 && x == Fold(b[j - 2]) && Fold(a[i - 2]) == y) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    if (least > limit) return limit + 1;
  }
  return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

std::optional<std::string> NearestName(std::string_view written,
                                       std::span<const std::string> names) {
  const std::string plain = PlainWord(written);
  std::optional<std::string> nearest;
  const std::size_t compared = std::min<std::size_t>(plain.size(), kMaxComparedBytes);
  auto limit = static_cast<std::uint32_t>(std::max<std::size_t>(compared / 3, 1));
  for (const std::string& name : names) {
    const std::uint32_t distance = EditDistance(plain, PlainWord(name), limit);
    if (distance > limit || (nearest.has_value() && distance == limit)) continue;
    nearest = name;
    limit = distance;
  }
  if (nearest.has_value() || plain.size() < kLeastBeginning) return nearest;
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return BeginsAlike(plain, PlainWord(name));
  });
  return found == names.end() ? std::nullopt : std::optional(*found);
}

}  // namespace waymark::retrieval
