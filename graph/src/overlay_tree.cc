#include "overlay_tree.h"

#include <algorithm>
#include <string>
#include <utility>

namespace waymark::graph {
namespace {

class TreeHasher {
 public:
  TreeHasher(const GraphPart& base, ChangedTree& tree) : base_(base), tree_(tree) {}

  // Root of a directory given the files of the base and the changed files in it; nothing when no
  // file is left.
  std::optional<RootHash> RootOf(std::string_view directory, std::uint32_t begin, std::uint32_t end,
                                 std::span<const ChangedLeaf> changed) {
    if (changed.empty()) return base_.DirectoryRoot(directory);
    const std::size_t prefix = directory.empty() ? 0 : directory.size() + 1;
    std::vector<DirectoryChild> children;
    while (begin < end || !changed.empty()) {
      const bool from_base =
          begin < end && (changed.empty() || base_.Path(FileId{begin}) < changed[0].path);
      const std::string_view path = from_base ? base_.Path(FileId{begin}) : changed[0].path;
      const std::size_t slash = path.find('/', prefix);
      if (slash != std::string_view::npos) {
        AddDirectory(path.substr(0, slash), prefix, from_base, end, begin, changed, children);
        continue;
      }
      std::optional<RootHash> leaf = from_base ? base_.Leaf(FileId{begin}) : changed[0].leaf;
      if (from_base || (begin < end && base_.Path(FileId{begin}) == path)) ++begin;
      if (!from_base) changed = changed.subspan(1);
      const std::string_view name = path.substr(std::min(prefix, path.size()));
      if (leaf) children.push_back(DirectoryChild{name, DirectoryEntry::kFile, *leaf});
    }
    if (children.empty() && !directory.empty()) return std::nullopt;
    const RootHash root = hasher_.RootOf(children);
    tree_.directories.push_back(DirectoryRoot{std::string(directory), root});
    return root;
  }

 private:
  // Takes the files of a directory off the front of both. At least the first goes, also when a
  // damaged base is out of order.
  void AddDirectory(std::string_view path, std::size_t prefix, bool from_base, std::uint32_t end,
                    std::uint32_t& begin, std::span<const ChangedLeaf>& changed,
                    std::vector<DirectoryChild>& children) {
    const std::string after = std::string(path) + static_cast<char>('/' + 1);
    const std::uint32_t base_end =
        std::clamp(waymark::ToIndex(base_.LowerBoundFile(after)), begin + (from_base ? 1 : 0), end);
    const auto changed_end =
        std::partition_point(changed.begin(), changed.end(),
                             [&after](const ChangedLeaf& file) { return file.path < after; });
    const auto count = static_cast<std::size_t>(changed_end - changed.begin());
    const std::optional<RootHash> root = RootOf(path, begin, base_end, changed.first(count));
    begin = base_end;
    changed = changed.subspan(count);
    if (root) {
      children.push_back(DirectoryChild{path.substr(prefix), DirectoryEntry::kDirectory, *root});
    }
  }

  const GraphPart& base_;
  ChangedTree& tree_;
  DirectoryHasher hasher_;
};

}  // namespace

ChangedTree ComputeChangedTree(const GraphPart& base, std::span<const ChangedLeaf> changed) {
  ChangedTree tree;
  const std::optional<RootHash> top =
      TreeHasher(base, tree).RootOf("", 0, base.file_bound(), changed);
  tree.top = top.value_or(RootHash());
  std::sort(tree.directories.begin(), tree.directories.end(),
            [](const DirectoryRoot& a, const DirectoryRoot& b) { return a.path < b.path; });
  return tree;
}

}  // namespace waymark::graph
