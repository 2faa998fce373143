#include "words.h"

#include <cstring>

namespace waymark::indexer {

namespace {

constexpr std::size_t kInitialSlots = 1u << 14;

template <typename Integer>
Integer Load(const char* at) {
  Integer value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Folded multiplication over 8 bytes at a time, the last ones read with overlap. Only this process
// sees the values.
std::uint32_t HashOf(std::string_view text) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ull;
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t state = left * kFactor;
  const auto mix = [&state](std::uint64_t value) {
    state = (state ^ value) * kFactor;
    state ^= state >> 32;
  };
  for (; left > 8; left -= 8, at += 8) mix(Load<std::uint64_t>(at));
  if (left == 8) {
    mix(Load<std::uint64_t>(at));
  } else if (left >= 4) {
    mix(Load<std::uint32_t>(at) | std::uint64_t{Load<std::uint32_t>(at + left - 4)} << 32);
  } else if (left > 0) {
    const auto byte = [at](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(at[i])};
    };
    mix(byte(0) | byte(left / 2) << 8 | byte(left - 1) << 16);
  }
  return static_cast<std::uint32_t>(state ^ state >> 29);
}

}  // namespace

WordTable::WordTable() { Reset(); }

void WordTable::Reset() {
  arena_.clear();
  entries_.assign(1, Entry{});
  slots_.assign(kInitialSlots, 0);
}

bool WordTable::BeginFile() {
  ++file_;
  if (entries_.size() <= kMaxWords && arena_.size() <= kMaxWordArena) return false;
  Reset();
  return true;
}

Word WordTable::Intern(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint32_t hash = HashOf(text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Entry& entry = entries_[slots_[slot]];
    if (entry.hash == hash && entry.length == text.size() &&
        std::memcmp(arena_.data() + entry.offset, text.data(), text.size()) == 0) {
      return slots_[slot];
    }
  }
  const auto word = static_cast<Word>(entries_.size());
  slots_[slot] = word;
  entries_.push_back(
      {hash, static_cast<std::uint32_t>(arena_.size()), static_cast<std::uint32_t>(text.size())});
  arena_.append(text);
  if (entries_.size() * 2 > slots_.size()) Grow();
  return word;
}

void WordTable::Grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (Word word = 1; word < entries_.size(); ++word) {
    std::size_t slot = entries_[word].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = word;
  }
}

}  // namespace waymark::indexer
