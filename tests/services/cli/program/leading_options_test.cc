#include "program/leading_options.h"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "help/option_table.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Ordered(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  const std::vector<char*> ordered = WithCommandFirst(pointers);
  return {ordered.begin(), ordered.end()};
}

TEST(WithCommandFirst, MovesOptionsWithTheirValuesBehindTheCommand) {
  EXPECT_THAT(
      Ordered({"waymark", "--repo", "x", "-q", "--format=json", "usages", "Y", "-n", "3"}),
      ElementsAre("waymark", "usages", "--repo", "x", "-q", "--format=json", "Y", "-n", "3"));
  EXPECT_THAT(Ordered({"waymark", "usages", "Y", "--json"}),
              ElementsAre("waymark", "usages", "Y", "--json"));
}

TEST(WithCommandFirst, MovesThemBehindAnOptionOfTheProgram) {
  EXPECT_THAT(Ordered({"waymark", "--json", "--help"}), ElementsAre("waymark", "--help", "--json"));
  EXPECT_THAT(Ordered({"waymark", "--color", "never", "-V"}),
              ElementsAre("waymark", "-V", "--color", "never"));
}

TEST(WithCommandFirst, LeavesArgumentsWithoutACommandAlone) {
  EXPECT_THAT(Ordered({"waymark"}), ElementsAre("waymark"));
  EXPECT_THAT(Ordered({"waymark", "--json"}), ElementsAre("waymark", "--json"));
  EXPECT_THAT(Ordered({"waymark", "--repo"}), ElementsAre("waymark", "--repo"));
  EXPECT_THAT(Ordered({"waymark", "--limit", "3", "search"}),
              ElementsAre("waymark", "--limit", "3", "search"));
}

TEST(AllLeadingOptions, AreOptionsOfQuestionsAndTakeAValueWhereTheseDo) {
  CLI::App app;
  const std::vector<BoundCommand> commands = BindCommands(app);
  const CLI::App* const usages = app.get_subcommand("usages");
  for (const LeadingOption& option : AllLeadingOptions()) {
    const CLI::Option* const bound = usages->get_option_no_throw(std::string(option.name));
    ASSERT_NE(bound, nullptr) << option.name;
    EXPECT_EQ(bound->get_items_expected_max() != 0, option.has_value) << option.name;
  }
}

}  // namespace
}  // namespace waymark::services
