// A flat table from a key to several values: built once from all pairs, then read by any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace waymark::indexer {

// Key: comparable with <=> and hashed by HashOf(key), found by argument-dependent lookup. Value:
// comparable. Pairs lie in one array, ordered by bucket, key and value; one look-up reads one
// bucket boundary and, on average, one or two keys.
template <typename Key, typename Value>
class MultiTable {
 public:
  struct Pair {
    Key key;
    Value value;

    auto operator<=>(const Pair&) const = default;
  };

  MultiTable() = default;

  explicit MultiTable(std::vector<Pair> pairs) {
    std::size_t buckets = 1;
    while (buckets < pairs.size()) buckets *= 2;
    mask_ = buckets - 1;
    begins_.assign(buckets + 1, 0);
    for (const Pair& pair : pairs) ++begins_[Bucket(pair.key) + 1];
    for (std::size_t i = 0; i < buckets; ++i) begins_[i + 1] += begins_[i];
    pairs_.resize(pairs.size());
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    for (const Pair& pair : pairs) pairs_[next[Bucket(pair.key)]++] = pair;
    for (std::size_t i = 0; i < buckets; ++i) {
      std::sort(pairs_.begin() + begins_[i], pairs_.begin() + begins_[i + 1]);
    }
  }

  // The pairs of a key, by value, without copying.
  std::span<const Pair> Find(const Key& key) const {
    if (pairs_.empty()) return {};
    const std::size_t bucket = Bucket(key);
    const Pair* first = pairs_.data() + begins_[bucket];
    const Pair* const end = pairs_.data() + begins_[bucket + 1];
    while (first != end && first->key != key) ++first;
    const Pair* last = first;
    while (last != end && last->key == key) ++last;
    return {first, last};
  }

  // Calls visit(pairs of one key) for each key, in no order that means anything.
  template <typename Visit>
  void VisitKeys(Visit&& visit) const {
    for (std::size_t begin = 0; begin < pairs_.size();) {
      std::size_t end = begin + 1;
      while (end < pairs_.size() && pairs_[end].key == pairs_[begin].key) ++end;
      visit(std::span<const Pair>(pairs_).subspan(begin, end - begin));
      begin = end;
    }
  }

  std::size_t size() const { return pairs_.size(); }

 private:
  std::size_t Bucket(const Key& key) const { return HashOf(key) & mask_; }

  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> begins_;
  std::size_t mask_ = 0;
};

// Spreads the bits of a small key (the finaliser of SplitMix64).
constexpr std::uint64_t MixBits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace waymark::indexer
