#include <algorithm>
#include <atomic>
#include <cerrno>
#include <set>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "graph/mutex.h"
#include "graph/status.h"
#include "lmdb/environment.h"
#include "lmdb/page_check.h"
#include "lmdb/store_directory.h"

namespace waymark::graph {
namespace {

// The smallest useful map when the address space is limited (ulimit -v, small machines).
constexpr std::uint64_t kSmallestMapBytes = std::uint64_t{4} << 30;
// Less free space than this counts as a full disk: LMDB reports a short write as EIO.
constexpr std::uint64_t kFullDiskBytes = 1 << 20;
constexpr mdb_mode_t kFileMode = 0600;

// Directories whose environment is open in this process: closing a second descriptor of the lock
// file would drop the first one's locks.
using DirectoryKey = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

struct Registry {
  Mutex mutex;
  std::set<DirectoryKey> open WM_GUARDED_BY(mutex);
};

Registry& OpenDirectories() {
  // Never destroyed: environments may outlive main().
  static Registry& registry = *new Registry;  // NOLINT(*-avoid-non-const-global-variables)
  return registry;
}

std::optional<DirectoryKey> DirectoryKeyOf(const std::filesystem::path& directory) {
  struct stat attributes;
  if (stat(directory.c_str(), &attributes) != 0) return std::nullopt;
  return DirectoryKey(attributes.st_dev, attributes.st_ino);
}

// Tests set a fault for whatever environment the code under test opens.
// NOLINTBEGIN(*-avoid-non-const-global-variables)
std::atomic<std::int64_t> operations_before_fault = -1;
std::atomic<int> fault_code = 0;

// NOLINTEND(*-avoid-non-const-global-variables)

// A file that looks like one of another program, in a directory in which a writer of this program
// has worked, is a damaged store.
absl::Status DamagedIfOwn(const absl::Status& status, const std::filesystem::path& directory) {
  if (!absl::IsFailedPrecondition(status)) return status;
  const absl::StatusOr<bool> is_own = HasWriterLock(directory);
  if (!is_own.ok() || !*is_own) return status;
  return absl::DataLossError(
      fmt::format("open store {}: data.mdb is damaged: it has no header, or the tables of another "
                  "program",
                  directory.string()));
}

int TakeFault() {
  if (operations_before_fault.load(std::memory_order_relaxed) < 0) return MDB_SUCCESS;
  if (operations_before_fault.load() == 0) return fault_code.load();
  --operations_before_fault;
  return MDB_SUCCESS;
}

MDB_val ToValue(std::string_view bytes) {
  return MDB_val{bytes.size(), const_cast<char*>(bytes.data())};
}

std::string_view ToBytes(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

absl::StatusCode CodeOf(int code) {
  switch (code) {
    case MDB_MAP_FULL:
    case MDB_READERS_FULL:
    case MDB_TXN_FULL:
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
      return absl::StatusCode::kResourceExhausted;
    case MDB_INVALID:
    case MDB_VERSION_MISMATCH:
    case MDB_INCOMPATIBLE:
      return absl::StatusCode::kFailedPrecondition;
    case MDB_CORRUPTED:
    case MDB_PAGE_NOTFOUND:
    case EIO:
      return absl::StatusCode::kDataLoss;
    case MDB_NOTFOUND:
    case ENOENT:
      return absl::StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case MDB_PANIC:
    case EAGAIN:
    case EBUSY:
    case EINTR:
      return absl::StatusCode::kUnavailable;
    default:
      return absl::StatusCode::kInternal;
  }
}

std::string_view RemedyOf(int code) {
  switch (code) {
    case MDB_MAP_FULL:
      return "; the map is full: open the store with a larger map";
    case MDB_READERS_FULL:
      return "; too many readers: stop some of the processes that use the store";
    case ENOSPC:
    case EDQUOT:
      return "; the disk is full: free some space and try again";
    case MDB_INVALID:
    case MDB_VERSION_MISMATCH:
      return "; data.mdb is not a store of this program: choose another directory";
    case MDB_CORRUPTED:
    case MDB_PAGE_NOTFOUND:
      return "; the store is damaged";
    case EACCES:
    case EPERM:
      return "; this user must be able to read data.mdb and, even to ask, to write lock.mdb: mend "
             "their modes, or choose another store";
    case MDB_PANIC:
      return "; a write of this process failed: a new process can read and write what is published";
    case ENOMEM:
      return "; no memory or address space for the map: raise the limit (ulimit -v)";
    default:
      return "";
  }
}

bool DiskIsFull(const std::filesystem::path& directory) {
  struct statvfs space;
  if (statvfs(directory.c_str(), &space) != 0) return false;
  return std::uint64_t{space.f_bavail} * space.f_frsize < kFullDiskBytes;
}

}  // namespace

void InjectWriteFault(std::int64_t operations, int code) {
  fault_code = code;
  operations_before_fault = operations;
}

// --- Txn, WriteTxn, Cursor

Txn::Txn(std::shared_ptr<const Environment> environment, MDB_txn* txn)
    : environment_(std::move(environment)), txn_(txn) {}

void Txn::Aborter::operator()(MDB_txn* txn) const { mdb_txn_abort(txn); }

absl::StatusOr<std::optional<std::string_view>> Txn::Get(Table table, std::string_view key) const& {
  const unsigned handle = environment_->handles_[ToIndex(table)];
  if (handle == Environment::kNoTable) return std::nullopt;
  MDB_val key_value = ToValue(key);
  MDB_val value;
  const int code = mdb_get(txn_.get(), handle, &key_value, &value);
  if (code == MDB_NOTFOUND) return std::nullopt;
  if (code != MDB_SUCCESS) return environment_->Error(code, "read");
  return ToBytes(value);
}

absl::StatusOr<std::uint64_t> Txn::Count(Table table) const {
  const unsigned handle = environment_->handles_[ToIndex(table)];
  if (handle == Environment::kNoTable) return 0U;
  MDB_stat statistics;
  const int code = mdb_stat(txn_.get(), handle, &statistics);
  if (code != MDB_SUCCESS) return environment_->Error(code, "count");
  return statistics.ms_entries;
}

WriteTxn::WriteTxn(std::shared_ptr<const Environment> environment, MDB_txn* txn)
    : Txn(std::move(environment), txn), trust_(environment_->trust_), commit_(mdb_txn_id(txn) - 1) {
  trust_->BeginOwnWrite();
}

WriteTxn::~WriteTxn() {
  if (trust_ == nullptr) return;
  txn_.reset();
  trust_->EndOwnWrite(commit_);
}

absl::Status WriteTxn::Put(Table table, std::string_view key, std::string_view value) {
  written_bytes_ += key.size() + value.size();
  if (written_bytes_ > kMaxTransactionBytes) {
    return absl::ResourceExhaustedError(fmt::format(
        "write store {}: the transaction has more than {} MiB; the state before it stays",
        environment_->directory().string(), kMaxTransactionBytes >> 20));
  }
  MDB_val key_value = ToValue(key);
  MDB_val data = ToValue(value);
  int code = TakeFault();
  if (code == MDB_SUCCESS) {
    code = mdb_put(txn_.get(), environment_->handles_[ToIndex(table)], &key_value, &data, 0);
  }
  return code == MDB_SUCCESS ? absl::OkStatus() : environment_->Error(code, "write");
}

absl::Status WriteTxn::Delete(Table table, std::string_view key) {
  MDB_val key_value = ToValue(key);
  int code = TakeFault();
  if (code == MDB_SUCCESS) {
    code = mdb_del(txn_.get(), environment_->handles_[ToIndex(table)], &key_value, nullptr);
  }
  if (code == MDB_SUCCESS || code == MDB_NOTFOUND) return absl::OkStatus();
  return environment_->Error(code, "delete");
}

absl::Status WriteTxn::Clear(Table table) {
  int code = TakeFault();
  if (code == MDB_SUCCESS) {
    code = mdb_drop(txn_.get(), environment_->handles_[ToIndex(table)], 0);
  }
  return code == MDB_SUCCESS ? absl::OkStatus() : environment_->Error(code, "clear");
}

absl::Status WriteTxn::Commit() && {
  const int fault = TakeFault();
  if (fault != MDB_SUCCESS) {
    txn_.reset();
    return environment_->Error(fault, "commit");
  }
  const int code = mdb_txn_commit(txn_.release());  // frees the transaction in every case
  if (code != MDB_SUCCESS) return environment_->Error(code, "commit");
  ++commit_;
  return environment_->trust_->CheckInPlace();
}

void Cursor::Closer::operator()(MDB_cursor* cursor) const { mdb_cursor_close(cursor); }

absl::StatusOr<Cursor> Cursor::Open(const Txn& txn, Table table) {
  MDB_cursor* cursor = nullptr;
  const Environment& environment = *txn.environment_;
  const int code = mdb_cursor_open(txn.txn_.get(), environment.handles_[ToIndex(table)], &cursor);
  if (code != MDB_SUCCESS) return environment.Error(code, "read");
  return Cursor(&environment, cursor);
}

absl::StatusOr<bool> Cursor::SeekAtLeast(std::string_view key) {
  MDB_val key_value = ToValue(key);
  MDB_val value;
  const int code = mdb_cursor_get(cursor_.get(), &key_value, &value, MDB_SET_RANGE);
  if (code == MDB_SUCCESS) {
    key_ = ToBytes(key_value);
    value_ = ToBytes(value);
  }
  return Moved(code);
}

absl::StatusOr<bool> Cursor::SeekLast() {
  MDB_val key;
  MDB_val value;
  const int code = mdb_cursor_get(cursor_.get(), &key, &value, MDB_LAST);
  if (code == MDB_SUCCESS) {
    key_ = ToBytes(key);
    value_ = ToBytes(value);
  }
  return Moved(code);
}

absl::StatusOr<bool> Cursor::Next() {
  MDB_val key;
  MDB_val value;
  const int code = mdb_cursor_get(cursor_.get(), &key, &value, MDB_NEXT);
  if (code == MDB_SUCCESS) {
    key_ = ToBytes(key);
    value_ = ToBytes(value);
  }
  return Moved(code);
}

absl::StatusOr<bool> Cursor::Moved(int code) {
  if (code == MDB_SUCCESS) return true;
  if (code == MDB_NOTFOUND) return false;
  return environment_->Error(code, "read");
}

// --- Environment

Environment::Environment(std::filesystem::path directory, bool read_only)
    : directory_(std::move(directory)),
      read_only_(read_only),
      trust_(std::make_shared<FileTrust>(directory_)) {}

Environment::~Environment() {
  if (env_ != nullptr) mdb_env_close(env_);
  if (!registered_as_) return;
  Registry& registry = OpenDirectories();
  MutexLock lock(registry.mutex);
  registry.open.erase(*registered_as_);
}

absl::StatusOr<std::shared_ptr<Environment>> Environment::Open(const EnvironmentOptions& options) {
  const std::shared_ptr<Environment> environment(
      new Environment(options.directory, options.read_only));
  const std::optional<DirectoryKey> key = DirectoryKeyOf(options.directory);
  if (!key) return environment->Error(errno, "open");
  {
    Registry& registry = OpenDirectories();
    MutexLock lock(registry.mutex);
    if (!registry.open.insert(*key).second) {
      return absl::FailedPreconditionError(
          fmt::format("open store {}: already open in this process; share the one Store object",
                      options.directory.string()));
    }
    environment->registered_as_ = key;
  }
  GuardAgainstCutFiles(options.directory);
  WM_RETURN_IF_ERROR(DamagedIfOwn(environment->CheckFile(), options.directory));
  WM_RETURN_IF_ERROR(environment->OpenMap(options));
  int file = -1;
  mdb_env_get_fd(environment->env_, &file);
  environment->trust_->Follow(file);
  WM_RETURN_IF_ERROR(environment->ClearStaleReaders().status());
  WM_RETURN_IF_ERROR(DamagedIfOwn(environment->BeginRead().status(), options.directory));
  return environment;
}

// Tries smaller and smaller maps when the address space is limited.
absl::Status Environment::OpenMap(const EnvironmentOptions& options) {
  std::uint64_t map_bytes = options.map_bytes;
  for (;;) {
    absl::Status status = OpenMapOfSize(options, map_bytes);
    const bool too_large = absl::IsResourceExhausted(status) && map_bytes > kSmallestMapBytes;
    if (!too_large) return status;
    map_bytes = std::max(map_bytes / 2, kSmallestMapBytes);
  }
}

absl::Status Environment::OpenMapOfSize(const EnvironmentOptions& options,
                                        std::uint64_t map_bytes) {
  if (env_ != nullptr) mdb_env_close(env_);
  env_ = nullptr;
  int code = mdb_env_create(&env_);
  if (code == MDB_SUCCESS) code = mdb_env_set_mapsize(env_, map_bytes);
  if (code == MDB_SUCCESS) code = mdb_env_set_maxreaders(env_, options.max_readers);
  if (code == MDB_SUCCESS) code = mdb_env_set_maxdbs(env_, kTables.size());
  if (code == MDB_SUCCESS) {
    code = mdb_env_set_assert(env_, [](MDB_env*, const char*) { EndOnDamage(); });
  }
  const unsigned flags = MDB_NOTLS | (read_only_ ? MDB_RDONLY : 0u);
  if (code == MDB_SUCCESS) code = mdb_env_open(env_, directory_.c_str(), flags, kFileMode);
  return code == MDB_SUCCESS ? absl::OkStatus() : Error(code, "open");
}

absl::Status Environment::CheckFile() const {
  const int file = open((directory_ / "data.mdb").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return absl::OkStatus();  // LMDB creates it, or says why not
  absl::Status status = CheckMetaPages(file, directory_);
  close(file);
  return status;
}

absl::StatusOr<bool> Environment::IsEmpty() const {
  MDB_stat statistics;
  const int code = mdb_env_stat(env_, &statistics);
  if (code != MDB_SUCCESS) return Error(code, "open");
  return statistics.ms_entries == 0;
}

absl::StatusOr<bool> Environment::OpenExistingTables() {
  MDB_txn* txn = nullptr;
  int code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
  if (code != MDB_SUCCESS) return Error(code, "open");
  bool is_complete = true;
  for (const TableRow& row : kTables) {
    unsigned& handle = handles_[ToIndex(row.table)];
    code = mdb_dbi_open(txn, std::string(row.name).c_str(), 0, &handle);
    if (code == MDB_SUCCESS) continue;
    const bool is_missed = !read_only_ || !MayBeMissing(row.table);
    if (code != MDB_NOTFOUND) break;
    handle = kNoTable;
    is_complete = is_complete && !is_missed;
  }
  if (code == MDB_INCOMPATIBLE) code = MDB_INVALID;
  if (code != MDB_SUCCESS && code != MDB_NOTFOUND) {
    mdb_txn_abort(txn);
    return Error(code, "open");
  }
  code = mdb_txn_commit(txn);
  if (code != MDB_SUCCESS) return Error(code, "open");
  return is_complete;
}

absl::Status Environment::OpenTables(std::string_view meta_key, std::string_view meta_value) {
  WM_ASSIGN_OR_RETURN(const bool is_complete, OpenExistingTables());
  if (is_complete) return absl::OkStatus();
  if (read_only_) return Error(MDB_INVALID, "open");
  MDB_txn* txn = nullptr;
  int code = mdb_txn_begin(env_, nullptr, 0, &txn);
  if (code != MDB_SUCCESS) return Error(code, "open");
  MDB_stat statistics;
  MDB_dbi main = 0;
  code = mdb_dbi_open(txn, nullptr, 0, &main);
  if (code == MDB_SUCCESS) code = mdb_stat(txn, main, &statistics);
  const bool is_empty = code == MDB_SUCCESS && statistics.ms_entries == 0;
  for (const TableRow& row : kTables) {
    if (code != MDB_SUCCESS) break;
    // Only the first table distinguishes our files from those of other programs.
    const bool create = is_empty || row.table != Table::kMeta;
    code = mdb_dbi_open(txn, std::string(row.name).c_str(), create ? MDB_CREATE : 0,
                        &handles_[ToIndex(row.table)]);
    if (code == MDB_NOTFOUND || code == MDB_INCOMPATIBLE) code = MDB_INVALID;
  }
  if (code == MDB_SUCCESS && is_empty) {
    MDB_val key = ToValue(meta_key);
    MDB_val value = ToValue(meta_value);
    code = mdb_put(txn, handles_[ToIndex(Table::kMeta)], &key, &value, 0);
  }
  if (code != MDB_SUCCESS) {
    mdb_txn_abort(txn);
    return Error(code, "open");
  }
  code = mdb_txn_commit(txn);
  return code == MDB_SUCCESS ? absl::OkStatus() : Error(code, "open");
}

absl::StatusOr<ReadTxn> Environment::BeginReadUnchecked() const {
  MDB_txn* txn = nullptr;
  int code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
  if (code == MDB_READERS_FULL) {
    WM_RETURN_IF_ERROR(ClearStaleReaders().status());
    code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
  }
  if (code != MDB_SUCCESS) return Error(code, "read");
  return ReadTxn(shared_from_this(), txn);
}

absl::StatusOr<ReadTxn> Environment::BeginRead() const {
  constexpr int kTries = 100;
  WM_RETURN_IF_ERROR(trust_->CheckInPlace());
  absl::Status status;
  for (int i = 0; i < kTries; ++i) {
    WM_ASSIGN_OR_RETURN(ReadTxn txn, BeginReadUnchecked());
    status = trust_->Check(mdb_txn_id(txn.txn_.get()));
    if (status.ok()) return txn;
    if (!absl::IsAborted(status)) return status;
  }
  return absl::UnavailableError(fmt::format("read store {}: {}; try again", directory_.string(),
                                            std::string(status.message())));
}

absl::StatusOr<WriteTxn> Environment::BeginWrite() {
  WM_RETURN_IF_ERROR(trust_->CheckInPlace());
  MDB_txn* txn = nullptr;
  const int code = mdb_txn_begin(env_, nullptr, 0, &txn);
  if (code != MDB_SUCCESS) return Error(code, "write");
  // The state from which the transaction starts.
  const absl::Status status = trust_->Check(mdb_txn_id(txn) - 1);
  if (status.ok()) return WriteTxn(shared_from_this(), txn);
  mdb_txn_abort(txn);
  return status;
}

absl::Status Environment::Error(int code, std::string_view attempted) const {
  if (code == EIO && DiskIsFull(directory_)) code = ENOSPC;
  return absl::Status(CodeOf(code), fmt::format("{} store {}: {}{}", attempted, directory_.string(),
                                                mdb_strerror(code), RemedyOf(code)));
}

}  // namespace waymark::graph
