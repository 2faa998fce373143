// Random work of several clients on the shared store against a model in memory.
#include <map>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/environment.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using graph::Blob;
using graph::BlobHash;
using graph::Reference;
using testing::IsOk;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::ReadBlob;
using testing::RunSql;
using testing::StatusIs;

struct Model {
  std::map<BlobHash, Blob> blobs;
  std::set<BlobHash> fresh;
  std::map<std::string, Reference> references;

  void Reach(const BlobHash& hash, std::set<BlobHash>& reached) const {
    if (!reached.insert(hash).second) return;
    for (const BlobHash& child : blobs.at(hash).children) Reach(child, reached);
  }

  void Collect() {
    std::set<BlobHash> reached;
    for (const auto& [name, reference] : references) Reach(reference.root, reached);
    for (const BlobHash& hash : fresh) Reach(hash, reached);
    std::erase_if(blobs, [&](const auto& entry) { return !reached.contains(entry.first); });
  }
};

class SharedStoreModelTest : public ::testing::Test {
 public:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    for (std::unique_ptr<SharedStore>& client : clients_) {
      WM_ASSERT_OK_AND_ASSIGN(client, OpenPostgresStore(OptionsFor(url_)));
    }
  }

  std::size_t Draw(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

  SharedStore& AnyClient() { return *clients_[Draw(std::size(clients_))]; }

  BlobHash AnyBlob() {
    auto at = model_.blobs.begin();
    std::advance(at, Draw(model_.blobs.size()));
    return at->first;
  }

  void Put() {
    std::vector<Blob> blobs;
    const std::size_t count = 1 + Draw(5);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<BlobHash> children;
      for (std::size_t child = Draw(4); child > 0; --child) {
        if (!blobs.empty() && Draw(2) == 0) {
          children.push_back(blobs[Draw(blobs.size())].hash);
        } else if (!model_.blobs.empty()) {
          children.push_back(AnyBlob());
        }
      }
      blobs.push_back(
          MakeBlob("blob " + std::to_string(Draw(1'000)) + " of " + std::to_string(children.size()),
                   children));
      // A blob has the children that it was first stored with.
      const bool is_known = model_.blobs.contains(blobs.back().hash) ||
                            std::any_of(blobs.begin(), blobs.end() - 1, [&](const Blob& blob) {
                              return blob.hash == blobs.back().hash;
                            });
      if (is_known) blobs.pop_back();
    }
    WM_ASSERT_OK(AnyClient().Put(kShop, blobs));
    for (const Blob& blob : blobs) {
      if (!model_.blobs.emplace(blob.hash, blob).second) continue;
      model_.fresh.insert(blob.hash);
      model_.fresh.insert(blob.children.begin(), blob.children.end());
    }
  }

  void Publish() {
    if (model_.blobs.empty()) return;
    const std::string name = "branch/" + std::to_string(Draw(4));
    const BlobHash root = AnyBlob();
    const auto known = model_.references.find(name);
    const std::uint64_t version = known == model_.references.end() ? 0 : known->second.version;
    const std::uint64_t expected = Draw(4) == 0 ? version + 1 : version;
    const auto moved = AnyClient().CompareAndSwap(kShop, MakeReference(name, root), expected);
    if (expected != version) {
      ASSERT_THAT(moved, StatusIs(absl::StatusCode::kAborted));
      return;
    }
    ASSERT_THAT(moved, IsOk());
    ASSERT_EQ(moved->version, version + 1);
    model_.references[name] = *moved;
    model_.fresh.insert(root);
  }

  void Remove() {
    if (model_.references.empty()) return;
    const auto& [name, reference] = *model_.references.begin();
    WM_ASSERT_OK(AnyClient().Remove(kShop, name, reference.version));
    model_.references.erase(model_.references.begin());
  }

  void Age() {
    RunSql(url_, "UPDATE waymark.blob SET touched = now() - interval '3 days'");
    model_.fresh.clear();
  }

  void Collect() {
    WM_ASSERT_OK(AnyClient().Collect({}, nullptr));
    model_.Collect();
  }

  void Interrupt() {
    RunSql(url_,
           "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
           "WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }

  void Compare() {
    ASSERT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.blob"),
              std::to_string(model_.blobs.size()));
    std::vector<BlobHash> hashes;
    for (const auto& [hash, blob] : model_.blobs) hashes.push_back(hash);
    std::size_t read = 0;
    WM_ASSERT_OK(
        AnyClient().Get(kShop, hashes, [&](const BlobHash& hash, const std::string& bytes) {
          EXPECT_EQ(bytes, model_.blobs.at(hash).bytes);
          ++read;
          return absl::OkStatus();
        }));
    ASSERT_EQ(read, hashes.size());
    WM_ASSERT_OK_AND_ASSIGN(const auto references, AnyClient().List(kShop, "", 100));
    ASSERT_EQ(references.size(), model_.references.size());
    for (const Reference& reference : references) {
      ASSERT_EQ(reference.root, model_.references.at(reference.name).root);
      ASSERT_EQ(reference.version, model_.references.at(reference.name).version);
    }
    WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, AnyClient().Check(false, nullptr));
    ASSERT_EQ(check.problems, 0U);
  }

  std::string url_;
  std::unique_ptr<SharedStore> clients_[3];
  Model model_;
  std::minstd_rand random_{
      static_cast<std::uint32_t>(testing::NumberFromEnvironment("WM_SEED", 20'261'130))};
};

TEST_F(SharedStoreModelTest, HoldsWhatAModelHolds) {
  using Step = void (SharedStoreModelTest::*)();
  using T = SharedStoreModelTest;
  const Step steps[] = {&T::Put,     &T::Put,    &T::Put, &T::Put,     &T::Publish,
                        &T::Publish, &T::Remove, &T::Age, &T::Collect, &T::Interrupt};
  const std::uint64_t count = testing::NumberFromEnvironment("WM_STEPS", 400);
  for (std::uint64_t step = 0; step < count; ++step) {
    SCOPED_TRACE(step);
    (this->*steps[Draw(std::size(steps))])();
    if (step % 40 == 0) Compare();
    if (HasFatalFailure() || HasFailure()) return;
  }
  Compare();
}

}  // namespace
}  // namespace waymark::services
