// Opening a store: what is created, and every way in which it can be refused.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lmdb.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/catalogue.h"
#include "lmdb/environment.h"
#include "lmdb/store_directory.h"
#include "model/bytes.h"
#include "segment/segment_format.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::uint64_t kMapBytes = std::uint64_t{1} << 32;

class StoreOpenTest : public ::testing::Test {
 protected:
  std::filesystem::path StorePath() const { return directory_.path() / "store"; }

  StoreOptions Options() const {
    StoreOptions options;
    options.directory = StorePath();
    options.map_bytes = kMapBytes;
    return options;
  }

  StoreOptions ReadOnly() const {
    StoreOptions options = Options();
    options.read_only = true;
    return options;
  }

  void PublishSmallGraph() const {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));
    WM_ASSERT_OK(PublishGraph(*store, kKey, SmallGraph()));
  }

  // Changes one row of a store behind its back.
  void OverwriteRow(Table table, const std::string& key, const std::string& value) const {
    WM_ASSERT_OK_AND_ASSIGN(const auto environment, Environment::Open(EnvironmentOptions{
                                                        StorePath(), false, kMapBytes, 8}));
    WM_ASSERT_OK(environment->OpenTables("", ""));
    WM_ASSERT_OK_AND_ASSIGN(WriteTxn txn, environment->BeginWrite());
    WM_ASSERT_OK(txn.Put(table, key, value));
    WM_ASSERT_OK(std::move(txn).Commit());
  }

  TempDir directory_;
};

TEST_F(StoreOpenTest, CreatesAPrivateDirectory) {
  WM_ASSERT_OK(Store::Open(Options()));

  struct stat attributes;
  ASSERT_EQ(stat(StorePath().c_str(), &attributes), 0);
  EXPECT_EQ(attributes.st_mode & 0777, 0700u);
}

TEST_F(StoreOpenTest, CreatesMissingParents) {
  StoreOptions options = Options();
  options.directory = directory_.path() / "a" / "b" / "c with space ü";

  EXPECT_THAT(Store::Open(options), IsOk());
}

TEST_F(StoreOpenTest, AbsentStoreIsNotFoundForReaders) {
  EXPECT_THAT(Store::Open(ReadOnly()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("index a repository first")));
  EXPECT_FALSE(std::filesystem::exists(StorePath()));
}

TEST_F(StoreOpenTest, EmptyDirectoryIsNotFoundForReaders) {
  std::filesystem::create_directory(StorePath());

  EXPECT_THAT(Store::Open(ReadOnly()), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(StoreOpenTest, AStoreThatWasNeverWrittenIsNotFoundForReadersAndFilledByAWriter) {
  directory_.WriteFile("store/data.mdb", "");

  EXPECT_THAT(Store::Open(ReadOnly()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("index a repository first")));
  EXPECT_THAT(Store::Open(Options()), IsOk());
}

TEST_F(StoreOpenTest, ReadersSeeWhatWasPublishedAndCannotWrite) {
  PublishSmallGraph();

  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(ReadOnly()));

  EXPECT_THAT(store->OpenView(kKey), IsOk());
  EXPECT_THAT(store->BeginWrite(),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("read-only")));
}

TEST_F(StoreOpenTest, RefusesAFile) {
  directory_.WriteFile("store", "text");

  EXPECT_THAT(Store::Open(Options()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not a directory")));
}

TEST_F(StoreOpenTest, RefusesADirectoryOfSomethingElse) {
  directory_.WriteFile("store/thesis.tex", "text");

  EXPECT_THAT(Store::Open(Options()),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("thesis.tex")));
  EXPECT_FALSE(std::filesystem::exists(StorePath() / "data.mdb"));
}

TEST_F(StoreOpenTest, RefusesADataFileThatIsNotLmdb) {
  directory_.WriteFile("store/data.mdb", std::string(20000, 'x'));

  EXPECT_THAT(Store::Open(Options()),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("choose another")));
}

TEST_F(StoreOpenTest, RefusesTheLmdbFileOfAnotherProgram) {
  std::filesystem::create_directory(StorePath());
  MDB_env* env = nullptr;
  ASSERT_EQ(mdb_env_create(&env), MDB_SUCCESS);
  ASSERT_EQ(mdb_env_open(env, StorePath().c_str(), 0, 0600), MDB_SUCCESS);
  MDB_txn* txn = nullptr;
  MDB_dbi dbi = 0;
  char byte = 'x';
  MDB_val value{1, &byte};
  ASSERT_EQ(mdb_txn_begin(env, nullptr, 0, &txn), MDB_SUCCESS);
  ASSERT_EQ(mdb_dbi_open(txn, nullptr, 0, &dbi), MDB_SUCCESS);
  ASSERT_EQ(mdb_put(txn, dbi, &value, &value, 0), MDB_SUCCESS);
  ASSERT_EQ(mdb_txn_commit(txn), MDB_SUCCESS);
  mdb_env_close(env);

  EXPECT_THAT(Store::Open(Options()),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("not a store")));
}

TEST_F(StoreOpenTest, RefusesANewerFormatAndNamesBothVersions) {
  PublishSmallGraph();
  std::string version;
  AppendLittle(version, std::uint32_t{7});
  OverwriteRow(Table::kMeta, std::string(kMetaFormat), version);

  EXPECT_THAT(Store::Open(Options()), StatusIs(absl::StatusCode::kFailedPrecondition,
                                               HasSubstr("format version 7, this build reads 4")));
}

TEST_F(StoreOpenTest, RefusesATruncatedFile) {
  PublishSmallGraph();
  std::filesystem::resize_file(StorePath() / "data.mdb", 16384);

  EXPECT_THAT(Store::Open(Options()),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("data.mdb is damaged")));
}

TEST_F(StoreOpenTest, ADamagedViewRowIsDataLoss) {
  PublishSmallGraph();
  OverwriteRow(Table::kView, ViewRowKey(kKey), std::string("\x01garbage", 8));
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));

  EXPECT_THAT(store->OpenView(kKey), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(store->Views(), StatusIs(absl::StatusCode::kDataLoss));
}

TEST_F(StoreOpenTest, ADamagedCatalogueRowIsDataLoss) {
  PublishSmallGraph();
  OverwriteRow(Table::kSegment, SegmentKey(SegmentId{1}), std::string("\x01\x02\x01\0rest", 8));
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));

  EXPECT_THAT(store->OpenView(kKey), StatusIs(absl::StatusCode::kDataLoss));
}

TEST_F(StoreOpenTest, ABlockOfWrongLengthIsDataLoss) {
  PublishSmallGraph();
  OverwriteRow(Table::kBlock, BlockKey(SegmentId{1}, 16, 0), "short");
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(Options()));

  EXPECT_THAT(store->OpenView(kKey),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("section 16")));
}

TEST_F(StoreOpenTest, RefusesASecondOpenInTheSameProcess) {
  WM_ASSERT_OK_AND_ASSIGN(auto store, Store::Open(Options()));

  EXPECT_THAT(Store::Open(Options()),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("already open")));
  store.reset();
  EXPECT_THAT(Store::Open(Options()), IsOk());
}

TEST_F(StoreOpenTest, RefusesADirectoryWithoutWriteAccess) {
  ASSERT_EQ(chmod(directory_.path().c_str(), 0755), 0);
  PublishSmallGraph();
  ASSERT_EQ(chmod(StorePath().c_str(), 0555), 0);
  const bool is_root = geteuid() == 0;
  ASSERT_TRUE(!is_root || seteuid(65534) == 0);

  const auto store = Store::Open(Options());
  ASSERT_TRUE(!is_root || seteuid(0) == 0);

  EXPECT_THAT(store, StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("store")));
  ASSERT_EQ(chmod(StorePath().c_str(), 0755), 0);
}

TEST(NetworkFileSystem, KnowsThoseThatCannotBeTrusted) {
  EXPECT_EQ(NetworkFileSystem(0x6969), "nfs");
  EXPECT_EQ(NetworkFileSystem(0xFF534D42), "cifs");
  EXPECT_FALSE(NetworkFileSystem(0xEF53).has_value());      // ext4
  EXPECT_FALSE(NetworkFileSystem(0x01021994).has_value());  // tmpfs
}

// --- Full map, full disk

TEST_F(StoreOpenTest, AFullMapIsResourceExhaustedAndKeepsTheLastState) {
  StoreOptions options = Options();
  options.map_bytes = 1 << 20;
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
  WM_ASSERT_OK(PublishGraph(*store, kKey, SmallGraph()));
  RandomGraphOptions large;
  large.files = 200;
  large.symbols_per_file = 100;

  EXPECT_THAT(PublishGraph(*store, kKey, RandomGraph(large)),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("larger map")));

  WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));
  EXPECT_EQ(view->info().generation, 1u);
  EXPECT_THAT(PublishGraph(*store, kKey, SmallGraph()), ::waymark::testing::IsOkAndHolds(2u));
}

// A small file system in memory, where the system lets us mount one.
class SmallDisk {
 public:
  explicit SmallDisk(const std::filesystem::path& where) : where_(where) {
    std::filesystem::create_directory(where);
    mounted_ = mount("none", where.c_str(), "tmpfs", 0, "size=1m") == 0;
  }

  ~SmallDisk() {
    if (mounted_) umount2(where_.c_str(), MNT_DETACH);
  }

  bool mounted() const { return mounted_; }

 private:
  std::filesystem::path where_;
  bool mounted_ = false;
};

TEST_F(StoreOpenTest, AFullDiskIsResourceExhaustedAndKeepsTheLastState) {
  const SmallDisk disk(directory_.path() / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "mounting needs privileges: " << std::strerror(errno);
  StoreOptions options = Options();
  options.directory = directory_.path() / "disk" / "store";
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
  WM_ASSERT_OK(PublishGraph(*store, kKey, SmallGraph()));
  RandomGraphOptions large;
  large.files = 200;
  large.symbols_per_file = 100;

  EXPECT_THAT(PublishGraph(*store, kKey, RandomGraph(large)),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("disk")));

  WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));
  EXPECT_EQ(view->info().generation, 1u);
}

}  // namespace
}  // namespace waymark::graph
