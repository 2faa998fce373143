// Sources that a job may name, and arguments that git is never given.
#include "services/work_source.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/work_queue.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::Not;
using testing::StatusIs;

TEST(WorkSource, IsAUrlOrAnAbsolutePath) {
  for (const char* const source :
       {"https://example.org/team/shop.git", "http://localhost:8080/shop", "git://host/shop",
        "ssh://git@example.org:2222/team/shop", "git@example.org:team/shop.git", "example.org:shop",
        "ssh://git@[2001:db8::1]/shop", "/srv/git/a repository with blanks"}) {
    EXPECT_THAT(CheckSource(source), IsOk()) << source;
  }
}

TEST(WorkSource, RunsNoProgramsAsTransports) {
  for (const char* const source :
       {"ext::sh -c whoami", "ext::sh", "fd::17", "user@ext::x", "file:///srv/git/shop",
        "ftp://host/shop", "javascript://host/x", "EXT::sh"}) {
    EXPECT_THAT(CheckSource(source), StatusIs(absl::StatusCode::kInvalidArgument)) << source;
  }
}

TEST(WorkSource, IsNeverAnOptionOfGitOrSsh) {
  for (const char* const source :
       {"-uroot", "--upload-pack=touch /tmp/x", "ssh://-oProxyCommand=touch/x",
        "-oProxyCommand=x:shop", "user@-oProxyCommand=x:shop", "ssh://-l@host/x", "host:-x"}) {
    EXPECT_THAT(CheckSource(source), StatusIs(absl::StatusCode::kInvalidArgument)) << source;
  }
}

TEST(WorkSource, SaysHowToWriteIt) {
  for (const char* const source :
       {"", "shop", "team/shop", "./shop", "https://", "https:///shop", "https://host",
        "https://host/", "ssh://@/x", "host:", ":shop", "https://host/a b", "https://host/\n",
        "/srv/\x1b[31m", "/srv/\xff"}) {
    EXPECT_THAT(CheckSource(source),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("absolute path")))
        << source;
  }
  EXPECT_THAT(CheckSource(std::string(kMaxJobSourceBytes + 1, '/')),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("at most")));
}

TEST(WorkSource, HasNoPasswordAndTheErrorDoesNotRepeatOne) {
  for (const char* const source :
       {"https://joe:s3cret@example.org/shop", "https://s3cret@example.org/shop",
        "ssh://joe:s3cret@example.org/shop", "git://s3cret@example.org/shop"}) {
    EXPECT_THAT(CheckSource(source),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr("git help credentials"), Not(HasSubstr("s3cret")))))
        << source;
  }
}

TEST(WorkRevision, IsABranchATagOrACommit) {
  for (const char* const revision :
       {"", "main", "release/1.2", "v1.0", "0123456789abcdef", "größer"}) {
    EXPECT_THAT(CheckRevision(revision), IsOk()) << revision;
  }
  for (const char* const revision :
       {"HEAD", "main~3", "v1^{}", "-x", "--upload-pack=x", "main..other", "main:secret", "@{u}",
        "a b", "refs/*", "a\n", "\xff"}) {
    EXPECT_THAT(CheckRevision(revision), StatusIs(absl::StatusCode::kInvalidArgument)) << revision;
  }
}

}  // namespace
}  // namespace waymark::services
