// What the command line does when the store cannot be written.
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/inotify.h>
#include <unistd.h>

#include "graph/hash.h"
#include "program.h"
#include "services/index_run.h"
#include "shop_repository.h"
#include "testing/held_writer_lock.h"
#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kHandshake[] =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"test","version":"1"}}})"
    "\n"
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
    "\n";

// How often a file is opened, from the end of the constructor on.
class Openings {
 public:
  explicit Openings(const fs::path& file) : events_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    // Openings alone would become one: events that are alike do.
    EXPECT_GE(::inotify_add_watch(events_, file.c_str(), IN_OPEN | IN_CLOSE), 0);
  }

  ~Openings() { ::close(events_); }

  Openings(const Openings&) = delete;
  Openings& operator=(const Openings&) = delete;

  int Count() {
    for (inotify_event event{}; ::read(events_, &event, sizeof event) == sizeof event;) {
      count_ += (event.mask & IN_OPEN) != 0 ? 1 : 0;
    }
    return count_;
  }

 private:
  const int events_;  // of a file, so that they bear no names
  int count_ = 0;
};

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

  // Zeros in the place of a text wherever the file of the store has it.
  void DamageEvery(std::string_view text) { ZeroAtEvery(text, 0, text.size()); }

  // In the value of a row, wherever the file has its key.
  void ZeroBehindEvery(std::string_view key) { ZeroAtEvery(key, key.size(), 24); }

  void ZeroAtEvery(std::string_view text, std::size_t offset, std::size_t size) {
    const fs::path path = home_.store() / "data.mdb";
    std::ifstream in(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    std::size_t found = 0;
    for (std::size_t at = 0; (at = bytes.find(text, at)) != std::string::npos; ++found) {
      at += offset;
      bytes.replace(at, size, size, '\0');
    }
    ASSERT_GT(found, 0U);
    std::ofstream(path, std::ios::binary) << bytes;
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
  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");
  auto lock = std::make_unique<HeldWriterLock>(home_.store());
  Openings tries(home_.store() / "writer.lock");
  const std::unique_ptr<Program> writer =
      home_.Start({"index", root_.string(), "--store", Store()});
  EXPECT_TRUE(WaitFor([&tries] { return tries.Count() >= 3; }));
  EXPECT_TRUE(writer->IsRunning());
  EXPECT_EQ(Export().exit_code, 0);  // readers wait for nobody

  lock = nullptr;
  EXPECT_EQ(writer->Wait().exit_code, 0);
  EXPECT_THAT(Export().out, HasSubstr("refund"));
}

// Here it waits to write; a large checkout takes as long to be read.
TEST_F(StoreTroubleTest, AQuestionWaitsForAFirstIndexThatAnotherProcessMakes) {
  const fs::path root = home_.directory().path() / "other";
  home_.directory().WriteFile("other/tool.py", "def sharpen():\n    pass\n");
  auto lock = std::make_unique<HeldWriterLock>(home_.store());
  const std::unique_ptr<Program> writer = home_.Start({"index", root.string(), "--store", Store()});
  ASSERT_TRUE(WaitFor([&] { return services::FindIndexRun(home_.store(), root).has_value(); }));
  const std::unique_ptr<Program> reader =
      home_.Start({"symbol", "sharpen", "--repo", root.string(), "--store", Store()});
  EXPECT_TRUE(WaitFor([&] { return !reader->StandardError().empty(); }));
  EXPECT_TRUE(reader->IsRunning());

  lock = nullptr;
  const ProgramResult answer = reader->Wait();
  EXPECT_EQ(answer.exit_code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("sharpen"));
  EXPECT_THAT(answer.err, HasSubstr(fmt::format("waiting for the first index of {}, which process "
                                                "{} makes",
                                                root.string(), writer->process())));
  EXPECT_EQ(writer->Wait().exit_code, 0);
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
  ASSERT_TRUE(WaitFor([&] { return view()["watch"]["mode"] == "notified"; }));
  {
    const HeldWriterLock lock(home_.store());
    home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

    json troubled;
    EXPECT_TRUE(WaitFor([&] {
      troubled = view();
      return troubled["watch"].contains("trouble");
    }));
    EXPECT_THAT(troubled["watch"]["trouble"], HasSubstr("is writing"));
    EXPECT_EQ(troubled["files_differing"], 1);
  }

  EXPECT_TRUE(WaitFor([&] { return view()["files_differing"] == 0; }));
  EXPECT_EQ(view()["generation"], 2);
}

// A name that became zeros would be a symbol that there is not, and a list of neighbours an end.
TEST_F(StoreTroubleTest, DamageIsSaidInWordsByEveryFaceUntilItIsIndexedAnew) {
  DamageEvery("send_receipt");
  const std::vector<std::string> question = {"symbol",       "shop.cart.Cart", "--repo",
                                             root_.string(), "--store",        Store()};
  const auto is_told = [&](const ProgramResult& result) {
    EXPECT_EQ(result.exit_code, 3) << result.out;
    EXPECT_THAT(result.err, AllOf(HasSubstr("the store is damaged"),
                                  HasSubstr("--store '" + Store() + "' --force")));
  };
  is_told(home_.Run(question));
  is_told(home_.Run({"context", "send a receipt", "--repo", root_.string(), "--store", Store()}));
  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");
  is_told(Index());

  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  is_told(home_.Run(question));
  const json call = {
      {"jsonrpc", "2.0"},
      {"id", 1},
      {"method", "tools/call"},
      {"params", {{"name", "get_symbol"}, {"arguments", {{"symbol", "shop.cart.Cart"}}}}}};
  const ProgramResult agent = home_.Run({"mcp", "--repo", root_.string(), "--store", Store()},
                                        kHandshake + call.dump() + "\n");
  EXPECT_THAT(agent.out, AllOf(HasSubstr("\"isError\":true"), HasSubstr("the store is damaged")));

  EXPECT_EQ(home_.Run({"index", root_.string(), "--force", "--store", Store()}).exit_code, 0);
  EXPECT_EQ(home_.Run(question).exit_code, 0);
}

// Without it the ranking would be another one.
TEST_F(StoreTroubleTest, DamagedFeedbackIsNotLeftOutOfARankingInSilence) {
  const std::vector<std::string> place = {"--repo", root_.string(), "--store", Store()};
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), place.begin(), place.end());
    return home_.Run(words);
  };
  ASSERT_EQ(run({"feedback", "useful", "shop.cart.Cart", "--task", "send a receipt"}).exit_code, 0);
  const json status =
      json::parse(home_.Run({"status", "--format", "json", "--store", Store()}).out);
  const RootHash key = FieldHasher("waymark.lessons.v1")
                           .Add(status["views"][0]["repository"].get<std::string>())
                           .Finish<RootHash>();
  ZeroBehindEvery({reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()});

  const ProgramResult damaged = run({"context", "send a receipt"});

  EXPECT_EQ(damaged.exit_code, 3) << damaged.out;
  EXPECT_THAT(damaged.err, AllOf(HasSubstr("the store is damaged"), HasSubstr("--force")));
  const ProgramResult repaired =
      home_.Run({"index", root_.string(), "--force", "--store", Store()});
  EXPECT_THAT(repaired.out,
              HasSubstr("no file had to be read again, because this was damaged: 1 row of"));
  EXPECT_EQ(run({"context", "send a receipt"}).exit_code, 0);
}

TEST_F(StoreTroubleTest, ARepairSaysWhatWasDamaged) {
  const std::vector<std::string> repair = {"index", root_.string(), "--force", "--store", Store()};
  std::vector<std::string> in_json = repair;
  in_json.insert(in_json.end(), {"--format", "json"});
  EXPECT_THAT(home_.Run(repair).out, Not(HasSubstr("damaged")));
  EXPECT_EQ(json::parse(home_.Run(in_json).out)["damaged"], json::array());

  DamageEvery("send_receipt");
  EXPECT_THAT(home_.Run(repair).out,
              AllOf(HasSubstr("because this was damaged: "), HasSubstr(root_.string())));

  for (const bool has_daemon : {false, true}) {
    DamageEvery("send_receipt");
    const std::unique_ptr<Program> daemon = has_daemon ? home_.StartDaemon() : nullptr;
    const json report = json::parse(home_.Run(in_json).out);
    ASSERT_FALSE(report["damaged"].empty());
    EXPECT_THAT(report["damaged"].dump(), HasSubstr(root_.string()));
  }
}

TEST_F(StoreTroubleTest, AStoreBeyondUseIsPutAsideByTheRepairThatIsAdvised) {
  const std::string before = Export().out;
  std::fstream(home_.store() / "data.mdb", std::ios::binary | std::ios::in | std::ios::out)
      << std::string(8192, '\0');
  for (const char* face : {"export", "symbol", "doctor", "status"}) {
    std::vector<std::string> question = {face};
    if (face == std::string_view("symbol")) question.push_back("shop.cart.Cart");
    if (face != std::string_view("status")) {
      question.insert(question.end(), {"--repo", root_.string()});
    }
    question.insert(question.end(), {"--store", Store()});
    const ProgramResult result = home_.Run(question);
    EXPECT_EQ(result.exit_code, 3) << face << result.out;
    EXPECT_THAT(result.err, HasSubstr("data.mdb")) << face;
  }

  const ProgramResult repaired =
      home_.Run({"index", root_.string(), "--force", "--store", Store()});

  EXPECT_EQ(repaired.exit_code, 0) << repaired.err;
  EXPECT_THAT(repaired.err, HasSubstr("waymark.damaged.mdb"));
  EXPECT_THAT(repaired.out,
              HasSubstr("read again, because this was damaged: the store as a whole"));
  EXPECT_EQ(Export().out, before);
}

// Pages past the end of a file that is mapped.
TEST_F(StoreTroubleTest, AFileThatIsCutOffUnderADaemonEndsNothingByASignal) {
  const std::string before = Export().out;
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  ASSERT_EQ(Export().out, before);
  fs::resize_file(home_.store() / "data.mdb", 16384);

  const ProgramResult result = Export();

  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_EQ(home_.Run({"index", root_.string(), "--force", "--store", Store()}).exit_code, 0);
  EXPECT_EQ(Export().out, before);
}

TEST_F(StoreTroubleTest, ADaemonWhoseDataWasRemovedEnds) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  fs::remove(home_.store() / "data.mdb");

  EXPECT_NE(Export().exit_code, 0);
  EXPECT_EQ(daemon->Wait().exit_code, 0);
  EXPECT_EQ(Index().exit_code, 0);
  EXPECT_EQ(Export().exit_code, 0);
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
