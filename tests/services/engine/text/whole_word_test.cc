#include "services/whole_word.h"

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

TEST(LastIdentifier, EndsAQualifiedName) {
  EXPECT_EQ(LastIdentifier("flask.app.Flask.run"), "run");
  EXPECT_EQ(LastIdentifier("Plan::FindWork"), "FindWork");
  EXPECT_EQ(LastIdentifier("run"), "run");
}

TEST(LastIdentifier, KeepsTheMarkOfANameOfRuby) {
  EXPECT_EQ(LastIdentifier("Jekyll::Regenerator#modified?"), "modified?");
}

TEST(LastIdentifier, IsEmptyForAnOperator) {
  EXPECT_EQ(LastIdentifier("Pool::operator()"), "");
  EXPECT_EQ(LastIdentifier("Jekyll::Cache#[]="), "");
  EXPECT_EQ(LastIdentifier(""), "");
}

}  // namespace
}  // namespace waymark::services
