#include "text/words.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace waymark::indexer {

namespace {

constexpr std::size_t kMinSlots = 1u << 10;
constexpr std::size_t kBytesPerSlot = 16;  // of a file; distinct words are some 40 bytes apart
constexpr std::size_t kTextChunkBytes = 1u << 14;

template <typename Integer>
Integer Load(const char* at) {
  Integer value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Folded multiplication over 8 bytes at a time, the last ones read with overlap. The values never
// leave the table, and no order depends on them.
std::uint32_t HashOfText(std::string_view text) {
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

WordTable::WordTable() { BeginFile({}); }

void WordTable::BeginFile(std::string_view file) {
  file_ = file;
  entries_.assign(1, Entry{});
  slots_.assign(std::bit_ceil(std::max(kMinSlots, file.size() / kBytesPerSlot)), Slot{});
  if (copies_.chunks.size() > 1) copies_.chunks.resize(1);
  copies_.used = 0;
}

const char* WordTable::Keep(std::string_view text) {
  const auto address = reinterpret_cast<std::uintptr_t>(text.data());
  const auto begin = reinterpret_cast<std::uintptr_t>(file_.data());
  if (address >= begin && address + text.size() <= begin + file_.size()) return text.data();
  const bool fits = !copies_.chunks.empty() && kTextChunkBytes - copies_.used >= text.size();
  if (!fits) {
    copies_.chunks.push_back(std::make_unique<char[]>(std::max(kTextChunkBytes, text.size())));
    copies_.used = 0;
  }
  char* const copy = copies_.chunks.back().get() + copies_.used;
  std::memcpy(copy, text.data(), text.size());
  copies_.used = std::min(copies_.used + text.size(), kTextChunkBytes);
  return copy;
}

Word WordTable::Intern(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint32_t hash = HashOfText(text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].word != 0; at = (at + 1) & mask) {
    if (slots_[at].hash != hash) continue;
    const Entry& entry = entries_[slots_[at].word];
    if (entry.length == text.size() && std::memcmp(entry.text, text.data(), text.size()) == 0) {
      return slots_[at].word;
    }
  }
  const auto word = static_cast<Word>(entries_.size());
  slots_[at] = {hash, word};
  entries_.push_back({Keep(text), static_cast<std::uint32_t>(text.size())});
  if (entries_.size() * 2 > slots_.size()) Grow();
  return word;
}

void WordTable::Grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.word == 0) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].word != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace waymark::indexer
