// What is learned from the calls of an agent.
#include "tools/implicit_feedback.h"

#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::IsEmpty;
using testing::TempDir;

class ImplicitFeedbackTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  // As if the tool had answered.
  void Called(const std::string& tool, const Json& given) {
    const ToolRow& row = *FindTool(tool);
    const std::vector<ArgumentRow> rows = ArgumentsOf(row);
    WM_ASSERT_OK_AND_ASSIGN(const Arguments arguments, Arguments::Check(rows, given));
    const CallControl control;
    implicit_feedback_.Note({.tool = row,
                             .verbs = *engine_,
                             .root = root_,
                             .arguments = arguments,
                             .control = control});
  }

  std::vector<FeedbackJudgement> Learned() {
    auto answer = engine_->Feedback({.root = root_}, {});
    EXPECT_THAT(answer, testing::IsOk());
    return answer.ok() ? answer->judgements : std::vector<FeedbackJudgement>();
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
  ImplicitFeedback implicit_feedback_;
};

TEST_F(ImplicitFeedbackTest, ASymbolThatIsAskedForAfterATaskIsAJudgement) {
  Called("context_for_task", {{"task_description", "give a discount"}});
  Called("get_symbol", {{"symbol", "Cart.total"}});

  const std::vector<FeedbackJudgement> learned = Learned();
  ASSERT_EQ(learned.size(), 1U);
  EXPECT_EQ(learned[0].symbol, "shop.cart.Cart.total");
  EXPECT_EQ(learned[0].task, "give a discount");
  EXPECT_EQ(learned[0].source, retrieval::JudgementSource::kImplicit);
  EXPECT_TRUE(learned[0].useful);
}

TEST_F(ImplicitFeedbackTest, WithoutATaskNothingIsLearned) {
  Called("get_symbol", {{"symbol", "Cart.total"}});

  EXPECT_THAT(Learned(), IsEmpty());
}

TEST_F(ImplicitFeedbackTest, WhatIsAskedLongAfterATaskIsNotTakenForPartOfIt) {
  Called("context_for_task", {{"task_description", "give a discount"}});
  for (int i = 0; i < kMaxAskedAfter; ++i) Called("get_symbol", {{"symbol", "Cart.total"}});
  Called("find_usages", {{"symbol", "send_receipt"}});

  EXPECT_EQ(Learned().size(), 1U);
}

}  // namespace
}  // namespace waymark::services
