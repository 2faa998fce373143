#include "view_name.h"

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

TEST(RepositoryOfRemote, EveryFormOfAUrlGivesOneName) {
  for (const char* url : {
           "https://github.com/owner/name",
           "https://github.com/owner/name.git",
           "https://user:secret@github.com/owner/name.git/",
           "http://GitHub.com/owner/name",
           "git@github.com:owner/name.git",
           "ssh://git@github.com:22/owner/name.git",
           "git://github.com/owner/name",
       }) {
    EXPECT_EQ(RepositoryOfRemote(url), "github.com/owner/name") << url;
  }
}

TEST(RepositoryOfRemote, PathsOfThisMachineNameNothing) {
  for (const char* url : {"/srv/git/name.git", "../name", "file:///srv/name", "./a:b", ""}) {
    EXPECT_EQ(RepositoryOfRemote(url), "") << url;
  }
}

TEST(WorkingViewName, IsAHashOfThePath) {
  const std::string name = WorkingViewName("/tmp/project");

  EXPECT_EQ(name.size(), 21u);
  EXPECT_EQ(name.substr(0, 5), "work:");
  EXPECT_EQ(name, WorkingViewName("/tmp/project"));
  EXPECT_NE(name, WorkingViewName("/tmp/project2"));
}

}  // namespace
}  // namespace waymark::indexer
