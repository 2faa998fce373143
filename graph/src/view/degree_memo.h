// Caches edge counts of rows, one byte per row. Questions that ask for the degrees of many symbols
// in random order then read each row, a cache miss, only once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace waymark::graph {

class DegreeMemo {
 public:
  void Reset(std::uint32_t rows) {
    cells_ = std::make_unique<std::atomic<std::uint8_t>[]>(rows);
    rows_ = rows;
  }

  // The first result of `read` for the row; it must always be the same. Thread-safe.
  template <typename Read>
  std::uint32_t Get(std::uint32_t row, const Read& read) const {
    if (row >= rows_) return read();
    std::atomic<std::uint8_t>& cell = cells_[row];
    const std::uint8_t known = cell.load(std::memory_order_relaxed);
    if (known != kUnknown && known != kLarge) return known - 1U;
    const std::uint32_t count = read();
    const bool is_small = count + 1 < kLarge;
    cell.store(is_small ? static_cast<std::uint8_t>(count + 1) : kLarge, std::memory_order_relaxed);
    return count;
  }

 private:
  static constexpr std::uint8_t kUnknown = 0;
  static constexpr std::uint8_t kLarge = 255;  // too large for a cell

  std::unique_ptr<std::atomic<std::uint8_t>[]> cells_;
  std::uint32_t rows_ = 0;
};

}  // namespace waymark::graph
