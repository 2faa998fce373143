#include "wire/gcx_protocol.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/golden.h"
#include "testing/status_matchers.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::StatusIs;
using Names = std::vector<std::string>;

template <typename Shape>
std::string ShapeText(const Shape& shape) {
  const absl::StatusOr<GcxSection> section = ToGcxSection(shape);
  EXPECT_THAT(section, IsOk());
  if (!section.ok()) return "";
  const absl::StatusOr<std::string> text = EncodeGcx(std::vector<GcxSection>{*section});
  EXPECT_THAT(text, IsOk());
  return text.value_or("");
}

GcxSection SectionOf(const std::string& text) {
  const absl::StatusOr<std::vector<GcxSection>> sections = DecodeGcx(text);
  EXPECT_THAT(sections, IsOk());
  return sections.ok() ? sections->front() : GcxSection();
}

void ExpectRefusedText(std::string_view text, const std::string& message) {
  EXPECT_THAT(DecodeGcx(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
}

// One document a scope, as every implementation of the format writes it.
TEST(ToolRequests, OfEveryScopeAreTheGoldenOnes) {
  const std::vector<std::pair<std::string, ToolRequest>> requests = {
      {"scope_repo", {"get_symbol", ToolScope::kRepo, "shop"}},
      {"scope_workspace", {"index_status", ToolScope::kWorkspace, {}}},
      {"scope_fan_out_all", {"search_symbols", ToolScope::kFanOut, Names{"*"}}},
      {"scope_fan_out_named", {"search_symbols", ToolScope::kFanOut, Names{"shop", "post"}}}};
  for (const auto& [name, request] : requests) {
    const std::string text = ShapeText(request);

    EXPECT_TRUE(testing::MatchesGolden("wire/" + name + ".gcx", text));
    EXPECT_THAT(ToolRequestFrom(SectionOf(text)), IsOkAndHolds(request));
  }
}

TEST(ProtocolErrors, OfEveryCodeAreTheGoldenOnes) {
  const Names known = {"shop", "post"};
  const std::vector<ToolRequest> requests = {
      {"search_symbols", ToolScope::kFanOut, Names{"shop", "elsewhere"}},
      {"search_symbols", ToolScope::kFanOut, {}},
      {"get_symbol", ToolScope::kRepo, {}},
      {"index_status", ToolScope::kWorkspace, "shop"},
      {"get_symbol", ToolScope::kRepo, Names{"shop"}}};
  std::set<std::string> codes;
  for (const ToolRequest& request : requests) {
    const std::optional<ProtocolError> error = FindProtocolError(request, known);
    ASSERT_TRUE(error.has_value()) << request.tool;
    codes.insert(error->code);
    const std::string text = ShapeText(*error);

    EXPECT_TRUE(testing::MatchesGolden("wire/error_" + error->code + ".gcx", text));
    EXPECT_THAT(ProtocolErrorFrom(SectionOf(text)), IsOkAndHolds(*error));
  }
  EXPECT_EQ(codes.size(), 5U);
}

TEST(ToolDefinitions, AreSortedByName) {
  const std::vector<ToolDefinition> definitions = {{"find_usages", ToolScope::kRepo},
                                                   {"list_repos", ToolScope::kWorkspace},
                                                   {"contracts", ToolScope::kFanOut}};
  const std::string text = ShapeText(definitions);

  EXPECT_EQ(text,
            "GCX1 tool=tool_definitions fields=name,scope\n"
            "contracts\tfan-out\nfind_usages\trepo\nlist_repos\tworkspace\n");
  EXPECT_THAT(ToolDefinitionsFrom(SectionOf(text)),
              IsOkAndHolds(std::vector<ToolDefinition>{{"contracts", ToolScope::kFanOut},
                                                       {"find_usages", ToolScope::kRepo},
                                                       {"list_repos", ToolScope::kWorkspace}}));
}

TEST(ToolDefinitions, NeedANameAndAKnownScopeInBothDirections) {
  ExpectRefusedText("GCX1 tool=tool_definitions fields=name,scope\nx\tgalaxy\n",
                    "the scope 'galaxy'");
  ExpectRefusedText("GCX1 tool=tool_definitions fields=name,scope\nx\n", "the scope ''");
  ExpectRefusedText("GCX1 tool=tool_definitions fields=name\nx\n", "published are 'name,scope'");
  ExpectRefusedText("GCX1 tool=tool_definitions fields=name,scope\n\trepo\n",
                    "a tool without a name");
  EXPECT_THAT(EncodeGcx(std::vector<GcxSection>{
                  {"tool_definitions", {"name", "scope"}, {}, {}, {{"x", "galaxy"}}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("galaxy")));
}

TEST(ToolRequest, WritesTheRepositoryAsItsScopeDemands) {
  const ToolRequest one{"find_usages", ToolScope::kRepo, "[odd]"};
  const ToolRequest none{"list_repos", ToolScope::kWorkspace, {}};
  const ToolRequest all{"contracts", ToolScope::kFanOut, Names{"*"}};
  const ToolRequest two{"contracts", ToolScope::kFanOut, Names{"a,b", "c\"d\t"}};

  EXPECT_THAT(ShapeText(one), HasSubstr("\nfind_usages\trepo\t[odd]\n"));
  EXPECT_THAT(ShapeText(none), HasSubstr("\nlist_repos\tworkspace\t\n"));
  EXPECT_THAT(ShapeText(all), HasSubstr("\ncontracts\tfan-out\t[\"*\"]\n"));
  for (const ToolRequest& request : {one, none, all, two}) {
    EXPECT_THAT(ToolRequestFrom(SectionOf(ShapeText(request))), IsOkAndHolds(request));
  }
}

TEST(ToolRequest, IsRefusedWhenTheRepositoryDoesNotFitTheScope) {
  const std::string header = "GCX1 tool=tool_request fields=tool,scope,repo\n";
  ExpectRefusedText(header + "t\trepo\t\n", "has the name of one repository");
  ExpectRefusedText(header + "t\tworkspace\tshop\n", "has no repository, not 'shop'");
  ExpectRefusedText(header + "t\tfan-out\tshop\n", "has a list of repositories");
  ExpectRefusedText(header + "t\tfan-out\t[]\n", "has a list of repositories");
  ExpectRefusedText(header + "t\tfan-out\t[1]\n", "has a list of repositories");
  ExpectRefusedText(header, "0 rows, it has exactly one");
  EXPECT_THAT(ToGcxSection(ToolRequest{"t", ToolScope::kFanOut, "shop"}),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(ProtocolError, NeedsACode) {
  const ProtocolError error{"unknown_repo", "contracts needs a list", "shop"};

  EXPECT_EQ(ShapeText(error),
            "GCX1 tool=error fields=code,message,detail\n"
            "unknown_repo\tcontracts needs a list\tshop\n");
  EXPECT_THAT(ProtocolErrorFrom(SectionOf(ShapeText(error))), IsOkAndHolds(error));
  ExpectRefusedText("GCX1 tool=error fields=code,message,detail\n\tmessage\t\n", "no code");
}

TEST(GcxProtocol, NamesHoldNoCarriageReturns) {
  const std::string why = "a carriage return in a name";
  ExpectRefusedText("GCX1 tool=tool_definitions fields=name,scope\n\r\trepo\n", why);
  ExpectRefusedText("GCX1 tool=tool_request fields=tool,scope,repo\n\r\trepo\tshop\n", why);
  ExpectRefusedText("GCX1 tool=tool_request fields=tool,scope,repo\nt\trepo\tsh\rop\n", why);
  ExpectRefusedText("GCX1 tool=error fields=code,message,detail\n\r\tmessage\t\n", why);
  EXPECT_THAT(ToGcxSection(ToolRequest{"t", ToolScope::kRepo, "shop\r"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(why)));
  EXPECT_EQ(ShapeText(ProtocolError{"unknown_repo", "two\r\nlines", ""}),
            "GCX1 tool=error fields=code,message,detail\nunknown_repo\ttwo\\nlines\t\n");
}

TEST(FindProtocolError, GivesEachMistakeItsPublishedCode) {
  struct Case {
    ToolScope scope;
    RepoArgument repo;
    std::string_view code;
  };

  const Case cases[] = {
      {ToolScope::kRepo, {}, "missing_repo"},
      {ToolScope::kRepo, Names{"shop"}, "wrong_repo_shape"},
      {ToolScope::kRepo, "", "wrong_repo_shape"},
      {ToolScope::kRepo, "elsewhere", "unknown_repo"},
      {ToolScope::kRepo, "*", "unknown_repo"},
      {ToolScope::kWorkspace, "shop", "repo_not_allowed"},
      {ToolScope::kWorkspace, Names{"*"}, "repo_not_allowed"},
      {ToolScope::kFanOut, {}, "missing_repo_list"},
      {ToolScope::kFanOut, "shop", "wrong_repo_shape"},
      {ToolScope::kFanOut, Names{"shop", "elsewhere"}, "unknown_repo"},
  };
  const Names known = {"shop", "mail"};
  for (const Case& wrong : cases) {
    const std::optional<ProtocolError> error =
        FindProtocolError({"t", wrong.scope, wrong.repo}, known);
    ASSERT_TRUE(error.has_value()) << wrong.code;
    EXPECT_EQ(error->code, wrong.code);
    EXPECT_THAT(ToGcxSection(*error), IsOk());
  }
  EXPECT_FALSE(FindProtocolError({"t", ToolScope::kRepo, "shop"}, known));
  EXPECT_FALSE(FindProtocolError({"t", ToolScope::kWorkspace, {}}, known));
  EXPECT_FALSE(FindProtocolError({"t", ToolScope::kFanOut, Names{"*"}}, known));
  EXPECT_FALSE(FindProtocolError({"t", ToolScope::kFanOut, Names{"mail", "shop"}}, known));
}

}  // namespace
}  // namespace waymark::wire
