#include "adaptive/cut_levels.h"

#include <cstddef>

#include "wire/tokens.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kCutMark = "…";

struct CutLevel {
  std::size_t bytes = 0;
  double worth = 0;  // of 1 for the whole text
};

// The begin of a text says more than the rest of it.
constexpr CutLevel kCutLevels[] = {{80, 0.5}, {400, 0.75}};
constexpr std::uint8_t kWhole = 3;  // the level behind them
// A cut saves at least this part of the text, or it is not worth the mark.
constexpr std::size_t kLeastPartSaved = 3;

bool HasCut(std::string_view whole, const CutLevel& cut) {
  return whole.size() > cut.bytes + whole.size() / kLeastPartSaved;
}

// The first bytes, without a part of a character.
std::string Begin(std::string_view text, std::size_t bytes) {
  const auto is_inside = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  while (bytes > 0 && is_inside(bytes)) --bytes;
  return std::string(text.substr(0, bytes)) + std::string(kCutMark);
}

std::uint32_t CostOf(std::string_view text) {
  return static_cast<std::uint32_t>(CountTokens(text, kDefaultTokenizer));
}

}  // namespace

KnapsackItem ItemOf(std::string_view whole, double weight, bool may_be_cut) {
  KnapsackItem item;
  item[kWhole - 1] = {.value = weight, .cost = CostOf(whole)};
  for (std::size_t i = 0; i + 1 < kWhole; ++i) {
    const CutLevel& cut = kCutLevels[i];
    if (!may_be_cut || !HasCut(whole, cut)) continue;
    const std::uint32_t cost = CostOf(Begin(whole, cut.bytes));
    if (cost < item[kWhole - 1].cost) item[i] = {.value = cut.worth * weight, .cost = cost};
  }
  return item;
}

std::string AtLevel(std::string_view whole, std::uint8_t level) {
  return IsCut(whole, level) ? Begin(whole, kCutLevels[level - 1U].bytes) : std::string(whole);
}

bool IsCut(std::string_view whole, std::uint8_t level) {
  return level < kWhole && HasCut(whole, kCutLevels[level - 1U]);
}

}  // namespace waymark::wire
