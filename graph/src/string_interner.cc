#include "string_interner.h"

#include <algorithm>
#include <cstring>

namespace waymark::graph {
namespace {

constexpr std::size_t kInitialSlots = 256;
constexpr std::size_t kChunkBytes = 64 << 10;

// Odd constants with an even spread of bits (the fractional parts of the golden ratio and of the
// square root of 3).
constexpr std::uint64_t kMixA = 0x9E3779B97F4A7C15;
constexpr std::uint64_t kMixB = 0xBB67AE8584CAA73B;

std::uint64_t Multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::uint64_t HashForTable(std::string_view text) {
  const char* data = text.data();
  std::size_t left = text.size();
  std::uint64_t hash = kMixA ^ left;
  for (; left >= 8; data += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, data, sizeof(word));
    hash = Multiply(hash ^ word, kMixB);
  }
  std::uint64_t tail = 0;
  if (left > 0) std::memcpy(&tail, data, left);
  return Multiply(hash ^ tail, kMixA);
}

StringInterner::Interned StringInterner::Intern(std::string_view text) {
  if (2 * (texts_.size() + 1) > slots_.size()) Grow();
  const auto hash = static_cast<std::uint32_t>(HashForTable(text));
  Slot& slot = slots_[Probe(text, hash)];
  if (slot.id_plus_one != 0) return {slot.id_plus_one - 1, false};
  const std::uint32_t id = size();
  slot = Slot{hash, id + 1};
  texts_.push_back(Copy(text));
  return {id, true};
}

std::optional<std::uint32_t> StringInterner::Find(std::string_view text) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[Probe(text, static_cast<std::uint32_t>(HashForTable(text)))];
  if (slot.id_plus_one == 0) return std::nullopt;
  return slot.id_plus_one - 1;
}

void StringInterner::Clear() {
  slots_.clear();
  texts_.clear();
  chunks_.clear();
  chunk_used_ = chunk_size_ = text_bytes_ = 0;
}

std::size_t StringInterner::Probe(std::string_view text, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const Slot& slot = slots_[i];
    if (slot.id_plus_one == 0) return i;
    if (slot.hash == hash && texts_[slot.id_plus_one - 1] == text) return i;
  }
}

std::string_view StringInterner::Copy(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > chunk_size_ - chunk_used_) {
    chunk_size_ = std::max(kChunkBytes, text.size());
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk_size_));
    chunk_used_ = 0;
  }
  char* const copy = chunks_.back().get() + chunk_used_;
  std::memcpy(copy, text.data(), text.size());
  chunk_used_ += text.size();
  text_bytes_ += text.size();
  return {copy, text.size()};
}

void StringInterner::Grow() {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(std::max(kInitialSlots, 2 * old.size()), Slot());
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id_plus_one == 0) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].id_plus_one != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

}  // namespace waymark::graph
