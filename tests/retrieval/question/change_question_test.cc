// Which tasks ask about change.
#include <gtest/gtest.h>

#include "retrieval/related_commits.h"

namespace waymark::retrieval {
namespace {

TEST(AsksAboutChange, QuestionsWhyWhenAndWhoDo) {
  for (const char* task : {
           "why does reload hold the lock",
           "Explain why: the parser keeps comments",
           "When was the cache removed?",
           "since when does search fold case",
           "who wrote the scheduler",
           "tell me who changed pay()",
           "what changed in the router",
           "WHY?",
       }) {
    EXPECT_TRUE(AsksAboutChange(task)) << task;
  }
}

TEST(AsksAboutChange, TasksThatOnlyHaveTheWordsDoNot) {
  for (const char* task : {
           "",
           "what happens when a file is missing",
           "when a request fails, retry it",
           "who may call pay",
           "who: feed the need",
           "find out what the wrote_why flag does",
           "why_not and whyever",
           "nothing since 3.1",
       }) {
    EXPECT_FALSE(AsksAboutChange(task)) << task;
  }
}

}  // namespace
}  // namespace waymark::retrieval
