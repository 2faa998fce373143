#include "overlay/overlay_tree.h"

#include <algorithm>
#include <string>
#include <utility>

namespace waymark::graph {
namespace {

// The files of one directory: base files [begin, end) and changed files.
struct DirectoryFiles {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::span<const ChangedLeaf> changed;
};

class TreeHasher {
 public:
  TreeHasher(const GraphPart& base, ChangedTree& tree) : base_(base), tree_(tree) {}

  // Root of a directory; nothing when no file is left.
  std::optional<RootHash> RootOf(std::string_view directory, DirectoryFiles files) {
    if (files.changed.empty()) return base_.DirectoryRoot(directory);
    const std::size_t prefix = directory.empty() ? 0 : directory.size() + 1;
    std::vector<DirectoryChild> children;
    while (files.begin < files.end || !files.changed.empty()) {
      const bool from_base = IsBaseNext(files);
      const std::string_view path =
          from_base ? base_.Path(FileId{files.begin}) : files.changed[0].path;
      const std::size_t slash = path.find('/', prefix);
      const bool is_file = slash == std::string_view::npos;
      const DirectoryChild child = {path.substr(0, slash).substr(std::min(prefix, path.size())),
                                    is_file ? DirectoryEntry::kFile : DirectoryEntry::kDirectory,
                                    RootHash()};
      const std::optional<RootHash> root =
          is_file ? TakeFile(from_base, files) : TakeDirectory(path.substr(0, slash), files);
      if (!root) continue;
      children.push_back(child);
      children.back().root = *root;
    }
    if (children.empty() && !directory.empty()) return std::nullopt;
    const RootHash root = hasher_.RootOf(children);
    tree_.directories.push_back(DirectoryRoot{std::string(directory), root});
    return root;
  }

 private:
  bool IsBaseNext(const DirectoryFiles& files) const {
    if (files.begin >= files.end) return false;
    return files.changed.empty() || base_.Path(FileId{files.begin}) < files.changed[0].path;
  }

  // Takes one file off the front of both lists, if both begin with it.
  std::optional<RootHash> TakeFile(bool from_base, DirectoryFiles& files) const {
    if (from_base) return base_.Leaf(FileId{files.begin++});
    const ChangedLeaf& file = files.changed[0];
    files.changed = files.changed.subspan(1);
    if (files.begin < files.end && base_.Path(FileId{files.begin}) == file.path) ++files.begin;
    return file.leaf;
  }

  // Takes the files of a directory off the front of both lists. At least the first file is taken,
  // even if a damaged base is out of order.
  std::optional<RootHash> TakeDirectory(std::string_view path, DirectoryFiles& files) {
    const std::string after = std::string(path) + static_cast<char>('/' + 1);
    const std::uint32_t first = files.begin + (IsBaseNext(files) ? 1 : 0);
    const std::uint32_t base_end =
        std::clamp(waymark::ToIndex(base_.LowerBoundFile(after)), first, files.end);
    const auto changed_end =
        std::partition_point(files.changed.begin(), files.changed.end(),
                             [&after](const ChangedLeaf& file) { return file.path < after; });
    const auto count = static_cast<std::size_t>(changed_end - files.changed.begin());
    const DirectoryFiles inside = {files.begin, base_end, files.changed.first(count)};
    files.begin = base_end;
    files.changed = files.changed.subspan(count);
    return RootOf(path, inside);
  }

  const GraphPart& base_;
  ChangedTree& tree_;
  DirectoryHasher hasher_;
};

}  // namespace

ChangedTree ComputeChangedTree(const GraphPart& base, std::span<const ChangedLeaf> changed) {
  ChangedTree tree;
  const std::optional<RootHash> top =
      TreeHasher(base, tree).RootOf("", {0, base.file_bound(), changed});
  tree.top = top.value_or(RootHash());
  std::sort(tree.directories.begin(), tree.directories.end(),
            [](const DirectoryRoot& a, const DirectoryRoot& b) { return a.path < b.path; });
  return tree;
}

}  // namespace waymark::graph
