#include "session/recent_answers.h"

#include <algorithm>
#include <utility>

#include "graph/hash.h"

namespace waymark::services {

Fingerprint FingerprintOf(std::string_view text) {
  const ContentHash whole = HashContent(text);
  Fingerprint prefix;
  std::copy_n(whole.bytes.begin(), prefix.size(), prefix.begin());
  return prefix;
}

const RecentAnswer* RecentAnswers::Find(const Fingerprint& content) {
  const auto found =
      std::find_if(answers_.rbegin(), answers_.rend(),
                   [&content](const RecentAnswer& answer) { return answer.content == content; });
  if (found == answers_.rend()) return nullptr;
  std::rotate(found.base() - 1, found.base(), answers_.end());
  return &answers_.back();
}

const RecentAnswer* RecentAnswers::FindCall(const Fingerprint& call) const {
  const auto found =
      std::find_if(answers_.rbegin(), answers_.rend(),
                   [&call](const RecentAnswer& answer) { return answer.call == call; });
  return found == answers_.rend() ? nullptr : &*found;
}

void RecentAnswers::Add(RecentAnswer answer) {
  std::erase_if(answers_,
                [&answer](const RecentAnswer& other) { return other.content == answer.content; });
  if (answers_.size() >= capacity_) answers_.erase(answers_.begin());
  answers_.push_back(std::move(answer));
}

void RecentAnswers::EraseIf(const std::function<bool(const RecentAnswer& answer)>& is_gone) {
  std::erase_if(answers_, is_gone);
}

}  // namespace waymark::services
