#include "operate/proxied_servers.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(ProxiedServers, AFileOfAnAgentNamesProgramsAndAddresses) {
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<ProxyServer> servers, ReadProxiedServers(R"({
    // mine
    "mcpServers": {
      "files": {"command": "npx", "args": ["-y", "x"], "env": {"A": "1"}},
      "off": {"command": "y", "disabled": true},
      "web": {"type": "http", "url": "https://example.org", "headers": {"K": "V"}},
    }
  })"));
  ASSERT_EQ(servers.size(), 2U);
  EXPECT_EQ(servers[0].name, "files");
  EXPECT_THAT(servers[0].command, ElementsAre("npx", "-y", "x"));
  EXPECT_THAT(servers[0].environment, ElementsAre(Pair("A", "1")));
  EXPECT_EQ(servers[1].url, "https://example.org");
  EXPECT_THAT(servers[1].headers, ElementsAre(Pair("K", "V")));
}

TEST(ProxiedServers, WhatIsWrongIsToldWithTheServer) {
  const auto fault = [](std::string_view file) {
    return std::string(ReadProxiedServers(file).status().message());
  };
  EXPECT_THAT(fault("{\n\"a\": \n"), HasSubstr("line 3"));
  EXPECT_THAT(fault("{}"), HasSubstr("\"mcpServers\""));
  EXPECT_THAT(fault(R"({"mcpServers":{}})"), HasSubstr("it has no server"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":1}})"), HasSubstr("the server a: it is an object"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{}}})"), HasSubstr("the server a: it has either"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{"command":"x","url":"y"}}})"), HasSubstr("either"));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{"command":"x","args":[1]}}})"), HasSubstr("\"args\""));
  EXPECT_THAT(fault(R"({"mcpServers":{"a":{"command":"x","env":{"A":1}}}})"), HasSubstr("\"env\""));
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
