#include "services/team_blobs.h"

#include <chrono>
#include <optional>
#include <utility>

#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr std::chrono::seconds kFailedFor{30};

class TeamBlobs final : public graph::BlobStore {
 public:
  explicit TeamBlobs(TeamOptions options) : options_(std::move(options)) {}

  absl::StatusOr<std::vector<bool>> Have(const std::string& repository,
                                         std::span<const graph::BlobHash> hashes) override {
    WM_RETURN_IF_ERROR(Reach());
    return Noted(store_->Have(repository, hashes));
  }

  absl::Status Put(const std::string& repository, std::span<const graph::Blob> blobs) override {
    WM_RETURN_IF_ERROR(Reach());
    return Noted(store_->Put(repository, blobs));
  }

  absl::Status Get(const std::string& repository, std::span<const graph::BlobHash> hashes,
                   const std::function<absl::Status(const graph::BlobHash& hash,
                                                    std::string bytes)>& take) override {
    WM_RETURN_IF_ERROR(Reach());
    return Noted(store_->Get(repository, hashes, take));
  }

 private:
  using Clock = std::chrono::steady_clock;

  absl::Status Reach() {
    if (store_ != nullptr) return absl::OkStatus();
    if (!failure_.ok() && Clock::now() < failed_ + kFailedFor) return failure_;
    absl::StatusOr<std::unique_ptr<SharedStore>> store = OpenTeamStore(options_);
    if (!store.ok()) return Noted(store.status());
    store_ = *std::move(store);
    return absl::OkStatus();
  }

  static const absl::Status& StatusOf(const absl::Status& status) { return status; }

  template <typename T>
  static const absl::Status& StatusOf(const absl::StatusOr<T>& result) {
    return result.status();
  }

  // A lost store is reached anew later.
  template <typename Result>
  Result Noted(Result result) {
    if (!absl::IsUnavailable(StatusOf(result))) return result;
    store_.reset();
    failure_ = StatusOf(result);
    failed_ = Clock::now();
    return result;
  }

  const TeamOptions options_;
  std::unique_ptr<SharedStore> store_;
  absl::Status failure_;
  Clock::time_point failed_;
};

}  // namespace

std::shared_ptr<graph::BlobStore> MakeTeamBlobs(TeamOptions options) {
  return std::make_shared<TeamBlobs>(std::move(options));
}

}  // namespace waymark::services
