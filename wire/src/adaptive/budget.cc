// The parts of a text that are worth most within a number of tokens.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "adaptive/json_value.h"
#include "adaptive/parts.h"
#include "graph/knapsack.h"
#include "wire/adaptive.h"
#include "wire/tokens.h"

namespace waymark::wire {
namespace {

// Sums of costs that are tried. Parts share what they cost, so the sum is not the cost of the text.
constexpr int kMostRounds = 10;
// The first rounds guess in proportion; while none fits, the others halve the sum.
constexpr int kMostGuesses = 3;
// A text that takes this part of the budget is not made longer.
constexpr std::size_t kPercentThatIsFull = 97;

std::uint64_t CostOfAll(std::span<const KnapsackItem> items) {
  std::uint64_t sum = 0;
  for (const KnapsackItem& item : items) {
    std::uint32_t whole = 0;
    for (const KnapsackLevel& level : item) {
      if (level.cost != kNoLevel) whole = std::max(whole, level.cost);
    }
    sum += whole;
  }
  return sum;
}

template <typename Parts>
class BudgetFitter {
 public:
  BudgetFitter(const Parts& parts, std::size_t budget, std::string_view whole_call)
      : parts_(parts), budget_(budget), whole_call_(whole_call) {}

  // Fills in the part that fits. InvalidArgument if none does.
  absl::Status Fit(FittedText& out) {
    std::uint64_t low = 0;
    std::uint64_t high = CostOfAll(parts_.items()) + 1;
    std::uint64_t sum = std::min<std::uint64_t>(budget_, high - 1);
    bool fits = false;
    for (int round = 0; round < kMostRounds && low + 1 < high; ++round) {
      FittedText tried = Choose(sum);
      const std::size_t tokens = tried.shrunk.tokens_after;
      (tokens <= budget_ ? low : high) = sum;
      if (tokens <= budget_ && (!fits || tried.worth > out.worth)) {
        Take(std::move(tried), out);
        fits = true;
        if (100 * tokens >= kPercentThatIsFull * budget_) break;
      }
      // The tokens that a part adds beyond its cost make a guess in proportion too long again and
      // again.
      const bool guesses = fits || round < kMostGuesses;
      const std::uint64_t guess = sum * budget_ / tokens;
      const bool is_between = guess > low && guess < high;
      sum = guesses && is_between ? guess : low + (high - low) / 2;
    }
    if (fits) return absl::OkStatus();
    FittedText least = Choose(0);
    const std::size_t tokens = least.shrunk.tokens_after;
    if (tokens > budget_) {
      return absl::InvalidArgumentError(
          fmt::format("shrink: {} tokens are too few; the smallest part of this text takes {}",
                      budget_, tokens));
    }
    Take(std::move(least), out);
    return absl::OkStatus();
  }

 private:
  FittedText Choose(std::uint64_t sum) const {
    const KnapsackChoice choice = ChooseLevels(parts_.items(), sum);
    KeptText kept = parts_.Keep(choice.levels);
    FittedText out;
    out.shrunk.text = fmt::format("{} {}\n{}> [+{} more. call {}]\n", kAdaptiveMark, kPartFormat,
                                  kept.text, kept.missing, whole_call_);
    out.shrunk.tokens_after = CountTokens(out.shrunk.text, kDefaultTokenizer);
    out.missing = kept.missing;
    const double all = BestWorth(parts_.items(), CostOfAll(parts_.items()));
    out.worth = choice.value / all;
    out.bound = BestWorth(parts_.items(), sum) / all;
    return out;
  }

  // Keeps what is known of the whole text.
  static void Take(FittedText tried, FittedText& out) {
    tried.shrunk.format = kPartFormat;
    tried.shrunk.shape = std::move(out.shrunk.shape);
    tried.shrunk.tokens_before = out.shrunk.tokens_before;
    out = std::move(tried);
  }

  const Parts& parts_;
  std::size_t budget_;
  std::string_view whole_call_;
};

template <typename Parts>
absl::Status FitParts(const Parts& parts, std::size_t budget, std::string_view whole_call,
                      FittedText& out) {
  return BudgetFitter<Parts>(parts, budget, whole_call).Fit(out);
}

}  // namespace

absl::StatusOr<FittedText> ShrinkToBudget(std::string_view text, std::size_t budget,
                                          std::string_view whole_call) {
  FittedText out;
  out.shrunk = ShrinkText(text);
  if (out.shrunk.tokens_after <= budget) return out;
  const absl::StatusOr<JsonValue> root = ParseJsonValue(text);
  const absl::Status status = root.ok() ? FitParts(JsonParts(*root), budget, whole_call, out)
                                        : FitParts(LineParts(text), budget, whole_call, out);
  if (!status.ok()) return status;
  return out;
}

}  // namespace waymark::wire
