#include "retrieval/ranking_parts.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
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

TEST(Parts, AreAllInThePageOfExplanations) {
  std::ifstream file(std::filesystem::path(WM_SOURCE_DIR) / "docs/ranking/explanations.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const PartRow& row : AllParts()) {
    EXPECT_NE(page.find("`" + std::string(row.name) + "`"), std::string::npos) << row.name;
  }
}

TEST(Parts, AreASet) {
  Parts parts = Parts::Of(Part::kWalk);
  parts.Add(Part::kName);
  parts.Add(Part::kPacking);
  parts.Remove(Part::kWalk);

  EXPECT_TRUE(parts.Has(Part::kName));
  EXPECT_TRUE(parts.Has(Part::kPacking));
  EXPECT_FALSE(parts.Has(Part::kWalk));
}

}  // namespace
}  // namespace waymark::retrieval
