#include "scan/commit_tree.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "git/git_commits.h"
#include "git/ignore.h"
#include "graph/status.h"
#include "scan/file_kinds.h"
#include "scan/tree_rules.h"
#include "text/utf8.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

absl::Status NoRevision(git_repository* repository, const fs::path& root,
                        const std::string& revision) {
  if (git_repository_head_unborn(repository) == 1) {
    return absl::NotFoundError(fmt::format(
        "no revision '{}': {} has no commit yet; ask without a revision, or commit first", revision,
        root.string()));
  }
  const std::string_view hint =
      git_repository_is_shallow(repository) == 1
          ? "; the clone is shallow, older commits come with: git fetch --unshallow"
          : "";
  return absl::NotFoundError(
      fmt::format("no revision '{}' in {}{}", revision, root.string(), hint));
}

absl::StatusOr<ObjectHandle> FindRevision(git_repository* repository, const fs::path& root,
                                          const std::string& revision) {
  git_object* raw = nullptr;
  const int code = git_revparse_single(&raw, repository, revision.c_str());
  if (code == 0) return ObjectHandle(raw);
  if (code == GIT_EAMBIGUOUS) {
    return absl::FailedPreconditionError(
        fmt::format("revision '{}' is ambiguous in {}; give more digits", revision, root.string()));
  }
  if (code == GIT_EINVALIDSPEC) {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' is not a revision; name a branch, a tag, HEAD~3 or the id of a commit", revision));
  }
  return NoRevision(repository, root, revision);
}

absl::StatusOr<std::string> ReadBlob(git_odb* database, const git_oid& object,
                                     std::uint64_t max_bytes) {
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  git_odb_object* raw = nullptr;
  const auto missing = [] {
    return absl::FailedPreconditionError(fmt::format(
        "a blob of the commit is not in the object database ({}); a partial clone gets it with: "
        "git checkout",
        LastGitError()));
  };
  if (git_odb_read_header(&size, &type, database, &object) != 0) return missing();
  if (size > max_bytes) {
    return absl::ResourceExhaustedError(fmt::format("read a blob: more than {} bytes", max_bytes));
  }
  if (git_odb_read(&raw, database, &object) != 0) return missing();
  const StoredObjectHandle blob(raw);
  return std::string(static_cast<const char*>(git_odb_object_data(raw)), git_odb_object_size(raw));
}

bool IsRegularTreeEntry(const git_tree_entry* entry) {
  const git_filemode_t mode = git_tree_entry_filemode(entry);
  return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

class CommitTreeWalker {
 public:
  CommitTreeWalker(git_repository* repository, git_odb* database,
                   const std::function<bool(std::string_view)>& wanted,
                   const std::atomic<bool>* cancelled)
      : repository_(repository), database_(database), wanted_(wanted), cancelled_(cancelled) {}

  // `directory` is relative to the root, without a final slash.
  absl::Status Visit(const git_tree* tree, const std::string& directory, int depth) {
    if (cancelled_ != nullptr && *cancelled_) return absl::CancelledError("index: cancelled");
    if (depth > kMaxDirectoryDepth) {
      skipped_.push_back({directory, SkipReason::kTooDeep});
      return absl::OkStatus();
    }
    rules_.Enter(directory);
    AddRules(tree, directory);
    const std::size_t count = git_tree_entrycount(tree);
    for (std::size_t i = 0; i < count; ++i) {
      const git_tree_entry* entry = git_tree_entry_byindex(tree, i);
      const char* name = git_tree_entry_name(entry);
      const std::string path = directory.empty() ? name : fmt::format("{}/{}", directory, name);
      if (git_tree_entry_type(entry) == GIT_OBJECT_TREE) {
        if (!rules_.IsIgnored(path, true)) WM_RETURN_IF_ERROR(VisitBelow(entry, path, depth + 1));
      } else if (git_tree_entry_type(entry) == GIT_OBJECT_COMMIT) {
        if (!rules_.IsIgnored(path, true)) skipped_.push_back({path, SkipReason::kSubmodule});
      } else if (IsRegularTreeEntry(entry) && !rules_.IsIgnored(path, false)) {
        unindexed_.Add(UnindexedKindOf(path));
        if (wanted_(path)) AddFile(entry, path);
      }
    }
    rules_.Leave();
    return absl::OkStatus();
  }

  CommitWalk Take() {
    const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
    std::sort(files_.begin(), files_.end(), by_path);
    std::sort(skipped_.begin(), skipped_.end(), by_path);
    CommitWalk result;
    result.walk.skipped = std::move(skipped_);
    result.walk.unindexed = unindexed_.Counts();
    result.walk.files.resize(files_.size());
    result.blobs.reserve(files_.size());
    for (std::size_t i = 0; i < files_.size(); ++i) {
      result.walk.files[i].path = std::move(files_[i].path);
      result.blobs.push_back(files_[i].blob);
    }
    return result;
  }

 private:
  struct File {
    std::string path;
    graph::GitObjectId blob{};
  };

  absl::Status VisitBelow(const git_tree_entry* entry, const std::string& path, int depth) {
    git_tree* raw = nullptr;
    if (git_tree_lookup(&raw, repository_, git_tree_entry_id(entry)) != 0) {
      return absl::FailedPreconditionError(fmt::format(
          "directory {} of the commit is not in the object database: {}", path, LastGitError()));
    }
    const TreeHandle tree(raw);
    return Visit(raw, path, depth);
  }

  void AddRules(const git_tree* tree, const std::string& directory) {
    const git_tree_entry* entry = git_tree_entry_byname(tree, std::string(kOwnIgnoreName).c_str());
    if (entry == nullptr || !IsRegularTreeEntry(entry)) return;
    const absl::StatusOr<std::string> text =
        ReadBlob(database_, *git_tree_entry_id(entry), kMaxIgnoreFileBytes);
    if (!text.ok()) return;
    rules_.AddRules(*text, (fs::path(directory) / kOwnIgnoreName).generic_string());
  }

  void AddFile(const git_tree_entry* entry, const std::string& path) {
    if (!IsValidUtf8(path)) {
      skipped_.push_back({path, SkipReason::kInvalidPath});
      return;
    }
    File& file = files_.emplace_back();
    file.path = path;
    const git_oid* id = git_tree_entry_id(entry);
    std::copy(std::begin(id->id), std::end(id->id), file.blob.begin());
  }

  git_repository* const repository_;
  git_odb* const database_;
  const std::function<bool(std::string_view)>& wanted_;
  const std::atomic<bool>* const cancelled_;
  IgnoreStack rules_;
  std::vector<File> files_;
  std::vector<SkippedFileReport> skipped_;
  UnindexedCounter unindexed_;
};

}  // namespace

struct CommitTree::Handle {
  RepositoryHandle repository;
  DatabaseHandle database;
  TreeHandle tree;  // of the directory
};

class CommitTree::Lease {
 public:
  explicit Lease(const CommitTree& tree) : tree_(tree) {
    MutexLock lock(tree.mutex_);
    if (tree.idle_.empty()) return;
    handle_ = std::move(tree.idle_.back());
    tree.idle_.pop_back();
  }

  ~Lease() {
    if (handle_ == nullptr) return;
    MutexLock lock(tree_.mutex_);
    tree_.idle_.push_back(std::move(handle_));
  }

  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  absl::StatusOr<Handle*> Get() {
    if (handle_ == nullptr) {
      WM_ASSIGN_OR_RETURN(handle_, tree_.OpenHandle());
    }
    return handle_.get();
  }

 private:
  const CommitTree& tree_;
  std::unique_ptr<Handle> handle_;
};

CommitTree::CommitTree(fs::path root, std::string commit)
    : root_(std::move(root)), commit_(std::move(commit)) {}

CommitTree::~CommitTree() = default;

absl::StatusOr<std::unique_ptr<CommitTree>> CommitTree::Open(const fs::path& root,
                                                             const std::string& commit) {
  std::unique_ptr<CommitTree> tree(new CommitTree(root, commit));
  WM_ASSIGN_OR_RETURN(const OpenedRepository opened, OpenRepository(root));
  tree->directory_ = opened.directory;
  Lease lease(*tree);
  WM_RETURN_IF_ERROR(lease.Get().status());
  return tree;
}

absl::StatusOr<std::unique_ptr<CommitTree::Handle>> CommitTree::OpenHandle() const {
  WM_ASSIGN_OR_RETURN(OpenedRepository opened, OpenRepository(root_));
  auto handle = std::make_unique<Handle>();
  handle->repository = std::move(opened.repository);
  git_odb* database = nullptr;
  if (git_repository_odb(&database, handle->repository.get()) != 0) {
    return absl::FailedPreconditionError(fmt::format("the object database of {} cannot be read: {}",
                                                     root_.string(), LastGitError()));
  }
  handle->database.reset(database);
  handle->tree = TreeOf(handle->repository.get(), commit_, directory_);
  if (handle->tree == nullptr) {
    return absl::NotFoundError(
        directory_.empty() ? fmt::format("no commit {} in {}", commit_, root_.string())
                           : fmt::format("commit {} has no directory {}", commit_, directory_));
  }
  return handle;
}

absl::StatusOr<CommitWalk> CommitTree::Walk(
    const std::function<bool(std::string_view path)>& wanted,
    const std::atomic<bool>* cancelled) const {
  Lease lease(*this);
  WM_ASSIGN_OR_RETURN(Handle* const handle, lease.Get());
  CommitTreeWalker walker(handle->repository.get(), handle->database.get(), wanted, cancelled);
  WM_RETURN_IF_ERROR(walker.Visit(handle->tree.get(), "", 0));
  CommitWalk result = walker.Take();
  result.walk.commit = commit_;
  return result;
}

absl::StatusOr<std::string> CommitTree::Read(const std::string& path,
                                             std::uint64_t max_bytes) const {
  Lease lease(*this);
  WM_ASSIGN_OR_RETURN(Handle* const handle, lease.Get());
  git_tree_entry* raw = nullptr;
  if (git_tree_entry_bypath(&raw, handle->tree.get(), path.c_str()) != 0) {
    return absl::NotFoundError(fmt::format("commit {} has no file {}", commit_, path));
  }
  const TreeEntryHandle entry(raw);
  if (!IsRegularTreeEntry(raw)) {
    return absl::NotFoundError(fmt::format("{} of commit {} is not a regular file", path, commit_));
  }
  return ReadBlob(handle->database.get(), *git_tree_entry_id(raw), max_bytes);
}

std::optional<std::uint64_t> CommitTree::CountDifferences(const std::string& other_commit) const {
  Lease lease(*this);
  const absl::StatusOr<Handle*> handle = lease.Get();
  if (!handle.ok()) return std::nullopt;
  const TreeHandle other = TreeOf((*handle)->repository.get(), other_commit, directory_);
  if (other == nullptr) return std::nullopt;
  git_diff* raw = nullptr;
  if (git_diff_tree_to_tree(&raw, (*handle)->repository.get(), other.get(), (*handle)->tree.get(),
                            nullptr) != 0) {
    return std::nullopt;
  }
  const DiffHandle diff(raw);
  return git_diff_num_deltas(raw);
}

absl::StatusOr<std::string> ResolveRevision(const fs::path& root, const std::string& revision) {
  WM_ASSIGN_OR_RETURN(const OpenedRepository opened, OpenRepository(root));
  git_repository* const repository = opened.repository.get();
  WM_ASSIGN_OR_RETURN(const ObjectHandle found, FindRevision(repository, root, revision));
  git_object* raw = nullptr;
  if (git_object_peel(&raw, found.get(), GIT_OBJECT_COMMIT) != 0) {
    return absl::InvalidArgumentError(
        fmt::format("revision '{}' of {} names no commit", revision, root.string()));
  }
  const ObjectHandle commit(raw);
  std::string hex(GIT_OID_HEXSZ, '0');
  git_oid_fmt(hex.data(), git_object_id(raw));
  return hex;
}

absl::StatusOr<std::unique_ptr<SourceReader>> OpenCommit(const fs::path& root,
                                                         const std::string& commit) {
  return CommitTree::Open(root, commit);
}

}  // namespace waymark::indexer
