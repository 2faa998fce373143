#include "install/wrap_server.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
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

TEST(WrapServer, WhiteSpaceInTheListOfArgumentsComesBackToTheByte) {
  for (const char* const words :
       {"[\n        \"-y\",\n        \"x\"\n      ]", "[ \"-y\" ]", "[  \"-y\"]",
        "[\t\"-y\" , \"x\"]", "[\r\n\"-y\"\r\n]", "[ ]", "[]", "[\n]", "[\"-y\"]"}) {
    const std::string json =
        fmt::format(R"({{"mcpServers":{{"github":{{"command":"npx","args":{}}}}}}})", words);
    WM_ASSERT_OK_AND_ASSIGN(const std::string wrapped, WrapJsonServer(json, kJsonPlace, kProgram));
    EXPECT_NE(wrapped, json);
    WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapJsonServer(wrapped, kJsonPlace));
    EXPECT_EQ(back, json);
    const std::string toml =
        fmt::format("[mcp_servers.github]\ncommand = \"npx\"\nargs = {} # yes\n", words);
    WM_ASSERT_OK_AND_ASSIGN(const std::string table, WrapTomlServer(toml, kTomlPlace, kProgram));
    EXPECT_NE(table, toml);
    WM_ASSERT_OK_AND_ASSIGN(const std::string table_back, UnwrapTomlServer(table, kTomlPlace));
    EXPECT_EQ(table_back, toml);
  }
}

TEST(WrapServer, TextsOfSeveralLinesInTomlAreWordsToo) {
  const std::string before =
      "[mcp_servers.github]\ncommand = \"\"\"npx\"\"\"\nargs = ['''a\n]'b''', \"\"\"c\"\"\"\"\"]\n";
  WM_ASSERT_OK_AND_ASSIGN(const std::string wrapped, WrapTomlServer(before, kTomlPlace, kProgram));
  EXPECT_EQ(wrapped,
            "[mcp_servers.github]\ncommand = \"/usr/bin/waymark\"\nargs = [\"proxy\", \"--name\", "
            "\"github\", \"--\", \"\"\"npx\"\"\", '''a\n]'b''', \"\"\"c\"\"\"\"\"]\n");
  WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapTomlServer(wrapped, kTomlPlace));
  EXPECT_EQ(back, before);
}

TEST(WrapServer, ACommandInAFormThatIsNotReadIsRefusedWithItsLine) {
  for (const char* const body :
       {"args = \"-y x\"", "args = [1]", "args = [\"a\", [\"b\"]]", "args = [\"a\"] [\"b\"]",
        "args = \"a\" # [", "command = 1", "command = [\"a\"]", "command = \"a\" \"b\"",
        "command = x\"a\""}) {
    const std::string command = std::string_view(body).starts_with("args") ? "command = 'a'" : "";
    const std::string file = fmt::format("[mcp_servers.github]\n{}\n{}\n", command, body);
    const absl::Status status = WrapTomlServer(file, kTomlPlace, kProgram).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << body << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("line 3: ")) << body;
  }
  for (const char* const words : {R"("-y x")", "[1]", R"(["a", ["b"]])", "null"}) {
    const std::string file =
        fmt::format(R"({{"mcpServers":{{"github":{{"command":"npx","args":{}}}}}}})", words);
    const absl::Status status = WrapJsonServer(file, kJsonPlace, kProgram).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << words << ": " << status;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("line 1: \"args\" is not a list of texts"));
  }
}

TEST(WrapServer, AServerThatHasNoTableOfItsOwnInTomlIsToldToBeWrappedByHand) {
  for (const char* const file :
       {"[mcp_servers]\ngithub = { command = \"x\" }\n", "[mcp_servers]\ngithub.command = \"x\"\n",
        "mcp_servers.github.command = \"x\"\n",
        "mcp_servers = { github = { command = \"x\" } }\n"}) {
    const absl::Status status = WrapTomlServer(file, kTomlPlace, kProgram).status();
    EXPECT_TRUE(absl::IsFailedPrecondition(status)) << file << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("such as [mcp_servers.github]"));
  }
  EXPECT_TRUE(absl::IsNotFound(
      WrapTomlServer("[mcp_servers]\nother = { command = \"x\" }\n", kTomlPlace, kProgram)
          .status()));
}

TEST(WrapServer, ItsWordsAreKnownWhateverTheNameOfTheProgramThatWroteThem) {
  for (const char* const program : {"/opt/wm41", "/usr/bin/waymark"}) {
    for (const char* const command : {R"("command":"npx","args":["-y"])", R"("command":["npx"])"}) {
      const std::string before = fmt::format(R"({{"mcpServers":{{"github":{{{}}}}}}})", command);
      WM_ASSERT_OK_AND_ASSIGN(const std::string wrapped,
                              WrapJsonServer(before, kJsonPlace, program));
      EXPECT_THAT(wrapped, HasSubstr(program));
      WM_ASSERT_OK_AND_ASSIGN(const std::string again,
                              WrapJsonServer(wrapped, kJsonPlace, kProgram));
      EXPECT_EQ(again, wrapped);
      WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapJsonServer(wrapped, kJsonPlace));
      EXPECT_EQ(back, before);
    }
  }
}

TEST(WrapServer, AProxyOfAnotherProgramIsAServerAsAnyOther) {
  for (const char* const words : {R"(["proxy","--","a"])", R"(["proxy","--port","1","--","a"])",
                                  R"(["proxy","--name","a","b","--","c"])", R"(["proxy"])"}) {
    const std::string before =
        fmt::format(R"({{"mcpServers":{{"github":{{"command":"other","args":{}}}}}}})", words);
    WM_ASSERT_OK_AND_ASSIGN(const std::string unwrapped, UnwrapJsonServer(before, kJsonPlace));
    EXPECT_EQ(unwrapped, before);
    WM_ASSERT_OK_AND_ASSIGN(const std::string wrapped,
                            WrapJsonServer(before, kJsonPlace, kProgram));
    EXPECT_NE(wrapped, before);
    WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapJsonServer(wrapped, kJsonPlace));
    EXPECT_EQ(back, before);
  }
}

TEST(WrapServer, TheNameOfAServerMayBeThatOfTheMarkBeforeTheCommand) {
  const std::string before = R"({"mcpServers":{"--":{"command":"a","args":["--","b"]}}})";
  const ConfigPlace place = {"mcpServers", "--"};
  WM_ASSERT_OK_AND_ASSIGN(const std::string wrapped, WrapJsonServer(before, place, kProgram));
  EXPECT_THAT(wrapped, HasSubstr(R"(["proxy", "--name", "--", "--", "a", "--","b"])"));
  WM_ASSERT_OK_AND_ASSIGN(const std::string back, UnwrapJsonServer(wrapped, place));
  EXPECT_EQ(back, before);
}

TEST(WrapServer, WaymarkItselfIsNotWrapped) {
  for (const char* const command :
       {R"("command":"/usr/bin/waymark","args":["mcp"])", R"("command":["waymark","mcp"])",
        R"("command":"waymark","args":["proxy","--url","https://a"])",
        R"("command":"/opt/wm41","args":["mcp"])"}) {
    const std::string file = fmt::format(R"({{"mcpServers":{{"github":{{{}}}}}}})", command);
    const absl::Status status = WrapJsonServer(file, kJsonPlace, "/opt/wm41").status();
    EXPECT_TRUE(absl::IsFailedPrecondition(status)) << command << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("is Waymark itself"));
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
