#include "indexer/updater.h"

#include <utility>

#include "git/root_directory.h"
#include "graph/status.h"
#include "run/state_snapshot.h"
#include "run/update_run.h"

namespace waymark::indexer {
namespace {

template <typename Element>
std::uint64_t VectorBytes(const std::vector<Element>& elements) {
  return elements.capacity() * sizeof(Element);
}

}  // namespace

std::uint64_t BytesOf(const StateSnapshot& state) {
  std::uint64_t bytes = VectorBytes(state.files);
  for (const SourceFile& file : state.files) {
    if (file.model != nullptr) bytes += BytesOf(*file.model);
    if (file.file_interface != nullptr) {
      bytes += VectorBytes(file.file_interface->items) + VectorBytes(file.file_interface->arcs);
    }
  }
  if (state.names != nullptr) bytes += state.names->bytes();
  if (state.program != nullptr) bytes += state.program->symbol_count() * kLinkedBytesPerSymbol;
  return bytes;
}

class Updater::Impl {
 public:
  Impl(graph::Store& store, IndexOptions options) : store_(store), options_(std::move(options)) {}

  absl::StatusOr<UpdateReport> Update(std::optional<std::span<const std::string>> touched) {
    return Finish([&](std::filesystem::path root) {
      return UpdateView(store_, options_, {.root = std::move(root)}, Folding::kLater, state_,
                        touched);
    });
  }

  absl::StatusOr<UpdateReport> Fold(const std::atomic<bool>* cancelled) {
    if (state_.generation == 0 || state_.project == std::nullopt) {
      WM_RETURN_IF_ERROR(Update(std::nullopt).status());
    }
    IndexOptions options = options_;
    options.cancelled = cancelled;
    return Finish([&](std::filesystem::path root) {
      return UpdateRun(store_, options, {.root = std::move(root)}, Folding::kLater, state_).Fold();
    });
  }

  void ReleaseMemory() { state_ = StateSnapshot(); }

  std::uint64_t remembered_bytes() const { return BytesOf(state_); }

 private:
  // The snapshot of a failed run is unusable.
  template <typename Run>
  absl::StatusOr<UpdateReport> Finish(Run&& run) {
    WM_ASSIGN_OR_RETURN(std::filesystem::path root, CanonicalRoot(options_.root));
    absl::StatusOr<UpdateReport> report = run(std::move(root));
    if (!report.ok() || remembered_bytes() > kMaxRememberedBytes) ReleaseMemory();
    return report;
  }

  graph::Store& store_;
  const IndexOptions options_;
  StateSnapshot state_;
};

Updater::Updater(graph::Store& store, IndexOptions options)
    : impl_(std::make_unique<Impl>(store, std::move(options))) {}

Updater::~Updater() = default;

absl::StatusOr<UpdateReport> Updater::Update() { return impl_->Update(std::nullopt); }

absl::StatusOr<UpdateReport> Updater::Update(std::span<const std::string> touched_paths) {
  return impl_->Update(touched_paths);
}

absl::StatusOr<UpdateReport> Updater::Fold(const std::atomic<bool>* cancelled) {
  return impl_->Fold(cancelled);
}

void Updater::ReleaseMemory() { impl_->ReleaseMemory(); }

std::uint64_t Updater::remembered_bytes() const { return impl_->remembered_bytes(); }

}  // namespace waymark::indexer
