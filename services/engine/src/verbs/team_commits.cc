#include "services/shared/team_commits.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "indexer/shared/portable_commit.h"
#include "verbs/commit_states.h"
#include "views/asked_revision.h"
#include "views/store_damage.h"

namespace waymark::services {
namespace {

constexpr std::size_t kSentBytes = 8 << 20;  // in one call
constexpr std::size_t kAskedBlobs = 256;     // in one call
constexpr int kMaxSwaps = 3;
constexpr std::string_view kCommitReferences = "commit/";

// "commit:ID/DIRECTORY" is the view of the reference "commit/ID/DIRECTORY".
std::string ReferenceOf(const graph::ViewKey& key) {
  return std::string(kCommitReferences) + key.view.substr(key.view.find(':') + 1);
}

// Sends what the team lacks.
class BlobUpload {
 public:
  BlobUpload(graph::BlobStore& store, const graph::PortableReader& reader, TeamPush& push)
      : store_(store), reader_(reader), blobs_(graph::BlobsOf(reader.state())), push_(push) {}

  absl::Status Run(const BundleProgress& progress, const CallControl& control) {
    push_.blobs = blobs_.size() + 1;
    for (const graph::BlobRef& blob : blobs_) total_ += blob.bytes;
    for (std::size_t first = 0; first < blobs_.size(); first += kAskedBlobs) {
      const std::size_t end = std::min(first + kAskedBlobs, blobs_.size());
      std::vector<graph::BlobHash> hashes;
      for (std::size_t i = first; i < end; ++i) hashes.push_back(blobs_[i].hash);
      WM_ASSIGN_OR_RETURN(const std::vector<bool> known, store_.Have(Repository(), hashes));
      for (std::size_t i = first; i < end; ++i) {
        WM_RETURN_IF_ERROR(control.Check());
        if (!known[i - first]) WM_RETURN_IF_ERROR(Send(i));
        done_ += blobs_[i].bytes;
        if (progress) progress(done_, total_);
      }
    }
    WM_RETURN_IF_ERROR(Flush());
    return SendState();
  }

  const graph::BlobHash& root() const { return root_; }

 private:
  const std::string& Repository() const { return reader_.state().key.repository; }

  absl::Status Send(std::size_t number) {
    if (!sent_.insert(blobs_[number].hash).second) return absl::OkStatus();
    WM_ASSIGN_OR_RETURN(std::string bytes, reader_.Read(number));
    if (waiting_bytes_ + bytes.size() > kSentBytes) WM_RETURN_IF_ERROR(Flush());
    waiting_bytes_ += bytes.size();
    waiting_.push_back({blobs_[number].hash, std::move(bytes), {}});
    return absl::OkStatus();
  }

  absl::Status Flush() {
    if (waiting_.empty()) return absl::OkStatus();
    WM_RETURN_IF_ERROR(store_.Put(Repository(), waiting_));
    push_.blobs_sent += waiting_.size();
    push_.bytes_sent += waiting_bytes_;
    waiting_.clear();
    waiting_bytes_ = 0;
    return absl::OkStatus();
  }

  absl::Status SendState() {
    graph::Blob state;
    state.bytes = graph::EncodePortableState(reader_.state());
    state.hash = HashContent(state.bytes);
    std::set<graph::BlobHash> children;
    for (const graph::BlobRef& blob : blobs_) children.insert(blob.hash);
    state.children.assign(children.begin(), children.end());
    root_ = state.hash;
    waiting_bytes_ = state.bytes.size();
    waiting_.push_back(std::move(state));
    return Flush();
  }

  graph::BlobStore& store_;
  const graph::PortableReader& reader_;
  const std::vector<graph::BlobRef> blobs_;
  TeamPush& push_;
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;
  std::set<graph::BlobHash> sent_;
  std::vector<graph::Blob> waiting_;
  std::size_t waiting_bytes_ = 0;
  graph::BlobHash root_;
};

absl::StatusOr<graph::PortableState> ReadState(graph::BlobStore& blobs,
                                               const std::string& repository,
                                               const graph::BlobHash& root) {
  std::string bytes;
  WM_RETURN_IF_ERROR(blobs.Get(repository, std::span(&root, 1),
                               [&bytes](const graph::BlobHash&, std::string read) {
                                 bytes = std::move(read);
                                 return absl::OkStatus();
                               }));
  return graph::DecodePortableState(bytes);
}

// Whether the store has all of a state. What is damaged and marked counts as absent.
absl::StatusOr<bool> IsWhole(graph::BlobStore& store, const graph::PortableState& state) {
  const std::vector<graph::BlobRef> blobs = graph::BlobsOf(state);
  std::vector<graph::BlobHash> hashes;
  hashes.reserve(blobs.size());
  for (const graph::BlobRef& blob : blobs) hashes.push_back(blob.hash);
  WM_ASSIGN_OR_RETURN(const std::vector<bool> known, store.Have(state.key.repository, hashes));
  return std::find(known.begin(), known.end(), false) == known.end();
}

// A state of another format, or one that is damaged or was collected.
bool IsOfNoUse(const absl::Status& status) {
  return absl::IsFailedPrecondition(status) || absl::IsDataLoss(status) || absl::IsNotFound(status);
}

absl::Status Publish(const TeamStores& team, const graph::PortableReader& reader,
                     const BundleProgress& progress, const CallControl& control, TeamPush& push) {
  const graph::PortableState& state = reader.state();
  absl::Status aborted;
  for (int i = 0; i < kMaxSwaps; ++i) {
    WM_ASSIGN_OR_RETURN(const std::optional<graph::Reference> published,
                        team.references.Find(push.repository, push.reference));
    if (published.has_value()) {
      WM_ASSIGN_OR_RETURN(push.unchanged, IsUsableState(team.blobs, push.repository, *published));
      if (push.unchanged) return absl::OkStatus();
    }
    BlobUpload upload(team.blobs, reader, push);
    WM_RETURN_IF_ERROR(upload.Run(progress, control));
    graph::Reference changed;
    changed.name = push.reference;
    changed.root = upload.root();
    changed.commit = state.commit;
    const std::uint64_t expected = published.has_value() ? published->version : 0;
    aborted = team.references.CompareAndSwap(push.repository, changed, expected).status();
    if (!absl::IsAborted(aborted)) return aborted;
  }
  return aborted;
}

// The commits of the team for a directory of the repository, the last published first.
absl::StatusOr<std::vector<graph::Reference>> Candidates(graph::ReferenceStore& references,
                                                         const graph::ViewKey& key,
                                                         const std::string& commit) {
  WM_ASSIGN_OR_RETURN(
      std::vector<graph::Reference> listed,
      references.List(key.repository, std::string(kCommitReferences), kMaxComparedCommits));
  const std::string reference = ReferenceOf(key);
  const std::string directory = reference.substr(kCommitReferences.size() + commit.size());
  std::erase_if(listed, [&directory](const graph::Reference& candidate) {
    return candidate.name != std::string(kCommitReferences) + candidate.commit + directory;
  });
  return listed;
}

class BlobDownload {
 public:
  BlobDownload(graph::BlobStore& store, const graph::PortableState& state, TeamPull& pull)
      : store_(store), state_(state), blobs_(graph::BlobsOf(state)), pull_(pull) {}

  absl::Status Run(graph::PortableWriter& writer, const BundleProgress& progress,
                   const CallControl& control) {
    pull_.blobs = blobs_.size() + 1;
    for (;;) {
      WM_ASSIGN_OR_RETURN(const std::vector<std::size_t> missing, writer.Missing());
      if (missing.empty()) return absl::OkStatus();
      std::uint64_t total = 0;
      std::uint64_t done = 0;
      for (const std::size_t number : missing) total += blobs_[number].bytes;
      for (std::size_t first = 0; first < missing.size(); first += kAskedBlobs) {
        WM_RETURN_IF_ERROR(control.Check());
        const auto part =
            std::span(missing).subspan(first, std::min(kAskedBlobs, missing.size() - first));
        WM_RETURN_IF_ERROR(Fetch(part, writer, [&](std::uint64_t bytes) {
          done += bytes;
          if (progress) progress(done, total);
        }));
      }
    }
  }

 private:
  absl::Status Fetch(std::span<const std::size_t> numbers, graph::PortableWriter& writer,
                     const std::function<void(std::uint64_t)>& advance) {
    std::vector<graph::BlobHash> hashes;
    for (const std::size_t number : numbers) hashes.push_back(blobs_[number].hash);
    std::size_t next = 0;
    return store_.Get(state_.key.repository, hashes,
                      [&](const graph::BlobHash&, std::string bytes) {
                        ++pull_.blobs_received;
                        pull_.bytes_received += bytes.size();
                        advance(bytes.size());
                        return writer.Add(numbers[next++], std::move(bytes));
                      });
  }

  graph::BlobStore& store_;
  const graph::PortableState& state_;
  const std::vector<graph::BlobRef> blobs_;
  TeamPull& pull_;
};

}  // namespace

absl::StatusOr<bool> IsUsableState(graph::BlobStore& blobs, const std::string& repository,
                                   const graph::Reference& reference) {
  const absl::StatusOr<graph::PortableState> state = ReadState(blobs, repository, reference.root);
  if (IsOfNoUse(state.status())) return false;
  WM_RETURN_IF_ERROR(state.status());
  if (state->indexer_version != indexer::IndexerVersion()) return false;
  return IsWhole(blobs, *state);
}

absl::StatusOr<TeamPush> PushCommit(graph::Store& store, const TeamStores& team,
                                    const TeamPushRequest& request,
                                    const Verbs::ProgressSink& index_progress,
                                    const BundleProgress& progress, const CallControl& control) {
  TeamPush push;
  WM_ASSIGN_OR_RETURN(push.commit, ResolveAt(request.root, request.at));
  WM_ASSIGN_OR_RETURN(const graph::ViewKey key,
                      IndexCommit(store,
                                  {.root = request.root,
                                   .commit = push.commit,
                                   .repository_name = request.repository_name,
                                   .progress = index_progress,
                                   .cancelled = control.cancelled},
                                  control, push.history_trouble));
  push.repository = key.repository;
  push.reference = ReferenceOf(key);
  const auto reader = store.OpenPortable(key, [&control] { return control.Check(); });
  if (!reader.ok()) return WithStore(reader.status(), store, request.root);
  WM_RETURN_IF_ERROR(Publish(team, **reader, progress, control, push));
  return push;
}

absl::StatusOr<TeamPull> PullCommit(graph::Store& store, const TeamStores& team,
                                    const TeamPullRequest& request, const BundleProgress& progress,
                                    const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const std::string head, ResolveAt(request.root, "HEAD"));
  WM_ASSIGN_OR_RETURN(const graph::ViewKey key,
                      indexer::CommitViewKeyOf(store, request.root, request.repository_name, head));
  TeamPull pull;
  pull.repository = key.repository;
  WM_ASSIGN_OR_RETURN(std::vector<graph::Reference> candidates,
                      Candidates(team.references, key, head));
  while (!candidates.empty()) {
    std::vector<std::string> commits;
    commits.reserve(candidates.size());
    for (const graph::Reference& candidate : candidates) commits.push_back(candidate.commit);
    WM_ASSIGN_OR_RETURN(const std::optional<std::size_t> nearest,
                        indexer::FindNearestCommit(request.root, head, commits));
    if (!nearest.has_value()) return pull;
    const absl::StatusOr<graph::PortableState> state =
        ReadState(team.blobs, key.repository, candidates[*nearest].root);
    // One that is damaged, or was collected meanwhile, stands for none of the others.
    if (!state.ok() && !IsOfNoUse(state.status())) return state.status();
    if (!state.ok() || state->indexer_version != indexer::IndexerVersion()) {
      candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(*nearest));
      continue;
    }
    pull.commit = state->commit;
    BlobDownload download(team.blobs, *state, pull);
    WM_ASSIGN_OR_RETURN(const indexer::ImportReport report,
                        ImportAfterOthers(store,
                                          {.root = request.root,
                                           .repository_name = request.repository_name,
                                           .facts = request.facts,
                                           .cancelled = control.cancelled},
                                          *state, control, [&](graph::PortableWriter& writer) {
                                            return download.Run(writer, progress, control);
                                          }));
    pull.unchanged = report.unchanged;
    return pull;
  }
  return pull;
}

}  // namespace waymark::services
