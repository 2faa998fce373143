// `waymark hook` as an agent runs it after an edit.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CommandHookTest : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(root_ / ".git"); }

  void Index() const {
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", home_.store().string()}).exit_code, 0);
  }

  ProgramResult Hook(const std::string& event) const {
    return home_.Run({"hook", "--store", home_.store().string()}, event);
  }

  // What the agent reads after an edit of shop/pricing.py; "" if nothing.
  std::string ContextOf(const json& input) const {
    json event = {{"hook_event_name", "PostToolUse"}, {"tool_name", "Edit"}, {"tool_input", input}};
    event["tool_input"]["file_path"] = (root_ / "shop/pricing.py").string();
    const ProgramResult result = Hook(event.dump());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    if (result.out.empty()) return "";
    const json answer = json::parse(result.out)["hookSpecificOutput"];
    EXPECT_EQ(answer["hookEventName"], "PostToolUse");
    return answer["additionalContext"];
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(CommandHookTest, TellsWhatTheEditedFunctionAffects) {
  Index();
  // The first line of price_of is in the file before the edit and after it.
  const std::string text =
      ContextOf({{"old_string", "def price_of(item):\n"}, {"new_string", "def price_of(item):\n"}});
  EXPECT_THAT(text, AllOf(HasSubstr("Waymark: this edit touches shop.pricing.price_of. "),
                          HasSubstr(" depend on it, "), HasSubstr("Nearest: shop.cart."),
                          HasSubstr("(shop/cart.py:")));
  EXPECT_THAT(text, Not(HasSubstr("\n")));
}

TEST_F(CommandHookTest, OfAFileThatWasWrittenAsAWholeTellsEverySymbol) {
  Index();
  EXPECT_THAT(ContextOf({{"content", "anything"}}),
              AllOf(HasSubstr("shop.pricing.price_of"), HasSubstr("shop.pricing.discount")));
}

TEST_F(CommandHookTest, IsSilentWhereNothingIsAffected) {
  Index();
  EXPECT_EQ(ContextOf({{"old_string", "a"}, {"new_string", "what the file does not have"}}), "");
  EXPECT_EQ(ContextOf({{"old_string", "a"}, {"new_string", ""}}), "");
}

TEST_F(CommandHookTest, IsSilentOnFailure) {
  EXPECT_EQ(ContextOf({{"content", "x"}}), "") << "nothing is indexed";
  Index();
  for (const std::string& event :
       {std::string(), std::string("no JSON"), std::string("[]"), std::string("{}"),
        std::string(R"({"tool_input": 7})"),
        std::string(R"({"tool_input": {"file_path": 7, "edits": [1, {}], "new_string": []}})"),
        std::string(R"({"tool_input": {"file_path": "/nowhere/a.py", "content": ""}})"),
        std::string(R"({"tool_input": {"file_path": "relative.py", "content": ""}})"),
        json{{"tool_input", {{"file_path", (root_ / "gone.py").string()}, {"content", ""}}}}
            .dump()}) {
    const ProgramResult result = Hook(event);
    EXPECT_EQ(result.exit_code, 0) << event;
    EXPECT_EQ(result.out + result.err, "") << event;
  }
}

}  // namespace
}  // namespace waymark::testing
