// Index runs that are killed or interrupted at any moment leave the last published state.
#include <chrono>
#include <csignal>
#include <random>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kRounds = 12;  // of each signal
constexpr int kFiles = 60;
constexpr int kFunctionsAFile = 20;

std::string ModuleText(int file, int version) {
  std::string text = fmt::format("VERSION = {}\n", version);
  for (int i = 0; i < kFunctionsAFile; ++i) {
    text += fmt::format(
        "\n\ndef f{}_{}(x):\n    \"\"\"Step {} of {}.\"\"\"\n    return f{}_{}(x) + {}\n", file, i,
        i, file, file, (i + 1) % kFunctionsAFile, version);
  }
  return text;
}

class InterruptTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int file = 0; file < kFiles; ++file) WriteModule(file, 0);
  }

  void WriteModule(int file, int version) {
    home_.directory().WriteFile(fmt::format("repo/m{}.py", file), ModuleText(file, version));
  }

  std::vector<std::string> Arguments(const std::string& command) const {
    std::vector<std::string> arguments = {command};
    if (command == "index") {
      arguments.push_back(Root());
    } else {
      arguments.insert(arguments.end(), {"--repo", Root()});
    }
    arguments.insert(arguments.end(), {"--store", home_.store().string()});
    return arguments;
  }

  std::string Root() const { return (home_.directory().path() / "repo").string(); }

  std::uint64_t Generation() {
    const ProgramResult result =
        home_.Run({"status", "--format", "json", "--store", home_.store().string()});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out)["views"][0]["generation"];
  }

  std::string Export() {
    const ProgramResult result = home_.Run(Arguments("export"));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }

  WaymarkHome home_;
};

class SignalTest : public InterruptTest, public ::testing::WithParamInterface<int> {};

TEST_P(SignalTest, ThePreviousStateStaysReadableWheneverARunEnds) {
  const Clock::time_point start = Clock::now();
  ASSERT_EQ(home_.Run(Arguments("index")).exit_code, 0);
  auto latest = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
  std::uint64_t generation = Generation();
  std::string exported = Export();
  std::mt19937 random(20240229);
  int ended_early = 0;
  for (int round = 1; round <= kRounds; ++round) {
    for (int file = 0; file < kFiles; ++file) WriteModule(file, round);
    const std::unique_ptr<Program> run = home_.Start(Arguments("index"));
    std::uniform_int_distribution<std::int64_t> delay(0, latest.count());
    std::this_thread::sleep_for(std::chrono::microseconds(delay(random)));
    run->Signal(GetParam());
    const ProgramResult result = run->Wait();
    // How long a run takes depends on what else the machine does, and changes with that.
    const bool is_early = result.exit_code != 0;
    ended_early += is_early ? 1 : 0;
    latest = is_early ? latest * 17 / 16 : latest * 2 / 3;

    const std::uint64_t now = Generation();
    const std::string exported_now = Export();
    if (now == generation) {
      ASSERT_EQ(exported_now, exported) << "round " << round;
    } else {
      ASSERT_EQ(now, generation + 1) << "round " << round;
      generation = now;
      exported = exported_now;
    }
  }
  EXPECT_GT(ended_early, kRounds / 4) << "the runs were too short to be interrupted";

  // What the interrupted runs left behind does not show in the next state.
  ASSERT_EQ(home_.Run(Arguments("index")).exit_code, 0);
  const std::string final_state = Export();
  const ProgramResult fresh =
      home_.Run({"index", Root(), "--store", (home_.directory().path() / "fresh").string()});
  ASSERT_EQ(fresh.exit_code, 0) << fresh.err;
  const ProgramResult fresh_export = home_.Run(
      {"export", "--repo", Root(), "--store", (home_.directory().path() / "fresh").string()});
  EXPECT_EQ(final_state, fresh_export.out);
}

INSTANTIATE_TEST_SUITE_P(Signals, SignalTest, ::testing::Values(SIGKILL, SIGINT));

TEST_F(InterruptTest, CtrlCExitsWithTheNumberOfTheSignal) {
  ASSERT_EQ(home_.Run(Arguments("index")).exit_code, 0);
  int interrupted = 0;
  for (int round = 1; round <= 20 && interrupted == 0; ++round) {
    for (int file = 0; file < kFiles; ++file) WriteModule(file, round);
    const std::unique_ptr<Program> run = home_.Start(Arguments("index"));
    std::this_thread::sleep_for(std::chrono::milliseconds(40 * round));
    run->Signal(SIGINT);
    const ProgramResult result = run->Wait();
    if (result.exit_code == 0) continue;    // it was done before
    if (result.signal == SIGINT) continue;  // it had only just been started
    ++interrupted;

    EXPECT_EQ(result.exit_code, 128 + SIGINT) << result.err;
    EXPECT_THAT(result.err, ::testing::HasSubstr("waymark: "));
  }
  EXPECT_EQ(interrupted, 1);
}

}  // namespace
}  // namespace waymark::testing
