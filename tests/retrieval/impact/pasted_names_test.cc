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
  const auto missing = [&graph](std::string_view root) {
    const std::vector<SymbolId> roots = {graph.At(root)};
    const absl::StatusOr<BlastResult> result = ComputeBlastRadius(graph.view(), roots, {});
    EXPECT_TRUE(result.ok()) << result.status();
    return result.ok() ? result->missing.ToString() : "";
  };

  EXPECT_EQ(missing("do_one"), "1 name that is written in part");
  EXPECT_EQ(missing("do_two"), "");
  EXPECT_EQ(missing("done"), "");
}

}  // namespace
}  // namespace waymark::retrieval
