#include "lmdb/page_check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/status.h"
#include "lmdb/page_layout.h"
#include "lmdb/tables.h"

namespace waymark::graph {
namespace {

constexpr std::size_t kMaxKeyBytes = 511;
constexpr std::size_t kUsualPageBytes = 4096;

// The file, read in pages.
class PageFile {
 public:
  PageFile(int file, const std::filesystem::path& directory) : file_(file), directory_(directory) {}

  absl::Status Damaged(std::string_view what) const {
    return absl::DataLossError(
        fmt::format("open store {}: data.mdb is damaged: {}", directory_.string(), what));
  }

  absl::Status Damaged(std::uint64_t page, std::string_view what) const {
    return Damaged(fmt::format("page {} {}", page, what));
  }

  // Other programs keep other values in such files.
  absl::Status Foreign() const {
    return absl::FailedPreconditionError(fmt::format(
        "open store {}: data.mdb is not a store of this program: choose another directory",
        directory_.string()));
  }

  absl::StatusOr<std::uint64_t> Bytes() const {
    struct stat attributes;
    if (fstat(file_, &attributes) == 0) return static_cast<std::uint64_t>(attributes.st_size);
    return Damaged(fmt::format("it cannot be examined (error {})", errno));
  }

  // Fills `bytes`; DataLoss if the file ends before.
  absl::Status Read(std::uint64_t offset, std::size_t size, char* bytes) const {
    std::size_t done = 0;
    while (done < size) {
      const ssize_t got =
          pread(file_, bytes + done, size - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return Damaged(fmt::format("it cannot be read at byte {}", offset + done));
      done += static_cast<std::size_t>(got);
    }
    return absl::OkStatus();
  }

 private:
  int file_;
  const std::filesystem::path& directory_;
};

using MetaPair = std::array<MetaPage, kMetaPages>;

absl::Status CheckMeta(const PageFile& file, const MetaPage& meta, std::uint64_t number,
                       std::size_t page_bytes) {
  const PageHeader header = meta.header;
  if (header.number != number || header.flags != kMetaPage || meta.magic != kLmdbMagic ||
      meta.version != kLmdbVersion) {
    return file.Damaged(number, "is no meta page");
  }
  const TreeRow free = meta.free;
  const TreeRow main = meta.main;
  if (free.page_bytes != page_bytes || free.flags != kNumberKeys || main.page_bytes != 0 ||
      main.flags != 0) {
    return file.Damaged(number, "has another shape");
  }
  WM_ASSIGN_OR_RETURN(const std::uint64_t bytes, file.Bytes());
  if (meta.last_page >= bytes / page_bytes) {
    return file.Damaged(fmt::format("it has {} bytes, its header says {} pages of {}", bytes,
                                    std::uint64_t{meta.last_page}, page_bytes));
  }
  if (meta.commit % kMetaPages != number && meta.commit != 0) {
    return file.Damaged(number, "has the number of another commit");
  }
  return absl::OkStatus();
}

// Reads both meta pages. LMDB takes the later one; it writes them in turn.
absl::StatusOr<MetaPair> ReadMetas(const PageFile& file) {
  MetaPair metas{};
  WM_RETURN_IF_ERROR(file.Read(0, sizeof(MetaPage), reinterpret_cast<char*>(metas.data())));
  const std::size_t page_bytes = metas[0].free.page_bytes;
  if (!std::has_single_bit(page_bytes) || page_bytes < kMinPageBytes ||
      page_bytes > kMaxPageBytes) {
    return file.Damaged(0, "is no meta page");
  }
  WM_RETURN_IF_ERROR(file.Read(page_bytes, sizeof(MetaPage), reinterpret_cast<char*>(&metas[1])));
  for (std::size_t i = 0; i < kMetaPages; ++i) {
    WM_RETURN_IF_ERROR(CheckMeta(file, metas[i], i, page_bytes));
  }
  const std::uint64_t first = metas[0].commit;
  const std::uint64_t second = metas[1].commit;
  const bool is_new = first == 0 && second == 0;
  if (!is_new && std::max(first, second) - std::min(first, second) != 1) {
    return file.Damaged("its two meta pages do not follow one another");
  }
  return metas;
}

// One look at the file while another process writes a meta page may see half of it.
absl::StatusOr<MetaPair> ReadMetasPatiently(const PageFile& file) {
  constexpr int kLooks = 4;
  constexpr useconds_t kPauseMicroseconds = 500;
  absl::StatusOr<MetaPair> metas = ReadMetas(file);
  for (int i = 1; i < kLooks && !metas.ok(); ++i) {
    usleep(kPauseMicroseconds);
    metas = ReadMetas(file);
  }
  return metas;
}

bool HasMagic(const PageFile& file, std::uint64_t offset) {
  MetaPage meta{};
  return file.Read(offset, sizeof(meta), reinterpret_cast<char*>(&meta)).ok() &&
         meta.magic == kLmdbMagic;
}

std::uint64_t FreedBy(std::string_view key) { return Load<std::uint64_t>(key.data()); }

class PageWalk {
 public:
  PageWalk(const PageFile& file, const MetaPage& meta)
      : file_(file),
        meta_(meta),
        page_bytes_(meta.free.page_bytes),
        taken_(meta.last_page + 1, false) {}

  absl::Status Run();
  // Only what tells whether the state is that of the commit that its meta page names.
  absl::Status CheckNewestFreed();

 private:
  // The tree that is walked, and its counts so far.
  struct Tree {
    TreeRow row{};      // as it says
    TreeRow counted{};  // as it is
    bool is_free_list = false;
    bool is_main = false;
    bool has_key = false;
    std::string last_key;
    std::string bound;  // of the branches: the next key is not less
  };

  absl::Status CheckNames() const;
  absl::Status WalkTree(Tree& tree);
  absl::Status VisitPage(Tree& tree, std::uint64_t number, std::size_t level);
  absl::Status VisitBranch(Tree& tree, std::uint64_t number, const PageNodes& nodes,
                           std::size_t level);
  absl::Status VisitLeaf(Tree& tree, std::uint64_t number, const PageNodes& nodes);
  absl::Status VisitValue(Tree& tree, std::uint64_t number, const PageNode& node);
  absl::Status VisitFreePages(std::string_view list);
  absl::Status CheckKey(Tree& tree, std::uint64_t number, std::string_view key, bool is_leaf);
  absl::StatusOr<std::string> ReadLarge(Tree& tree, const PageNode& node);
  absl::Status Take(std::uint64_t page);
  absl::Status ReadPage(std::uint64_t number, std::string& page) const;

  static bool IsLess(const Tree& tree, std::string_view a, std::string_view b) {
    return tree.is_free_list ? FreedBy(a) < FreedBy(b) : a < b;
  }

  const PageFile& file_;
  const MetaPage meta_;
  const std::size_t page_bytes_;
  std::vector<bool> taken_;                                                     // by page
  std::vector<std::string> buffers_ = std::vector<std::string>(kMaxTreeDepth);  // by level
  std::vector<std::pair<std::string, TreeRow>> tables_;                         // by name
};

absl::Status PageWalk::Run() {
  for (std::size_t i = 0; i < std::min<std::size_t>(kMetaPages, taken_.size()); ++i) {
    taken_[i] = true;
  }
  Tree main;
  main.row = meta_.main;
  main.is_main = true;
  WM_RETURN_IF_ERROR(WalkTree(main));
  WM_RETURN_IF_ERROR(CheckNames());
  for (const auto& [name, row] : tables_) {
    Tree table;
    table.row = row;
    WM_RETURN_IF_ERROR(WalkTree(table));
  }
  // Last, so that a page that is listed as free and used is found.
  Tree free;
  free.row = meta_.free;
  free.is_free_list = true;
  WM_RETURN_IF_ERROR(WalkTree(free));
  if (!free.has_key || FreedBy(free.last_key) == meta_.commit) return absl::OkStatus();
  return file_.Damaged("a meta page shows the state of another commit");
}

// A later version may have more tables than this one, and a store without a write since a table was
// introduced lacks it. A name that changed is both.
absl::Status PageWalk::CheckNames() const {
  const auto known =
      static_cast<std::size_t>(std::count_if(tables_.begin(), tables_.end(), [](const auto& table) {
        return std::any_of(kTables.begin(), kTables.end(),
                           [&](const TableRow& row) { return row.name == table.first; });
      }));
  if (known == 0 && !tables_.empty()) return file_.Foreign();
  if (known == tables_.size() || known == kTables.size()) return absl::OkStatus();
  return file_.Damaged("a table has another name");
}

// Every commit but the first ones frees pages, and lists them under its number.
absl::Status PageWalk::CheckNewestFreed() {
  std::uint64_t number = meta_.free.root;
  if (number == kNoPage) return absl::OkStatus();
  std::string page;
  for (std::size_t level = 0; level < meta_.free.depth && level < kMaxTreeDepth; ++level) {
    WM_RETURN_IF_ERROR(ReadPage(number, page));
    const PageNodes nodes(page);
    PageNode node;
    if (!nodes.IsSound() || !nodes.Read(nodes.count() - 1, node)) {
      return file_.Damaged(number, "has another shape");
    }
    if (!nodes.is_leaf()) {
      number = node.header.child();
      continue;
    }
    if (node.key.size() == sizeof(std::uint64_t) && FreedBy(node.key) == meta_.commit) {
      return absl::OkStatus();
    }
    break;
  }
  return file_.Damaged("a meta page shows the state of another commit");
}

absl::Status PageWalk::WalkTree(Tree& tree) {
  const TreeRow row = tree.row;
  if (row.root != kNoPage) {
    if (row.depth == 0 || row.depth > kMaxTreeDepth) return file_.Damaged("a tree has no depth");
    WM_RETURN_IF_ERROR(VisitPage(tree, row.root, 0));
  }
  const TreeRow counted = tree.counted;
  if (counted.branch_pages == row.branch_pages && counted.leaf_pages == row.leaf_pages &&
      counted.overflow_pages == row.overflow_pages && counted.entries == row.entries &&
      (row.root != kNoPage) == (row.depth != 0)) {
    return absl::OkStatus();
  }
  return file_.Damaged("a tree is not as large as its row says");
}

absl::Status PageWalk::Take(std::uint64_t page) {
  if (page >= taken_.size()) return file_.Damaged(page, "is beyond the last one");
  if (taken_[page]) return file_.Damaged(page, "is used twice");
  taken_[page] = true;
  return absl::OkStatus();
}

absl::Status PageWalk::ReadPage(std::uint64_t number, std::string& page) const {
  if (number >= taken_.size()) return file_.Damaged(number, "is beyond the last one");
  page.resize(page_bytes_);
  return file_.Read(number * page_bytes_, page_bytes_, page.data());
}

absl::Status PageWalk::VisitPage(Tree& tree, std::uint64_t number, std::size_t level) {
  WM_RETURN_IF_ERROR(Take(number));
  std::string& page = buffers_[level];
  WM_RETURN_IF_ERROR(ReadPage(number, page));
  const PageNodes nodes(page);
  const bool is_last_level = level + 1 == tree.row.depth;
  if (nodes.header().number != number || !nodes.IsSound() || nodes.is_leaf() != is_last_level) {
    return file_.Damaged(number, "is not the page that it should be");
  }
  return nodes.is_leaf() ? VisitLeaf(tree, number, nodes) : VisitBranch(tree, number, nodes, level);
}

absl::Status PageWalk::VisitBranch(Tree& tree, std::uint64_t number, const PageNodes& nodes,
                                   std::size_t level) {
  ++tree.counted.branch_pages;
  std::size_t bytes = 0;
  PageNode node;
  for (std::size_t i = 0; i < nodes.count(); ++i) {
    if (!nodes.Read(i, node)) return file_.Damaged(number, "has a node outside of it");
    bytes += PageNodes::BytesOf(node);
    // LMDB does not look at the first key of a branch.
    if (i > 0) WM_RETURN_IF_ERROR(CheckKey(tree, number, node.key, false));
    WM_RETURN_IF_ERROR(VisitPage(tree, node.header.child(), level + 1));
  }
  if (bytes == page_bytes_ - nodes.header().upper) return absl::OkStatus();
  return file_.Damaged(number, "has nodes that overlap");
}

absl::Status PageWalk::VisitLeaf(Tree& tree, std::uint64_t number, const PageNodes& nodes) {
  ++tree.counted.leaf_pages;
  tree.counted.entries += nodes.count();
  std::size_t bytes = 0;
  PageNode node;
  for (std::size_t i = 0; i < nodes.count(); ++i) {
    if (!nodes.Read(i, node)) return file_.Damaged(number, "has a node outside of it");
    bytes += PageNodes::BytesOf(node);
    WM_RETURN_IF_ERROR(CheckKey(tree, number, node.key, true));
    WM_RETURN_IF_ERROR(VisitValue(tree, number, node));
  }
  if (bytes == page_bytes_ - nodes.header().upper) return absl::OkStatus();
  return file_.Damaged(number, "has nodes that overlap");
}

absl::Status PageWalk::CheckKey(Tree& tree, std::uint64_t number, std::string_view key,
                                bool is_leaf) {
  const bool has_size = tree.is_free_list ? key.size() == sizeof(std::uint64_t)
                                          : !key.empty() && key.size() <= kMaxKeyBytes;
  if (!has_size) return file_.Damaged(number, "has a key of another size");
  const bool is_in_order = (!tree.has_key || IsLess(tree, tree.last_key, key)) &&
                           (tree.bound.empty() || !IsLess(tree, key, tree.bound));
  if (!is_in_order) return file_.Damaged(number, "has keys out of order");
  if (is_leaf) {
    tree.last_key.assign(key);
    tree.has_key = true;
  } else {
    tree.bound.assign(key);
  }
  return absl::OkStatus();
}

absl::Status PageWalk::VisitValue(Tree& tree, std::uint64_t number, const PageNode& node) {
  const std::uint16_t flags = node.header.flags;
  const bool is_table = flags == kSubTree && tree.is_main;
  if (tree.is_main && !is_table) return file_.Foreign();
  if (is_table != tree.is_main || (flags & ~(kLargeValue | kSubTree)) != 0 ||
      (is_table && node.inline_value.size() != sizeof(TreeRow))) {
    return file_.Damaged(number, "has a value of another kind");
  }
  if (is_table) {
    const auto row = Load<TreeRow>(node.inline_value.data());
    if (row.page_bytes != 0 || row.flags != 0) return file_.Foreign();
    tables_.emplace_back(node.key, row);
    return absl::OkStatus();
  }
  if (flags != kLargeValue) {
    return tree.is_free_list ? VisitFreePages(node.inline_value) : absl::OkStatus();
  }
  WM_ASSIGN_OR_RETURN(const std::string list, ReadLarge(tree, node));
  return tree.is_free_list ? VisitFreePages(list) : absl::OkStatus();
}

// Checks a large value; returns it only from the list of free pages.
absl::StatusOr<std::string> PageWalk::ReadLarge(Tree& tree, const PageNode& node) {
  const auto first = Load<std::uint64_t>(node.inline_value.data());
  PageHeader header{};
  if (first >= taken_.size()) return file_.Damaged(first, "is beyond the last one");
  WM_RETURN_IF_ERROR(
      file_.Read(first * page_bytes_, sizeof(header), reinterpret_cast<char*>(&header)));
  const std::uint64_t pages = header.overflow_pages();
  const std::uint64_t needed = OverflowPagesFor(node.header.value_bytes(), page_bytes_);
  if (header.number != first || header.flags != kOverflowPage || pages < needed ||
      pages > taken_.size() - first) {
    return file_.Damaged(first, "is not the large value that it should be");
  }
  for (std::uint64_t i = 0; i < pages; ++i) WM_RETURN_IF_ERROR(Take(first + i));
  tree.counted.overflow_pages += pages;
  std::string value;
  if (!tree.is_free_list) return value;
  value.resize(node.header.value_bytes());
  WM_RETURN_IF_ERROR(file_.Read(first * page_bytes_ + sizeof(header), value.size(), value.data()));
  return value;
}

// A count and so many page numbers, the greatest first.
absl::Status PageWalk::VisitFreePages(std::string_view list) {
  const std::size_t numbers = list.size() / sizeof(std::uint64_t);
  const auto number_at = [list](std::size_t i) {
    return Load<std::uint64_t>(list.data() + i * sizeof(std::uint64_t));
  };
  if (list.size() % sizeof(std::uint64_t) != 0 || numbers == 0 || number_at(0) >= numbers) {
    return file_.Damaged("a list of free pages has another length");
  }
  for (std::size_t i = 1; i <= number_at(0); ++i) {
    if (i > 1 && number_at(i) >= number_at(i - 1)) {
      return file_.Damaged("a list of free pages is out of order");
    }
    WM_RETURN_IF_ERROR(Take(number_at(i)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckMetaPages(int file, const std::filesystem::path& directory) {
  const PageFile pages(file, directory);
  WM_ASSIGN_OR_RETURN(const std::uint64_t bytes, pages.Bytes());
  if (bytes == 0) return absl::OkStatus();  // of a process that was killed before it wrote anything
  absl::Status status = ReadMetasPatiently(pages).status();
  if (status.ok() || HasMagic(pages, 0) || HasMagic(pages, kUsualPageBytes)) return status;
  return pages.Foreign();
}

absl::Status CheckPages(int file, std::uint64_t commit, const std::filesystem::path& directory) {
  const PageFile pages(file, directory);
  WM_ASSIGN_OR_RETURN(const MetaPair metas, ReadMetasPatiently(pages));
  const MetaPage& meta = metas[commit % kMetaPages];
  if (meta.commit != commit) return absl::AbortedError("a later commit took its place");
  WM_RETURN_IF_ERROR(PageWalk(pages, metas[(commit + 1) % kMetaPages]).CheckNewestFreed());
  return PageWalk(pages, meta).Run();
}

}  // namespace waymark::graph
