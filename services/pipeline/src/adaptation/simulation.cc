// Simulation of the amounts that a configuration would have sent for recorded events.
#include <algorithm>

#include "adaptation/answer_history.h"
#include "services/tuner.h"

namespace waymark::services {
namespace {

// Tokens of "> [ref: r17]", where no reference was recorded.
constexpr std::uint64_t kTokensOfAReference = 7;

// Tokens of "> [id: r17]" on a line of its own.
constexpr std::uint64_t kTokensOfANumber = 8;

// Tokens of the answer itself.
std::uint64_t WithoutNumber(const StoredEvent& event) {
  const std::uint64_t number = event.is_numbered ? kTokensOfANumber : 0;
  return event.tokens_final - std::min(event.tokens_final, number);
}

bool IsReference(const StoredEvent& event) { return event.is_dedup_hit; }

// Tokens of recorded answers, for those that are not sent as they were recorded.
struct RecordedTokens {
  // The tokens of each answer that was sent whole, without its number.
  std::map<std::string, std::uint64_t> whole;
  // An answer for an unknown context became a reference: the sessions had one context.
  bool has_one_context = false;
  std::uint64_t of_a_reference = kTokensOfAReference;

  explicit RecordedTokens(std::span<const StoredEvent> events) {
    std::uint64_t sum = 0;
    std::uint64_t count = 0;
    for (const StoredEvent& event : events) {
      if (IsReference(event)) {
        sum += event.tokens_final;
        ++count;
        has_one_context = has_one_context || event.context_hash.empty();
      } else {
        whole[event.content_sha_prefix] = WithoutNumber(event);
      }
    }
    if (count != 0) of_a_reference = sum / count;
  }

  std::uint64_t Of(const StoredEvent& event) const {
    const auto found = whole.find(event.content_sha_prefix);
    return found == whole.end() ? event.tokens_baseline : found->second;
  }
};

}  // namespace

std::int64_t SimulatedSavings::saved_tokens() const {
  return static_cast<std::int64_t>(tokens_baseline - tokens_sent);
}

double SimulatedSavings::saved_pct() const {
  if (tokens_baseline == 0) return 0;
  return 100 * static_cast<double>(saved_tokens()) / static_cast<double>(tokens_baseline);
}

SimulatedSavings SimulateEvents(std::span<const StoredEvent> events,
                                const PipelineSettings& settings, const EndpointNamer& name_of) {
  const RecordedTokens recorded(events);
  const ReferenceSettings& references = settings.references;
  const bool has_one_context = references.has_one_context || recorded.has_one_context;
  std::map<AnswerPlace, AnswerHistory> histories;
  SimulatedSavings savings{.events = events.size()};
  for (const StoredEvent& event : events) {
    const EndpointSettings& own = EndpointOf(settings, name_of(event));
    const std::uint64_t whole = recorded.Of(event);
    savings.tokens_baseline += event.tokens_baseline;
    const bool is_long =
        event.response_chars >= own.least_body_bytes.value_or(references.least_body_bytes);
    const bool is_context_known = !event.context_hash.empty() || has_one_context;
    const bool may_refer = references.is_on && is_context_known && is_long &&
                           own.has_references.value_or(true) &&
                           recorded.of_a_reference * references.safety_factor <= whole;
    if (!may_refer) {
      savings.tokens_sent += whole;
      continue;
    }
    AnswerHistory& history = histories[PlaceOfAnswer(event)];
    const std::optional<std::size_t> since = history.AnswersSince(event.content_sha_prefix);
    const bool is_reference =
        since && *since < own.recent_answers.value_or(references.recent_answers);
    savings.references += is_reference ? 1 : 0;
    savings.tokens_sent += is_reference ? recorded.of_a_reference : whole + kTokensOfANumber;
    history.Use(event.content_sha_prefix);
  }
  return savings;
}

}  // namespace waymark::services
