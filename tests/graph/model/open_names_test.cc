// Under which keys references to pasted names are kept, and who finds them.
#include "graph/open_names.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace waymark {
namespace {

// What `name` may be, of the pasted names, and what stands between: "do_##=one".
std::vector<std::string> Found(std::string_view name, std::vector<PastedName> pasted) {
  std::vector<std::string> keys;
  for (const PastedName& made : pasted) {
    for (std::string& key : KeysOfPasted(TextOfPasted(made))) keys.push_back(std::move(key));
  }
  std::vector<std::string> found;
  VisitPasted(
      name,
      [&](std::string_view key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); },
      [&](std::string_view key, std::string_view between) {
        found.push_back(std::string(key) + "=" + std::string(between));
      });
  return found;
}

using Strings = std::vector<std::string>;

TEST(PastedNames, AreFoundByHowANameBeginsAndEnds) {
  EXPECT_EQ(Found("do_one", {{"do_", ""}}), Strings({"do_##=one"}));
  EXPECT_EQ(Found("kOne", {{"k", ""}}), Strings({"k##=One"}));
  EXPECT_EQ(Found("one_cb", {{"", "_cb"}}), Strings({"##_cb=one"}));
  EXPECT_EQ(Found("uv_one_init", {{"uv_", "_init"}}), Strings({"uv_##_init=one"}));
  EXPECT_EQ(Found("do_one", {{"do_", "", false}}), Strings({"do_##*="}));
}

TEST(PastedNames, AreNotFoundByOthers) {
  EXPECT_EQ(Found("do_one", {}), Strings());
  EXPECT_EQ(Found("done", {{"do_", ""}}), Strings());
  EXPECT_EQ(Found("do_", {{"do_", ""}}), Strings());
  EXPECT_EQ(Found("uv_one", {{"uv_", "_init"}}), Strings());
  EXPECT_EQ(Found("a", {{"a", "a"}}), Strings());
}

}  // namespace
}  // namespace waymark
