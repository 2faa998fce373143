// What a refused command is answered with: a command that works.
#include "output/refused_command.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "shop_repository.h"
#include "testing/git_repository.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Program;
using testing::ProgramResult;

using CommandWords = std::vector<std::string>;

TEST(CommandOf, ChangesLeavesOutOrAddsAnOption) {
  const CommandWords words = {"search", "price of", "--cursor=3-abc", "--limit", "5"};

  EXPECT_EQ(CommandOf(WithoutField("cursor"), words), "waymark search 'price of' --limit 5");
  EXPECT_EQ(CommandOf(WithField("session", "new"), {{"context", "x", "--session", "old"}}),
            "waymark context x --session new");
  EXPECT_EQ(CommandOf(WithField("budget_tokens", "148"), {{"context", "--", "-x"}}),
            "waymark context --budget 148 -- -x");
}

TEST(CommandOf, ReplacesWhatWasGivenWhereverTheDirectoryIs) {
  const Remedy last_line = WithText("src/app.py:99", "src/app.py:7");

  EXPECT_EQ(CommandOf(last_line, {{"usages", "src/app.py:99"}}), "waymark usages src/app.py:7");
  EXPECT_EQ(CommandOf(last_line, {{"usages", "./src/app.py:99"}}), "waymark usages ./src/app.py:7");
  EXPECT_EQ(CommandOf(last_line, {{"usages", "app.py:99"}}), "waymark usages app.py:7");
  EXPECT_EQ(CommandOf(last_line, {{"context", "--symbol=src/app.py:99"}}),
            "waymark context --symbol=src/app.py:7");
  EXPECT_EQ(CommandOf(last_line, {{"usages", "other"}}), "");
}

TEST(CommandOf, ReplacesASymbolButNeitherTheCommandNorOtherValues) {
  const Remedy shows = WithText("show", "app.shows");

  EXPECT_EQ(CommandOf(shows, {{"show", "show"}}), "waymark show app.shows");
  EXPECT_EQ(CommandOf(shows, {{"usages", "show", "--at", "show"}}),
            "waymark usages app.shows --at show");
  EXPECT_EQ(CommandOf(shows, {{"context", "show", "--symbol", "show"}}),
            "waymark context show --symbol app.shows");
  EXPECT_EQ(CommandOf(shows, {{"usages", "--possible", "show"}}),
            "waymark usages --possible app.shows");
  EXPECT_EQ(CommandOf(shows, {{"show"}}), "");
}

TEST(CommandOf, ReplacesARevisionInItsOption) {
  EXPECT_EQ(CommandOf(WithTextIn("at", "run", "HEAD"), {{"usages", "run", "--at", "run"}}),
            "waymark usages run --at HEAD");
  EXPECT_EQ(CommandOf(WithTextIn("at", "run", "HEAD"), {{"usages", "--at=run", "run"}}),
            "waymark usages --at=HEAD run");
  EXPECT_EQ(CommandOf(WithTextIn("base", "mian", "HEAD~1"), {{"diff", "mian"}}),
            "waymark diff 'HEAD~1'");
  EXPECT_EQ(CommandOf(WithTextIn("repo", "shop", "/r/shop"), {{"usages", "shop", "--repo=shop"}}),
            "waymark usages shop --repo=/r/shop");
}

TEST(CommandOf, OutlinesTheRepositoryThatWasAsked) {
  EXPECT_EQ(
      CommandOf(OutlineInstead(), {{"usages", "zzz", "--repo", "/r", "--limit", "3", "--at=v1"}}),
      "waymark outline --repo /r --at=v1");
  EXPECT_EQ(CommandOf(Remedy{}, {{"usages", "x"}}), "waymark status");
}

TEST(CommandOf, IsTheChangeAloneIfTheCommandIsLong) {
  EXPECT_EQ(CommandOf(WithField("budget_tokens", "148"), {{"context", std::string(500, 'x')}}),
            "the same command with --budget 148");
  EXPECT_EQ(CommandOf(WithoutField("cursor"), {{"search", "a\nb", "--cursor", "1"}}),
            "the same command without --cursor");
}

class RefusedCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    testing::GitRepository(root_).Commit("begin");
    ASSERT_EQ(Run({"index"}).exit_code, 0);
  }

  ProgramResult Run(const CommandWords& arguments) const {
    CommandWords argv = {WM_WAYMARK_PROGRAM};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return Program(argv, {.environment = home_.Environment(), .working_directory = root_}).Wait();
  }

  // The error of a refused command.
  std::string ErrorOf(const CommandWords& arguments) const {
    const ProgramResult result = Run(arguments);
    EXPECT_NE(result.exit_code, 0);
    return result.err;
  }

  testing::WaymarkHome home_;
  std::filesystem::path root_;
};

TEST_F(RefusedCommandTest, ErrorsEndWithTheCommandThatWorks) {
  struct {
    CommandWords refused;
    CommandWords works;
  } const cases[] = {
      {{"usages", "price_off"}, {"usages", "shop.pricing.price_of"}},
      {{"usages", "zzqqxx", "--limit", "3"}, {"outline"}},
      {{"usages", "shop/cart.py:999"}, {"usages", "shop/cart.py:"}},
      {{"search", "price", "--cursor", "nonsense"}, {"search", "price"}},
      {{"context", "price", "--budget", "10"}, {"context", "price", "--budget"}},
      {{"symbol", "Cart", "--at", "mian"}, {"symbol", "Cart", "--at", "HEAD"}},
      {{"test-scope", "--diff", "mian"}, {"test-scope", "--diff", "HEAD"}},
      {{"context", "price", "--files", "shop/crt.py"},
       {"context", "price", "--files", "shop/cart.py"}},
      {{"usages", "shop/crt.py:3"}, {"usages", "shop/cart.py:3"}},
      {{"usages", "shop/cart.py:totl"}, {"usages", "'shop/cart.py#Cart.total'"}},
      {{"usages", "shop/nothing_like_it.py:3"}, {"outline"}},
  };

  for (const auto& one : cases) {
    std::string command = "a command that works: waymark";
    for (const std::string& word : one.works) command += " " + word;
    EXPECT_THAT(ErrorOf(one.refused), HasSubstr(command));
  }
  EXPECT_EQ(Run({"usages", "shop.pricing.price_of"}).exit_code, 0);
  EXPECT_THAT(ErrorOf({"usages", "price_off", "--json"}),
              EndsWith("waymark usages shop.pricing.price_of --json\n"));
  EXPECT_THAT(Run({"usages", "price_off", "--json"}).out,
              HasSubstr(R"("fix":"name one of the similar names")"));
  EXPECT_THAT(Run({"usages", "zzqqxx", "--json"}).out, HasSubstr(R"("fix":"waymark outline")"));
}

TEST_F(RefusedCommandTest, EachSymbolThatCannotBeShownHasTheCommandThatWorks) {
  const CommandWords refused = {"show", "Cart.total", "price_off"};
  const std::string works = "waymark show Cart.total shop.pricing.price_of";

  EXPECT_THAT(ErrorOf(refused), EndsWith("a command that works: " + works + "\n"));
  const std::string json = Run({"show", "Cart.total", "price_off", "--json"}).out;
  EXPECT_THAT(json, AllOf(HasSubstr(R"("fix":"name one of the similar names")"),
                          HasSubstr("a command that works: " + works), Not(HasSubstr("remedy"))));
}

TEST_F(RefusedCommandTest, AnUnknownPackRootIsToldWithTheWholeAnswer) {
  const ProgramResult result =
      Run({"context", "price", "--format", "gcf", "--pack-root", std::string(64, 'a')});

  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("waymark: pack root aaaaaaaaaaaa is not known here: this is "
                                    "the whole answer\n"));
  EXPECT_THAT(result.out, HasSubstr("price_of"));
}

}  // namespace
}  // namespace waymark::services
