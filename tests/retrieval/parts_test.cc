#include "retrieval/parts.h"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

TEST(Parts, HaveANameEach) {
  std::set<std::string_view> names;
  std::uint8_t number = 0;
  for (const PartRow& row : AllParts()) {
    EXPECT_EQ(static_cast<std::uint8_t>(row.part), number++);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(PartFromName(row.name), row.part);
    EXPECT_EQ(NameOf(row.part), row.name);
  }
  EXPECT_EQ(PartFromName("no part"), std::nullopt);
}

TEST(Parts, AreASet) {
  Parts parts = Parts::Of(Part::kWalk);
  parts.Add(Part::kName);
  parts.Remove(Part::kWalk);

  EXPECT_TRUE(parts.Has(Part::kName));
  EXPECT_FALSE(parts.Has(Part::kWalk));
}

}  // namespace
}  // namespace waymark::retrieval
