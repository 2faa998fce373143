#include "session/session_memory.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "session/known_tools.h"
#include "session/near_reference.h"
#include "wire/tokens.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

// A name in a list that is separated by blanks.
bool IsListed(std::string_view list, std::string_view name) {
  for (std::size_t at = list.find(name); at != std::string_view::npos;
       at = list.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || list[at - 1] == ' ';
    if (begins && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

bool WasChanged(const RecentAnswer& read, std::span<const std::string> changed) {
  if (changed.empty() || read.paths.empty()) return true;
  return std::any_of(changed.begin(), changed.end(), [&read](const std::string& path) {
    return std::any_of(read.paths.begin(), read.paths.end(),
                       [&path](const std::string& other) { return Touches(path, other); });
  });
}

}  // namespace

std::optional<FoundReference> SessionMemory::Refer(const std::string& context,
                                                   const RecentAnswer& answer,
                                                   std::string_view text) {
  MutexLock lock(mutex_);
  Context& known = ContextOf(context);
  std::optional<FoundReference> found = ReferExactly(known, answer);
  if (!found.has_value()) found = ReferNearly(known, answer, text);
  return found;
}

bool SessionMemory::Repeats(const std::string& context, RecentAnswer answer) {
  MutexLock lock(mutex_);
  Context& known = ContextOf(context);
  const bool is_known = known.unnumbered.Find(answer.content) != nullptr;
  if (!is_known) known.unnumbered.Add(std::move(answer));
  return is_known;
}

std::uint32_t SessionMemory::Number(const std::string& context, RecentAnswer answer,
                                    std::string text) {
  MutexLock lock(mutex_);
  if (claimed_.size() > kMostClaimed) return 0;
  std::uint32_t ordinal = last_ordinal_ + 1;
  while (claimed_.contains(ordinal)) ++ordinal;
  if (!originals_.Add(ordinal, std::move(text))) return 0;
  last_ordinal_ = ordinal;
  answer.ordinal = ordinal;
  if (unsent_.size() >= kMostUnsent) unsent_.erase(unsent_.begin());
  unsent_.emplace(ordinal, Unsent{context, std::move(answer)});
  return ordinal;
}

void SessionMemory::Sent(std::uint32_t ordinal) {
  MutexLock lock(mutex_);
  auto unsent = unsent_.extract(ordinal);
  if (unsent.empty()) return;
  Context& context = ContextOf(unsent.mapped().context);
  RecentAnswer& answer = unsent.mapped().answer;
  answer.sent_at = context.spent_tokens;
  context.numbered.Add(std::move(answer));
}

void SessionMemory::Spend(const std::string& context, std::size_t tokens) {
  MutexLock lock(mutex_);
  ContextOf(context).spent_tokens += tokens;
}

void SessionMemory::Claim(std::span<const std::uint32_t> ordinals) {
  MutexLock lock(mutex_);
  for (const std::uint32_t ordinal : ordinals) {
    if (claimed_.size() <= kMostClaimed) claimed_.insert(ordinal);
  }
}

void SessionMemory::Invalidate(std::span<const std::string> paths) {
  MutexLock lock(mutex_);
  EraseIf([paths](const RecentAnswer& answer) {
    return answer.kind == ToolKind::kFileRead && WasChanged(answer, paths);
  });
}

void SessionMemory::InvalidateTools(std::string_view server, std::string_view tools) {
  MutexLock lock(mutex_);
  EraseIf([server, tools](const RecentAnswer& answer) {
    return answer.server == server && IsListed(tools, answer.tool);
  });
}

void SessionMemory::Compact() {
  MutexLock lock(mutex_);
  ++partition_;
  EraseIf([](const RecentAnswer&) { return true; });
  originals_.Release();
}

std::uint32_t SessionMemory::partition() const {
  MutexLock lock(mutex_);
  return partition_;
}

absl::StatusOr<std::string> SessionMemory::Recall(std::string_view reference) const {
  const std::optional<std::uint32_t> ordinal = ParseOrdinal(reference);
  if (!ordinal.has_value()) {
    return absl::InvalidArgumentError(
        fmt::format("recall: '{}' is no number of an answer; send one as a line such as "
                    "'> [ref: r17]' shows it: r17",
                    wire::VisibleLine(reference)));
  }
  MutexLock lock(mutex_);
  if (const std::string* const text = originals_.Find(*ordinal)) return *text;
  if (*ordinal > last_ordinal_) {
    return absl::NotFoundError(
        last_ordinal_ == 0
            ? fmt::format("recall: no answer has the number {}, none has one yet", reference)
            : fmt::format("recall: no answer has the number {}; the last one is r{}", reference,
                          last_ordinal_));
  }
  return absl::NotFoundError(fmt::format(
      "recall: the text of {} is not kept any more; make the call that gave it again", reference));
}

SessionMemory::Context& SessionMemory::ContextOf(const std::string& id) {
  const auto [known, is_new] = contexts_.try_emplace(
      id, Context{RecentAnswers(recent_answers_), RecentAnswers(recent_answers_), 0, 0});
  known->second.used = ++uses_;
  if (is_new && contexts_.size() > kMostContexts) {
    contexts_.erase(std::min_element(
        contexts_.begin(), contexts_.end(),
        [](const auto& a, const auto& b) { return a.second.used < b.second.used; }));
  }
  return known->second;
}

bool SessionMemory::IsNameable(const Context& context, const RecentAnswer& answer) const {
  return context.spent_tokens - answer.sent_at <= settings_.most_age_tokens &&
         claimed_.size() <= kMostClaimed && !claimed_.contains(answer.ordinal) &&
         originals_.Find(answer.ordinal) != nullptr;
}

std::optional<FoundReference> SessionMemory::ReferExactly(Context& context,
                                                          const RecentAnswer& answer) {
  const RecentAnswer* const named = context.numbered.Find(answer.content);
  if (named == nullptr || !IsNameable(context, *named)) return std::nullopt;
  ReferenceHint hint{.ordinal = named->ordinal, .certainty = std::nullopt, .from = std::nullopt};
  if (settings_.verbosity != HintVerbosity::kTerse) {
    // Encoding is deterministic: the same text and template give the same bytes.
    hint.certainty = named->template_id == answer.template_id ? ReferenceCertainty::kByteIdentical
                                                              : ReferenceCertainty::kUnchanged;
  }
  if (settings_.verbosity == HintVerbosity::kVerbose) hint.from = named->kind;
  return Promise(context, *named, hint);
}

// The difference is always to the last answer to the call that was sent whole.
std::optional<FoundReference> SessionMemory::ReferNearly(Context& context,
                                                         const RecentAnswer& answer,
                                                         std::string_view text) {
  if (!settings_.has_near_references || near_references_ >= settings_.most_near_references) {
    return std::nullopt;
  }
  const RecentAnswer* const named = context.numbered.FindCall(answer.call);
  if (named == nullptr || !IsNameable(context, *named)) return std::nullopt;
  std::optional<std::vector<FieldChange>> changes =
      NearChanges(*originals_.Find(named->ordinal), text);
  if (!changes.has_value()) return std::nullopt;
  std::optional<FoundReference> found =
      Promise(context, *named, NearReferenceHint{named->ordinal, *std::move(changes)});
  if (!found.has_value()) return std::nullopt;
  found->is_near = true;
  ++near_references_;
  return found;
}

std::optional<FoundReference> SessionMemory::Promise(const Context& context,
                                                     const RecentAnswer& named, const Hint& hint) {
  absl::StatusOr<std::string> line = RenderHint(hint);
  if (!line.ok()) return std::nullopt;
  const std::size_t cost = wire::CountTokens(*line, wire::kDefaultTokenizer);
  if (cost * settings_.safety_factor > named.tokens) return std::nullopt;
  originals_.Promise(named.ordinal);
  return FoundReference{.hint = *std::move(line),
                        .ordinal = named.ordinal,
                        .named_tokens = named.original_tokens,
                        .age_tokens = context.spent_tokens - named.sent_at};
}

void SessionMemory::EraseIf(const std::function<bool(const RecentAnswer& answer)>& is_gone) {
  for (auto& [id, context] : contexts_) {
    context.numbered.EraseIf(is_gone);
    context.unnumbered.EraseIf(is_gone);
  }
  std::erase_if(unsent_, [&is_gone](const auto& unsent) { return is_gone(unsent.second.answer); });
}

}  // namespace waymark::services
