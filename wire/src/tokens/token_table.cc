#include "tokens/token_table.h"

#include <cassert>
#include <cstring>

#include "token_table_format.h"

namespace waymark::wire {

TokenTable::TokenTable(const std::uint8_t* table) {
  TokenTableHeader header;
  std::memcpy(&header, table, sizeof header);
  assert(header.magic == kTokenTableMagic);
  slot_bits_ = header.slot_bits;
  token_count_ = header.token_count;
  max_token_bytes_ = header.max_token_bytes;
  // The table is linked in 64-byte aligned, and its parts have sizes that are multiples of four.
  slots_ = reinterpret_cast<const std::uint32_t*>(table + sizeof header);
  offsets_ = slots_ + (std::size_t{1} << slot_bits_);
  bytes_ = reinterpret_cast<const char*>(offsets_ + token_count_ + 1);
}

std::uint32_t TokenTable::Rank(std::string_view bytes) const {
  if (bytes.size() > max_token_bytes_) return kNoRank;
  const std::uint64_t hash = HashToken(bytes);
  const std::uint32_t tag = SlotTag(hash);
  const std::uint32_t slot_mask = (1U << slot_bits_) - 1;
  for (std::uint32_t at = FirstSlot(hash, slot_bits_);; at = (at + 1) & slot_mask) {
    const std::uint32_t slot = slots_[at];
    if (slot == 0) return kNoRank;
    if ((slot & ~kRankMask) != tag) continue;
    const std::uint32_t rank = (slot & kRankMask) - 1;
    if (Bytes(rank) == bytes) return rank;
  }
}

}  // namespace waymark::wire
