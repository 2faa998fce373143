// What agents are told holds: the tools and commands in it exist.
#include "install/instruction_texts.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "options/command.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

using ::testing::Contains;
using ::testing::SizeIs;

// What stands in the text where the group of the pattern is.
std::vector<std::string> Found(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

std::vector<std::string> ToolNames() {
  std::vector<std::string> names = {"waymark"};  // the server
  for (const ToolRow& tool : ToolsOf(Toolset::kDefault)) names.emplace_back(tool.name);
  return names;
}

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const CommandRow& command : AllCommands()) names.emplace_back(command.name);
  return names;
}

TEST(InstructionTexts, NameToolsThatEveryAgentHas) {
  const std::string told = std::string(InstructionSection()) + std::string(InstructionSkill());
  const std::vector<std::string> tools = Found(told, "`([a-z]+_[a-z_]+)`");
  EXPECT_THAT(tools, SizeIs(::testing::Gt(10U)));
  for (const std::string& tool : tools) EXPECT_THAT(ToolNames(), Contains(tool));
}

TEST(InstructionTexts, NameCommandsThatExist) {
  const std::vector<std::string> commands =
      Found(std::string(InstructionSkill()) + std::string(TuningSkill()) + InstructionHook(),
            "[`\"]waymark ([a-z-]+)");
  EXPECT_THAT(commands, SizeIs(::testing::Gt(8U)));
  for (const std::string& command : commands) EXPECT_THAT(CommandNames(), Contains(command));
}

TEST(InstructionTexts, TheSkillForTuningIsThatOfTheDocumentation) {
  std::ifstream in(WM_SOURCE_DIR "/docs/skills/pipeline-tune/SKILL.md");
  std::stringstream content;
  content << in.rdbuf();
  EXPECT_EQ(content.str(), TuningSkill());
}

// Agents read this with every task.
TEST(InstructionTexts, AreShort) {
  EXPECT_LT(InstructionSection().size(), 1000U);
  EXPECT_LT(InstructionSkill().size(), 2500U);
}

// A session of an agent never ends by it, and never waits long for it.
TEST(InstructionTexts, TheHookSucceedsWhereTheProgramIsMissing) {
  const nlohmann::json hook = nlohmann::json::parse(InstructionHook());
  EXPECT_EQ(hook["matcher"], "Edit|MultiEdit|Write");
  EXPECT_EQ(hook["hooks"][0]["command"], "waymark hook 2>/dev/null || true");
  EXPECT_LE(hook["hooks"][0]["timeout"], 5);
}

}  // namespace
}  // namespace waymark::services
