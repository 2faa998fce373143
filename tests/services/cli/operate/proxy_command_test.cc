// `waymark proxy` as a process.
#include <string>

#include <gmock/gmock.h>

#include "program.h"

namespace waymark::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ProxyCommand, BytesPassThroughAServerThatSendsThemBack) {
  const WaymarkHome home;
  const std::string messages = "{\"method\": \"x\", \"n\": 1.0}\nno message\n";
  const ProgramResult result = home.Run({"proxy", "--", "cat"}, messages);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, messages);
  EXPECT_THAT(result.err, StartsWith("waymark proxy: the server wrote what is no message of MCP"));
}

TEST(ProxyCommand, ItEndsAsTheServerDoesAndSaysWhy) {
  const WaymarkHome home;
  const ProgramResult result = home.Run({"proxy", "--", "sh", "-c", "exit 7"});
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.err, "waymark proxy: the server ended with exit code 7\n");
}

TEST(ProxyCommand, SeveralServersAnswerAsOne) {
  const WaymarkHome home;
  const std::string server =
      R"(=read m; echo "$m" | sed 's/"method.*/"result":{"tools":[{"name":"t"}]}}/'; read m)";
  const ProgramResult result =
      home.Run({"proxy", "--server", "a" + server, "--server", "b" + server},
               "{\"id\":1,\"method\":\"tools/list\"}\n");
  EXPECT_THAT(result.out, HasSubstr(R"("tools":[{"name":"a__t"},{"name":"b__t"}])")) << result.err;
}

TEST(ProxyCommand, WrongUsageIsToldWithWhatToWrite) {
  const WaymarkHome home;
  const auto fault = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "proxy");
    const ProgramResult result = home.Run(arguments);
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_THAT(fault({}), HasSubstr("name either a program behind --, or a --url"));
  EXPECT_THAT(fault({"--url", "http://a", "--", "cat"}), HasSubstr("name either"));
  EXPECT_THAT(fault({"--url", "http://a", "--header", "x"}),
              HasSubstr("write it as 'NAME: VALUE'"));
  EXPECT_THAT(fault({"--server", "a"}), HasSubstr("write it as NAME='COMMAND ARGS'"));
  EXPECT_THAT(fault({"--server", "a=x", "--server", "a=y"}), HasSubstr("two servers"));
  EXPECT_THAT(fault({"--config", "/no/such/file"}), HasSubstr("does not exist"));
  EXPECT_EQ(home.Run({"proxy", "--", "no-such-program"}).exit_code, 3);
  EXPECT_THAT(home.Run({"proxy", "--url", "a"}).err, HasSubstr("no address of a server"));
}

}  // namespace
}  // namespace waymark::testing
