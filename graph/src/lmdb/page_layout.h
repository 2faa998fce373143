// How LMDB 0.9 lays out its file on a 64-bit machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/bytes.h"

namespace waymark::graph {

inline constexpr std::size_t kMetaPages = 2;
inline constexpr std::uint64_t kNoPage = ~std::uint64_t{0};  // root of an empty tree
inline constexpr std::uint32_t kLmdbMagic = 0xBEEFC0DE;
inline constexpr std::uint32_t kLmdbVersion = 1;
inline constexpr std::size_t kMinPageBytes = 512;
inline constexpr std::size_t kMaxPageBytes = 64 << 10;
inline constexpr std::size_t kMaxTreeDepth = 32;

// In PageHeader::flags, exactly one of them.
inline constexpr std::uint16_t kBranchPage = 1;
inline constexpr std::uint16_t kLeafPage = 2;
inline constexpr std::uint16_t kOverflowPage = 4;
inline constexpr std::uint16_t kMetaPage = 8;

struct [[gnu::packed]] PageHeader {
  std::uint64_t number;
  std::uint16_t unused;
  std::uint16_t flags;
  std::uint16_t lower;  // end of the offsets of nodes, which follow the header
  std::uint16_t upper;  // begin of the nodes, which reach to the end of the page

  // The pages of the value, this one included. Only overflow pages have it.
  std::uint32_t overflow_pages() const { return lower | std::uint32_t{upper} << 16; }
};

static_assert(sizeof(PageHeader) == 16);

// In NodeHeader::flags of a leaf.
inline constexpr std::uint16_t kLargeValue = 1;  // the value is the number of an overflow page
inline constexpr std::uint16_t kSubTree = 2;     // the value is a TreeRow

// The key follows, and in a leaf the value.
struct [[gnu::packed]] NodeHeader {
  std::uint16_t low;
  std::uint16_t high;
  std::uint16_t flags;
  std::uint16_t key_bytes;

  std::uint32_t value_bytes() const { return low | std::uint32_t{high} << 16; }

  // The page below the node. Only nodes of branches have one.
  std::uint64_t child() const { return value_bytes() | std::uint64_t{flags} << 32; }
};

static_assert(sizeof(NodeHeader) == 8);

struct [[gnu::packed]] TreeRow {
  std::uint32_t page_bytes;  // only in the tree of free pages, otherwise 0
  std::uint16_t flags;
  std::uint16_t depth;
  std::uint64_t branch_pages;
  std::uint64_t leaf_pages;
  std::uint64_t overflow_pages;
  std::uint64_t entries;
  std::uint64_t root;
};

static_assert(sizeof(TreeRow) == 48);

inline constexpr std::uint16_t kNumberKeys = 8;  // TreeRow::flags of the tree of free pages

struct [[gnu::packed]] MetaPage {
  PageHeader header;
  std::uint32_t magic;
  std::uint32_t version;
  std::uint64_t address;
  std::uint64_t map_bytes;
  TreeRow free;
  TreeRow main;
  std::uint64_t last_page;
  std::uint64_t commit;
};

static_assert(sizeof(MetaPage) == 152);

// Pages that a large value of so many bytes takes.
constexpr std::uint64_t OverflowPagesFor(std::uint64_t value_bytes, std::size_t page_bytes) {
  return (sizeof(PageHeader) - 1 + value_bytes) / page_bytes + 1;
}

// A node of a page in memory.
struct PageNode {
  NodeHeader header;
  std::string_view key;
  std::string_view inline_value;  // of a leaf: the value, or the number of its overflow page
};

// Checks the header of a branch or leaf and gives its nodes. False if an offset or a length does
// not fit the page.
class PageNodes {
 public:
  explicit PageNodes(std::string_view page) : page_(page), header_(Load<PageHeader>(page.data())) {}

  const PageHeader& header() const { return header_; }

  bool is_leaf() const { return header_.flags == kLeafPage; }

  bool IsSound() const {
    if (header_.flags != kLeafPage && header_.flags != kBranchPage) return false;
    return header_.lower >= sizeof(PageHeader) + sizeof(std::uint16_t) && header_.lower % 2 == 0 &&
           header_.lower <= header_.upper && header_.upper <= page_.size();
  }

  std::size_t count() const { return (header_.lower - sizeof(PageHeader)) / sizeof(std::uint16_t); }

  // REQUIRES: IsSound(), i < count().
  bool Read(std::size_t i, PageNode& node) const {
    const std::size_t at = Load<std::uint16_t>(page_.data() + sizeof(PageHeader) + 2 * i);
    if (at < header_.upper || at + sizeof(NodeHeader) > page_.size()) return false;
    node.header = Load<NodeHeader>(page_.data() + at);
    const std::size_t key_at = at + sizeof(NodeHeader);
    std::size_t value = 0;
    if (is_leaf()) {
      const bool is_large = (node.header.flags & kLargeValue) != 0;
      value = is_large ? sizeof(std::uint64_t) : node.header.value_bytes();
    }
    if (key_at + node.header.key_bytes > page_.size()) return false;
    if (value > page_.size() - key_at - node.header.key_bytes) return false;
    node.key = page_.substr(key_at, node.header.key_bytes);
    node.inline_value = page_.substr(key_at + node.header.key_bytes, value);
    return true;
  }

  // Bytes of a node in its page.
  static std::size_t BytesOf(const PageNode& node) {
    const std::size_t bytes = sizeof(NodeHeader) + node.key.size() + node.inline_value.size();
    return bytes + bytes % 2;
  }

 private:
  std::string_view page_;
  PageHeader header_;
};

}  // namespace waymark::graph
