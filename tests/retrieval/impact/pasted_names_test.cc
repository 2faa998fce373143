// What the preprocessor may have pasted together counts against completeness.
#include <vector>

#include <gtest/gtest.h>

#include "retrieval/blast_radius.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

TEST(PastedNames, CountWhereWhatStandsBetweenIsMentioned) {
  // As KeysOfPasted has it.
  const testing::DrawnGraph graph(R"(
a.c
  function do_one
  function do_two
  function done
  function CASE
  function user {one}
CASE ? ## dynamic
CASE ? do_## dynamic
CASE ? do# dynamic
CASE ? do_##+ dynamic
)");
  const auto completeness = [&graph](std::string_view root) {
    const std::vector<SymbolId> roots = {graph.At(root)};
    const absl::StatusOr<BlastResult> result = ComputeBlastRadius(graph.view(), roots, {});
    EXPECT_TRUE(result.ok()) << result.status();
    return result.ok() ? result->completeness : Completeness::kUnknown;
  };

  EXPECT_EQ(completeness("do_one"), Completeness::kLowerBound);
  EXPECT_EQ(completeness("do_two"), Completeness::kExact);
  EXPECT_EQ(completeness("done"), Completeness::kExact);
}

}  // namespace
}  // namespace waymark::retrieval
