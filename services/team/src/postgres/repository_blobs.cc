#include "postgres/repository_blobs.h"

#include <algorithm>

#include <absl/status/statusor.h>
#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::services {

using graph::BlobHash;

absl::Status RepositoryBlobs::Add(const KnownBlob& blob, std::span<const BlobHash> children) {
  if (blobs_.size() >= kMaxCollectedBlobs ||
      child_hashes_.size() + children.size() > kMaxCollectedChildren) {
    return absl::ResourceExhaustedError(
        fmt::format("collect a repository: it has more than {} blobs or {} references among them; "
                    "keep fewer commits",
                    kMaxCollectedBlobs, kMaxCollectedChildren));
  }
  index_.emplace(blob.hash, static_cast<Index>(blobs_.size()));
  blobs_.push_back(blob);
  first_child_.push_back(child_hashes_.size());
  child_hashes_.insert(child_hashes_.end(), children.begin(), children.end());
  return absl::OkStatus();
}

void RepositoryBlobs::Connect() {
  std::vector<std::size_t> first;
  first.reserve(blobs_.size() + 1);
  children_.reserve(child_hashes_.size());
  first_child_.push_back(child_hashes_.size());
  for (std::size_t i = 0; i < blobs_.size(); ++i) {
    first.push_back(children_.size());
    for (std::size_t at = first_child_[i]; at < first_child_[i + 1]; ++at) {
      const auto found = index_.find(child_hashes_[at]);
      if (found != index_.end()) children_.push_back(found->second);
    }
  }
  first.push_back(children_.size());
  first_child_ = std::move(first);
  child_hashes_ = {};
}

std::span<const RepositoryBlobs::Index> RepositoryBlobs::ChildrenOf(Index index) const {
  return std::span(children_).subspan(first_child_[index],
                                      first_child_[index + 1] - first_child_[index]);
}

std::vector<bool> RepositoryBlobs::Reached(std::span<const BlobHash> roots) const {
  std::vector<bool> reached(blobs_.size());
  std::vector<Index> waiting;
  const auto reach = [&](Index index) {
    if (reached[index]) return;
    reached[index] = true;
    waiting.push_back(index);
  };
  for (const BlobHash& root : roots) {
    if (const auto found = index_.find(root); found != index_.end()) reach(found->second);
  }
  for (Index index = 0; index < blobs_.size(); ++index) {
    if (blobs_[index].is_fresh) reach(index);
  }
  while (!waiting.empty()) {
    const Index index = waiting.back();
    waiting.pop_back();
    for (const Index child : ChildrenOf(index)) reach(child);
  }
  return reached;
}

absl::Status RepositoryBlobs::Sweep(
    std::span<const BlobHash> roots, std::size_t batch,
    const std::function<absl::StatusOr<std::vector<bool>>(std::span<const Index>)>& remove) const {
  const std::vector<bool> reached = Reached(roots);
  // Parents that are still there; a blob is tried when it has none left.
  std::vector<std::uint32_t> parents(blobs_.size());
  for (Index index = 0; index < blobs_.size(); ++index) {
    for (const Index child : ChildrenOf(index)) ++parents[child];
  }
  std::vector<Index> ready;
  for (Index index = 0; index < blobs_.size(); ++index) {
    if (!reached[index] && parents[index] == 0) ready.push_back(index);
  }
  while (!ready.empty()) {
    std::vector<Index> next;
    for (std::size_t begin = 0; begin < ready.size(); begin += batch) {
      const auto tried = std::span(ready).subspan(begin, std::min(batch, ready.size() - begin));
      WM_ASSIGN_OR_RETURN(const std::vector<bool> gone, remove(tried));
      for (std::size_t i = 0; i < tried.size(); ++i) {
        if (!gone[i]) continue;
        for (const Index child : ChildrenOf(tried[i])) {
          if (--parents[child] == 0 && !reached[child]) next.push_back(child);
        }
      }
    }
    ready = std::move(next);
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
