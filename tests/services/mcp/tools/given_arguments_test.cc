// What agents send, and what the tool takes it for.
#include "tools/given_arguments.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "tools/argument_hints.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::StatusIs;

TakenArguments Taken(std::string_view tool, const Json& given) {
  return TakeArguments(ArgumentsOf(*FindTool(tool, Toolset::kFull)), given);
}

// The arguments alone, of a call that needs no note.
Json Read(std::string_view tool, const Json& given) {
  const TakenArguments taken = Taken(tool, given);
  EXPECT_EQ(taken.note, "");
  return taken.arguments;
}

TEST(GivenArguments, OtherNamesStandForTheOnlyArgumentTheyCanMean) {
  const Json task = {{"task_description", "x"}};
  for (const char* name : {"task", "query", "question", "taskDescription", "Task-Description"}) {
    EXPECT_EQ(Read("context_for_task", {{name, "x"}}), task) << name;
  }
  EXPECT_EQ(Read("get_symbol", {{"name", "x"}}), Json({{"symbol", "x"}}));
  EXPECT_EQ(Read("context_for_files", {{"path", "a.py"}}), Json({{"files", {"a.py"}}}));
  EXPECT_EQ(Read("context_for_files", {{"symbol", "x"}}), Json({{"files", {"x"}}}));
  EXPECT_EQ(Read("get_file_summary", {{"path", "a.py"}}), Json({{"file", "a.py"}}));
  EXPECT_EQ(Read("search_symbols", {{"symbol", "x"}}), Json({{"query", "x"}}));
  EXPECT_EQ(Read("blast_radius", {{"file", "a.py"}}), Json({{"symbol", "a.py"}}));
  EXPECT_EQ(Read("test_scope", {{"symbol", "x"}}), Json({{"symbols", {"x"}}}));
  EXPECT_EQ(Read("context_for_task", {{"task", "x"}, {"max_tokens", 800}}),
            Json({{"task_description", "x"}, {"token_budget", 800}}));
  EXPECT_EQ(Read("find_path", {{"from", "a"}, {"to", "b"}, {"depth", 3}}),
            Json({{"from", "a"}, {"to", "b"}, {"max_hops", 3}}));
  // A query is the task once the symbol is given.
  EXPECT_EQ(Read("explain_ranking", {{"symbol", "a"}, {"query", "x"}}),
            Json({{"symbol", "a"}, {"task_description", "x"}}));
}

TEST(GivenArguments, ANameThatCanMeanSeveralArgumentsIsNotGuessed) {
  const TakenArguments taken = Taken("explain_ranking", {{"query", "x"}});

  EXPECT_EQ(taken.arguments, Json::object());
  EXPECT_THAT(taken.note, HasSubstr("'query'"));
}

TEST(GivenArguments, TextIsReadAsTheTypeOfTheArgument) {
  EXPECT_EQ(Read("get_callers", {{"symbol", "x"}, {"depth", "2"}, {"limit", " 5 "}}),
            Json({{"symbol", "x"}, {"depth", 2}, {"limit", 5}}));
  EXPECT_EQ(Read("get_symbol", {{"symbol", "x"}, {"source", "False"}}),
            Json({{"symbol", "x"}, {"source", false}}));
  EXPECT_EQ(Read("blast_radius", {{"symbol", "x"}, {"min_confidence", "0.5"}}),
            Json({{"symbol", "x"}, {"min_confidence", 0.5}}));
  EXPECT_EQ(Read("test_scope", {{"symbols", "Cart"}}), Json({{"symbols", {"Cart"}}}));
  EXPECT_EQ(Read("test_scope", {{"symbols", R"(["Cart", "pay"])"}}),
            Json({{"symbols", {"Cart", "pay"}}}));
  EXPECT_EQ(Read("get_symbol", {{"symbol", {"Cart"}}}), Json({{"symbol", "Cart"}}));
}

TEST(GivenArguments, FurtherItemsOfAListGoIntoTheListBesideIt) {
  EXPECT_EQ(Read("blast_radius", {{"symbols", {"a", "b", "c"}}}),
            Json({{"also", {"b", "c"}}, {"symbol", "a"}}));
  EXPECT_EQ(Read("context_for_task", {{"task", {"a", "b"}}}),
            Json({{"also", {"b"}}, {"task_description", "a"}}));
  // No list stands beside the symbol of this tool, so the check refuses it.
  EXPECT_TRUE(Read("get_symbol", {{"symbol", {"a", "b"}}})["symbol"].is_array());
}

TEST(GivenArguments, WhatSaysNothingIsLeftOut) {
  EXPECT_EQ(Read("blast_radius",
                 {{"symbol", "x"}, {"base", ""}, {"also", Json::array()}, {"depth", nullptr}}),
            Json({{"symbol", "x"}}));
}

TEST(GivenArguments, AWrongWordIsReadAsTheNearest) {
  const auto relation = [](const char* given) {
    return Taken("find_usages", {{"symbol", "x"}, {"relation", given}}).arguments["relation"];
  };
  EXPECT_EQ(relation("callers"), "callers");
  EXPECT_EQ(relation("Callers"), "callers");
  EXPECT_EQ(relation("co-tested"), "co_tested");
  EXPECT_EQ(relation("caller"), "callers");
  EXPECT_EQ(relation("called_by"), "callers");
  EXPECT_EQ(relation("references"), "usages");

  const TakenArguments text = Taken("search_symbols", {{"query", "x"}, {"format", "text"}});
  EXPECT_EQ(text.arguments["format"], "markdown");
  EXPECT_EQ(text.note, "'format' is read as 'markdown', since there is no 'text'");
  EXPECT_EQ(Read("search_symbols", {{"query", "x"}, {"format", "JSON"}})["format"], "json");
}

TEST(GivenArguments, AnUnknownArgumentIsIgnoredAndNoted) {
  const TakenArguments taken = Taken("get_symbol", {{"symbol", "x"}, {"sorce", true}, {"zzz", 1}});

  EXPECT_EQ(taken.arguments, Json({{"symbol", "x"}}));
  EXPECT_THAT(taken.note, AllOf(HasSubstr("'sorce' (did you mean 'source'?), 'zzz'"),
                                HasSubstr("; it has: symbol, source, token_budget")));
}

TEST(GivenArguments, AMisspeltNameStandsForAnArgumentThatTheCallLacks) {
  const TakenArguments taken = Taken("get_symbol", {{"symbl", "x"}});

  EXPECT_EQ(taken.arguments, Json({{"symbol", "x"}}));
  EXPECT_EQ(taken.note, "'symbl' is read as 'symbol'");
}

TEST(GivenArguments, WhatIsNoObjectIsLeftToTheCheck) {
  EXPECT_EQ(Read("get_symbol", Json::array({1})), Json::array({1}));
}

absl::Status Checked(std::string_view tool, const Json& given) {
  return CheckCall(*FindTool(tool, Toolset::kFull), given, given).status();
}

TEST(RefusedCall, EndsWithTheCallThatWorks) {
  EXPECT_THAT(Checked("context_for_task", {{"limit", 5}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       EndsWith("for example: context_for_task {\"task_description\":\"where "
                                "is the session cookie signed?\",\"limit\":5}")));
  EXPECT_THAT(Checked("find_path", {{"from", "a"}, {"max_hops", 0}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       EndsWith("find_path {\"from\":\"a\",\"to\":\"price_of\"}")));
  EXPECT_THAT(Checked("test_scope", Json::object()),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       EndsWith("test_scope {\"symbols\":[\"Cart.total\"]}")));
  EXPECT_THAT(Checked("blast_radius", {{"symbol", "x"}, {"base", "HEAD"}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("only one of symbol and base"),
                             EndsWith("blast_radius {\"symbol\":\"x\"}"))));
}

// A call that is offered has to be one that is taken.
TEST(RefusedCall, HasExamplesThatTheToolsTake) {
  for (const ToolRow& tool : AllTools()) {
    const std::string message(Checked(tool.name, {{"token_budget", -1}}).message());
    const std::size_t call = message.rfind(std::string(tool.name) + " {");
    ASSERT_NE(call, std::string::npos) << message;
    const Json offered = Json::parse(message.substr(call + tool.name.size() + 1));
    WM_EXPECT_OK(Checked(tool.name, offered));
  }
}

TEST(ArgumentHints, AWordOfAToolMeansNoOther) {
  for (const ToolRow& tool : AllTools()) {
    for (const ArgumentRow& row : ArgumentsOf(tool)) {
      if (row.words == nullptr) continue;
      for (const std::string_view word : row.words()) EXPECT_EQ(MeantWord(row.name, word), "");
    }
  }
}

}  // namespace
}  // namespace waymark::services
