// What a store remembers of answers.
#include "graph/session_store.h"

#include <cerrno>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lmdb.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "lmdb/environment.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;
using waymark::testing::IsOk;
using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

RootHash Key(std::uint64_t number) { return FieldHasher("test").Add(number).Finish<RootHash>(); }

class MemoryTest : public ::testing::Test {
 protected:
  void Open(bool read_only = false) {
    store_.reset();
    WM_ASSERT_OK_AND_ASSIGN(store_, Store::Open({.directory = directory_.path() / "store",
                                                 .read_only = read_only,
                                                 .map_bytes = std::uint64_t{1} << 30}));
  }

  absl::Status Put(std::uint64_t number, const std::string& text,
                   SessionRowKind kind = SessionRowKind::kPack) {
    return store_->Remember(
        kind, Key(number),
        [&](const std::optional<std::string>&) -> absl::StatusOr<std::string> { return text; });
  }

  std::optional<std::string> Get(std::uint64_t number,
                                 SessionRowKind kind = SessionRowKind::kPack) {
    const auto text = store_->Recall(kind, Key(number));
    EXPECT_THAT(text, IsOk());
    return text.ok() ? *text : std::nullopt;
  }

  TempDir directory_;
  std::unique_ptr<Store> store_;
};

TEST_F(MemoryTest, OutlivesTheProcess) {
  Open();
  WM_ASSERT_OK(Put(1, "what was sent"));
  Open();

  EXPECT_THAT(Get(1), Optional(std::string("what was sent")));
  EXPECT_EQ(Get(2), std::nullopt);
  EXPECT_EQ(Get(1, SessionRowKind::kSession), std::nullopt);
}

TEST_F(MemoryTest, ForgetsWhatWasWrittenLongestAgoBeyondTheNumberOfRows) {
  Open();
  for (std::uint64_t i = 0; i < kPackBound.rows; ++i) WM_ASSERT_OK(Put(i, fmt::format("{}", i)));
  WM_ASSERT_OK(Put(0, "used again"));
  WM_ASSERT_OK(Put(kPackBound.rows, "one too many"));

  EXPECT_THAT(Get(0), Optional(std::string("used again")));
  EXPECT_EQ(Get(1), std::nullopt);
  EXPECT_THAT(Get(2), Optional(std::string("2")));
  EXPECT_THAT(Get(kPackBound.rows), Optional(std::string("one too many")));
}

// Texts that no compressor makes smaller.
TEST_F(MemoryTest, ForgetsBeyondTheNumberOfBytes) {
  Open();
  const auto noise = [](std::uint64_t seed) {
    std::string text;
    while (text.size() < (std::size_t{6} << 20)) {
      const RootHash hash = Key(seed + text.size() * 1000);
      text.append(reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size());
    }
    return text;
  };
  for (std::uint64_t i = 0; i < 3; ++i) WM_ASSERT_OK(Put(i, noise(i), SessionRowKind::kSession));

  EXPECT_EQ(Get(0, SessionRowKind::kSession), std::nullopt);
  EXPECT_EQ(Get(1, SessionRowKind::kSession)->size(), std::size_t{6} << 20);
  EXPECT_EQ(Get(2, SessionRowKind::kSession)->size(), std::size_t{6} << 20);
}

TEST_F(MemoryTest, ChangesWhatIsThereOrNothing) {
  Open();
  WM_ASSERT_OK(Put(1, "a"));
  const absl::Status status =
      store_->Remember(SessionRowKind::kPack, Key(1),
                       [](const std::optional<std::string>& known) -> absl::StatusOr<std::string> {
                         EXPECT_EQ(known, "a");
                         return absl::NotFoundError("no");
                       });

  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("no")));
  EXPECT_THAT(Get(1), Optional(std::string("a")));
}

TEST_F(MemoryTest, RefusesToRememberInAStoreThatIsOpenForReading) {
  Open();
  WM_ASSERT_OK(Put(1, "a"));
  Open(true);

  EXPECT_THAT(Put(2, "b"), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("written")));
  EXPECT_THAT(Get(1), Optional(std::string("a")));
}

TEST_F(MemoryTest, LeavesWhatWasWhenTheDiskIsFull) {
  Open();
  WM_ASSERT_OK(Put(1, "a"));
  InjectWriteFault(0, ENOSPC);
  const absl::Status status = Put(1, "b");
  InjectWriteFault(-1, 0);

  EXPECT_THAT(status, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("disk is full")));
  EXPECT_THAT(Get(1), Optional(std::string("a")));
}

// As programs made it that knew of no memory.
TEST_F(MemoryTest, ReadsAStoreWithoutTheTablesAsOneThatRemembersNothing) {
  Open();
  store_.reset();
  MDB_env* env = nullptr;
  ASSERT_EQ(mdb_env_create(&env), MDB_SUCCESS);
  ASSERT_EQ(mdb_env_set_maxdbs(env, kTables.size()), MDB_SUCCESS);
  ASSERT_EQ(mdb_env_open(env, (directory_.path() / "store").c_str(), 0, 0600), MDB_SUCCESS);
  MDB_txn* txn = nullptr;
  ASSERT_EQ(mdb_txn_begin(env, nullptr, 0, &txn), MDB_SUCCESS);
  for (const char* name : {"pack", "session"}) {
    MDB_dbi table = 0;
    ASSERT_EQ(mdb_dbi_open(txn, name, 0, &table), MDB_SUCCESS);
    ASSERT_EQ(mdb_drop(txn, table, 1), MDB_SUCCESS);
  }
  ASSERT_EQ(mdb_txn_commit(txn), MDB_SUCCESS);
  mdb_env_close(env);

  Open(true);
  EXPECT_EQ(Get(1), std::nullopt);
  EXPECT_THAT(store_->Sizes(), IsOk());

  Open();
  WM_ASSERT_OK(Put(1, "a"));
  EXPECT_THAT(Get(1), Optional(std::string("a")));
}

}  // namespace
}  // namespace waymark::graph
