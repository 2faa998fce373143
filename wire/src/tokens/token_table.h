// A vocabulary: the rank of a token by its bytes, read in place from a table made at build time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace waymark::wire {

// Rank of bytes that are not a token; above every rank.
inline constexpr std::uint32_t kNoRank = 0xFFFFFFFF;

class TokenTable {
 public:
  // `table` has the layout of token_table_format.h and must outlive this object.
  explicit TokenTable(const std::uint8_t* table);

  // Rank of the token with exactly these bytes, or kNoRank.
  std::uint32_t Rank(std::string_view bytes) const;

  std::uint32_t token_count() const { return token_count_; }

  std::string_view Bytes(std::uint32_t rank) const {
    return {bytes_ + offsets_[rank], offsets_[rank + 1] - offsets_[rank]};
  }

 private:
  const std::uint32_t* slots_;
  const std::uint32_t* offsets_;
  const char* bytes_;
  std::uint32_t slot_bits_;
  std::uint32_t token_count_;
  std::uint32_t max_token_bytes_;
};

}  // namespace waymark::wire
