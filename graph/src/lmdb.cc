#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "environment.h"
#include "graph/mutex.h"
#include "graph/status.h"

namespace waymark::graph {
namespace {

// Smallest map that is worth working with where the address space is limited (ulimit -v, small
// machines).
constexpr std::uint64_t kSmallestMapBytes = std::uint64_t{4} << 30;
// Less free space than this counts as a full disk: LMDB reports a write cut short as EIO.
constexpr std::uint64_t kFullDiskBytes = 1 << 20;
constexpr mdb_mode_t kFileMode = 0600;
constexpr std::uint64_t kStatBlockBytes = 512;  // stat(2)

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

std::optional<DirectoryKey> KeyOf(const std::filesystem::path& directory) {
  struct stat attributes;
  if (stat(directory.c_str(), &attributes) != 0) return std::nullopt;
  return DirectoryKey(attributes.st_dev, attributes.st_ino);
}

// Tests arrange a fault for whatever environment the code under test opens.
// NOLINTBEGIN(*-avoid-non-const-global-variables)
std::atomic<std::int64_t> operations_before_fault = -1;
std::atomic<int> fault_code = 0;

// NOLINTEND(*-avoid-non-const-global-variables)

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
      return "; the store is damaged: delete the directory and index again";
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

std::uint64_t PageBytes(MDB_env* env) {
  MDB_stat statistics;
  return mdb_env_stat(env, &statistics) == MDB_SUCCESS ? statistics.ms_psize : 0;
}

int FileOf(MDB_env* env) {
  int descriptor = -1;
  mdb_env_get_fd(env, &descriptor);
  return descriptor;
}

using FreePages = std::span<const std::size_t>;

// Table 0 of LMDB lists the free pages: by the commit that freed them, a count and so many numbers.
template <typename Visit>
int VisitFreePages(MDB_txn* txn, Visit&& visit) {
  MDB_cursor* cursor = nullptr;
  int code = mdb_cursor_open(txn, 0, &cursor);
  if (code != MDB_SUCCESS) return code;
  MDB_val key;
  MDB_val value;
  while ((code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == MDB_SUCCESS) {
    std::size_t freed_by = 0;
    if (key.mv_size != sizeof(freed_by) || value.mv_size < sizeof(std::size_t)) continue;
    std::memcpy(&freed_by, key.mv_data, sizeof(freed_by));
    const auto* numbers = static_cast<const std::size_t*>(value.mv_data);
    const std::size_t listed = value.mv_size / sizeof(std::size_t) - 1;
    visit(std::uint64_t{freed_by}, FreePages(numbers + 1, std::min(numbers[0], listed)));
  }
  mdb_cursor_close(cursor);
  return code == MDB_NOTFOUND ? MDB_SUCCESS : code;
}

// The commit that each reading transaction sees, of all processes. LMDB tells them as text only:
// lines of process, thread and commit, "-" for a slot without a transaction. Negative on failure.
template <typename Visit>
int VisitReaders(MDB_env* env, Visit&& visit) {
  const auto add_line = [](const char* line, void* context) {
    const std::string_view text(line);
    const std::size_t digit = text.find_last_of("0123456789");
    const std::size_t before = text.find_last_of(" \t", digit);
    std::uint64_t seen = 0;
    if (digit == std::string_view::npos || before == std::string_view::npos) return 0;
    if (text.find_first_not_of("0123456789\n", before + 1) != std::string_view::npos) return 0;
    std::from_chars(text.data() + before + 1, text.data() + digit + 1, seen);
    (*static_cast<std::remove_reference_t<Visit>*>(context))(seen);
    return 0;
  };
  return mdb_reader_list(env, add_line, &visit);
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
  MDB_val key_value = ToValue(key);
  MDB_val value;
  const int code = mdb_get(txn_.get(), environment_->handles_[ToIndex(table)], &key_value, &value);
  if (code == MDB_NOTFOUND) return std::nullopt;
  if (code != MDB_SUCCESS) return environment_->Error(code, "read");
  return ToBytes(value);
}

absl::StatusOr<std::uint64_t> Txn::Count(Table table) const {
  MDB_stat statistics;
  const int code = mdb_stat(txn_.get(), environment_->handles_[ToIndex(table)], &statistics);
  if (code != MDB_SUCCESS) return environment_->Error(code, "count");
  return statistics.ms_entries;
}

absl::Status WriteTxn::Put(Table table, std::string_view key, std::string_view value) {
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
  return code == MDB_SUCCESS ? absl::OkStatus() : environment_->Error(code, "commit");
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
    : directory_(std::move(directory)), read_only_(read_only) {}

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
  const std::optional<DirectoryKey> key = KeyOf(options.directory);
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
  WM_RETURN_IF_ERROR(environment->OpenMap(options));
  WM_RETURN_IF_ERROR(environment->CheckLength());
  WM_RETURN_IF_ERROR(environment->ClearStaleReaders().status());
  return environment;
}

// Tries ever smaller maps where the address space is limited.
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
  const unsigned flags = MDB_NOTLS | (read_only_ ? MDB_RDONLY : 0u);
  if (code == MDB_SUCCESS) code = mdb_env_open(env_, directory_.c_str(), flags, kFileMode);
  return code == MDB_SUCCESS ? absl::OkStatus() : Error(code, "open");
}

// A file that was cut off would end in SIGBUS at the first access past its end.
absl::Status Environment::CheckLength() const {
  MDB_envinfo info;
  MDB_stat statistics;
  int code = mdb_env_info(env_, &info);
  if (code == MDB_SUCCESS) code = mdb_env_stat(env_, &statistics);
  if (code != MDB_SUCCESS) return Error(code, "open");
  std::error_code ignored;
  const std::uint64_t file_bytes = std::filesystem::file_size(directory_ / "data.mdb", ignored);
  const std::uint64_t used_bytes =
      (std::uint64_t{info.me_last_pgno} + 1) * std::uint64_t{statistics.ms_psize};
  if (ignored || file_bytes >= used_bytes) return absl::OkStatus();
  return absl::DataLossError(
      fmt::format("open store {}: data.mdb has {} bytes, its header says {}; delete the "
                  "directory and index again",
                  directory_.string(), file_bytes, used_bytes));
}

absl::StatusOr<bool> Environment::IsEmpty() const {
  MDB_stat statistics;
  const int code = mdb_env_stat(env_, &statistics);
  if (code != MDB_SUCCESS) return Error(code, "open");
  return statistics.ms_entries == 0;
}

absl::Status Environment::OpenTables(std::string_view meta_key, std::string_view meta_value) {
  MDB_txn* txn = nullptr;
  int code = mdb_txn_begin(env_, nullptr, read_only_ ? MDB_RDONLY : 0, &txn);
  if (code != MDB_SUCCESS) return Error(code, "open");
  MDB_stat statistics;
  MDB_dbi main = 0;
  code = mdb_dbi_open(txn, nullptr, 0, &main);
  if (code == MDB_SUCCESS) code = mdb_stat(txn, main, &statistics);
  const bool is_empty = code == MDB_SUCCESS && statistics.ms_entries == 0;
  for (const TableRow& row : kTables) {
    if (code != MDB_SUCCESS) break;
    // The first table tells our files from those of other programs.
    const bool create = !read_only_ && (is_empty || row.table != Table::kMeta);
    code = mdb_dbi_open(txn, std::string(row.name).c_str(), create ? MDB_CREATE : 0,
                        &handles_[ToIndex(row.table)]);
    if (code == MDB_NOTFOUND || code == MDB_INCOMPATIBLE) code = MDB_INVALID;
  }
  if (code == MDB_SUCCESS && is_empty && !read_only_) {
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

absl::StatusOr<ReadTxn> Environment::BeginRead() const {
  MDB_txn* txn = nullptr;
  int code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
  if (code == MDB_READERS_FULL) {
    WM_RETURN_IF_ERROR(ClearStaleReaders().status());
    code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
  }
  if (code != MDB_SUCCESS) return Error(code, "read");
  return ReadTxn(shared_from_this(), txn);
}

absl::StatusOr<WriteTxn> Environment::BeginWrite() {
  MDB_txn* txn = nullptr;
  const int code = mdb_txn_begin(env_, nullptr, 0, &txn);
  if (code != MDB_SUCCESS) return Error(code, "write");
  return WriteTxn(shared_from_this(), txn);
}

absl::StatusOr<Environment::FileUse> Environment::Use() const {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, BeginRead());
  FileUse use;
  std::uint64_t listed_bytes = 0;
  const int code = VisitFreePages(txn.txn_.get(), [&](std::uint64_t, FreePages pages) {
    listed_bytes += pages.size() * PageBytes(env_);
  });
  if (code != MDB_SUCCESS) return Error(code, "read");
  MDB_envinfo info;
  struct stat attributes;
  if (mdb_env_info(env_, &info) != MDB_SUCCESS || fstat(FileOf(env_), &attributes) != 0) {
    return Error(errno, "read");
  }
  const std::uint64_t file_bytes = (std::uint64_t{info.me_last_pgno} + 1) * PageBytes(env_);
  const std::uint64_t used_bytes = file_bytes - std::min(file_bytes, listed_bytes);
  // A file system may have blocks that are larger or smaller than a page.
  const auto blocks_bytes = static_cast<std::uint64_t>(attributes.st_blocks) * kStatBlockBytes;
  use.disk_bytes = std::clamp(blocks_bytes, used_bytes, std::max(used_bytes, file_bytes));
  use.free_bytes = use.disk_bytes - used_bytes;
  return use;
}

absl::StatusOr<std::uint64_t> Environment::OldestVisible() const {
  MDB_envinfo info;
  int code = mdb_env_info(env_, &info);
  if (code != MDB_SUCCESS) return Error(code, "read");
  std::uint64_t oldest = info.me_last_txnid;
  code = VisitReaders(env_, [&](std::uint64_t seen) { oldest = std::min(oldest, seen); });
  return code < 0 ? absl::StatusOr<std::uint64_t>(Error(EIO, "read")) : oldest;
}

absl::Status Environment::ReleaseFreePages() {
  // While it is open nobody takes pages off the list. Nothing is written; only a reading
  // transaction may look at the list.
  WM_ASSIGN_OR_RETURN(const WriteTxn alone, BeginWrite());
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, BeginRead());
  WM_ASSIGN_OR_RETURN(const std::uint64_t oldest, OldestVisible());
  std::vector<std::size_t> free;
  const int code = VisitFreePages(txn.txn_.get(), [&](std::uint64_t freed_by, FreePages pages) {
    // As LMDB itself when it takes pages: the state before the last one must stay readable too.
    if (freed_by < oldest) free.insert(free.end(), pages.begin(), pages.end());
  });
  if (code != MDB_SUCCESS) return Error(code, "read");
  std::sort(free.begin(), free.end());
  const std::uint64_t page_bytes = PageBytes(env_);
  for (std::size_t begin = 0; begin < free.size();) {
    std::size_t end = begin + 1;
    while (end < free.size() && free[end] == free[end - 1] + 1) ++end;
    const int failed = fallocate(FileOf(env_), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                 static_cast<off_t>(free[begin] * page_bytes),
                                 static_cast<off_t>((end - begin) * page_bytes));
    if (failed != 0) return errno == EOPNOTSUPP ? absl::OkStatus() : Error(errno, "shrink");
    begin = end;
  }
  return absl::OkStatus();
}

absl::StatusOr<Environment::ReaderUse> Environment::Readers() const {
  MDB_envinfo info;
  const int code = mdb_env_info(env_, &info);
  if (code != MDB_SUCCESS) return Error(code, "read");
  ReaderUse use{info.me_maxreaders, 0};
  if (VisitReaders(env_, [&](std::uint64_t) { ++use.active; }) < 0) return Error(EIO, "read");
  return use;
}

absl::StatusOr<unsigned> Environment::ClearStaleReaders() const {
  int cleared = 0;
  const int code = mdb_reader_check(env_, &cleared);
  if (code != MDB_SUCCESS) return Error(code, "read");
  return static_cast<unsigned>(cleared);
}

absl::Status Environment::Error(int code, std::string_view attempted) const {
  if (code == EIO && DiskIsFull(directory_)) code = ENOSPC;
  return absl::Status(CodeOf(code), fmt::format("{} store {}: {}{}", attempted, directory_.string(),
                                                mdb_strerror(code), RemedyOf(code)));
}

}  // namespace waymark::graph
