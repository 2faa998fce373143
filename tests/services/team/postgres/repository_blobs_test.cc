#include "postgres/repository_blobs.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using graph::BlobHash;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class SweptBlobs {
 public:
  void Add(const std::string& name, const std::vector<std::string>& children,
           bool is_fresh = false) {
    std::vector<BlobHash> hashes;
    for (const std::string& child : children) hashes.push_back(HashContent(child));
    EXPECT_THAT(blobs_.Add({HashContent(name), 1, is_fresh}, hashes), testing::IsOk());
    names_.push_back(name);
  }

  // Names in the order in which they were tried; those in `stay` are not deleted.
  std::vector<std::string> Sweep(const std::vector<std::string>& roots,
                                 const std::set<std::string>& stay = {}) {
    blobs_.Connect();
    std::vector<BlobHash> hashes;
    for (const std::string& root : roots) hashes.push_back(HashContent(root));
    std::vector<std::string> tried;
    const absl::Status swept = blobs_.Sweep(
        hashes, 2,
        [&](std::span<const RepositoryBlobs::Index> batch) -> absl::StatusOr<std::vector<bool>> {
          std::vector<bool> gone;
          for (const RepositoryBlobs::Index index : batch) {
            tried.push_back(names_[index]);
            gone.push_back(!stay.contains(names_[index]));
          }
          return gone;
        });
    EXPECT_THAT(swept, testing::IsOk());
    return tried;
  }

 private:
  RepositoryBlobs blobs_;
  std::vector<std::string> names_;
};

TEST(RepositoryBlobs, WhatARootReachesStays) {
  SweptBlobs blobs;
  blobs.Add("leaf", {});
  blobs.Add("other leaf", {});
  blobs.Add("root", {"leaf"});
  EXPECT_THAT(blobs.Sweep({"root"}), ElementsAre("other leaf"));
}

TEST(RepositoryBlobs, WhatAFreshBlobReachesStays) {
  SweptBlobs blobs;
  blobs.Add("leaf", {});
  blobs.Add("fresh", {"leaf"}, true);
  EXPECT_THAT(blobs.Sweep({}), IsEmpty());
}

TEST(RepositoryBlobs, ParentsGoBeforeTheirChildren) {
  SweptBlobs blobs;
  blobs.Add("leaf", {});
  blobs.Add("left", {"leaf"});
  blobs.Add("right", {"leaf"});
  blobs.Add("root", {"left", "right", "leaf"});
  EXPECT_THAT(blobs.Sweep({}), ElementsAre("root", "left", "right", "leaf"));
}

TEST(RepositoryBlobs, TheDescendantsOfWhatWasNotDeletedStay) {
  SweptBlobs blobs;
  blobs.Add("leaf", {});
  blobs.Add("own leaf", {});
  blobs.Add("touched", {"leaf"});
  blobs.Add("root", {"touched", "leaf", "own leaf"});
  EXPECT_THAT(blobs.Sweep({}, {"touched"}), ElementsAre("root", "touched", "own leaf"));
}

TEST(RepositoryBlobs, ChildrenThatAreMissingDoNotMatter) {
  SweptBlobs blobs;
  blobs.Add("root", {"missing"});
  EXPECT_THAT(blobs.Sweep({"nowhere"}), ElementsAre("root"));
}

}  // namespace
}  // namespace waymark::services
