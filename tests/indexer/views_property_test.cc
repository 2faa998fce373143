// A commit's view is that of a fresh clone, and buffers are as if saved, on random trees.
//
// WM_VIEWS_SEED and WM_VIEWS_STEPS set the seed and the number of commits.
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "indexer/buffer_preview.h"
#include "indexer/indexer.h"
#include "indexer/opened_store.h"
#include "indexer/random_tree.h"
#include "indexer/view_text.h"
#include "testing/environment.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using testing::GitRepository;
using testing::NumberFromEnvironment;
using testing::OpenStore;
using testing::RandomTree;
using testing::TreeGrammar;

std::string TextOfFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class States {
 public:
  States(const TreeGrammar& grammar, std::uint64_t seed)
      : random_(seed), tree_(grammar, seed), git_(directory_.path() / "tree") {
    tree_.WriteTo(git_.path());
    commits_.push_back(git_.Commit("0"));
  }

  void AddCommit() {
    const int edits = 1 + random_.Below(3);
    for (int i = 0; i < edits; ++i) tree_.Edit();
    tree_.WriteTo(git_.path());
    commits_.push_back(git_.Commit(std::to_string(commits_.size())));
  }

  const std::string& AnyCommit() {
    return commits_[static_cast<std::size_t>(random_.Below(static_cast<int>(commits_.size())))];
  }

  IndexOptions Options(const std::filesystem::path& root, const std::string& commit = "") const {
    IndexOptions options;
    options.root = root;
    options.commit = commit;
    options.repository_name = "tree";
    options.threads = 1;
    return options;
  }

  // The view of a state must be that of a fresh index of `tree`.
  void ExpectFresh(const graph::ReadView& actual, const std::filesystem::path& tree) {
    const testing::TempDir fresh;
    const auto store = OpenStore(fresh.path());
    WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, IndexRepository(*store, Options(tree)));
    WM_ASSERT_OK_AND_ASSIGN(const auto expected, store->OpenView(report.key));
    ASSERT_EQ(testing::FirstDifference(testing::TextOf(*expected), testing::TextOf(actual)), "");
    ASSERT_EQ(actual.info().root.ToHex(), report.root.ToHex());
  }

  void CheckCommit(const std::string& commit) {
    WM_ASSERT_OK_AND_ASSIGN(const IndexReport report,
                            IndexRepository(*store_, Options(git_.path(), commit)));
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store_->OpenView(report.key));
    const testing::TempDir clones;
    testing::RunGit(clones.path(), fmt::format("clone -q -n '{}' clone", git_.path().string()));
    testing::RunGit(clones.path() / "clone", "checkout -q " + commit);
    ExpectFresh(*view, clones.path() / "clone");
  }

  void CheckSwitch(const std::string& commit) {
    git_.Git("checkout -q --detach " + commit);
    WM_ASSERT_OK_AND_ASSIGN(const IndexReport report,
                            IndexRepository(*store_, Options(git_.path())));
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store_->OpenView(report.key));
    ExpectFresh(*view, git_.path());
    git_.Git("checkout -q main");
  }

  void Restore(const std::string& commit, const std::string& path) {
    if (git_.Git(fmt::format("ls-tree --name-only {} -- '{}'", commit, path)).empty()) {
      std::filesystem::remove(git_.path() / path);
    } else {
      git_.Git(fmt::format("checkout -q {} -- '{}'", commit, path));
    }
  }

  // What one commit changed in files, over the state before it.
  void CheckBuffers() {
    const std::string& before = commits_[commits_.size() - 2];
    git_.Git("checkout -q --detach " + before);
    WM_ASSERT_OK(IndexRepository(*store_, Options(git_.path())));
    git_.Git("checkout -q main");
    std::vector<UnsavedBuffer> buffers;
    std::string path;
    for (const char c : git_.Git("diff --name-only --no-renames " + before + " HEAD") + "\n") {
      if (c != '\n') {
        path += c;
        continue;
      }
      if (path.empty()) continue;  // commits whose edits undo each other
      // Buffers neither delete files nor decide how a project is linked.
      if (!std::filesystem::exists(git_.path() / path) ||
          path.rfind(".json") != std::string::npos || path.rfind("go.mod") != std::string::npos) {
        Restore(before, path);
      } else {
        buffers.push_back({path, TextOfFile(git_.path() / path)});
      }
      path.clear();
    }
    BufferPreview preview(*store_, git_.path());
    // What was shown before changes nothing, whichever part of the buffers it was.
    for (const std::size_t size : {buffers.size() / 2, buffers.size(), buffers.size() / 2}) {
      const std::span<const UnsavedBuffer> part(buffers.data(), size);
      WM_ASSERT_OK_AND_ASSIGN(const auto once,
                              ViewWithBuffers(*store_, git_.path(), part, nullptr));
      WM_ASSERT_OK_AND_ASSIGN(const auto view, preview.Make(part, nullptr));
      EXPECT_EQ(view->info().root, once->info().root);
      if (size == buffers.size()) ExpectFresh(*view, git_.path());
    }
    git_.Git("reset -q --hard main");
  }

 private:
  testing::TempDir directory_;
  testing::Random random_;
  RandomTree tree_;
  GitRepository git_;
  std::unique_ptr<graph::Store> store_ = OpenStore(directory_.path() / "store");
  std::vector<std::string> commits_;
};

void TryViews(const TreeGrammar& grammar) {
  const std::uint64_t seed = NumberFromEnvironment("WM_VIEWS_SEED", 1);
  const std::uint64_t steps = NumberFromEnvironment("WM_VIEWS_STEPS", 4);
  States states(grammar, seed);
  for (std::uint64_t step = 0; step < steps; ++step) {
    SCOPED_TRACE(fmt::format("WM_VIEWS_SEED={}, step {}", seed, step));
    states.AddCommit();
    states.CheckSwitch(states.AnyCommit());
    if (::testing::Test::HasFatalFailure()) return;
    states.CheckCommit(states.AnyCommit());
    if (::testing::Test::HasFatalFailure()) return;
    states.CheckBuffers();
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Views, AreThoseOfFreshIndexesOfPython) { TryViews(testing::PythonTree()); }

TEST(Views, AreThoseOfFreshIndexesOfCpp) { TryViews(testing::CppTree()); }

TEST(Views, AreThoseOfFreshIndexesOfGo) { TryViews(testing::GoTree()); }

TEST(Views, AreThoseOfFreshIndexesOfTypeScript) { TryViews(testing::ScriptTree()); }

}  // namespace
}  // namespace waymark::indexer
