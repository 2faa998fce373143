// The map of a repository as a tree.
#include "page_map.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "page_under_test.h"

namespace waymark::services {
namespace {

using ::testing::SizeIs;

OutlineAnswer SampleMap() {
  OutlineAnswer answer;
  answer.map = {.files = {{.path = "a/b/x.py",
                           .lines = 10,
                           .bytes = 100,
                           .symbols = 3,
                           .commits = 2,
                           .age_days = 9,
                           .owner = "Ann",
                           .testable = 3,
                           .tested = 1,
                           .depends_in = 1,
                           .depends_out = 2},
                          {.path = "a/y.py",
                           .lines = 30,
                           .bytes = 50,
                           .symbols = 1,
                           .commits = 1,
                           .age_days = 4,
                           .owner = "Bob",
                           .testable = 1,
                           .tested = 1},
                          {.path = "top.py", .lines = 1}},
                .dependences = {{.from = "a/b", .to = "", .count = 2},
                                {.from = "a/b", .to = "a", .count = 5}},
                .cycles = {{"a/y.py", "top.py"}, {"a/b/"}}};
  answer.layers = {{""}, {"a/b"}};
  answer.index.repository = "shop";
  return answer;
}

json MapOfSample() { return json::parse(MapJson(SampleMap())); }

TEST(MapJson, FilesAreATreeOfDirectories) {
  const json top = MapOfSample()["root"];

  EXPECT_EQ(top["name"], "shop");
  EXPECT_EQ(top["path"], "");
  ASSERT_THAT(top["children"], SizeIs(2));
  const json& a = top["children"][0];
  EXPECT_EQ(a["kind"], "directory");
  EXPECT_EQ(a["children"][0]["path"], "a/b");
  EXPECT_EQ(a["children"][0]["children"][0]["name"], "x.py");
  EXPECT_EQ(a["children"][0]["children"][0]["path"], "a/b/x.py");
  EXPECT_EQ(a["children"][0]["children"][0]["kind"], "file");
  EXPECT_FALSE(top["children"][1].contains("children"));
}

TEST(MapJson, ADirectoryAddsUpItsFiles) {
  const json a = MapOfSample()["root"]["children"][0];

  EXPECT_EQ(a["lines"], 40);
  EXPECT_EQ(a["bytes"], 150);
  EXPECT_EQ(a["symbols"], 4);
  EXPECT_EQ(a["commits"], 3);
  EXPECT_EQ(a["age_days"], 4);
  EXPECT_EQ(a["tests"], 0.5);
  EXPECT_EQ(a["owner"], "Bob");
}

TEST(MapJson, WhatIsUnknownIsNull) {
  const json top_file = MapOfSample()["root"]["children"][1];

  for (const char* const field : {"commits", "age_days", "tests", "owner"}) {
    EXPECT_TRUE(top_file[field].is_null()) << field;
  }
}

TEST(MapJson, DependencesOfADirectoryCrossItsBorder) {
  const json a = MapOfSample()["root"]["children"][0];

  EXPECT_EQ(a["depends_out"], 2) << "what stays inside does not count";
  EXPECT_EQ(a["depends_in"], 0);
  EXPECT_EQ(a["children"][0]["depends_out"], 7);
  EXPECT_EQ(a["children"][0]["children"][0]["depends_out"], 2) << "of a file, files";
}

TEST(MapJson, LayersAndCyclesAreNumbered) {
  const json top = MapOfSample()["root"];
  const json& a = top["children"][0];

  EXPECT_EQ(top["layer"], 0);
  EXPECT_EQ(a["children"][0]["layer"], 1);
  EXPECT_EQ(a["children"][0]["children"][0]["layer"], 1) << "a file has that of its directory";
  EXPECT_TRUE(a["layer"].is_null());
  EXPECT_EQ(a["children"][1]["cycle"], 0);
  EXPECT_EQ(top["children"][1]["cycle"], 0);
  EXPECT_EQ(a["children"][0]["cycle"], 1);
}

TEST_F(PageTest, TheMapHoldsEveryFile) {
  Start();

  const json map = Ask("/api/map");

  EXPECT_EQ(map["root"]["name"], "shop");
  ASSERT_THAT(map["root"]["children"], SizeIs(2));
  const json& shop = map["root"]["children"][0];
  EXPECT_EQ(shop["path"], "shop");
  EXPECT_THAT(shop["children"], SizeIs(6));
  EXPECT_GT(shop["tests"], 0);
  EXPECT_EQ(map["imports"][0]["from"], "tests");
  EXPECT_EQ(Get("/api/map?depth=1").status, 400);
}

}  // namespace
}  // namespace waymark::services
