// A small map from (scope, word) to a number, emptied in constant time so that it is reused from
// file to file.
#pragma once

#include <cstdint>
#include <vector>

#include "text/words.h"

namespace waymark::indexer {

class NameMap {
 public:
  NameMap() : slots_(kInitialSlots) {}

  void Clear() {
    ++round_;
    size_ = 0;
  }

  // nullptr if there is none.
  const std::uint32_t* Find(std::uint32_t scope, Word name) const {
    for (std::size_t slot = SlotOf(scope, name);; slot = (slot + 1) & (slots_.size() - 1)) {
      const Slot& entry = slots_[slot];
      if (entry.round != round_) return nullptr;
      if (entry.scope == scope && entry.name == name) return &entry.value;
    }
  }

  // The value of the key; 0 if it is new. Valid until the next call.
  std::uint32_t& At(std::uint32_t scope, Word name) {
    if ((size_ + 1) * 2 > slots_.size()) Grow();
    for (std::size_t slot = SlotOf(scope, name);; slot = (slot + 1) & (slots_.size() - 1)) {
      Slot& entry = slots_[slot];
      if (entry.round == round_) {
        if (entry.scope == scope && entry.name == name) return entry.value;
        continue;
      }
      entry = {scope, name, 0, round_};
      ++size_;
      return entry.value;
    }
  }

 private:
  static constexpr std::size_t kInitialSlots = 1u << 10;

  struct Slot {
    std::uint32_t scope = 0;
    Word name = 0;
    std::uint32_t value = 0;
    std::uint32_t round = 0;
  };

  std::size_t SlotOf(std::uint32_t scope, Word name) const {
    const std::uint64_t key = (std::uint64_t{scope} << 32 | name) * 0x9E3779B97F4A7C15ull;
    return static_cast<std::size_t>(key >> 32) & (slots_.size() - 1);
  }

  void Grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& entry : old) {
      if (entry.round != round_) continue;
      std::size_t slot = SlotOf(entry.scope, entry.name);
      while (slots_[slot].round == round_) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = entry;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  std::uint32_t round_ = 1;
};

}  // namespace waymark::indexer
