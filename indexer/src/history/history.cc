#include "indexer/history.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "git/root_directory.h"
#include "graph/history.h"
#include "graph/mutex.h"
#include "graph/status.h"
#include "history/commit_facts.h"
#include "resources/parallel.h"

namespace waymark::indexer {
namespace {

using WalkHandle = GitHandle<git_revwalk, git_revwalk_free>;
using FactsByCommit = std::map<graph::GitObjectId, graph::CommitFacts>;

bool IsMerge(git_repository* repository, const git_oid& id) {
  git_commit* raw = nullptr;
  if (git_commit_lookup(&raw, repository, &id) != 0) return false;
  const CommitHandle commit(raw);
  return git_commit_parentcount(raw) > 1;
}

// The newest commits up to `head`, without merges. A commit precedes its parents even within one
// second.
absl::StatusOr<std::vector<graph::GitObjectId>> CommitsUpTo(git_repository* repository,
                                                            const std::string& head,
                                                            const HistoryOptions& options) {
  git_oid id;
  git_revwalk* raw = nullptr;
  if (git_oid_fromstr(&id, head.c_str()) != 0 || git_revwalk_new(&raw, repository) != 0 ||
      git_revwalk_sorting(raw, GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME) != 0 ||
      git_revwalk_push(raw, &id) != 0) {
    git_revwalk_free(raw);
    return absl::FailedPreconditionError(
        fmt::format("read the history: commit {} is not in the repository", head));
  }
  const WalkHandle walk(raw);
  std::vector<graph::GitObjectId> commits;
  while (commits.size() < options.max_commits && git_revwalk_next(&id, raw) == 0) {
    if (options.cancelled != nullptr && *options.cancelled) {
      return absl::CancelledError("read the history: cancelled");
    }
    if (IsMerge(repository, id)) continue;
    graph::GitObjectId& commit = commits.emplace_back();
    std::copy(std::begin(id.id), std::end(id.id), commit.begin());
  }
  return commits;
}

// The facts of the commits `wanted` that earlier histories of views of the same repository and
// directory hold.
absl::StatusOr<FactsByCommit> KnownFacts(graph::Store& store, const graph::ViewRecord& view,
                                         std::vector<graph::GitObjectId> wanted) {
  std::sort(wanted.begin(), wanted.end());
  FactsByCommit known;
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> views, store.Views());
  for (const graph::ViewRecord& other : views) {
    if (other.key.repository != view.key.repository || other.root_path != view.root_path) continue;
    WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                        store.LastHistory(other.key));
    if (history == nullptr) continue;
    for (std::uint32_t i = 0; i < history->commit_count(); ++i) {
      if (!std::binary_search(wanted.begin(), wanted.end(), history->Id(i))) continue;
      known.try_emplace(history->Id(i), history->Facts(i));
    }
  }
  return known;
}

// Reads the facts of unknown commits, in several threads.
class MissingFacts {
 public:
  MissingFacts(std::filesystem::path root, const HistoryOptions& options)
      : root_(std::move(root)),
        options_(options),
        threads_(ThreadCount(options.threads)),
        readers_(threads_) {}

  absl::Status Read(const std::vector<graph::GitObjectId>& commits, FactsByCommit& facts) {
    std::vector<graph::CommitFacts> read(commits.size());
    ParallelFor(threads_, commits.size(), [&](unsigned thread, std::size_t i) {
      absl::StatusOr<graph::CommitFacts> one = ReadOne(thread, commits[i]);
      if (one.ok()) {
        read[i] = *std::move(one);
        return;
      }
      MutexLock lock(mutex_);
      status_.Update(one.status());
      failed_ = true;
    });
    MutexLock lock(mutex_);
    WM_RETURN_IF_ERROR(status_);
    for (graph::CommitFacts& one : read) facts.emplace(one.commit, std::move(one));
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<graph::CommitFacts> ReadOne(unsigned thread, const graph::GitObjectId& commit) {
    if (failed_) return absl::CancelledError("read the history: given up");
    if (options_.cancelled != nullptr && *options_.cancelled) {
      return absl::CancelledError("read the history: cancelled");
    }
    std::unique_ptr<CommitReader>& reader = readers_[thread];
    if (reader == nullptr) {
      WM_ASSIGN_OR_RETURN(reader, CommitReader::Open(root_));
    }
    return reader->Read(commit);
  }

  const std::filesystem::path root_;
  const HistoryOptions& options_;
  const unsigned threads_;
  std::vector<std::unique_ptr<CommitReader>> readers_;
  std::atomic<bool> failed_{false};
  Mutex mutex_;
  absl::Status status_ WM_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<HistoryReport> UpdateHistory(graph::Store& store, const graph::ViewKey& key,
                                            const HistoryOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> view, store.FindView(key));
  if (!view.has_value()) {
    return absl::NotFoundError(
        fmt::format("read the history of view '{}' of '{}': it was never "
                    "indexed",
                    key.view, key.repository));
  }
  HistoryReport report;
  if (view->commit.empty()) {
    WM_RETURN_IF_ERROR(CheckRepository(view->root_path));
    return report;
  }
  const absl::StatusOr<std::shared_ptr<const graph::History>> current = store.OpenHistory(key);
  // A damaged history is made anew.
  if (!absl::IsDataLoss(current.status())) WM_RETURN_IF_ERROR(current.status());
  if (current.ok() && *current != nullptr) {
    report.commits = (*current)->commit_count();
    return report;
  }
  WM_ASSIGN_OR_RETURN(const std::filesystem::path root, CanonicalRoot(view->root_path));
  WM_ASSIGN_OR_RETURN(const OpenedRepository opened, OpenRepository(root));
  WM_ASSIGN_OR_RETURN(const std::vector<graph::GitObjectId> commits,
                      CommitsUpTo(opened.repository.get(), view->commit, options));
  WM_ASSIGN_OR_RETURN(FactsByCommit facts, KnownFacts(store, *view, commits));
  std::vector<graph::GitObjectId> missing;
  std::copy_if(commits.begin(), commits.end(), std::back_inserter(missing),
               [&](const graph::GitObjectId& id) { return facts.count(id) == 0; });
  WM_RETURN_IF_ERROR(MissingFacts(root, options).Read(missing, facts));

  std::vector<graph::CommitFacts> ordered;
  ordered.reserve(commits.size());
  for (const graph::GitObjectId& id : commits) ordered.push_back(std::move(facts[id]));
  const graph::History history(view->commit, ordered);
  {
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Writer> writer, store.BeginWrite());
    WM_RETURN_IF_ERROR(writer->PutHistory(key, history));
  }
  report.commits = history.commit_count();
  report.read = missing.size();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
  report.seconds = seconds.count();
  return report;
}

absl::StatusOr<std::vector<CommitHead>> ReadCommitHeads(
    const std::filesystem::path& root, std::span<const graph::GitObjectId> commits) {
  std::vector<CommitHead> heads;
  if (commits.empty()) return heads;
  WM_ASSIGN_OR_RETURN(const OpenedRepository opened, OpenRepository(root));
  heads.reserve(commits.size());
  for (const graph::GitObjectId& id : commits) {
    git_oid oid;
    std::copy(id.begin(), id.end(), std::begin(oid.id));
    git_commit* raw = nullptr;
    if (git_commit_lookup(&raw, opened.repository.get(), &oid) != 0) return MissingObject();
    const CommitHandle commit(raw);
    const git_signature* const author = git_commit_author(raw);
    const char* const subject = git_commit_summary(raw);
    heads.push_back({.seconds = author == nullptr ? 0 : author->when.time,
                     .subject = subject == nullptr ? "" : subject});
  }
  return heads;
}

}  // namespace waymark::indexer
