#include "model/merkle.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace waymark::graph {
namespace {

std::string_view NameOf(DirectoryEntry kind) {
  return kind == DirectoryEntry::kFile ? "file" : "directory";
}

// A directory whose children are being collected. Paths with a common beginning are adjacent in
// byte order, so a stack of these is enough. The children themselves may come in another order than
// their names ("a.b" before "a/c").
struct OpenDirectory {
  std::string_view path;
  std::vector<DirectoryChild> children;
};

class DirectoryStack {
 public:
  DirectoryStack() { open_.push_back(OpenDirectory()); }

  void Add(std::string_view path, const RootHash& leaf) {
    while (!Contains(open_.back().path, path)) Close();
    std::size_t begin = open_.back().path.empty() ? 0 : open_.back().path.size() + 1;
    for (std::size_t slash = path.find('/', begin); slash != std::string_view::npos;
         slash = path.find('/', begin)) {
      open_.push_back(OpenDirectory{path.substr(0, slash), {}});
      begin = slash + 1;
    }
    open_.back().children.push_back(
        DirectoryChild{path.substr(begin), DirectoryEntry::kFile, leaf});
  }

  std::vector<DirectoryRoot> Finish() && {
    while (open_.size() > 1) Close();
    roots_.push_back(DirectoryRoot{"", RootOf(open_.back())});
    std::sort(roots_.begin(), roots_.end(),
              [](const DirectoryRoot& a, const DirectoryRoot& b) { return a.path < b.path; });
    return std::move(roots_);
  }

 private:
  static bool Contains(std::string_view directory, std::string_view path) {
    if (directory.empty()) return true;
    return path.size() > directory.size() && path[directory.size()] == '/' &&
           path.substr(0, directory.size()) == directory;
  }

  void Close() {
    const std::string_view path = open_.back().path;
    const RootHash root = RootOf(open_.back());
    open_.pop_back();
    roots_.push_back(DirectoryRoot{std::string(path), root});
    const std::size_t begin = open_.back().path.empty() ? 0 : open_.back().path.size() + 1;
    open_.back().children.push_back(
        DirectoryChild{path.substr(begin), DirectoryEntry::kDirectory, root});
  }

  RootHash RootOf(OpenDirectory& directory) { return hasher_.RootOf(directory.children); }

  DirectoryHasher hasher_;
  std::vector<OpenDirectory> open_;
  std::vector<DirectoryRoot> roots_;
};

}  // namespace

RootHash DirectoryHasher::RootOf(std::vector<DirectoryChild>& children) {
  std::sort(children.begin(), children.end(), [](const DirectoryChild& a, const DirectoryChild& b) {
    return std::tie(a.name, a.kind) < std::tie(b.name, b.kind);
  });
  for (const DirectoryChild& child : children) {
    hasher_.Add(NameOf(child.kind)).Add(child.name).Add(child.root);
  }
  return hasher_.Finish<RootHash>();
}

std::vector<DirectoryRoot> ComputeDirectoryRoots(std::span<const std::string> paths,
                                                 std::span<const RootHash> leaves) {
  DirectoryStack stack;
  for (std::size_t i = 0; i < paths.size(); ++i) stack.Add(paths[i], leaves[i]);
  return std::move(stack).Finish();
}

RootHash ComputeRepositoryRoot(std::string_view repository, const RootHash& top,
                               std::span<const SkippedFile> skipped) {
  FieldHasher hasher("waymark.repository.v1");
  hasher.Add(repository).Add(top);
  for (const SkippedFile& file : skipped) hasher.Add(file.path).Add(Name(file.reason));
  return hasher.Finish<RootHash>();
}

}  // namespace waymark::graph
