// The first question about a repository that nobody has indexed indexes it.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "shop_repository.h"
#include "testing/git_repository.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class FirstQuestionTest : public ::testing::Test {
 protected:
  void SetUp() override { GitRepository(root_).Commit("open a shop"); }

  // In the checkout.
  ProgramResult Ask(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--store", home_.store().string()});
    return home_.Run(arguments, "", root_);
  }

  WaymarkHome home_;
  const fs::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(FirstQuestionTest, IndexesAndAnswers) {
  const ProgramResult first = Ask({"context", "mail the receipt"});
  const ProgramResult second = Ask({"context", "mail the receipt"});

  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr(" shop.mail.send_receipt "));
  EXPECT_THAT(first.err,
              AllOf(HasSubstr("waymark: " + root_.string() +
                              " is not indexed yet; indexing it first\nwaymark: indexed "),
                    HasSubstr(" symbols in 7 files\n")));
  EXPECT_EQ(second.out, first.out);
  EXPECT_THAT(second.err, IsEmpty());
}

TEST_F(FirstQuestionTest, MayBeAnyThatIsAboutTheWorkingTree) {
  const std::vector<std::vector<std::string>> questions = {
      {"search", "receipt"},
      {"symbol", "Cart.total"},
      {"usages", "price_of", "--stream"},
      {"outline"},
      {"analyze", "dead_code"},
      {"path", "checkout", "price_of"},
      {"test-scope", "shop/cart.py:13"},
      {"blast-radius", "./shop/pricing.py:6"},
      {"context", "--files", "shop/mail.py", "shop/cart.py"},
      {"diff", "HEAD"},
      {"export"}};
  for (const std::vector<std::string>& question : questions) {
    fs::remove_all(home_.store());
    const ProgramResult first = Ask(question);
    const ProgramResult second = Ask(question);

    EXPECT_EQ(first.exit_code, 0) << question[0] << first.err;
    EXPECT_THAT(first.err, HasSubstr("indexing it first")) << question[0];
    EXPECT_EQ(first.out, second.out) << question[0];
    EXPECT_THAT(second.err, IsEmpty()) << question[0];
  }
}

TEST_F(FirstQuestionTest, IsNoneThatOnlyLooks) {
  for (const std::vector<std::string>& look :
       std::vector<std::vector<std::string>>{{"doctor"}, {"feedback", "list"}}) {
    const ProgramResult result = Ask(look);

    EXPECT_EQ(result.exit_code, 1) << look[0];
    EXPECT_THAT(result.err, AllOf(HasSubstr("waymark index"), Not(HasSubstr("indexing it first"))));
  }
  EXPECT_FALSE(fs::exists(home_.store()));
}

TEST_F(FirstQuestionTest, BesideOtherRepositoriesInTheStore) {
  const fs::path other = WriteShopRepository(home_.directory(), "other");
  ASSERT_EQ(Ask({"index", other.string()}).exit_code, 0);

  const ProgramResult result = Ask({"search", "receipt"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("indexing it first"));
}

TEST_F(FirstQuestionTest, IsIndexedByTheDaemonWhereOneServesTheStore) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();

  const ProgramResult result = Ask({"search", "receipt"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("indexing it first"));
  EXPECT_THAT(daemon->StandardError(), HasSubstr("event=call verb=index "));
}

// What it holds is nobody's project.
TEST_F(FirstQuestionTest, AboutADirectoryThatIsNoRepositoryIsRefused) {
  const fs::path plain = WriteShopRepository(home_.directory(), "plain");

  const ProgramResult result = Ask({"search", "receipt", "--repo", plain.string()});

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("run: waymark index"));
  EXPECT_FALSE(fs::exists(home_.store()));
}

TEST_F(FirstQuestionTest, AboutAHomeDirectoryIsRefusedAlthoughItIsARepository) {
  fs::create_directories(home_.directory().path() / ".git");

  const ProgramResult result =
      home_.Run({"search", "receipt", "--store", home_.store().string()}, "", {});

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("a home directory"));
}

}  // namespace
}  // namespace waymark::testing
