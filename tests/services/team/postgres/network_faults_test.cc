// Connections that are cut anywhere, a disk that is full, and a standby that takes over.
#include <filesystem>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include "team/cutting_proxy.h"
#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/environment.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

using graph::Blob;
using graph::BlobHash;
using testing::CuttingProxy;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::ReadBlob;
using testing::RunSql;
using testing::StatusIs;

std::string RandomBytes(std::minstd_rand& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() >> 8);
  return bytes;
}

TEST(NetworkFaultsTest, ConnectionsThatAreCutAnywhereLoseNothing) {
  WM_SKIP_WITHOUT_POSTGRES();
  PostgresServer& server = PostgresServer::Shared();
  const std::string url = server.CreateDatabase();
  WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url)));
  std::minstd_rand cuts(
      static_cast<std::uint32_t>(testing::NumberFromEnvironment("WM_SEED", 20'261'130)));
  std::atomic<bool> is_calm = true;
  constexpr std::uint64_t kMostBytes = 60'000;
  CuttingProxy proxy(server.socket_directory(), [&] {
    return is_calm ? ~std::uint64_t{0}
                   : std::uniform_int_distribution<std::uint64_t>(1, kMostBytes)(cuts);
  });
  std::string proxied = url;
  proxied.replace(proxied.find(server.socket_directory().string()),
                  server.socket_directory().string().size(), proxy.directory().string());
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> store,
                          OpenPostgresStore(OptionsFor(proxied)));
  is_calm = false;
  RunSql(url,
         "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
         "WHERE datname = current_database() AND pid <> pg_backend_pid()");

  std::minstd_rand contents(7);
  constexpr std::uint64_t kPublications = 30;
  for (std::uint64_t version = 0; version < kPublications; ++version) {
    const Blob leaf = MakeBlob(RandomBytes(contents, contents() % 20'000));
    const Blob root = MakeBlob("root " + std::to_string(version), {leaf.hash});
    const Blob blobs[] = {leaf, root};
    WM_ASSERT_OK(store->Put(kShop, blobs));
    WM_ASSERT_OK_AND_ASSIGN(
        const graph::Reference moved,
        store->CompareAndSwap(kShop, MakeReference("branch/main", root.hash), version));
    ASSERT_EQ(moved.version, version + 1);
    const BlobHash hashes[] = {root.hash, leaf.hash};
    std::vector<std::string> read;
    WM_ASSERT_OK(store->Get(kShop, hashes, [&](const BlobHash&, std::string bytes) {
      read.push_back(std::move(bytes));
      return absl::OkStatus();
    }));
    ASSERT_THAT(read, ::testing::ElementsAre(root.bytes, leaf.bytes));
  }
  EXPECT_GT(proxy.cuts(), 10U);
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store->Check(false, nullptr));
  EXPECT_EQ(check.problems, 0U);
  EXPECT_EQ(check.blobs, 2 * kPublications);
}

TEST(FullDiskTest, AFullDiskIsSaidAndLosesNothing) {
  WM_SKIP_WITHOUT_POSTGRES();
  PostgresServer& server = PostgresServer::Shared();
  const testing::TempDir directory;
  fs::permissions(directory.path(), fs::perms::owner_all | fs::perms::others_exec);
  const fs::path disk = directory.path() / "disk";
  fs::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=16m") != 0) {
    GTEST_SKIP() << "a small disk needs the right to mount one";
  }
  PostgresServer::GiveDirectory(disk);
  RunSql(server.Url("postgres"),
         fmt::format("CREATE TABLESPACE small LOCATION '{}'", disk.string()));
  const std::string url = server.CreateDatabase("TABLESPACE small");
  WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url)));
  WM_ASSERT_OK_AND_ASSIGN(std::unique_ptr<SharedStore> store, OpenPostgresStore(OptionsFor(url)));

  std::minstd_rand random(7);
  std::vector<Blob> stored;
  absl::Status refused;
  Blob last;
  while (refused.ok() && stored.size() < 100) {
    last = MakeBlob(RandomBytes(random, 1'000'000));
    refused = store->Put(kShop, std::span(&last, 1));
    if (refused.ok()) stored.push_back(last);
  }
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("disk")));
  ASSERT_FALSE(stored.empty());
  EXPECT_EQ(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
  EXPECT_THAT(store->Put(kShop, std::span(&last, 1)), IsOk());
  stored.push_back(last);
  for (const Blob& blob : stored) {
    EXPECT_THAT(ReadBlob(*store, kShop, blob.hash), IsOkAndHolds(blob.bytes));
  }

  store.reset();
  const std::string database = RunSql(url, "SELECT current_database()");
  RunSql(server.Url("postgres"), "DROP DATABASE " + database + " WITH (FORCE)");
  RunSql(server.Url("postgres"), "DROP TABLESPACE small");
  EXPECT_EQ(::umount2(disk.c_str(), MNT_DETACH), 0);
}

TEST(FailoverTest, AStandbyThatIsPromotedGoesOnWithEveryPublication) {
  WM_SKIP_WITHOUT_POSTGRES();
  // Until the standby is there, a commit does not wait for it.
  PostgresServer primary({"-c", "synchronous_standby_names=*", "-c", "synchronous_commit=local"},
                         nullptr);
  const std::string url = primary.CreateDatabase();
  WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url)));
  PostgresServer standby({}, &primary);
  RunSql(primary.Url("postgres"), "ALTER ROLE postgres SET synchronous_commit = on");

  const std::string both = fmt::format(
      "postgresql:///{}?host={},{}&user=postgres&"
      "target_session_attrs=read-write",
      RunSql(url, "SELECT current_database()"), standby.socket_directory().string(),
      primary.socket_directory().string());
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> store,
                          OpenPostgresStore(OptionsFor(both)));
  std::uint64_t version = 0;
  const auto publish = [&] {
    const Blob leaf = MakeBlob("leaf " + std::to_string(version));
    const Blob root = MakeBlob("root " + std::to_string(version), {leaf.hash});
    const Blob blobs[] = {leaf, root};
    ASSERT_THAT(store->Put(kShop, blobs), IsOk());
    const auto moved =
        store->CompareAndSwap(kShop, MakeReference("branch/main", root.hash), version);
    ASSERT_THAT(moved, IsOk());
    ASSERT_EQ(moved->version, ++version);
  };
  for (int i = 0; i < 5; ++i) publish();
  primary.Kill();
  RunSql(standby.Url("postgres"), "SELECT pg_promote(true)");
  for (int i = 0; i < 5; ++i) publish();
  WM_ASSERT_OK_AND_ASSIGN(const auto last, store->Find(kShop, "branch/main"));
  EXPECT_EQ(last->version, 10U);
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store->Check(false, nullptr));
  EXPECT_EQ(check.problems, 0U);
  EXPECT_EQ(check.blobs, 20U);
}

}  // namespace
}  // namespace waymark::services
