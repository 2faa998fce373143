#include "text/string_interner.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "model/bytes.h"

namespace waymark::graph {
namespace {

constexpr std::size_t kInitialSlots = 256;
constexpr std::size_t kChunkBytes = 64 << 10;
// Number of look-ups in InternAll whose cache misses overlap: more than memory serves at once, few
// enough to stay in the first-level cache.
constexpr std::size_t kBatch = 32;

using LengthPrefix = std::uint32_t;

// Odd constants with an even spread of bits (the fractional parts of the golden ratio and of the
// square root of 3).
constexpr std::uint64_t kMixA = 0x9E3779B97F4A7C15;
constexpr std::uint64_t kMixB = 0xBB67AE8584CAA73B;

std::uint64_t Multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

bool IsText(const char* stored, std::string_view text) {
  LengthPrefix length;
  std::memcpy(&length, stored - sizeof(length), sizeof(length));
  return std::string_view(stored, length) == text;
}

}  // namespace

// Reads the text in words of eight bytes; the last word overlaps the previous one.
std::uint64_t HashForTable(std::string_view text) {
  const char* data = text.data();
  const std::size_t size = text.size();
  std::uint64_t hash = kMixA ^ size;
  std::uint64_t tail = 0;
  if (size >= 8) {
    for (std::size_t i = 0; i + 8 < size; i += 8) {
      hash = Multiply(hash ^ Load<std::uint64_t>(data + i), kMixB);
    }
    tail = Load<std::uint64_t>(data + size - 8);
  } else if (size >= 4) {
    tail = std::uint64_t{Load<std::uint32_t>(data)} << 32 | Load<std::uint32_t>(data + size - 4);
  } else {
    for (std::size_t i = 0; i < size; ++i) tail = tail << 8 | static_cast<unsigned char>(data[i]);
  }
  return Multiply(hash ^ tail, kMixA);
}

StringInterner::Interned StringInterner::Intern(std::string_view text) {
  Reserve(1);
  return InternHashed(text, static_cast<std::uint32_t>(HashForTable(text)));
}

void StringInterner::InternAll(std::span<const std::string_view> texts,
                               std::span<std::uint32_t> ids) {
  std::array<std::uint32_t, kBatch> hashes;
  for (std::size_t begin = 0; begin < texts.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, texts.size() - begin);
    Reserve(count);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = static_cast<std::uint32_t>(HashForTable(texts[begin + i]));
      __builtin_prefetch(&slots_[hashes[i] & mask]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Slot& slot = slots_[hashes[i] & mask];
      if (slot.hash == hashes[i]) __builtin_prefetch(slot.text);
    }
    for (std::size_t i = 0; i < count; ++i) {
      ids[begin + i] = InternHashed(texts[begin + i], hashes[i]).id;
    }
  }
}

StringInterner::Interned StringInterner::InternHashed(std::string_view text, std::uint32_t hash) {
  Slot& slot = slots_[Probe(text, hash)];
  if (slot.text != nullptr) return {slot.id, false};
  slot = Slot{hash, size(), Copy(text)};
  texts_.emplace_back(slot.text, text.size());
  return {slot.id, true};
}

std::optional<std::uint32_t> StringInterner::Find(std::string_view text) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[Probe(text, static_cast<std::uint32_t>(HashForTable(text)))];
  if (slot.text == nullptr) return std::nullopt;
  return slot.id;
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
    if (slot.text == nullptr || (slot.hash == hash && IsText(slot.text, text))) return i;
  }
}

const char* StringInterner::Copy(std::string_view text) {
  const auto length = static_cast<LengthPrefix>(text.size());
  const std::size_t size = sizeof(length) + text.size();
  if (size > chunk_size_ - chunk_used_) {
    chunk_size_ = std::max(kChunkBytes, size);
    chunks_.emplace_back(chunk_size_);
    chunk_used_ = 0;
  }
  char* const prefix = chunks_.back().data() + chunk_used_;
  std::memcpy(prefix, &length, sizeof(length));
  char* const copy = prefix + sizeof(length);
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  chunk_used_ += size;
  text_bytes_ += text.size();
  return copy;
}

void StringInterner::Reserve(std::size_t count) {
  if (2 * (texts_.size() + count) <= slots_.size()) return;
  const SpillVector<Slot> old = std::move(slots_);
  slots_.assign(std::max(kInitialSlots, 2 * old.size()), Slot());
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.text == nullptr) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].text != nullptr) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

}  // namespace waymark::graph
