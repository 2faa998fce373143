#include "tokens/byte_pair_merge.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <vector>

namespace waymark::wire {
namespace {

constexpr std::size_t kMaxScannedBytes = 128;
// A longer piece is divided into windows, whose parts stay in the processor's cache.
constexpr std::size_t kWindowBytes = 1024;
// Ends of tokens that are tried as the end of a window, from the last one that may be.
constexpr std::size_t kMostTriedEnds = 32;

// Keeps the parts in an array and finds the best pair by scanning: nothing is faster for a word.
std::size_t CountByScanning(const TokenTable& table, std::string_view piece) {
  std::array<std::uint8_t, kMaxScannedBytes + 1> begins;  // of part i; begins[count] is the end
  std::array<std::uint32_t, kMaxScannedBytes + 1> pair_ranks;  // of part i with part i + 1
  std::size_t count = piece.size();
  const auto rank_of_pair = [&](std::size_t i) {
    if (i + 1 >= count) return kNoRank;
    return table.Rank(piece.substr(begins[i], std::size_t{begins[i + 2]} - begins[i]));
  };
  for (std::size_t i = 0; i <= count; ++i) begins[i] = static_cast<std::uint8_t>(i);
  for (std::size_t i = 0; i < count; ++i) pair_ranks[i] = rank_of_pair(i);
  for (;;) {
    const auto best = std::min_element(pair_ranks.begin(), pair_ranks.begin() + count);
    if (*best == kNoRank) return count;
    const auto i = static_cast<std::size_t>(best - pair_ranks.begin());
    std::copy(begins.begin() + i + 2, begins.begin() + count + 1, begins.begin() + i + 1);
    std::copy(pair_ranks.begin() + i + 2, pair_ranks.begin() + count, pair_ranks.begin() + i + 1);
    --count;
    pair_ranks[i] = rank_of_pair(i);
    if (i > 0) pair_ranks[i - 1] = rank_of_pair(i - 1);
  }
}

// Keeps the parts in a linked list by their first byte and the pairs in a heap. A pair that has
// changed since it was queued is skipped.
class HeapMerger {
 public:
  HeapMerger(const TokenTable& table, std::string_view piece)
      : table_(table), piece_(piece), sizes_(piece.size(), 1), previous_(piece.size()) {
    for (std::size_t i = 0; i < piece.size(); ++i) previous_[i] = i - 1;
  }

  // The ends of the tokens, in order.
  std::vector<std::size_t> Ends() {
    for (std::size_t i = 0; i < piece_.size(); ++i) Queue(i);
    while (!pairs_.empty()) {
      const Pair pair = pairs_.top();
      pairs_.pop();
      if (sizes_[pair.begin] + SizeOfNext(pair.begin) == pair.size &&
          sizes_[pair.begin] == pair.first_size) {
        Join(pair.begin);
      }
    }
    std::vector<std::size_t> ends;
    for (std::size_t at = 0; at < piece_.size(); at = ends.back()) {
      ends.push_back(at + sizes_[at]);
    }
    return ends;
  }

 private:
  struct Pair {
    std::uint32_t rank;
    std::size_t begin;
    std::size_t first_size;
    std::size_t size;  // of both parts

    bool operator<(const Pair& other) const {  // for a heap with the lowest on top
      return rank != other.rank ? rank > other.rank : begin > other.begin;
    }
  };

  std::size_t SizeOfNext(std::size_t begin) const {
    const std::size_t next = begin + sizes_[begin];
    return next < piece_.size() ? sizes_[next] : 0;
  }

  void Queue(std::size_t begin) {
    const std::size_t next_size = SizeOfNext(begin);
    if (next_size == 0) return;
    const std::size_t size = sizes_[begin] + next_size;
    const std::uint32_t rank = table_.Rank(piece_.substr(begin, size));
    if (rank != kNoRank) pairs_.push({rank, begin, sizes_[begin], size});
  }

  void Join(std::size_t begin) {
    const std::size_t next = begin + sizes_[begin];
    sizes_[begin] += sizes_[next];
    sizes_[next] = 0;  // no longer the first byte of a part
    const std::size_t after = begin + sizes_[begin];
    if (after < piece_.size()) previous_[after] = begin;
    Queue(begin);
    if (begin > 0) Queue(previous_[begin]);
  }

  const TokenTable& table_;
  std::string_view piece_;
  std::vector<std::size_t> sizes_;     // of the part that begins here; 0 inside a part
  std::vector<std::size_t> previous_;  // where the previous part begins
  std::priority_queue<Pair> pairs_;
};

using Ends = std::vector<std::size_t>;

// Counts the tokens of a long piece window by window. The tokens of a window are kept up to an end
// where the last of them and the first of the next window, merged by themselves, stay these two.
//
// Then the whole piece has exactly these tokens. Suppose that merging it joined bytes across such
// an end, and take the first time that it does. All that was joined before lies between ends, so
// the two tokens on its sides were built in the same order as by themselves, and there the same
// pair would have been the next to join.
class WindowCounter {
 public:
  WindowCounter(const TokenTable& table, std::string_view piece) : table_(table), piece_(piece) {}

  std::size_t Count() {
    std::size_t count = 0;
    std::size_t begin = 0;
    Ends ends = EndsFrom(begin, kWindowBytes);
    for (std::size_t size = kWindowBytes; begin + size < piece_.size();) {
      Ends next_ends;
      const std::size_t kept = KeptTokens(begin, ends, next_ends);
      if (kept == 0) {
        size *= 2;
        ends = EndsFrom(begin, size);
        continue;
      }
      count += kept;
      begin += ends[kept - 1];
      ends = std::move(next_ends);
      size = kWindowBytes;
    }
    return count + ends.size();
  }

 private:
  Ends EndsFrom(std::size_t begin, std::size_t size) const {
    return HeapMerger(table_, piece_.substr(begin, size)).Ends();
  }

  // The number of tokens of the window at `begin` that stand whatever follows, and the ends of the
  // tokens of the window behind them; 0 if there is no such place among those that are tried.
  std::size_t KeptTokens(std::size_t begin, const Ends& ends, Ends& next_ends) const {
    // The last tokens of a window may be others where the text goes on.
    const std::size_t last = ends.size() - ends.size() / 4;
    for (std::size_t kept = last; kept > 0 && kept + kMostTriedEnds > last; --kept) {
      const std::size_t token = kept == 1 ? 0 : ends[kept - 2];
      const std::size_t end = ends[kept - 1];
      next_ends = EndsFrom(begin + end, kWindowBytes);
      const std::string_view both = piece_.substr(begin + token, end - token + next_ends.front());
      const Ends apart = HeapMerger(table_, both).Ends();
      if (apart.size() == 2 && apart.front() == end - token) return kept;
    }
    return 0;
  }

  const TokenTable& table_;
  std::string_view piece_;
};

}  // namespace

std::size_t CountPieceTokens(const TokenTable& table, std::string_view piece) {
  if (piece.size() == 1 || table.Rank(piece) != kNoRank) return 1;
  if (piece.size() <= kMaxScannedBytes) return CountByScanning(table, piece);
  return WindowCounter(table, piece).Count();
}

}  // namespace waymark::wire
