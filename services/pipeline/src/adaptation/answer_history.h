// The answers of a context in the order of their last use, as references would see them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "services/telemetry.h"

namespace waymark::services {

// Answers further back than this are told as if they were just that far.
inline constexpr std::size_t kMostAnswersBack = 64;

class AnswerHistory {
 public:
  // How many other answers were used since this one; nothing if it was not sent before.
  std::optional<std::size_t> AnswersSince(const std::string& content) const {
    if (!sent_.contains(content)) return std::nullopt;
    const auto found = std::find(recent_.rbegin(), recent_.rend(), content);
    return static_cast<std::size_t>(found - recent_.rbegin());
  }

  // The answer becomes the one used last.
  void Use(const std::string& content) {
    sent_.insert(content);
    std::erase(recent_, content);
    if (recent_.size() == kMostAnswersBack) recent_.erase(recent_.begin());
    recent_.push_back(content);
  }

 private:
  std::set<std::string> sent_;
  std::vector<std::string> recent_;  // used last: last
};

// Where an answer may be referred to: session, context, partition.
using AnswerPlace = std::tuple<std::string, std::string, std::uint64_t>;

inline AnswerPlace PlaceOfAnswer(const StoredEvent& event) {
  return {event.session_hash, event.context_hash, event.context_partition};
}

}  // namespace waymark::services
