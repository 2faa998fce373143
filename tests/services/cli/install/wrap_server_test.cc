#include "install/wrap_server.h"

#include <string>

#include <gmock/gmock.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;

constexpr ConfigPlace kJsonPlace = {"mcpServers", "github"};
constexpr ConfigPlace kTomlPlace = {"mcp_servers", "github"};
constexpr std::string_view kProgram = "/usr/bin/waymark";

struct WrapCase {
  const char* before;
  const char* wrapped;
};

TEST(WrapServer, WordsOfTheProxyGoBeforeThoseOfTheCommandInJsonAndAreTakenBackToTheByte) {
  for (
      const WrapCase& files : {
          WrapCase{
              R"({"mcpServers":{"github":{"command":"npx","args":["-y","x"],"env":{"T":"1"}}}})",
              R"({"mcpServers":{"github":{"command":"/usr/bin/waymark","args":["proxy", "--name", "github", "--", "npx", "-y","x"],"env":{"T":"1"}}}})"},
          WrapCase{
              "{\n  // mine\n  \"mcpServers\": {\n    \"github\": {\n      \"args\": [\n        "
              "\"-y\" // yes\n      ],\n      \"command\": \"npx\"\n    }\n  }\n}\n",
              "{\n  // mine\n  \"mcpServers\": {\n    \"github\": {\n      \"args\": [\"proxy\", "
              "\"--name\", \"github\", \"--\", \"npx\", \n        \"-y\" // yes\n      ],\n      "
              "\"command\": \"/usr/bin/waymark\"\n    }\n  }\n}\n"},
          WrapCase{
              R"({"mcpServers":{"github":{"command":["npx","-y"]}}})",
              R"({"mcpServers":{"github":{"command":["/usr/bin/waymark", "proxy", "--name", "github", "--", "npx","-y"]}}})"},
          WrapCase{
              R"({"mcpServers":{"github":{"command":"a\"b","args":[]}}})",
              R"({"mcpServers":{"github":{"command":"/usr/bin/waymark","args":["proxy", "--name", "github", "--", "a\"b"]}}})"},
      }) {
    WM_ASSERT_OK_AND_ASSIGN(const std::string wrapped,
                            WrapJsonServer(files.before, kJsonPlace, kProgram));
    EXPECT_EQ(wrapped, files.wrapped);
    WM_ASSERT_OK_AND_ASSIGN(const std::string again, WrapJsonServer(wrapped, kJsonPlace, kProgram));
    EXPECT_EQ(again, wrapped);
    WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapJsonServer(wrapped, kJsonPlace));
    EXPECT_EQ(back, files.before);
    WM_ASSERT_OK_AND_ASSIGN(const std::string nothing, UnwrapJsonServer(back, kJsonPlace));
    EXPECT_EQ(nothing, back);
  }
}

TEST(WrapServer, TheSameHoldsForTomlWithItsCommentsAndOtherTables) {
  for (const WrapCase& files : {
           WrapCase{
               "[mcp_servers.other]\ncommand = \"o\"\n\n[mcp_servers.github]\n# mine\ncommand = "
               "'npx' # run\nargs = [ # all\n  \"-y\",\n  'x',\n]\n\n[mcp_servers.github.env]\n"
               "command = \"no\"\n",
               "[mcp_servers.other]\ncommand = \"o\"\n\n[mcp_servers.github]\n# mine\ncommand = "
               "\"/usr/bin/waymark\" # run\nargs = [\"proxy\", \"--name\", \"github\", \"--\", "
               "'npx',  # all\n  \"-y\",\n  'x',\n]\n\n[mcp_servers.github.env]\ncommand = "
               "\"no\"\n"},
       }) {
    WM_ASSERT_OK_AND_ASSIGN(const std::string wrapped,
                            WrapTomlServer(files.before, kTomlPlace, kProgram));
    EXPECT_EQ(wrapped, files.wrapped);
    WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapTomlServer(wrapped, kTomlPlace));
    EXPECT_EQ(back, files.before);
  }
}

TEST(WrapServer, AServerWithoutArgumentsGetsAListOfThem) {
  WM_ASSERT_OK_AND_ASSIGN(
      const std::string json,
      WrapJsonServer(R"({"mcpServers":{"github":{"command":"x"}}})", kJsonPlace, kProgram));
  EXPECT_THAT(json, HasSubstr(R"("args": ["proxy", "--name", "github", "--", "x"]})"));
  WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapJsonServer(json, kJsonPlace));
  EXPECT_EQ(back, R"({"mcpServers":{"github":{"command":"x", "args": []}}})");
  WM_ASSERT_OK_AND_ASSIGN(
      const std::string toml,
      WrapTomlServer("[mcp_servers.github]\ncommand = \"x\"\n", kTomlPlace, kProgram));
  EXPECT_EQ(toml,
            "[mcp_servers.github]\ncommand = \"/usr/bin/waymark\"\nargs = [\"proxy\", \"--name\", "
            "\"github\", \"--\", \"x\"]\n");
}

TEST(WrapServer, AServerThatCannotBeWrappedIsNamed) {
  for (const char* const file : {"", "{}", R"({"mcpServers":{"other":{"command":"x"}}})"}) {
    EXPECT_TRUE(absl::IsNotFound(WrapJsonServer(file, kJsonPlace, kProgram).status())) << file;
    EXPECT_TRUE(absl::IsNotFound(UnwrapJsonServer(file, kJsonPlace).status())) << file;
  }
  const absl::Status url =
      WrapJsonServer(R"({"mcpServers":{"github":{"url":"https://a"}}})", kJsonPlace, kProgram)
          .status();
  EXPECT_TRUE(absl::IsFailedPrecondition(url));
  EXPECT_THAT(std::string(url.message()), HasSubstr("waymark proxy --url ADDRESS"));
  EXPECT_TRUE(absl::IsNotFound(WrapTomlServer("a = 1\n", kTomlPlace, kProgram).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(WrapJsonServer("{", kJsonPlace, kProgram).status()));
}

}  // namespace
}  // namespace waymark::services
