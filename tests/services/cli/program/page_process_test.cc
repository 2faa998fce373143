// `waymark ui` and `waymark report` as processes.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http_client.h"
#include "program.h"
#include "shop_repository.h"
#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string TextOfFile(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class PageProcessTest : public ::testing::Test {
 protected:
  std::vector<std::string> Arguments(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(),
                     {"--repo", root_.string(), "--store", home_.store().string()});
    return arguments;
  }

  // Its address on standard output, once it listens.
  static std::string AddressOf(const Program& server) {
    EXPECT_TRUE(WaitFor([&] { return server.StandardOutput().ends_with("\n"); }))
        << server.StandardError();
    std::string address = server.StandardOutput();
    address.pop_back();
    return address;
  }

  static HttpAnswer Get(const std::string& address, const std::string& path,
                        const std::string& headers = "") {
    const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
    return HttpClient(port).Ask(
        fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", path, port, headers));
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(PageProcessTest, PrintsItsAddressAndAnswersWhatTheCommandsWrite) {
  home_.Run({"index", root_.string(), "--store", home_.store().string()});
  const auto server = home_.Start(Arguments({"ui", "--no-open"}));
  const std::string address = AddressOf(*server);

  EXPECT_THAT(address, StartsWith("http://127.0.0.1:"));
  const std::string query = address.substr(address.find('?'));
  std::string cookie = Get(address, "/" + query).headers["set-cookie"];
  cookie = fmt::format("Cookie: {}\r\n", cookie.substr(0, cookie.find(';')));
  for (const auto& [path, arguments] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"/api/usages?symbol=shop.pricing.price_of", {"usages", "shop.pricing.price_of"}},
           {"/api/outline", {"outline"}},
           {"/api/grep?pattern=receipt", {"grep", "receipt"}}}) {
    std::vector<std::string> as_json = arguments;
    as_json.emplace_back("--json");
    EXPECT_EQ(Get(address, path, cookie).body, home_.Run(Arguments(as_json)).out) << path;
  }

  server->Signal(SIGINT);
  EXPECT_EQ(server->Wait().exit_code, 0);
}

TEST_F(PageProcessTest, AWrongPortAndAMissingDirectoryAreRefused) {
  EXPECT_EQ(home_.Run(Arguments({"ui", "--port", "65536"})).exit_code, 2);
  EXPECT_EQ(home_.Run({"ui", "--repo", "/nowhere", "--store", home_.store().string()}).exit_code,
            1);
  const ProgramResult unknown = home_.Run(Arguments({"ui", "--no-open"}));
  EXPECT_EQ(unknown.exit_code, 1) << "no repository, and never indexed";
  EXPECT_THAT(unknown.err, HasSubstr("waymark index"));
}

TEST_F(PageProcessTest, AReportIsOneFileThatNeedsNoServer) {
  home_.Run({"index", root_.string(), "--store", home_.store().string()});
  const std::filesystem::path file = home_.directory().path() / "report.html";

  const ProgramResult result = home_.Run(Arguments({"report", "--html", file.string()}));

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("report.html"));
  EXPECT_THAT(TextOfFile(file),
              AllOf(StartsWith("<!doctype html>"), HasSubstr("waymark-data"),
                    HasSubstr("shop.pricing.price_of"), Not(HasSubstr("/app.js"))));
}

TEST_F(PageProcessTest, AReportThatCannotBeWrittenSaysWhere) {
  home_.Run({"index", root_.string(), "--store", home_.store().string()});

  const ProgramResult nowhere = home_.Run(Arguments({"report", "--html", "/nowhere/report.html"}));

  EXPECT_EQ(nowhere.exit_code, 3);
  EXPECT_THAT(nowhere.err, HasSubstr("/nowhere/report.html"));
  EXPECT_EQ(home_.Run(Arguments({"report"})).exit_code, 2);
  EXPECT_NE(home_.Run(Arguments({"report", "--html", "r.html", "--diff", "nothing"})).exit_code, 0);
}

}  // namespace
}  // namespace waymark::testing
