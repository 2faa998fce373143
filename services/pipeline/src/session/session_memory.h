// The answers that the contexts of a session were sent, and those that a hint may name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "services/pipeline_hints.h"
#include "services/pipeline_settings.h"
#include "session/kept_originals.h"
#include "session/recent_answers.h"

namespace waymark::services {

// Contexts of a session whose answers are remembered, those used last.
inline constexpr std::size_t kMostContexts = 64;
// Numbered answers that wait to be written to the transport; beyond them the oldest are never
// referred to.
inline constexpr std::size_t kMostUnsent = 256;
// Numbers that texts of tools have claimed for themselves. A session with more of them has no
// references any more.
inline constexpr std::size_t kMostClaimed = 1024;

// The hint to send for an answer.
struct FoundReference {
  std::string hint;
  bool is_near = false;
  std::uint32_t ordinal = 0;     // of the answer that it names
  std::size_t named_tokens = 0;  // of the original of that answer
  std::uint64_t age_tokens = 0;  // tokens of tools since that answer
};

// Thread-safe.
class SessionMemory {
 public:
  SessionMemory(const ReferenceSettings& settings, std::size_t recent_answers,
                std::size_t kept_bytes)
      : settings_(settings), recent_answers_(recent_answers), originals_(kept_bytes) {}

  // The hint that stands for an answer with this text in a context, if one may and pays. What it
  // names is kept from now on.
  std::optional<FoundReference> Refer(const std::string& context, const RecentAnswer& answer,
                                      std::string_view text);

  // For an answer that no hint may stand for: whether its text was sent a short time ago.
  // Remembers it.
  bool Repeats(const std::string& context, RecentAnswer answer);

  // Keeps the text and gives the answer a number, which may be referred to after Sent(). 0 if there
  // is no room.
  std::uint32_t Number(const std::string& context, RecentAnswer answer, std::string text);

  void Sent(std::uint32_t ordinal);

  // Counts tokens of tools that a context is sent.
  void Spend(const std::string& context, std::size_t tokens);

  // No hint names these numbers any more, since a text shows them as its own.
  void Claim(std::span<const std::uint32_t> ordinals);

  // Answers that read one of the files or directories are not referred to any more; without paths,
  // all that read files.
  void Invalidate(std::span<const std::string> paths);
  // The same for answers of tools of a server.
  void InvalidateTools(std::string_view server, std::string_view tools);

  void Compact();

  // Compactions so far.
  std::uint32_t partition() const;

  absl::StatusOr<std::string> Recall(std::string_view reference) const;

 private:
  struct Context {
    RecentAnswers numbered;
    RecentAnswers unnumbered;
    std::uint64_t spent_tokens = 0;
    std::uint64_t used = 0;
  };

  struct Unsent {
    std::string context;
    RecentAnswer answer;
  };

  Context& ContextOf(const std::string& id) WM_REQUIRES(mutex_);
  bool IsNameable(const Context& context, const RecentAnswer& answer) const WM_REQUIRES(mutex_);
  std::optional<FoundReference> ReferExactly(Context& context, const RecentAnswer& answer)
      WM_REQUIRES(mutex_);
  std::optional<FoundReference> ReferNearly(Context& context, const RecentAnswer& answer,
                                            std::string_view text) WM_REQUIRES(mutex_);
  std::optional<FoundReference> Promise(const Context& context, const RecentAnswer& named,
                                        const Hint& hint) WM_REQUIRES(mutex_);
  void EraseIf(const std::function<bool(const RecentAnswer& answer)>& is_gone) WM_REQUIRES(mutex_);

  const ReferenceSettings settings_;
  const std::size_t recent_answers_;
  mutable Mutex mutex_;
  KeptOriginals originals_ WM_GUARDED_BY(mutex_);
  std::map<std::string, Context, std::less<>> contexts_ WM_GUARDED_BY(mutex_);
  std::map<std::uint32_t, Unsent> unsent_ WM_GUARDED_BY(mutex_);
  std::set<std::uint32_t> claimed_ WM_GUARDED_BY(mutex_);
  std::uint32_t last_ordinal_ WM_GUARDED_BY(mutex_) = 0;
  std::uint32_t near_references_ WM_GUARDED_BY(mutex_) = 0;
  std::uint32_t partition_ WM_GUARDED_BY(mutex_) = 0;
  std::uint64_t uses_ WM_GUARDED_BY(mutex_) = 0;
};

}  // namespace waymark::services
