// `waymark team` as a process, on a real server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "services/team_program.h"
#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using ::testing::Not;
using testing::PostgresServer;
using testing::ProgramResult;
using testing::RunSql;
using testing::WaymarkHome;

class TeamCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
  }

  ProgramResult Team(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "team");
    arguments.insert(arguments.end(), {"--team", url_});
    return home_.Run(arguments);
  }

  nlohmann::json TeamJson(std::vector<std::string> arguments, int exit_code = 0) const {
    arguments.insert(arguments.end(), {"--format", "json"});
    const ProgramResult result = Team(arguments);
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
  }

  // A tree under a branch, and a blob that nothing refers to, both of three days ago.
  void Publish() const {
    WM_ASSERT_OK_AND_ASSIGN(const auto store,
                            OpenTeamStore({.url = url_, .program = WM_TEAM_PROGRAM}));
    const graph::Blob leaf = MakeBlob("leaf");
    const graph::Blob blobs[] = {leaf, MakeBlob("root", {leaf.hash}), MakeBlob("loose")};
    WM_ASSERT_OK(store->Put(kShop, blobs));
    WM_ASSERT_OK(store->CompareAndSwap(kShop, MakeReference("branch/main", blobs[1].hash), 0));
    RunSql(url_, "UPDATE waymark.blob SET touched = now() - interval '3 days'");
  }

  WaymarkHome home_;
  std::string url_;
};

TEST_F(TeamCommandTest, AStoreIsCreatedOnceAndShown) {
  const ProgramResult none = Team({"status"});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("waymark team init"));

  const ProgramResult made = Team({"init"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("created the shared store in postgresql://postgres@"));
  EXPECT_THAT(Team({"init"}).out, HasSubstr("is there already"));

  EXPECT_THAT(Team({}).out, HasSubstr("nothing is published"));
  Publish();
  EXPECT_THAT(Team({"status"}).out, HasSubstr(kShop));
  const nlohmann::json state = TeamJson({"status"});
  EXPECT_EQ(state["repositories"][0]["name"], kShop);
  EXPECT_EQ(state["repositories"][0]["blobs"], 3);
  EXPECT_EQ(state["read_only"], false);
}

TEST_F(TeamCommandTest, APushedCommitIsPulledIntoAnotherStore) {
  ASSERT_EQ(Team({"init"}).exit_code, 0);
  const testing::GitRepository git(home_.directory().path() / "shop");
  git.Write("shop.py", "def price(cart):\n    return sum(cart)\n");
  const std::string commit = git.Commit("Sell");
  const std::string root = git.path().string();
  const std::string other = (home_.directory().path() / "other").string();

  EXPECT_EQ(Team({"pull", "--repo", root}).exit_code, 1);
  const nlohmann::json pushed = TeamJson({"push", "--repo", root});
  EXPECT_EQ(pushed["reference"], "commit/" + commit);
  EXPECT_EQ(pushed["blobs_sent"], pushed["blobs"]);
  EXPECT_EQ(TeamJson({"push", "--repo", root})["unchanged"], true);

  const nlohmann::json pulled = TeamJson({"pull", "--repo", root, "--store", other});
  EXPECT_EQ(pulled["commit"], commit);
  const ProgramResult indexed = home_.Run({"index", root, "--store", other, "--json"});
  EXPECT_EQ(nlohmann::json::parse(indexed.out)["files_parsed"], 0);
  EXPECT_EQ(TeamJson({"fsck"})["problems"], 0);
}

// A commit that was pulled with the store in the configuration, and a file that was changed since.
class PulledCommitTest : public TeamCommandTest {
 protected:
  void SetUp() override {
    TeamCommandTest::SetUp();
    if (IsSkipped()) return;
    server_ = std::make_unique<PostgresServer>(std::vector<std::string>(), nullptr);
    url_ = server_->CreateDatabase();
    ASSERT_EQ(home_.Run({"config", "set", "team", url_}).exit_code, 0);
    ASSERT_EQ(home_.Run({"team", "init"}).exit_code, 0);
    git_.Write("shop.py", "from till import pay\n\ndef buy(cart):\n    return pay(cart)\n");
    git_.Write("till.py", "def pay(cart):\n    return sum(cart)\n");
    git_.Commit("Sell");
    ASSERT_EQ(home_.Run({"team", "push", "--repo", root()}).exit_code, 0);
    ASSERT_EQ(home_.Run({"team", "pull", "--repo", root(), "--store", store()}).exit_code, 0);
    ASSERT_EQ(FilesParsed(), 0);
    git_.Write("shop.py", "from till import pay\n\ndef sell(cart):\n    return pay(cart)\n");
  }

  std::string root() const { return git_.path().string(); }

  std::string store() const { return (home_.directory().path() / "pulled").string(); }

  nlohmann::json Index() const {
    const ProgramResult result = home_.Run({"index", root(), "--store", store(), "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
  }

  int FilesParsed() const { return Index()["files_parsed"]; }

  std::string CallersOfPay() const {
    return home_.Run({"usages", "pay", "--repo", root(), "--store", store()}).out;
  }

  std::unique_ptr<PostgresServer> server_;
  const testing::GitRepository git_{home_.directory().path() / "shop"};
};

TEST_F(PulledCommitTest, FactsAreFetchedForAChangedFile) {
  const nlohmann::json report = Index();
  EXPECT_EQ(report["files_parsed"], 1);
  EXPECT_EQ(report["remote_facts_error"], "");
  EXPECT_THAT(CallersOfPay(), HasSubstr("sell"));
}

TEST_F(PulledCommitTest, FilesAreParsedIfTheFactsCannotBeFetched) {
  server_->Stop();
  const nlohmann::json report = Index();
  EXPECT_EQ(report["files_parsed"], 2);
  EXPECT_THAT(std::string(report["remote_facts_error"]), HasSubstr("connect to the shared store"));
  EXPECT_THAT(CallersOfPay(), HasSubstr("sell"));

  // From then on their facts are here.
  git_.Write("shop.py", "from till import pay\n\ndef hire(cart):\n    return pay(cart)\n");
  const nlohmann::json next = Index();
  EXPECT_EQ(next["files_parsed"], 1);
  EXPECT_EQ(next["remote_facts_error"], "");
  EXPECT_THAT(CallersOfPay(), HasSubstr("hire"));
}

TEST_F(PulledCommitTest, ABundleIsMadeOfFactsInTheStore) {
  const std::string file = (home_.directory().path() / "shop.wmb").string();
  const ProgramResult made =
      home_.Run({"bundle", "export", file, "--repo", root(), "--store", store()});
  EXPECT_EQ(made.exit_code, 0) << made.err;
}

TEST_F(TeamCommandTest, APushMendsACommitThatLostABlob) {
  ASSERT_EQ(Team({"init"}).exit_code, 0);
  const testing::GitRepository git(home_.directory().path() / "shop");
  git.Write("shop.py", "def price(cart):\n    return sum(cart)\n");
  git.Commit("Sell");
  const std::string root = git.path().string();
  ASSERT_EQ(Team({"push", "--repo", root}).exit_code, 0);
  RunSql(url_,
         "DELETE FROM waymark.blob WHERE hash = (SELECT hash FROM waymark.blob WHERE "
         "octet_length(children) = 0 ORDER BY hash LIMIT 1)");
  EXPECT_GT(TeamJson({"fsck"}, 3)["problems"], 0);

  const nlohmann::json pushed = TeamJson({"push", "--repo", root});

  EXPECT_EQ(pushed["unchanged"], false);
  EXPECT_EQ(TeamJson({"fsck"})["problems"], 0);
}

TEST_F(TeamCommandTest, OptionsOfAnotherActionAreWrongUsage) {
  EXPECT_EQ(Team({"pull", "--at", "HEAD"}).exit_code, 2);
  EXPECT_EQ(Team({"status", "--name", "shop"}).exit_code, 2);
}

TEST_F(TeamCommandTest, CollectionDeletesWhatNothingRefersTo) {
  ASSERT_EQ(Team({"init"}).exit_code, 0);
  Publish();
  EXPECT_THAT(Team({"gc", "--dry-run"}).out, HasSubstr("would delete 0 references and 1 blob"));
  EXPECT_EQ(TeamJson({"gc"})["removed_blobs"], 1);
  EXPECT_EQ(TeamJson({"gc"})["kept_blobs"], 2);
  const ProgramResult refused = Team({"gc", "--grace-hours", "1"});
  EXPECT_EQ(refused.exit_code, 2);
}

TEST_F(TeamCommandTest, DamageIsNamedAndMarked) {
  ASSERT_EQ(Team({"init"}).exit_code, 0);
  Publish();
  EXPECT_THAT(Team({"fsck"}).out, HasSubstr("3 blobs (13 B) and 1 reference: no problem"));
  const std::string leaf = MakeBlob("leaf").hash.ToHex();
  RunSql(url_, "UPDATE waymark.blob SET stored = '\\x0041424344' WHERE hash = '\\x" + leaf + "'");
  const ProgramResult found = Team({"fsck"});
  EXPECT_EQ(found.exit_code, 3);
  EXPECT_THAT(found.out, AllOf(HasSubstr(leaf), HasSubstr("waymark team fsck --repair")));
  EXPECT_EQ(TeamJson({"fsck", "--repair"}, 3)["damaged_blobs"], 1);
  EXPECT_THAT(Team({"fsck"}).out, HasSubstr("marked as damaged"));
}

TEST_F(TeamCommandTest, AStoreThatIsNotNamedOrNotReachedSaysWhatToDo) {
  const ProgramResult unnamed = home_.Run({"team", "status"});
  EXPECT_EQ(unnamed.exit_code, 2);
  EXPECT_THAT(unnamed.err, AllOf(HasSubstr("--team"), HasSubstr("WAYMARK_TEAM")));

  const ProgramResult unreadable =
      home_.Run({"team", "--team", "postgresql://me:tiger@h/d?sslmod=x"});
  EXPECT_EQ(unreadable.exit_code, 2);
  EXPECT_THAT(unreadable.err, Not(HasSubstr("tiger")));

  const ProgramResult unreached =
      home_.Run({"team", "--team", "postgresql://me:tiger@/d?host=/nowhere"});
  EXPECT_EQ(unreached.exit_code, 3);
  EXPECT_THAT(unreached.err, AllOf(HasSubstr("/nowhere"), Not(HasSubstr("tiger"))));
}

}  // namespace
}  // namespace waymark::services
