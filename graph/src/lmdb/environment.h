// LMDB behind four move-only types: Environment, ReadTxn, WriteTxn, Cursor.
//
// The types enforce LMDB's rules by construction: one environment per path and process (a registry
// rejects a second one), MDB_NOTLS so that a read transaction may move between threads, one write
// transaction at a time on the thread that began it, and no resize in use. A transaction keeps its
// environment alive; a transaction that is not committed aborts. Bytes from a ReadTxn point into
// the map and are valid until the transaction ends; bytes from a WriteTxn, until its next write.
//
// lmdb.cc and lmdb_pages.cc implement this header and are the only files that see <lmdb.h>.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "lmdb/file_trust.h"
#include "lmdb/tables.h"

struct MDB_env;
struct MDB_txn;
struct MDB_cursor;

namespace waymark::graph {

class Environment;

// A read or write transaction, for lookups. Reading is thread-safe as long as no other thread ends
// or writes the transaction.
class Txn {
 public:
  Txn(Txn&&) noexcept = default;
  Txn& operator=(Txn&&) = delete;  // would release the environment before the transaction

  // The value of a key; nothing if the table does not have it. Not callable on a temporary: the
  // bytes would outlive the transaction.
  absl::StatusOr<std::optional<std::string_view>> Get(Table table, std::string_view key) const&;
  absl::StatusOr<std::optional<std::string_view>> Get(Table table,
                                                      std::string_view key) const&& = delete;
  // Number of entries in a table.
  absl::StatusOr<std::uint64_t> Count(Table table) const;

 protected:
  struct Aborter {
    void operator()(MDB_txn* txn) const;
  };

  Txn(std::shared_ptr<const Environment> environment, MDB_txn* txn);
  ~Txn() = default;

  // Declared first, so that the environment outlives the transaction.
  std::shared_ptr<const Environment> environment_;
  std::unique_ptr<MDB_txn, Aborter> txn_;

 private:
  friend class Cursor;
  friend class Environment;
};

// Sees the state at its beginning, whatever is committed later. Pages that it can see are not
// reused.
class ReadTxn : public Txn {
 private:
  friend class Environment;
  using Txn::Txn;
};

// The most that one transaction writes, keys and values. No run needs more, since segments are
// written 8 MiB at a time and a row has at most 64 MiB. It bounds what a fault adds to the store.
inline constexpr std::uint64_t kMaxTransactionBytes = std::uint64_t{256} << 20;

class WriteTxn : public Txn {
 public:
  WriteTxn(WriteTxn&&) noexcept = default;
  WriteTxn& operator=(WriteTxn&&) = delete;
  ~WriteTxn();

  // ResourceExhausted beyond kMaxTransactionBytes.
  absl::Status Put(Table table, std::string_view key, std::string_view value);
  // Deleting an absent key is not an error.
  absl::Status Delete(Table table, std::string_view key);
  // Deletes every entry.
  absl::Status Clear(Table table);
  // Durable if it returns OK; otherwise nothing is changed.
  absl::Status Commit() &&;

 private:
  friend class Environment;
  WriteTxn(std::shared_ptr<const Environment> environment, MDB_txn* txn);

  std::shared_ptr<FileTrust> trust_;  // null after a move
  std::uint64_t commit_ = 0;          // the last one; this transaction's once it is durable
  std::uint64_t written_bytes_ = 0;
};

// Walks a table in order of keys. Must not outlive its transaction; a write to the transaction
// invalidates it.
class Cursor {
 public:
  static absl::StatusOr<Cursor> Open(const Txn& txn, Table table);
  static absl::StatusOr<Cursor> Open(const Txn&& txn, Table table) = delete;

  // Moves to the first key not less than `key`, or to the next one. False at the end.
  absl::StatusOr<bool> SeekAtLeast(std::string_view key);
  // Moves to the last key. False in an empty table.
  absl::StatusOr<bool> SeekLast();
  absl::StatusOr<bool> Next();

  // REQUIRES: the last move gave true.
  std::string_view key() const { return key_; }

  std::string_view value() const { return value_; }

 private:
  struct Closer {
    void operator()(MDB_cursor* cursor) const;
  };

  Cursor(const Environment* environment, MDB_cursor* cursor)
      : environment_(environment), cursor_(cursor) {}

  absl::StatusOr<bool> Moved(int code);

  const Environment* environment_;
  std::unique_ptr<MDB_cursor, Closer> cursor_;
  std::string_view key_;
  std::string_view value_;
};

struct EnvironmentOptions {
  std::filesystem::path directory;  // exists
  bool read_only = false;
  std::uint64_t map_bytes = 0;
  unsigned max_readers = 0;
};

// Thread-safe.
class Environment : public std::enable_shared_from_this<Environment> {
 public:
  // Errors: FailedPrecondition (already open in this process), DataLoss (a page of the file is
  // damaged, or it is not an LMDB file), NotFound (read-only and absent), PermissionDenied,
  // ResourceExhausted (address space, disk).
  static absl::StatusOr<std::shared_ptr<Environment>> Open(const EnvironmentOptions& options);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  // True if nothing was ever stored.
  absl::StatusOr<bool> IsEmpty() const;
  // Opens all of kTables and creates missing ones unless read-only. In an environment that is still
  // empty, `meta_value` is stored under `meta_key` in the same transaction, so that no other
  // process sees tables without it. FailedPrecondition if the "meta" table is missing in an
  // environment that is not empty, which then belongs to another program, or in a read-only one. In
  // a read-only environment, tables that MayBeMissing() are read as empty. Waits for a writer only
  // to create a table.
  absl::Status OpenTables(std::string_view meta_key, std::string_view meta_value);

  // ResourceExhausted when all reader slots are taken. DataLoss, as for a write transaction, when
  // the file was removed or replaced, or was damaged since it was opened.
  absl::StatusOr<ReadTxn> BeginRead() const;
  // Waits for the write transaction of any other thread or process.
  absl::StatusOr<WriteTxn> BeginWrite();

  const std::filesystem::path& directory() const { return directory_; }

  bool read_only() const { return read_only_; }

  // Counts changes of the file that no commit made.
  std::uint64_t changes() const { return trust_->changes(); }

  // Disk space of the file, and the part of it in free pages.
  struct FileUse {
    std::uint64_t disk_bytes = 0;
    std::uint64_t free_bytes = 0;
  };

  absl::StatusOr<FileUse> Use() const;

  // Returns free pages to the file system as holes, which a later write fills again; the file's
  // nominal size stays. Pages that a transaction can still see are left for another time. Does
  // nothing where files have no holes. Waits for the write transaction of any other thread or
  // process. Cost: the list of free pages, and a system call for each run.
  absl::Status ReleaseFreePages();

  // Slots of the reader table, and how many of them transactions hold now.
  struct ReaderUse {
    unsigned slots = 0;
    unsigned active = 0;
  };

  absl::StatusOr<ReaderUse> Readers() const;
  // Frees the slots of processes that ended without doing so, and returns their number. Otherwise
  // the states that they could see would be kept for ever.
  absl::StatusOr<unsigned> ClearStaleReaders() const;

 private:
  friend class Txn;
  friend class WriteTxn;
  friend class Cursor;

  Environment(std::filesystem::path directory, bool read_only);

  absl::Status OpenMap(const EnvironmentOptions& options);
  // False when some table has to be created.
  absl::StatusOr<bool> OpenExistingTables();
  absl::Status OpenMapOfSize(const EnvironmentOptions& options, std::uint64_t map_bytes);
  // Before LMDB opens the file.
  absl::Status CheckFile() const;
  absl::StatusOr<ReadTxn> BeginReadUnchecked() const;
  // The oldest state that a transaction can see, as LMDB's commit number.
  absl::StatusOr<std::uint64_t> OldestVisible() const;
  // The only translation of LMDB's and errno's codes.
  absl::Status Error(int code, std::string_view attempted) const;

  static constexpr unsigned kNoTable = ~0U;  // in handles_

  std::filesystem::path directory_;
  bool read_only_;
  MDB_env* env_ = nullptr;
  std::shared_ptr<FileTrust> trust_;
  std::array<unsigned, kTables.size()> handles_{};
  // Device and inode of the directory, once registered as open.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> registered_as_;
};

// Test seam: after `operations` more puts, deletes and commits of this process, every further one
// fails with `code`, an errno or LMDB value. A negative count ends it.
void InjectWriteFault(std::int64_t operations, int code);

}  // namespace waymark::graph
