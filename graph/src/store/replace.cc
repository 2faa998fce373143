// Puts a store that is beyond use aside and makes a new one.
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/status.h"
#include "graph/store.h"
#include "lmdb/page_layout.h"
#include "lmdb/store_directory.h"
#include "store/session_rows.h"

namespace waymark::graph {
namespace {

constexpr std::string_view kKeptName = "waymark.damaged.mdb";
constexpr std::size_t kReplacedPageBytes = 4096;
constexpr std::size_t kRescuedKeyBytes = 32;
constexpr std::size_t kMaxRescuedRow = 8 << 20;

// The first lines of the texts that are stored nowhere else (docs/STORAGE_FORMAT.md).
struct RescuedKind {
  SessionRowKind kind;
  std::string_view head;
};

constexpr RescuedKind kRescuedKinds[] = {{SessionRowKind::kJudgements, "waymark lessons 1\n"},
                                         {SessionRowKind::kWorkspaces, "waymark workspaces 1\n"}};

struct RescuedRow {
  std::uint64_t use = 0;
  std::string text;
};

using RescuedRows = std::map<std::pair<SessionRowKind, std::string>, RescuedRow>;

// Looks for rows of feedback and workspaces in every page that is a leaf, whether or not a tree
// still leads to it. Pages that were freed have earlier versions of a row; the latest counts.
class RowRescue {
 public:
  explicit RowRescue(const std::filesystem::path& path)
      : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

  ~RowRescue() {
    if (file_ >= 0) close(file_);
  }

  RowRescue(const RowRescue&) = delete;
  RowRescue& operator=(const RowRescue&) = delete;

  RescuedRows Run() {
    struct stat attributes;
    if (file_ < 0 || fstat(file_, &attributes) != 0) return {};
    FindPageBytes();
    const auto bytes = static_cast<std::uint64_t>(attributes.st_size);
    std::string page(page_bytes_, '\0');
    for (std::uint64_t number = 0; (number + 1) * page_bytes_ <= bytes; ++number) {
      if (Read(number * page_bytes_, page)) AddRowsOf(page, number);
    }
    return std::move(rows_);
  }

 private:
  // False if the file ends before.
  bool Read(std::uint64_t offset, std::string& out) const {
    const ssize_t got = pread(file_, out.data(), out.size(), static_cast<off_t>(offset));
    return got == static_cast<ssize_t>(out.size());
  }

  void FindPageBytes() {
    std::string bytes(sizeof(MetaPage), '\0');
    for (const std::uint64_t offset : {std::size_t{0}, kReplacedPageBytes}) {
      if (!Read(offset, bytes)) continue;
      const std::size_t size = Load<MetaPage>(bytes.data()).free.page_bytes;
      if (!std::has_single_bit(size) || size < kMinPageBytes || size > kMaxPageBytes) continue;
      page_bytes_ = size;
      return;
    }
  }

  void AddRowsOf(std::string_view page, std::uint64_t number) {
    const PageNodes nodes(page);
    if (nodes.header().number != number || !nodes.IsSound() || !nodes.is_leaf()) return;
    PageNode node;
    for (std::size_t i = 0; i < nodes.count(); ++i) {
      if (!nodes.Read(i, node) || node.key.size() != kRescuedKeyBytes) continue;
      if ((node.header.flags & kLargeValue) == 0) {
        Add(node.key, node.inline_value);
        continue;
      }
      if (node.header.value_bytes() > kMaxRescuedRow) continue;
      std::string value(node.header.value_bytes(), '\0');
      const auto first = Load<std::uint64_t>(node.inline_value.data());
      if (Read(first * page_bytes_ + sizeof(PageHeader), value)) Add(node.key, value);
    }
  }

  void Add(std::string_view key, std::string_view value) {
    absl::StatusOr<std::string> text = DecodeSessionRow(key, value);
    if (!text.ok()) return;
    for (const RescuedKind& kind : kRescuedKinds) {
      if (text->compare(0, kind.head.size(), kind.head) != 0) continue;
      RescuedRow& row = rows_[{kind.kind, std::string(key)}];
      const std::uint64_t use = UseOfSessionRow(key, value);
      if (!row.text.empty() && row.use >= use) continue;
      row = {use, *std::move(text)};
      return;
    }
  }

  const int file_;
  std::size_t page_bytes_ = kReplacedPageBytes;
  RescuedRows rows_;
};

absl::Status Rename(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0 || errno == ENOENT) return absl::OkStatus();
  return SystemError(errno, "rename", from);
}

// A row that the new store refuses stays in the old file.
std::uint64_t Restore(Store& store, const RescuedRows& rows) {
  std::uint64_t count = 0;
  for (const auto& [place, row] : rows) {
    RootHash key;
    std::copy(place.second.begin(), place.second.end(), key.bytes.begin());
    const absl::Status status = store.Remember(
        place.first, key,
        [&text = row.text](const std::optional<std::string>&) -> absl::StatusOr<std::string> {
          return text;
        });
    if (status.ok()) ++count;
  }
  return count;
}

}  // namespace

absl::StatusOr<ReplacedStore> Store::Replace(const std::filesystem::path& directory) {
  WM_RETURN_IF_ERROR(PrepareDirectory(directory, true));
  WM_ASSIGN_OR_RETURN(const bool is_own, HasWriterLock(directory));
  if (!is_own) {
    return absl::FailedPreconditionError(
        fmt::format("replace store {}: there is no writer.lock beside data.mdb, so it may be the "
                    "file of another program: move it away, then run the command again",
                    directory.string()));
  }
  WM_ASSIGN_OR_RETURN(const WriterLock lock, WriterLock::Acquire(directory));
  const std::filesystem::path file = directory / "data.mdb";
  ReplacedStore replaced;
  std::error_code error;
  if (std::filesystem::exists(file, error)) replaced.kept_as = directory / kKeptName;
  const RescuedRows rows = RowRescue(file).Run();
  if (!replaced.kept_as.empty()) WM_RETURN_IF_ERROR(Rename(file, replaced.kept_as));
  // It holds the state of the old file, for processes that have that one open.
  std::filesystem::remove(directory / "lock.mdb", error);
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Open({.directory = directory}));
  replaced.rows_rescued = Restore(*store, rows);
  return replaced;
}

}  // namespace waymark::graph
