#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/answer_pages.h"
#include "services/state_text.h"
#include "tools/tool.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

// Each attempt asks for about the share of rows that fits; the last one asks for a single row.
constexpr int kMaxAttempts = 5;
// The budget may be part of the text: this many digits are a token, and it occurs this often.
constexpr std::uint64_t kDigitsOfToken = 3;
constexpr std::uint64_t kTimesWritten = 2;
// Tokens that a page of one row leaves for the following pages: cursors grow, and rows differ.
constexpr std::uint64_t kHeadroom = 32;
// For tools without a limit.
constexpr std::uint32_t kAllRows = 1'000'000;
// Arguments that do not change the rows of an answer.
constexpr const char* kFormArguments[] = {"limit", kBudgetArgument, "cursor", "format",
                                          kIfNoneMatch};

// Slightly fewer rows than would fit if all had the same size.
std::uint32_t FewerRows(std::uint32_t limit, const ToolAnswer& answer, std::uint64_t tokens,
                        std::uint64_t budget) {
  constexpr std::uint64_t kPart = 9;
  constexpr std::uint64_t kWhole = 10;
  constexpr std::uint64_t kBytesOfARow = 100;
  std::uint64_t rows = answer.rows;
  if (rows == 0) {
    // Compact JSON has one line.
    const std::string& text = answer.text;
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    rows = lines > 1 ? lines : text.size() / kBytesOfARow;
  }
  rows = std::clamp<std::uint64_t>(rows, 1, limit);
  const std::uint64_t fitting = rows * budget * kPart / (tokens * kWhole);
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fitting, 1, limit));
}

std::uint64_t TokensOfNumber(std::uint64_t number) {
  return (fmt::formatted_size("{}", number) + kDigitsOfToken - 1) / kDigitsOfToken;
}

// The smallest budget for an answer that takes this many tokens at another budget.
std::uint64_t BudgetFor(std::uint64_t tokens, std::uint64_t budget) {
  const std::uint64_t written = TokensOfNumber(budget);
  const std::uint64_t needed = TokensOfNumber(tokens);
  return needed <= written ? tokens : tokens + kTimesWritten * (needed - written);
}

absl::Status NothingFits(std::uint64_t least_budget) {
  return WithRemedy(
      absl::ResourceExhaustedError(
          fmt::format("not even one row fits; give a 'token_budget' of at least {}", least_budget)),
      WithField(kBudgetArgument, fmt::format("{}", least_budget)));
}

std::string QuestionOf(const ToolCall& call) {
  Json asked = call.arguments.given();
  for (const char* name : kFormArguments) asked.erase(name);
  return fmt::format("{} {} {}", call.tool.name, call.root.string(), Compact(asked));
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

absl::StatusOr<ToolAnswer> SingleRow(const ToolCall& call, ToolAnswer page) {
  const std::uint64_t budget = call.arguments.Number(kBudgetArgument);
  const std::uint64_t tokens = TokensOf(page);
  const bool is_first = call.arguments.Text("cursor").empty();
  if (is_first ? page.rest.is_null() : tokens <= budget) return page;
  WM_ASSIGN_OR_RETURN(ToolAnswer bare,
                      PageWithoutRow(call, page,
                                     fmt::format("the row of this page is left out: it takes {} "
                                                 "tokens; a 'token_budget' of at least {} shows it",
                                                 tokens, BudgetFor(tokens, budget))));
  if (!is_first) return bare;
  page.tokens_needed = std::max(tokens, TokensOf(bare)) + kHeadroom;
  return page;
}

namespace {

// What the answer to a client that holds earlier ones has besides its rows: the handle of a
// session, and roots.
std::uint64_t TokensOfHeld(const ToolCall& call) {
  constexpr std::uint64_t kRootsTokens = 100;
  const bool begins_session = call.arguments.Text(kSessionArgument) == kNewSession;
  const bool has_root = !call.arguments.Text(kPackRootArgument).empty();
  return (begins_session ? kSessionTokens : 0) + (has_root ? kRootsTokens : 0);
}

}  // namespace

absl::StatusOr<ToolAnswer> WithinBudget(
    const ToolCall& call,
    const std::function<absl::StatusOr<ToolAnswer>(std::uint32_t limit)>& ask) {
  const std::uint32_t most =
      call.arguments.Takes("limit") ? call.arguments.Number("limit") : kAllRows;
  const auto page_of = [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    WM_ASSIGN_OR_RETURN(ToolAnswer page, ask(limit));
    if (limit > 1) return page;
    return SingleRow(call, std::move(page));
  };
  const std::uint64_t budget = call.arguments.Number(kBudgetArgument);
  return Within(budget - std::min(budget, TokensOfHeld(call)), most, page_of);
}

std::uint64_t TokensOf(const ToolAnswer& answer) {
  return wire::CountTokens(answer.text, wire::kDefaultTokenizer) +
         wire::CountTokens(answer.note, wire::kDefaultTokenizer);
}

absl::StatusOr<ToolAnswer> Within(
    std::uint64_t budget, std::uint32_t limit,
    const std::function<absl::StatusOr<ToolAnswer>(std::uint32_t limit)>& ask) {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int attempt = 1;; ++attempt) {
    WM_ASSIGN_OR_RETURN(ToolAnswer answer, ask(limit));
    const std::uint64_t tokens = std::max(TokensOf(answer), answer.tokens_needed);
    if (tokens <= budget) return answer;
    const bool is_last = limit == 1 || attempt == kMaxAttempts;
    // The pages between depend on the budget.
    if (attempt == 1 || is_last) least = std::min(least, tokens);
    if (is_last) return NothingFits(BudgetFor(least, budget));
    limit = attempt + 1 == kMaxAttempts ? 1 : FewerRows(limit, answer, tokens, budget);
  }
}

absl::StatusOr<Page> PageOf(const ToolCall& call, std::string_view state, std::uint32_t limit) {
  return Page::Of(QuestionOf(call), state, limit, call.arguments.Text("cursor"));
}

absl::StatusOr<ToolAnswer> PagedWhole(const ToolCall& call, std::uint32_t total,
                                      std::string_view state, const RowsWriter& write) {
  return WithinBudget(call, [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    WM_ASSIGN_OR_RETURN(const Page page, PageOf(call, state, limit));
    const RowRange rows = page.RowsOf(total);
    WM_ASSIGN_OR_RETURN(ToolAnswer answer,
                        write(rows, RestFrom(rows.end < total ? page.next() : "")));
    answer.rows = rows.end - rows.begin;
    return answer;
  });
}

absl::StatusOr<ToolAnswer> PagedPayload(
    const ToolCall& call, const wire::Payload& whole, std::uint32_t total,
    const std::function<wire::Payload(const wire::Payload& whole, RowRange rows)>& page_of) {
  const Encoding encoding = EncodingOf(call);
  const auto write = [&](RowRange rows, const Json& rest) -> absl::StatusOr<ToolAnswer> {
    if (rows.begin == 0 && rest.is_null()) return Recounted(whole, encoding);
    wire::Payload page = page_of(whole, rows);
    if (!rest.is_null()) {
      if (!page.truncation) page.truncation.emplace();
      page.truncation->cursor = rest.at("cursor").get<std::string>();
      page.truncation->next_call = CallAgain(call, rest);
    }
    return Recounted(std::move(page), encoding);
  };
  return PagedWhole(call, total, whole.index ? PageState(*whole.index) : "", write);
}

}  // namespace waymark::services
