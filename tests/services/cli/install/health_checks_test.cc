// What `waymark doctor` says of the machine, whether anything is indexed or not.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

class HealthChecksTest : public ::testing::Test {
 protected:
  void Index() {
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", home_.store().string()}).exit_code, 0);
  }

  ProgramResult Doctor(const std::string& format = "text") {
    return home_.Run({"doctor", "--repo", root_.string(), "--store", home_.store().string(),
                      "--format", format});
  }

  // What is said of a subject, as "health: text".
  std::string Finding(const std::string& subject) {
    const ProgramResult result = Doctor("json");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const json answer = json::parse(result.out);
    for (const json& check : answer["checks"]) {
      if (check["subject"] == subject) {
        return std::string(check["health"]) + ": " + std::string(check["text"]);
      }
    }
    return "";
  }

  // The same change of a file of the home and of what `install` remembers of it.
  void ReplaceIn(const std::string& name, const std::string& from, const std::string& to) {
    const fs::path path = home_.directory().path() / name;
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << text;
    home_.directory().WriteFile(name, text.replace(at, from.size(), to));
  }

  WaymarkHome home_;
  fs::path root_ = WriteShopRepository(home_.directory());
};

// The administrator can write everything: another user asks about a store of his own.
TEST_F(HealthChecksTest, AStoreThatCannotBeWrittenIsWrong) {
  constexpr char kAs[] = "/usr/bin/setpriv";
  if (::geteuid() != 0 || !fs::exists(kAs)) GTEST_SKIP() << "nobody else can be asked as";
  constexpr ::uid_t kSomebody = 12345;
  Index();
  fs::permissions(home_.directory().path(), fs::perms::others_exec, fs::perm_options::add);
  std::vector<fs::path> owned = {home_.store()};
  for (const fs::directory_entry& entry : fs::directory_iterator(home_.store())) {
    owned.push_back(entry.path());
  }
  for (const fs::path& path : owned) {
    ASSERT_EQ(::chown(path.c_str(), kSomebody, static_cast<::gid_t>(-1)), 0);
  }
  const auto doctor = [&] {
    Program program(
        {kAs, "--reuid", "12345", "--regid", "12345", "--clear-groups", WM_WAYMARK_PROGRAM,
         "doctor", "--repo", root_.string(), "--store", home_.store().string()},
        {.environment = {"HOME=/nonexistent"}});
    const ProgramResult result = program.Wait();
    return result.out + result.err;
  };

  EXPECT_THAT(doctor(), HasSubstr("ok    store"));
  ASSERT_EQ(::chmod((home_.store() / "data.mdb").c_str(), 0400), 0);
  EXPECT_THAT(doctor(), AllOf(HasSubstr("wrong store"), HasSubstr("data.mdb cannot be written")));
}

TEST_F(HealthChecksTest, AreSaidWithoutAnIndexToo) {
  const ProgramResult result = Doctor();

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("note  store       there is none in "),
                                HasSubstr("daemon      none serves the store")));
  EXPECT_THAT(result.err, HasSubstr("nothing is indexed"));
}

TEST_F(HealthChecksTest, AStoreThatOthersCanEnterIsWrong) {
  Index();
  EXPECT_THAT(Finding("store"), AllOf(HasSubstr("ok: "), HasSubstr("its disk has ")));

  ::chmod(home_.store().c_str(), 0755);
  EXPECT_EQ(Finding("store"),
            fmt::format("wrong: others can enter {0}; run: chmod 700 {0}", home_.store().string()));
}

TEST_F(HealthChecksTest, ADaemonThatDoesNotAnswerIsNamed) {
  Index();
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  EXPECT_THAT(Finding("daemon"), HasSubstr("ok: answers within "));
  EXPECT_THAT(Finding("sockets"), HasSubstr(", yours alone"));

  daemon->Signal(SIGSTOP);
  EXPECT_THAT(
      Finding("daemon"),
      AllOf(HasSubstr("wrong: "),
            HasSubstr(fmt::format("to end process {}: waymark daemon stop", daemon->process()))));
  daemon->Signal(SIGCONT);
}

TEST_F(HealthChecksTest, AClientThatStartsNoProgramIsWrong) {
  Index();
  home_.directory().WriteFile(".cursor/mcp.json", "{}\n");
  ASSERT_EQ(home_.Run({"install", "cursor", "--yes"}).exit_code, 0);
  EXPECT_THAT(Finding("cursor"), HasSubstr("ok: "));

  const std::string program = fs::canonical(WM_WAYMARK_PROGRAM).string();
  ReplaceIn(".cursor/mcp.json", program, "/nowhere/waymark");
  EXPECT_THAT(Finding("cursor"), HasSubstr("note: "));
  ReplaceIn(".local/state/waymark/installed.json", program, "/nowhere/waymark");
  EXPECT_THAT(Finding("cursor"), HasSubstr("starts '/nowhere/waymark', which is no program"));
}

}  // namespace
}  // namespace waymark::testing
