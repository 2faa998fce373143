// A table from a key to several values, built once from all pairs and then read by any thread. A
// copy shares the unchanged parts, so that similar states of a repository take little more memory
// than one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graph/spill.h"

namespace waymark::indexer {

// Key: comparable with <=> and hashed by HashOf(key), found by argument-dependent lookup. Value:
// comparable. Each shard has its pairs in one array, ordered by bucket, key and value. A lookup
// reads one bucket boundary and, on average, one or two keys.
template <typename Key, typename Value>
class MultiTable {
 public:
  struct Pair {
    Key key;
    Value value;

    auto operator<=>(const Pair&) const = default;
  };

  MultiTable() = default;

  explicit MultiTable(std::span<const Pair> pairs) : size_(pairs.size()) {
    std::size_t buckets = kShardBuckets;
    while (buckets < pairs.size()) buckets *= 2;
    mask_ = buckets - 1;
    std::vector<std::uint32_t> next(buckets);
    for (const Pair& pair : pairs) ++next[Bucket(pair.key)];
    shards_.reserve(buckets / kShardBuckets);
    for (std::size_t first = 0; first < buckets; first += kShardBuckets) {
      std::shared_ptr<Shard> shard = ScopeRef(Shard());
      for (std::size_t i = 0; i < kShardBuckets; ++i) {
        shard->begins[i + 1] = shard->begins[i] + next[first + i];
        next[first + i] = shard->begins[i];
      }
      shard->pairs.resize(shard->begins[kShardBuckets]);
      shards_.push_back(std::move(shard));
    }
    for (const Pair& pair : pairs) {
      const std::size_t bucket = Bucket(pair.key);
      shards_[bucket / kShardBuckets]->pairs[next[bucket]++] = pair;
    }
    for (const std::shared_ptr<Shard>& shard : shards_) {
      for (std::size_t i = 0; i < kShardBuckets; ++i) {
        std::sort(shard->pairs.begin() + shard->begins[i],
                  shard->pairs.begin() + shard->begins[i + 1]);
      }
    }
  }

  // The pairs of a key, ordered by value, without a copy. Valid until the key is set.
  std::span<const Pair> Find(const Key& key) const {
    if (shards_.empty()) return {};
    const std::size_t bucket = Bucket(key);
    const Shard& shard = *shards_[bucket / kShardBuckets];
    const Pair* first = shard.pairs.data() + shard.begins[bucket % kShardBuckets];
    const Pair* const end = shard.pairs.data() + shard.begins[bucket % kShardBuckets + 1];
    if (end - first > kLongBucket) {
      first = std::partition_point(first, end, [&](const Pair& pair) { return pair.key < key; });
      return {first, std::partition_point(first, end, [&](const Pair& p) { return p.key == key; })};
    }
    while (first != end && first->key != key) ++first;
    const Pair* last = first;
    while (last != end && last->key == key) ++last;
    return {first, last};
  }

  // Replaces the values of a key, which must be in order. Tables that share its shard keep theirs.
  void Set(const Key& key, const std::vector<Value>& values) {
    const std::span<const Pair> known = Find(key);
    const auto same = [](const Pair& pair, const Value& value) { return pair.value == value; };
    if (std::equal(known.begin(), known.end(), values.begin(), values.end(), same)) return;
    if (shards_.empty()) *this = MultiTable(std::span<const Pair>());
    const std::size_t bucket = Bucket(key);
    std::shared_ptr<Shard>& shared = shards_[bucket / kShardBuckets];
    if (shared.use_count() > 1) shared = ScopeRef(*shared);
    Shard& shard = *shared;
    const std::size_t slot = bucket % kShardBuckets;
    auto first = shard.pairs.begin() + shard.begins[slot];
    const auto end = shard.pairs.begin() + shard.begins[slot + 1];
    while (first != end && first->key < key) ++first;
    first = shard.pairs.erase(first, first + static_cast<std::ptrdiff_t>(known.size()));
    for (const Value& value : values) first = shard.pairs.insert(first, Pair{key, value}) + 1;
    for (std::size_t i = slot + 1; i <= kShardBuckets; ++i) {
      shard.begins[i] += static_cast<std::uint32_t>(values.size() - known.size());
    }
    size_ += values.size() - known.size();
  }

  // Replaces its shards by equal ones of another table, to share memory.
  void ShareWith(const MultiTable& other) {
    if (mask_ != other.mask_) return;
    for (std::size_t i = 0; i < shards_.size() && i < other.shards_.size(); ++i) {
      if (*shards_[i] == *other.shards_[i]) shards_[i] = other.shards_[i];
    }
  }

  // Calls visit(pairs of one key) for each key, in an arbitrary order.
  template <typename Visit>
  void VisitKeys(Visit&& visit) const {
    for (const std::shared_ptr<Shard>& shard : shards_) {
      const std::span<const Pair> pairs = shard->pairs;
      for (std::size_t begin = 0; begin < pairs.size();) {
        std::size_t end = begin + 1;
        while (end < pairs.size() && pairs[end].key == pairs[begin].key) ++end;
        visit(pairs.subspan(begin, end - begin));
        begin = end;
      }
    }
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kShardBuckets = 256;
  static constexpr std::ptrdiff_t kLongBucket = 32;  // pairs; from here on binary search is faster

  struct Shard {
    graph::SpillVector<Pair> pairs;
    std::array<std::uint32_t, kShardBuckets + 1> begins{};  // start of each bucket in pairs

    bool operator==(const Shard&) const = default;
  };

  static std::shared_ptr<Shard> ScopeRef(const Shard& shard) {
    return std::allocate_shared<Shard>(graph::SpillAllocator<Shard>(), shard);
  }

  std::size_t Bucket(const Key& key) const { return HashOf(key) & mask_; }

  std::vector<std::shared_ptr<Shard>> shards_;
  std::size_t mask_ = 0;
  std::size_t size_ = 0;
};

// Spreads the bits of a small key (the finaliser of SplitMix64).
constexpr std::uint64_t MixBits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace waymark::indexer
