#include "operate/proxied_servers.h"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::SizeIs;

std::optional<std::string> Variable(const std::string& name) {
  if (name == "TOKEN") return "t0k";
  if (name == "EMPTY") return "";
  return std::nullopt;
}

TEST(ProxiedServers, VariablesStandForTheirValues) {
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<ProxyServer> servers,
                          ReadProxiedServers(R"({"mcpServers": {
      "a": {"command": "${HOME_OF_A:-/opt}/run", "args": ["--key=${TOKEN}", "${", "$TOKEN", "${1}"],
            "env": {"T": "${TOKEN}", "U": "<${env:TOKEN}${EMPTY:-x}>", "V": "${input:t}"}},
      "b": {"url": "https://${HOST:-example.org}/", "headers": {"A": "Bearer ${TOKEN}"}}
    }})",
                                             Variable));
  EXPECT_THAT(servers[0].command, ElementsAre("/opt/run", "--key=t0k", "${", "$TOKEN", "${1}"));
  EXPECT_THAT(servers[0].environment,
              ElementsAre(Pair("T", "t0k"), Pair("U", "<t0k>"), Pair("V", "${input:t}")));
  EXPECT_EQ(servers[1].url, "https://example.org/");
  EXPECT_THAT(servers[1].headers, ElementsAre(Pair("A", "Bearer t0k")));
  const absl::Status unset =
      ReadProxiedServers(R"({"mcpServers":{"a":{"command":"x","env":{"A":"${NONE}"}}}})", Variable)
          .status();
  EXPECT_EQ(unset.message(),
            "the server a: the variable NONE is not set; set it, or write ${NONE:-TEXT} with a "
            "text for then");
}

TEST(ProxiedServers, AFileOfAnAgentNamesProgramsAndAddresses) {
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<ProxyServer> servers, ReadProxiedServers(R"({
    // mine
    "mcpServers": {
      "files": {"command": "npx", "args": ["-y", "x"], "env": {"A": "1"}},
      "off": {"command": "y", "disabled": true},
      "web": {"type": "http", "url": "https://example.org", "headers": {"K": "V"}},
    }
  })",
                                                                                     Variable));
  ASSERT_EQ(servers.size(), 2U);
  EXPECT_EQ(servers[0].name, "files");
  EXPECT_THAT(servers[0].command, ElementsAre("npx", "-y", "x"));
  EXPECT_THAT(servers[0].environment, ElementsAre(Pair("A", "1")));
  EXPECT_EQ(servers[1].url, "https://example.org");
  EXPECT_THAT(servers[1].headers, ElementsAre(Pair("K", "V")));
}

TEST(ProxiedServers, WhatIsWrongIsToldWithTheServer) {
  const auto fault = [](std::string_view file) {
    return std::string(ReadProxiedServers(file, Variable).status().message());
  };
  EXPECT_THAT(fault("{\n\"a\": \n"), HasSubstr("line 3"));
  EXPECT_THAT(fault("{}"), HasSubstr("\"mcpServers\""));
  EXPECT_THAT(fault(R"({"mcpServers":{}})"), HasSubstr("it has no server"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":1}})"), HasSubstr("the server a: it is an object"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{}}})"), HasSubstr("the server a: it has either"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{"command":"x","url":"y"}}})"), HasSubstr("either"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{"command":"x","args":[1]}}})"), HasSubstr("\"args\""));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{"command":"x","cwd":1}}})"), HasSubstr("\"cwd\""));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{"command":"x","env":{"A":1}}}})"), HasSubstr("\"env\""));
}

TEST(ProxiedServers, AServerRunsInItsDirectory) {
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<ProxyServer> servers, ReadProxiedServers(R"({
    "mcpServers": {"a": {"command": "pwd", "args": ["-P"], "cwd": "/"}}
  })",
                                                                                     Variable));
  const std::vector<std::string>& words = servers[0].command;
  ASSERT_THAT(words, SizeIs(6));
  EXPECT_EQ(words[0], "sh");
  EXPECT_EQ(words[1], "-c");
  EXPECT_EQ(words[3], "/");
  // The words have no quotation mark of a shell but those of the script.
  const std::string line = "sh -c '" + words[2] + "' " + words[3] + " " + words[4] + " " + words[5];
  FILE* const shell = ::popen(line.c_str(), "r");
  char printed[16] = {};
  const std::size_t size = std::fread(printed, 1, sizeof printed, shell);
  ::pclose(shell);
  EXPECT_EQ(std::string_view(printed, size), "/\n");
}

TEST(ProxiedServers, AShellSplitsTheCommandLineOfANamedServer) {
  WM_ASSERT_OK_AND_ASSIGN(const ProxyServer server, ReadNamedServer("a=run 'b c'"));
  EXPECT_EQ(server.name, "a");
  EXPECT_THAT(server.command, ElementsAre("sh", "-c", "run 'b c'"));
  for (const char* const text : {"", "a", "a=", "=x"}) {
    EXPECT_FALSE(ReadNamedServer(text).ok()) << text;
  }
}

TEST(ProxiedServers, NamesCanStandBeforeThoseOfToolsAndAreDifferent) {
  const auto check = [](const std::string& first, const std::string& second) {
    return CheckNames({{.name = first}, {.name = second}}).ok();
  };
  EXPECT_TRUE(check("a", "b_c-2"));
  for (const char* const name : {"", "a", "b__c", "b c", "b/c"})
    EXPECT_FALSE(check("a", name)) << name;
}

}  // namespace
}  // namespace waymark::services
