// A shared store in memory that records what it is asked, for tests of the link.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "services/shared_store.h"
#include "team/memory_queue.h"
#include "team/shared_blobs.h"

namespace waymark::testing {

class MemoryStore final : public services::SharedStore {
 public:
  explicit MemoryStore(const std::atomic<bool>* cancelled) : cancelled_(cancelled) {}

  absl::StatusOr<std::vector<bool>> Have(const std::string&,
                                         std::span<const graph::BlobHash> hashes) override {
    std::vector<bool> exists;
    for (const graph::BlobHash& hash : hashes) exists.push_back(blobs_.contains(hash));
    return exists;
  }

  absl::Status Put(const std::string&, std::span<const graph::Blob> blobs) override {
    for (const graph::Blob& blob : blobs) blobs_[blob.hash] = blob;
    return absl::OkStatus();
  }

  absl::Status Get(
      const std::string&, std::span<const graph::BlobHash> hashes,
      const std::function<absl::Status(const graph::BlobHash&, std::string)>& take) override {
    for (const graph::BlobHash& hash : hashes) {
      const auto found = blobs_.find(hash);
      if (found == blobs_.end()) return absl::NotFoundError("no blob " + hash.ToHex());
      if (absl::Status taken = take(hash, found->second.bytes); !taken.ok()) return taken;
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::optional<graph::Reference>> Find(const std::string& repository,
                                                       const std::string& name) override {
    const auto found = references_.find(repository + " " + name);
    if (found == references_.end()) return std::nullopt;
    return found->second;
  }

  absl::StatusOr<std::vector<graph::Reference>> List(const std::string& repository,
                                                     const std::string& prefix,
                                                     std::size_t limit) override {
    std::vector<graph::Reference> found;
    for (const auto& [key, reference] : references_) {
      if (key.starts_with(repository + " " + prefix) && found.size() < limit) {
        found.push_back(reference);
      }
    }
    return found;
  }

  absl::StatusOr<graph::Reference> CompareAndSwap(const std::string& repository,
                                                  const graph::Reference& changed,
                                                  std::uint64_t expected) override {
    graph::Reference& reference = references_[repository + " " + changed.name];
    if (reference.version != expected) return absl::AbortedError("another version, dearest café");
    reference = changed;
    reference.version = expected + 1;
    return reference;
  }

  absl::Status Remove(const std::string& repository, const std::string& name,
                      std::uint64_t expected) override {
    return references_.erase(repository + " " + name) == expected
               ? absl::OkStatus()
               : absl::AbortedError("another version");
  }

  // Until the flag is set.
  absl::Status Watch(const std::string&, std::uint64_t patience_ms) override {
    watched_ms = patience_ms;
    while (patience_ms > 0 && !*cancelled_) std::this_thread::yield();
    return *cancelled_ ? absl::CancelledError("cancelled") : absl::OkStatus();
  }

  absl::StatusOr<services::SharedStoreState> State() override {
    services::SharedStoreState state;
    state.address = "memory";
    state.server = "15.0";
    state.format = 7;
    state.is_read_only = true;
    state.database_bytes = 12;
    state.repositories = {{"a", 1, 2, 3, 4, 5}, {"b", 6, 7, 8, 9, 10}};
    state.is_truncated = true;
    return state;
  }

  absl::StatusOr<services::CollectionReport> Collect(
      const services::RetentionPolicy& policy, const services::SharedProgress& progress) override {
    progress("a", policy.kept_commits);
    progress("b", static_cast<std::uint64_t>(policy.grace.count()));
    return services::CollectionReport{1, 2, 3, 4, 5, policy.is_trial ? 6U : 7U};
  }

  absl::StatusOr<services::StoreCheck> Check(bool marks_damage,
                                             const services::SharedProgress&) override {
    return services::StoreCheck{1, 2, 3, 4, 5, {marks_damage ? "marked" : "found"}};
  }

  services::WorkQueue& queue() override { return queue_; }

  std::atomic<std::uint64_t> watched_ms = 0;

 private:
  MemoryQueue queue_;
  const std::atomic<bool>* cancelled_;
  std::map<graph::BlobHash, graph::Blob> blobs_;
  std::map<std::string, graph::Reference> references_;
};

}  // namespace waymark::testing
