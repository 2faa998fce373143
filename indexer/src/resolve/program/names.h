// Names as numbers: one table for all files of a resolution, so that comparing two names is
// comparing two integers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "graph/mutex.h"

namespace waymark::indexer {

// Equal text, equal number. The numbers themselves depend on the order of interning and are never
// compared otherwise, nor do they leave the resolution.
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
  // kUnknown when nobody has interned the text.
  Name Find(std::string_view text) const;
  // Above all names given so far but kUnknown.
  std::uint32_t bound() const;
  // Bytes that the table takes, about.
  std::uint64_t bytes() const;
  // REQUIRES: not kUnknown.
  std::string_view Text(Name name) const;

 private:
  struct Shard;
  static constexpr unsigned kShardBits = 6;

  std::array<std::unique_ptr<Shard>, std::size_t{1} << kShardBits> shards_;
};

}  // namespace waymark::indexer
