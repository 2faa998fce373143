#include "history/commit_facts.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "git/line_difference.h"
#include "graph/status.h"
#include "history/commit_words.h"
#include "history/indented_definitions.h"
#include "scan/tree_scan.h"
#include "text/utf8.h"

namespace waymark::indexer {
namespace {

// A commit with more changed files of any kind is not examined: imports, moves, reformatting.
constexpr std::size_t kMaxChangedFiles = 400;
constexpr std::int64_t kMaxComparedBytes = 1 << 20;  // larger files count as touched, without names

const char* PathOf(const git_diff_delta& delta) {
  return delta.status == GIT_DELTA_DELETED ? delta.old_file.path : delta.new_file.path;
}

// The tree of a directory of a commit; null if there is none.
TreeHandle TreeOfDirectory(git_repository* repository, git_commit* commit,
                           const std::string& path) {
  std::string hex(GIT_OID_HEXSZ, '0');
  git_oid_fmt(hex.data(), git_commit_id(commit));
  return TreeOf(repository, hex, path);
}

using BlobHandle = GitHandle<git_blob, git_blob_free>;

// Null if there is none, or it is too large.
BlobHandle BlobOf(git_repository* repository, const git_diff_file& file) {
  git_blob* raw = nullptr;
  if (git_oid_is_zero(&file.id) == 1 || git_blob_lookup(&raw, repository, &file.id) != 0) {
    return nullptr;
  }
  BlobHandle blob(raw);
  return git_blob_rawsize(raw) <= kMaxComparedBytes ? std::move(blob) : nullptr;
}

std::string_view BlobText(const BlobHandle& blob) {
  if (blob == nullptr) return {};
  return {static_cast<const char*>(git_blob_rawcontent(blob.get())),
          static_cast<std::size_t>(git_blob_rawsize(blob.get()))};
}

std::vector<std::string> TouchedNames(git_repository* repository, const git_diff_delta& delta) {
  std::vector<std::string> names;
  const BlobHandle newer = BlobOf(repository, delta.new_file);
  if (newer == nullptr || git_blob_is_binary(newer.get()) == 1) return names;
  const BlobHandle older = BlobOf(repository, delta.old_file);
  const IndentedDefinitions enclosing(BlobText(newer));
  for (const LineRange& changed : DifferingLines(BlobText(older), BlobText(newer))) {
    enclosing.Add(changed.first, changed.last, graph::kMaxTouchedNames, names);
  }
  return names;
}

// Without a `.mailmap`, which another commit can change.
std::string AuthorOf(const git_commit* commit) {
  const git_signature* const author = git_commit_author(commit);
  if (author == nullptr || author->name == nullptr || !IsValidUtf8(author->name)) return {};
  std::string name = author->name;
  if (name.size() > graph::kMaxAuthorBytes) {
    name.resize(graph::kMaxAuthorBytes);
    while (!IsValidUtf8(name)) name.pop_back();
  }
  return name;
}

}  // namespace

absl::Status MissingObject() {
  return absl::FailedPreconditionError(fmt::format(
      "read the history: an object of a commit is absent ({}); a partial or shallow clone gets it "
      "with: git fetch --unshallow",
      LastGitError()));
}

absl::StatusOr<std::unique_ptr<CommitReader>> CommitReader::Open(
    const std::filesystem::path& root) {
  WM_ASSIGN_OR_RETURN(OpenedRepository opened, OpenRepository(root));
  return std::unique_ptr<CommitReader>(new CommitReader(std::move(opened)));
}

absl::StatusOr<graph::CommitFacts> CommitReader::Read(const graph::GitObjectId& id) {
  git_oid oid;
  std::copy(id.begin(), id.end(), std::begin(oid.id));
  git_commit* raw = nullptr;
  if (git_commit_lookup(&raw, opened_.repository.get(), &oid) != 0) return MissingObject();
  const CommitHandle commit(raw);
  graph::CommitFacts facts{.commit = id, .terms = {}, .touched = {}};
  std::vector<std::string> words = CommitWords(git_commit_message(raw), tokenizer_);
  if (words.empty()) return facts;
  WM_ASSIGN_OR_RETURN(const DiffHandle difference, Difference(raw));
  if (difference != nullptr) AddTouched(difference.get(), facts);
  if (facts.touched.empty()) return facts;
  facts.terms = std::move(words);
  facts.author = AuthorOf(raw);
  return facts;
}

// Null if there is nothing to compare.
absl::StatusOr<DiffHandle> CommitReader::Difference(git_commit* commit) const {
  git_repository* const repository = opened_.repository.get();
  const TreeHandle newer = TreeOfDirectory(repository, commit, opened_.directory);
  TreeHandle older;
  if (git_commit_parentcount(commit) > 0) {
    git_commit* raw = nullptr;
    // The clone is shallow: the changes of the commit are unknown.
    if (git_commit_parent(&raw, commit, 0) != 0) return DiffHandle();
    const CommitHandle parent(raw);
    older = TreeOfDirectory(repository, raw, opened_.directory);
  }
  if (newer == nullptr) return DiffHandle();
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_IGNORE_SUBMODULES;
  git_diff* raw = nullptr;
  if (git_diff_tree_to_tree(&raw, repository, older.get(), newer.get(), &options) != 0) {
    return MissingObject();
  }
  return DiffHandle(raw);
}

void CommitReader::AddTouched(git_diff* difference, graph::CommitFacts& facts) const {
  const std::size_t count = git_diff_num_deltas(difference);
  if (count > kMaxChangedFiles) return;
  std::vector<const git_diff_delta*> sources;
  for (std::size_t i = 0; i < count; ++i) {
    const git_diff_delta* const delta = git_diff_get_delta(difference, i);
    if (IsCodePath(PathOf(*delta))) sources.push_back(delta);
  }
  if (sources.size() > graph::kMaxTouchedFiles) return;
  facts.touched.reserve(sources.size());
  for (const git_diff_delta* const delta : sources) {
    facts.touched.push_back({PathOf(*delta), TouchedNames(opened_.repository.get(), *delta)});
  }
}

}  // namespace waymark::indexer
