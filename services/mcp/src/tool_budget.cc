#include <algorithm>

#include <fmt/format.h>

#include "graph/status.h"
#include "tool.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

constexpr char kBudgetArgument[] = "token_budget";
// Each has about the share of the rows that fits; the last one is for a single row.
constexpr int kMaxAttempts = 5;

// Some less than would fit if all rows took as much as each other.
std::uint32_t FewerRows(std::uint32_t limit, const std::string& text, std::uint64_t tokens,
                        std::uint64_t budget) {
  constexpr std::uint64_t kPart = 9;
  constexpr std::uint64_t kWhole = 10;
  constexpr std::uint64_t kBytesOfARow = 100;
  // Compact JSON is one line.
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  const std::uint64_t rows =
      std::clamp<std::uint64_t>(lines > 1 ? lines : text.size() / kBytesOfARow, 1, limit);
  const std::uint64_t fitting = rows * budget * kPart / (tokens * kWhole);
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fitting, 1, limit));
}

}  // namespace

Encoding PageEncodingOf(const ToolCall& call) {
  Encoding encoding = EncodingOf(call);
  if (call.arguments.Has(kBudgetArgument)) {
    encoding.call_options +=
        fmt::format(",\"{}\":{}", kBudgetArgument, call.arguments.Number(kBudgetArgument));
  }
  return encoding;
}

absl::StatusOr<ToolAnswer> WithinBudget(
    const ToolCall& call,
    const std::function<absl::StatusOr<ToolAnswer>(std::uint32_t limit)>& ask) {
  const std::uint64_t budget = call.arguments.Number(kBudgetArgument);
  std::uint32_t limit = call.arguments.Number("limit");
  for (int attempt = 1;; ++attempt) {
    WM_ASSIGN_OR_RETURN(ToolAnswer answer, ask(limit));
    const std::uint64_t tokens = wire::CountTokens(answer.text, wire::kDefaultTokenizer);
    if (tokens <= budget) return answer;
    if (limit == 1 || attempt == kMaxAttempts) {
      return absl::ResourceExhaustedError(fmt::format(
          "not even one row fits: the answer takes {} tokens; give a larger 'token_budget'",
          tokens));
    }
    limit = attempt + 1 == kMaxAttempts ? 1 : FewerRows(limit, answer.text, tokens, budget);
  }
}

}  // namespace waymark::services
