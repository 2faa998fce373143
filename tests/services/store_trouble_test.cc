// What the command line does when the store cannot be written.
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

class StoreTroubleTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(Index().exit_code, 0); }

  ProgramResult Index() { return home_.Run({"index", root_.string(), "--store", Store()}); }

  ProgramResult Export() {
    return home_.Run({"export", "--repo", root_.string(), "--store", Store()});
  }

  // `waymark index` by a shell that was told `limits` first.
  ProgramResult IndexUnder(const std::string& limits) {
    const std::string command = fmt::format("{}; exec '{}' index '{}' --store '{}'", limits,
                                            WM_WAYMARK_PROGRAM, root_.string(), Store());
    Program program({"/bin/sh", "-c", command}, {.environment = home_.Environment()});
    return program.Wait();
  }

  std::string Store() const { return home_.store().string(); }

  WaymarkHome home_;
  fs::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(StoreTroubleTest, WithoutRoomTheOldStateStaysAndTheReasonIsSaid) {
  const std::string before = Export().out;
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += fmt::format("def growing_{}():\n    return {}\n\n", i, i);
  home_.directory().WriteFile("shop/shop/large.py", text);
  // In units of 512 bytes. The signal that comes with it is ignored, as on a full disk.
  const std::uintmax_t blocks = fs::file_size(home_.store() / "data.mdb") / 512 + 64;

  const ProgramResult result = IndexUnder(fmt::format("trap '' XFSZ; ulimit -f {}", blocks));

  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_THAT(result.err, HasSubstr("waymark: "));
  EXPECT_EQ(Export().out, before);

  const ProgramResult again = Index();
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(Export().out, HasSubstr("growing_19999"));
}

TEST_F(StoreTroubleTest, ASecondWriterWaitsForTheFirst) {
  constexpr std::chrono::milliseconds kLook{10};
  constexpr std::chrono::milliseconds kWaits{1500};
  Program holder({"/usr/bin/flock", "-F", Store() + "/writer.lock", "/bin/sleep", "60"},
                 {.environment = home_.Environment()});
  std::unique_ptr<Program> writer;
  // Until the lock is held, runs end.
  for (int i = 0; i < 20; ++i) {
    home_.directory().WriteFile("shop/shop/refund.py", fmt::format("def refund{}():\n  pass\n", i));
    writer = home_.Start({"index", root_.string(), "--store", Store()});
    const auto end = std::chrono::steady_clock::now() + kWaits;
    while (writer->IsRunning() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(kLook);
    }
    if (writer->IsRunning()) break;
  }
  EXPECT_TRUE(writer->IsRunning());
  EXPECT_EQ(Export().exit_code, 0);  // readers wait for nobody

  holder.Signal(SIGKILL);
  holder.Wait();
  EXPECT_EQ(writer->Wait().exit_code, 0);
  EXPECT_THAT(Export().out, HasSubstr("refund"));
}

TEST_F(StoreTroubleTest, ProcessesThatStartTogetherOnANewStoreAllSucceed) {
  const std::string store = (home_.directory().path() / "another").string();
  std::vector<std::unique_ptr<Program>> programs;
  for (int i = 0; i < 6; ++i) {
    programs.push_back(home_.Start({"index", root_.string(), "--store", store}));
  }
  for (const std::unique_ptr<Program>& program : programs) {
    const ProgramResult result = program->Wait();
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
}

TEST_F(StoreTroubleTest, ADaemonWaitsForAnotherWriterAndSaysSo) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  const auto view = [this] {
    return json::parse(
        home_.Run({"status", "--format", "json", "--store", Store()}).out)["views"][0];
  };
  const auto wait_for = [](const auto& condition) {
    for (int i = 0; i < 400; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    return false;
  };
  ASSERT_TRUE(wait_for([&] { return view()["watch"]["mode"] == "notified"; }));
  {
    Program holder({"/usr/bin/flock", "-F", Store() + "/writer.lock", "/bin/sleep", "60"},
                   {.environment = home_.Environment()});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

    EXPECT_TRUE(wait_for([&] { return view()["watch"].contains("trouble"); }));
    EXPECT_THAT(view()["watch"]["trouble"], HasSubstr("is writing"));
    EXPECT_EQ(view()["files_differing"], 1);
    holder.Signal(SIGKILL);
    holder.Wait();
  }

  EXPECT_TRUE(wait_for([&] { return view()["files_differing"] == 0; }));
  EXPECT_EQ(view()["generation"], 2);
}

TEST_F(StoreTroubleTest, ReadersThatWereKilledAreNotCountedForEver) {
  for (int i = 0; i < 20; ++i) {
    const std::unique_ptr<Program> reader =
        home_.Start({"export", "--repo", root_.string(), "--store", Store()});
    std::this_thread::sleep_for(std::chrono::milliseconds(i));
    reader->Signal(SIGKILL);
    reader->Wait();
  }
  // Old generations go although their readers never said goodbye.
  std::uintmax_t size = 0;
  for (int i = 0; i < 30; ++i) {
    home_.directory().WriteFile("shop/shop/refund.py", fmt::format("def refund{}():\n  pass\n", i));
    ASSERT_EQ(Index().exit_code, 0);
    if (i == 10) size = fs::file_size(home_.store() / "data.mdb");
  }
  EXPECT_LE(fs::file_size(home_.store() / "data.mdb"), size * 2);
}

}  // namespace
}  // namespace waymark::testing
