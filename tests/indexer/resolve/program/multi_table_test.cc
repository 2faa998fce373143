// Tables from a key to several values, against std::map.
#include "resolve/program/multi_table.h"

#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

struct Key {
  std::uint32_t number = 0;

  auto operator<=>(const Key&) const = default;

  // Few hashes, so that keys share buckets.
  friend std::uint64_t HashOf(const Key& key) { return MixBits(key.number % 97); }
};

using Table = MultiTable<Key, std::uint32_t>;
using Model = std::map<Key, std::vector<std::uint32_t>>;

constexpr std::uint32_t kKeys = 600;

std::vector<std::uint32_t> ValuesOf(const Table& table, Key key) {
  std::vector<std::uint32_t> values;
  for (const auto& pair : table.Find(key)) values.push_back(pair.value);
  return values;
}

void ExpectSame(const Table& table, const Model& model) {
  std::size_t size = 0;
  for (std::uint32_t i = 0; i < kKeys; ++i) {
    const auto found = model.find({i});
    const auto expected = found == model.end() ? std::vector<std::uint32_t>() : found->second;
    EXPECT_EQ(ValuesOf(table, {i}), expected) << "key " << i;
    size += expected.size();
  }
  EXPECT_EQ(table.size(), size);
  std::size_t visited = 0;
  table.VisitKeys([&](const auto& pairs) { visited += pairs.size(); });
  EXPECT_EQ(visited, size);
}

TEST(MultiTable, FindsTheValuesOfAKeyInOrder) {
  const std::vector<Table::Pair> pairs{{{7}, 3}, {{8}, 1}, {{7}, 2}};
  const Table table(pairs);
  EXPECT_EQ(ValuesOf(table, {7}), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(ValuesOf(table, {8}), std::vector<std::uint32_t>{1});
  EXPECT_TRUE(table.Find({9}).empty());
}

TEST(MultiTable, SharesWhatIsEqualToAnother) {
  std::vector<Table::Pair> pairs;
  for (std::uint32_t i = 0; i < 1000; ++i) pairs.push_back({{i}, i});
  const Table one(pairs);
  pairs.back().value = 0;
  Table other(pairs);
  other.ShareWith(one);
  std::size_t shared = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    shared += one.Find({i}).data() == other.Find({i}).data() ? 1 : 0;
  }
  EXPECT_GT(shared, 500u);
  EXPECT_LT(shared, 1000u);
  EXPECT_EQ(ValuesOf(other, {999}), std::vector<std::uint32_t>{0});
}

TEST(MultiTable, AnEmptyTableCanBeSet) {
  Table table;
  EXPECT_TRUE(table.Find({1}).empty());
  table.Set({1}, {4, 5});
  EXPECT_EQ(ValuesOf(table, {1}), (std::vector<std::uint32_t>{4, 5}));
  table.Set({1}, {});
  EXPECT_EQ(table.size(), 0U);
}

TEST(MultiTable, ACopyKeepsWhatItHadWhenTheOtherIsSet) {
  std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers every time
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  std::vector<Table::Pair> pairs;
  Model model;
  for (std::uint32_t i = 0; i < 2 * kKeys; ++i) {
    const Key key{below(kKeys)};
    pairs.push_back({key, i});
    model[key].push_back(i);
  }
  Table table(pairs);
  ExpectSame(table, model);
  for (int round = 0; round < 20; ++round) {
    const Table copy = table;
    const Model before = model;
    for (int edit = 0; edit < 50; ++edit) {
      const Key key{below(kKeys)};
      std::vector<std::uint32_t> values(below(4));
      for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = 10 * i + below(10);
      table.Set(key, values);
      model[key] = values;
    }
    ExpectSame(table, model);
    ExpectSame(copy, before);
  }
}

}  // namespace
}  // namespace waymark::indexer
