#include "session/kept_originals.h"

#include <utility>

namespace waymark::services {

bool KeptOriginals::Add(std::uint32_t ordinal, std::string text) {
  if (text.size() > most_bytes_ - promised_bytes_) return false;
  for (auto oldest = texts_.begin(); bytes_ + text.size() > most_bytes_;) {
    if (oldest->second.is_promised) {
      ++oldest;
      continue;
    }
    bytes_ -= oldest->second.text.size();
    oldest = texts_.erase(oldest);
  }
  bytes_ += text.size();
  texts_.emplace_hint(texts_.end(), ordinal, Original{std::move(text)});
  return true;
}

const std::string* KeptOriginals::Find(std::uint32_t ordinal) const {
  const auto found = texts_.find(ordinal);
  return found == texts_.end() ? nullptr : &found->second.text;
}

void KeptOriginals::Promise(std::uint32_t ordinal) {
  Original& original = texts_.at(ordinal);
  if (original.is_promised) return;
  original.is_promised = true;
  promised_bytes_ += original.text.size();
}

void KeptOriginals::Release() {
  for (auto& [ordinal, original] : texts_) original.is_promised = false;
  promised_bytes_ = 0;
}

}  // namespace waymark::services
