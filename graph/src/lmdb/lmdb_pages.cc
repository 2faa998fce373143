// Statistics of an environment's pages and readers, and the return of free pages to the file
// system.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fcntl.h>
#include <lmdb.h>
#include <sys/stat.h>

#include "graph/status.h"
#include "lmdb/environment.h"

namespace waymark::graph {
namespace {

constexpr std::uint64_t kStatBlockBytes = 512;  // stat(2)

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

// LMDB's table 0 lists the free pages: under the commit that freed them, a count and that many
// numbers.
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

// Visits the commit that each reading transaction of any process sees. LMDB gives them only as
// text: lines with process, thread and commit, "-" for a slot without a transaction. Negative on
// failure.
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

}  // namespace

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
  // The blocks of a file system may be larger or smaller than a page.
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
  // While this transaction is open nobody takes pages off the list. It writes nothing; it is needed
  // because only a reading transaction may read the list.
  WM_ASSIGN_OR_RETURN(const WriteTxn alone, BeginWrite());
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, BeginRead());
  WM_ASSIGN_OR_RETURN(const std::uint64_t oldest, OldestVisible());
  std::vector<std::size_t> free;
  const int code = VisitFreePages(txn.txn_.get(), [&](std::uint64_t freed_by, FreePages pages) {
    // As in LMDB's own allocation, the state before the last one must stay readable too.
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

}  // namespace waymark::graph
