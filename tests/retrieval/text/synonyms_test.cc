#include "text/synonyms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Synonyms, StandForEachOther) {
  EXPECT_THAT(SynonymsOf("vertex"), ElementsAre("node"));
  EXPECT_THAT(SynonymsOf("node"), ElementsAre("vertex"));
}

TEST(Synonyms, AreStems) {
  EXPECT_THAT(SynonymsOf("delet"), Contains("evict")) << "delete";
  EXPECT_THAT(SynonymsOf("configur"), Contains("cfg")) << "configuration";
  EXPECT_THAT(SynonymsOf("delete"), IsEmpty()) << "not the word itself";
}

TEST(Synonyms, OfAWordInSeveralGroupsAreThoseOfAll) {
  EXPECT_THAT(SynonymsOf("cancel"), Contains("abort"));
  EXPECT_THAT(SynonymsOf("abort"), Contains("cancel"));
  EXPECT_THAT(SynonymsOf("abort"), Contains("kill"));
  EXPECT_THAT(SynonymsOf("cancel"), Not(Contains("kill"))) << "only by way of abort";
}

TEST(Synonyms, OfOtherWordsAreNone) { EXPECT_THAT(SynonymsOf("caddi"), IsEmpty()); }

}  // namespace
}  // namespace waymark::retrieval
