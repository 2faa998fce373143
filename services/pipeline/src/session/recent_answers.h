// The answers of one context that may be referred to, the most recent ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "services/pipeline_event.h"

namespace waymark::services {

// The first 128 bits of the SHA-256 of a text. About 3 us for 4 KiB. Thread-safe.
Fingerprint FingerprintOf(std::string_view text);

// An answer that was sent whole.
struct RecentAnswer {
  Fingerprint content{};      // of the original text
  Fingerprint call{};         // of server, tool and arguments
  std::uint32_t ordinal = 0;  // 0: the answer has no number
  std::string server;
  std::string tool;
  std::string template_id;  // with which it was encoded
  ToolKind kind = ToolKind::kOther;
  std::vector<std::string> paths;  // that the call read
  std::size_t original_tokens = 0;
  std::size_t tokens = 0;     // of what was sent
  std::uint64_t sent_at = 0;  // tokens of tools that the context had been sent by then
};

// A list in order of use, of bounded length. Look-ups go through all of it, since it is short. Not
// thread-safe.
class RecentAnswers {
 public:
  explicit RecentAnswers(std::size_t capacity) : capacity_(capacity) {}

  // The answer with this text, which becomes the one used last; null if there is none. Valid until
  // the next change.
  const RecentAnswer* Find(const Fingerprint& content);

  // The answer to this call that was used last.
  const RecentAnswer* FindCall(const Fingerprint& call) const;

  // Adds an answer as the one used last, in place of one with the same text. Drops the one that was
  // not used for longest when there are too many.
  void Add(RecentAnswer answer);

  void EraseIf(const std::function<bool(const RecentAnswer& answer)>& is_gone);

  void Clear() { answers_.clear(); }

 private:
  std::size_t capacity_;
  std::vector<RecentAnswer> answers_;  // used last: last
};

}  // namespace waymark::services
