// Questions of the page, and their answers.
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "page_under_test.h"
#include "services/analyze_text.h"
#include "services/answer_json.h"
#include "services/limits.h"
#include "services/sources_text.h"
#include "services/test_scope_text.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr char kJsonHeaders[] = "Content-Type: application/json\r\n";

// As `waymark VERB --json` asks.
Encoding AsJson() { return {.format = "json", .call_options = " --format json"}; }

template <typename Answer>
std::string JsonOfPayload(const absl::StatusOr<Answer>& answer) {
  WM_EXPECT_OK(answer.status());
  return *wire::CodecRegistry::BuiltIn().Encode("json", answer->payload, wire::kFullAnswer);
}

TEST_F(PageTest, AnAnswerIsTheJsonThatTheCommandWrites) {
  Start();

  EXPECT_EQ(Get("/api/usages?symbol=shop.pricing.price_of&relation=callers&depth=2").body,
            JsonOfPayload(engine_->Usages({.root = root_,
                                           .symbol = "shop.pricing.price_of",
                                           .relation = retrieval::Relation::kCallers,
                                           .depth = 2,
                                           .encoding = AsJson()},
                                          {})));
  EXPECT_EQ(
      Get("/api/blast-radius?symbol=shop.pricing.discount&limit=2").body,
      JsonOfPayload(engine_->BlastRadius(
          {.root = root_, .symbol = "shop.pricing.discount", .limit = 2, .encoding = AsJson()},
          {})));
  EXPECT_EQ(
      Get("/api/search?query=cart").body,
      JsonOfPayload(engine_->Search({.root = root_, .query = "cart", .encoding = AsJson()}, {})));
  EXPECT_EQ(
      Get("/api/context?task=receipt+of+a%20cart&budget_tokens=900").body,
      JsonOfPayload(engine_->Context(
          {.root = root_, .task = "receipt of a cart", .budget_tokens = 900, .encoding = AsJson()},
          {})));
  EXPECT_EQ(Get("/api/test-scope?symbols=shop.cart.Cart.total").body,
            JsonOf(*engine_->TestScope({.root = root_, .symbols = {"shop.cart.Cart.total"}}, {})));
  EXPECT_EQ(Get("/api/outline").body, OutlineJson(*engine_->Outline({.root = root_}, {}), ""));
  EXPECT_EQ(Get("/api/analyze?analysis=hotspots").body,
            JsonOf(*engine_->Analyze({.root = root_, .analysis = Analysis::kHotspots}, {})));
  EXPECT_EQ(Get("/api/show?symbols=shop.mail.render&symbols=shop.page.render").body,
            JsonOf(*engine_->Sources(
                {.root = root_, .symbols = {"shop.mail.render", "shop.page.render"}}, {})));
}

TEST_F(PageTest, WhatOnlyTheProgramKnowsIsAskedOfIt) {
  Start();

  EXPECT_EQ(Get("/api/status").body, "{\"views\":[]}\n");
  EXPECT_EQ(Get("/api/doctor").body, "{\"checks\":[]}\n");
  EXPECT_EQ(Get("/api/savings").body, "{\"tables\":[]}\n");
}

TEST_F(PageTest, ConfiguredNumbersReplaceTheDefaults) {
  options_.usual = [](const std::filesystem::path&) {
    return UsualNumbers{{.command = "search", .option = "--limit", .value = 1}};
  };
  Start();

  EXPECT_THAT(Ask("/api/search?query=cart")["symbols"], SizeIs(1));
  EXPECT_THAT(Ask("/api/search?query=cart&limit=2")["symbols"], SizeIs(2));
}

TEST_F(PageTest, AContextIsShownAsAnAgentWouldGetIt) {
  Start();

  const json gcf = Ask("/api/context?task=receipt&format=gcf");
  EXPECT_EQ(gcf["format"], "gcf");
  EXPECT_GT(gcf["tokens"], 0);
  EXPECT_THAT(gcf["text"].get<std::string>(), HasSubstr("send_receipt"));
  EXPECT_THAT(Ask("/api/context?task=receipt&format=xml")["text"].get<std::string>(),
              StartsWith("<"));
  EXPECT_EQ(Get("/api/context?task=receipt&format=gcb1").status, 400) << "binary";
  EXPECT_EQ(Get("/api/context?task=receipt&format=wonders").status, 400);
}

TEST_F(PageTest, AWrongFieldIsRefusedWithItsName) {
  Start();
  const auto refusal = [this](const std::string& path) {
    const HttpAnswer answer = Get(path);
    EXPECT_EQ(answer.status, 400) << path;
    return json::parse(answer.body)["error"].get<std::string>();
  };

  EXPECT_THAT(refusal("/api/usages?symbol=a&deptth=2"),
              AllOf(HasSubstr("'deptth'"), HasSubstr("did you mean 'depth'?")));
  EXPECT_THAT(refusal("/api/usages"), HasSubstr("symbol is missing"));
  EXPECT_THAT(refusal("/api/usages?symbol=+"), HasSubstr("symbol is empty"));
  EXPECT_THAT(refusal("/api/usages?symbol=a&symbol=b"), HasSubstr("symbol is given twice"));
  EXPECT_THAT(refusal("/api/usages?symbol=a&depth=many"), HasSubstr("whole number from 1"));
  EXPECT_THAT(refusal("/api/usages?symbol=a&depth=0"), HasSubstr("whole number from 1"));
  EXPECT_THAT(refusal("/api/usages?symbol=a&relation=x"), HasSubstr("one of: "));
  EXPECT_THAT(refusal("/api/usages?symbol=a&possible=maybe"), HasSubstr("true or false"));
  EXPECT_THAT(refusal("/api/usages?symbol=a&session=new"), HasSubstr("'session'"));
  EXPECT_THAT(refusal("/api/blast-radius?symbol=a&min_confidence=2"), HasSubstr("from 0 to 1"));
  EXPECT_THAT(refusal("/api/status?x=1"), HasSubstr("'x'"));
}

TEST_F(PageTest, ErrorsSayWhatToDo) {
  Start();

  const HttpAnswer unknown = Get("/api/usages?symbol=shop.cart.Crat");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_THAT(json::parse(unknown.body)["error"].get<std::string>(), HasSubstr("Crat"));
  EXPECT_NE(json::parse(unknown.body)["remedy"], "");
  const HttpAnswer no_question = Get("/api/wonders");
  EXPECT_EQ(no_question.status, 404);
  EXPECT_THAT(no_question.body, HasSubstr("blast-radius"));
}

TEST_F(PageTest, AnAmbiguousJudgementGetsTheCandidates) {
  Start();

  const HttpAnswer answer =
      Send("POST", "/api/feedback", CookieHeader() + OriginHeader() + kJsonHeaders,
           R"({"task":"receipts","symbols":["render"],"useful":true})");

  EXPECT_EQ(answer.status, 409);
  EXPECT_THAT(json::parse(answer.body)["candidates"], SizeIs(2));
}

TEST_F(PageTest, AJudgementIsKept) {
  Start();
  const auto post = [this](const std::string& body) {
    return Send("POST", "/api/feedback", CookieHeader() + OriginHeader() + kJsonHeaders, body);
  };

  const HttpAnswer answer =
      post(R"({"task":"receipts","symbols":["shop.mail.render"],"useful":false})");

  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(json::parse(answer.body)["kept"], 1);
  const auto kept = engine_->Feedback({.root = root_, .action = FeedbackAction::kList}, {});
  ASSERT_THAT(kept->judgements, SizeIs(1));
  EXPECT_FALSE(kept->judgements[0].useful);
  for (const char* const body :
       {"", "[]", "{", R"({"task":"t","symbols":["a"]})", R"({"task":"t","useful":true})",
        R"({"symbols":["a"],"useful":true})", R"({"task":"t","symbols":"a","useful":true})",
        R"({"task":"t","symbols":[1],"useful":true})",
        R"({"task":"t","symbols":["a"],"useful":true,"action":"forget"})"}) {
    EXPECT_EQ(post(body).status, 400) << body;
  }
}

TEST_F(PageTest, WithoutADaemonTheAnswerIsToTryAgain) {
  Start();
  is_gone_ = true;

  const HttpAnswer answer = Get("/api/outline");
  EXPECT_EQ(answer.status, 503);
  EXPECT_THAT(answer.body, HasSubstr("the daemon ended"));
  EXPECT_EQ(Get("/").status, 200) << "the page itself is there";
}

TEST_F(PageTest, AFileComesWithItsSymbols) {
  Start();

  const json file = Ask("/api/source?file=shop/pricing.py");

  EXPECT_EQ(file["path"], "shop/pricing.py");
  EXPECT_EQ(file["language"], "python");
  EXPECT_THAT(file["text"].get<std::string>(), StartsWith("def price_of(item):\n"));
  EXPECT_EQ(file["lines"], 7);
  EXPECT_EQ(file["differs_from_index"], false);
  EXPECT_EQ(file["symbols_omitted"], 0);
  ASSERT_THAT(file["symbols"], SizeIs(2));
  EXPECT_EQ(file["symbols"][1]["name"], "shop.pricing.discount");
  EXPECT_EQ(file["symbols"][1]["line"], 6);
  EXPECT_EQ(file["symbols"][1]["kind"], "function");
}

TEST_F(PageTest, AFileThatHasChangedSaysSo) {
  Start();
  directory_.WriteFile("shop/shop/pricing.py", "def other():\n    pass\n");

  const json file = Ask("/api/source?file=shop/pricing.py");

  EXPECT_EQ(file["differs_from_index"], true);
  EXPECT_THAT(file["text"].get<std::string>(), StartsWith("def other():"));
}

TEST_F(PageTest, NoFileOutsideOfTheIndexIsRead) {
  const std::filesystem::path secret = directory_.WriteFile("secret.py", "KEY = 1\n");
  directory_.WriteFile("shop/.env", "KEY=1\n");
  Start();

  for (const std::string& path :
       {std::string("../secret.py"), secret.string(), std::string("shop/../../secret.py"),
        std::string("%2e%2e/secret.py"), std::string(".env"), std::string("/etc/passwd"),
        std::string("shop"), std::string("shop/cart.py%00.txt")}) {
    const HttpAnswer answer = Get("/api/source?file=" + path);
    EXPECT_EQ(answer.status, 404) << path << ": " << answer.body;
  }
  EXPECT_EQ(Get("/api/source").status, 400);
}

TEST_F(PageTest, ALinkInPlaceOfAnIndexedFileLeadsNowhere) {
  Start();
  directory_.WriteFile("elsewhere/pricing.py", "KEY = 1\n");
  std::filesystem::remove_all(root_ / "shop");
  std::filesystem::create_symlink(directory_.path() / "elsewhere", root_ / "shop");

  const HttpAnswer answer = Get("/api/source?file=shop/pricing.py");

  EXPECT_EQ(answer.status, 409) << answer.body;
  EXPECT_THAT(answer.body, HasSubstr("leads out of the checkout"));
}

TEST_F(PageTest, HostileNamesAndTextsAreTextOfJson) {
  const std::string name = "<img src=x onerror=alert(1)>.py";
  directory_.WriteFile("shop/" + name,
                       "def f():\n    return '</script><script>alert(1)</script>'\n");
  Start();

  HttpAnswer answer = Get("/api/source?file=%3Cimg%20src=x%20onerror=alert(1)%3E.py");

  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_THAT(answer.headers["content-type"], StartsWith("application/json"));
  EXPECT_EQ(json::parse(answer.body)["path"], name);
  HttpAnswer error = Get("/api/usages?symbol=%3Cscript%3Ealert(1)%3C/script%3E");
  EXPECT_THAT(error.headers["content-type"], StartsWith("application/json"));
}

TEST_F(PageTest, ATaskMayBeAsLongAsTasksAre) {
  Start();
  std::string task = "price_of";  // then bytes that an address writes with three
  for (std::size_t i = task.size(); i < kMaxTaskBytes; ++i) task += "%0A";

  const json answer = Ask("/api/context?task=" + task);

  EXPECT_EQ(answer["symbols"][0]["qualified_name"], "shop.pricing.price_of");
  EXPECT_EQ(Get("/answer?task=" + task).status, 200) << "the page can be loaded again";
  EXPECT_EQ(Get("/api/context?task=" + task + "x").status, 400) << "a limit of the question";
  EXPECT_EQ(Get("/api/context?task=" + std::string(kMostPageHeadBytes, 'x')).status, 431);
}

TEST_F(PageTest, TheRowsOfUsesHaveTheirLinesOfCode) {
  Start();

  const json uses = Ask("/api/lines?symbol=shop.pricing.price_of&relation=callers");

  const json line = {{"path", "shop/cart.py"},
                     {"line", 15},
                     {"code", "return sum(price_of(item) for item in self.items)"}};
  EXPECT_EQ(uses, (json{{"lines", json::array({line})}}));
}

TEST_F(PageTest, AFileOfMoreSymbolsThanAreListedSaysHowManyAreLeftOut) {
  std::string text;
  for (std::size_t i = 0; i < kMaxFileSymbols + 3; ++i) text += fmt::format("a{} = 1\n", i);
  directory_.WriteFile("shop/many.py", text);
  Start();

  const json file = Ask("/api/source?file=many.py");

  EXPECT_EQ(file["symbols"].size(), kMaxFileSymbols);
  EXPECT_EQ(file["symbols_omitted"], 3);
}

}  // namespace
}  // namespace waymark::services
