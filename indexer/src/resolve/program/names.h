// Names as numbers: one table for all files of a resolution, so that names compare as integers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "graph/mutex.h"

namespace waymark::indexer {

// Equal text has equal numbers. The numbers depend on the order of interning: they are compared for
// equality only and never leave the resolution.
enum class Name : std::uint32_t {
  kEmpty = 0,
  kUnknown = 0xFFFFFFFF,  // text that nothing declares; equals no declared name
};

constexpr std::uint64_t HashOf(Name name) {
  return static_cast<std::uint64_t>(name) * 0x9E3779B97F4A7C15 >> 32;
}

// Thread-safe. Text lives as long as the table.
class NameTable {
 public:
  NameTable();
  ~NameTable();
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  Name Intern(std::string_view text);
  // kUnknown if the text is not interned.
  Name Find(std::string_view text) const;
  // Greater than all names so far except kUnknown.
  std::uint32_t bound() const;
  // Approximate memory of the table.
  std::uint64_t bytes() const;
  // REQUIRES: not kUnknown.
  std::string_view Text(Name name) const;

 private:
  struct Shard;
  static constexpr unsigned kShardBits = 6;

  std::array<std::unique_ptr<Shard>, std::size_t{1} << kShardBits> shards_;
};

}  // namespace waymark::indexer
