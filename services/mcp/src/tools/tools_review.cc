// The context for a review, composed of four answers.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/status.h"
#include "services/limits.h"
#include "services/pack_rest.h"
#include "services/state_text.h"
#include "services/test_scope_text.h"
#include "tools/tool.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

// The parts, in the order of the cursors.
enum ReviewPart : std::size_t {
  kDifferencePart,
  kBlastRadiusPart,
  kTestsPart,
  kContextPart,
  kReviewParts
};

// The cursor of the context is the list of packs that were shown, or this.
constexpr char kNoPacks[] = "-";
constexpr char kBetweenPacks = '+';
// A digit of a root takes at most one token.
constexpr std::uint64_t kRootTokens = kPackDigits;
// Separates the parts, and begins the line with the call for the rest.
constexpr std::uint64_t kFrameTokens = 16;

std::vector<std::string> PacksIn(const std::string& cursor) {
  std::vector<std::string> packs;
  if (cursor.empty() || cursor == kNoPacks) return packs;
  for (std::size_t at = 0; at <= cursor.size();) {
    const std::size_t end = std::min(cursor.find(kBetweenPacks, at), cursor.size());
    packs.push_back(cursor.substr(at, end - at));
    at = end + 1;
  }
  return packs;
}

// One part of a compound answer, written as an answer of its own.
void Append(const ToolAnswer& part, const std::string& name, ToolAnswer& whole) {
  if (!part.structured.is_null()) {
    whole.structured[name] = part.structured;
    whole.text = Compact(whole.structured) + "\n";
    return;
  }
  AddPart(part, whole);
}

// A payload without a call for its rest, because the whole answer has one.
absl::StatusOr<ToolAnswer> WithoutNextPage(wire::Payload payload, const Encoding& encoding,
                                           std::string& cursor) {
  cursor = payload.truncation ? payload.truncation->cursor : "";
  if (cursor.empty()) return Encoded(payload, encoding);
  payload.truncation->next_call.clear();
  return Recounted(std::move(payload), encoding);
}

// GCX1 has no layout for tests, so they take the general one.
absl::StatusOr<ToolAnswer> TestsWritten(const ToolCall& call, const TestScopeAnswer& tests) {
  if (call.arguments.Text("format") != "gcx") return Written(call, TextOf(tests), JsonOf(tests));
  ToolAnswer reply;
  WM_ASSIGN_OR_RETURN(reply.text, EncodedRows("test_scope", Json::parse(JsonOf(tests))));
  return reply;
}

// Adds a list whose verb gives a payload, and keeps the cursor of its next page.
template <typename Request, typename Answer>
absl::Status AddList(const ToolCall& call, Request request,
                     absl::StatusOr<Answer> (Verbs::*verb)(const Request&, const CallControl&),
                     const std::string& name, ToolAnswer& whole, std::string& next) {
  request.encoding = EncodingOf(call);
  WM_ASSIGN_OR_RETURN(Answer answer, (call.verbs.*verb)(request, call.control));
  WM_ASSIGN_OR_RETURN(const ToolAnswer reply,
                      WithoutNextPage(std::move(answer.payload), request.encoding, next));
  Append(reply, name, whole);
  return absl::OkStatus();
}

// Adds the parts before the context, and keeps their cursors.
absl::StatusOr<ToolAnswer> ListsOf(const ToolCall& call, const PartCursors& cursors,
                                   std::uint32_t limit, std::vector<std::string>& next) {
  const std::string base = call.arguments.Text("base");
  const StateChoice state = StateOf(call);
  ToolAnswer whole;
  if (const auto& cursor = cursors[kDifferencePart]) {
    DiffRequest request{
        .root = call.root, .base = base, .limit = limit, .cursor = *cursor, .state = state};
    WM_RETURN_IF_ERROR(AddList(call, std::move(request), &Verbs::Diff, "difference", whole,
                               next[kDifferencePart]));
  }
  if (const auto& cursor = cursors[kBlastRadiusPart]) {
    BlastRadiusRequest request{
        .root = call.root, .base = base, .limit = limit, .cursor = *cursor, .state = state};
    WM_RETURN_IF_ERROR(AddList(call, std::move(request), &Verbs::BlastRadius, "blast_radius", whole,
                               next[kBlastRadiusPart]));
  }
  if (cursors[kTestsPart]) {
    const TestScopeRequest request{.root = call.root,
                                   .base = base,
                                   .limit = limit,
                                   .cursor = *cursors[kTestsPart],
                                   .state = state};
    WM_ASSIGN_OR_RETURN(const TestScopeAnswer tests, call.verbs.TestScope(request, call.control));
    next[kTestsPart] = tests.cursor;
    WM_ASSIGN_OR_RETURN(const ToolAnswer reply, TestsWritten(call, tests));
    Append(reply, "tests", whole);
  }
  return whole;
}

std::uint64_t TokensOf(const std::string& text) {
  return wire::CountTokens(text, wire::kDefaultTokenizer);
}

// The note on a page after which no further pack can be excluded; otherwise empty.
std::string LastPageNote(const std::vector<std::string>& packs) {
  if (packs.size() < kMaxExcludedPacks) return "";
  return fmt::format(
      "the code around the change ends here, after {} pages of it; a larger 'token_budget' shows "
      "more on each",
      packs.size() + 1);
}

// Adds the code around the change, with the tokens that are left.
absl::Status AddContext(const ToolCall& call, const std::string& cursor, ToolAnswer& whole,
                        std::vector<std::string>& next) {
  const Encoding encoding = EncodingOf(call);
  const std::vector<std::string> packs = PacksIn(cursor);
  next[kContextPart] = packs.empty() ? kNoPacks : cursor;
  const std::uint64_t budget = call.arguments.Number("token_budget");
  const std::string last_page = LastPageNote(packs);
  const std::uint64_t used = TokensOf(whole.text) + TokensOf(CallAgain(call, RestOfParts(next))) +
                             TokensOf(last_page) + kRootTokens + kFrameTokens;
  if (used >= budget) return absl::OkStatus();  // the next page will have it
  const std::uint64_t left = budget - used;
  const ContextRequest request{.root = call.root,
                               .base = call.arguments.Text("base"),
                               .budget_tokens = static_cast<std::uint32_t>(left),
                               .encoding = encoding,
                               .state = StateOf(call),
                               .held = {.exclude = packs}};
  absl::StatusOr<ContextAnswer> answer = call.verbs.Context(request, call.control);
  // Only the budget differs from the arguments of the lists or of the page before.
  const bool is_too_small = absl::IsInvalidArgument(answer.status());
  if (is_too_small && !whole.text.empty()) return absl::OkStatus();  // the next page will have it
  if (!is_too_small) WM_RETURN_IF_ERROR(answer.status());
  wire::Payload payload = is_too_small ? wire::Payload{} : std::move(answer->payload);
  const bool has_more = payload.truncation && !payload.truncation->next_call.empty();
  if (is_too_small || (has_more && payload.symbols.empty() && whole.text.empty())) {
    next[kContextPart].clear();
    WM_ASSIGN_OR_RETURN(
        whole,
        PageWithoutRow(call, whole,
                       fmt::format("the code around the change ends here, since no further symbol "
                                   "of it fits into {} tokens; a larger 'token_budget' shows it",
                                   budget)));
    return absl::OkStatus();
  }
  if (!has_more) {
    next[kContextPart].clear();
  } else if (!payload.symbols.empty() && !last_page.empty()) {
    next[kContextPart].clear();
    whole.note = last_page;
  } else if (!payload.symbols.empty()) {
    next[kContextPart] = packs.empty() ? "" : cursor + kBetweenPacks;
    next[kContextPart] += PackNameOf(payload);
  }
  if (has_more) payload.truncation->next_call.clear();
  WM_ASSIGN_OR_RETURN(const ToolAnswer reply, Recounted(std::move(payload), encoding));
  Append(reply, "context", whole);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ToolAnswer> ContextForPr(const ToolCall& call) {
  WM_RETURN_IF_ERROR(HoldsAnswers(call).status());
  WM_ASSIGN_OR_RETURN(const PartCursors cursors, PartCursorsOf(call, kReviewParts));
  const bool has_context = cursors[kContextPart].has_value();
  const std::uint64_t budget = call.arguments.Number("token_budget");
  std::vector<std::string> next;
  ToolAnswer lists;  // does not include the call for the rest
  const auto ask = [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    next.assign(kReviewParts, "");
    WM_ASSIGN_OR_RETURN(lists, ListsOf(call, cursors, limit, next));
    if (has_context) {
      next[kContextPart] = cursors[kContextPart]->empty() ? kNoPacks : *cursors[kContextPart];
    }
    ToolAnswer page = WithRest(call, lists, RestOfParts(next));
    return limit > 1 ? std::move(page) : SingleRow(call, std::move(page));
  };
  // The context gets half of the budget, unless one row of each list takes more than the other
  // half.
  const std::uint32_t limit = call.arguments.Number("limit");
  absl::StatusOr<ToolAnswer> page = Within(has_context ? budget / 2 : budget, limit, ask);
  if (has_context && absl::IsResourceExhausted(page.status())) page = Within(budget, 1, ask);
  if (!page.ok() || !has_context || !page->note.empty()) return page;
  WM_RETURN_IF_ERROR(AddContext(call, *cursors[kContextPart], lists, next));
  return WithRest(call, std::move(lists), RestOfParts(next));
}

}  // namespace waymark::services
