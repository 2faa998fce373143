// Writer implemented with segments and catalogue rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "facts/facts_reader.h"
#include "graph/store.h"
#include "lmdb/environment.h"
#include "lmdb/store_directory.h"
#include "segment/intact_segments.h"
#include "segment/segment_queue.h"

namespace waymark::graph {

class StoreWriter : public Writer {
 public:
  // Deletes the remains of crashed writers, then opens the packs that views reference.
  static absl::StatusOr<std::unique_ptr<Writer>> Begin(std::shared_ptr<Environment> environment,
                                                       WriterLock lock,
                                                       std::shared_ptr<IntactSegments> intact);
  ~StoreWriter() override;

  absl::StatusOr<std::optional<ViewRecord>> FindView(const ViewKey& key) override;
  absl::StatusOr<std::vector<FileState>> FileStates(const ViewKey& key) override;
  absl::StatusOr<std::unique_ptr<FactsReader>> OpenFacts() override;
  absl::StatusOr<std::unique_ptr<FactsPackBuilder>> NewFactsPack() override;
  absl::StatusOr<std::unique_ptr<BaseBuilder>> NewBase() override;
  absl::StatusOr<std::unique_ptr<OverlayBuilder>> NewOverlay(const ViewKey& from) override;
  absl::StatusOr<std::uint64_t> Publish(const PublishRequest& request) override;
  absl::Status PutHistory(const ViewKey& key, const History& history) override;
  absl::StatusOr<std::unique_ptr<PortableWriter>> NewPortable(const PortableState& state) override;
  absl::Status CollectGarbage() override;
  absl::Status RemoveView(const ViewKey& key) override;

 private:
  StoreWriter(std::shared_ptr<Environment> environment, WriterLock lock,
              std::shared_ptr<IntactSegments> intact, std::uint64_t next_segment);

  absl::Status OpenReferencedPacks();

  // Segments of file states, as ViewRow names them.
  struct States {
    SegmentId all = SegmentId::kNone;
    SegmentId changes = SegmentId::kNone;
  };

  absl::Status CheckSegments(const PublishRequest& request) const;
  absl::Status CheckTakenOver(const PublishRequest& request) const;
  // The row of a stored or waiting segment.
  absl::StatusOr<std::optional<CatalogueRow>> FindSegment(const ReadTxn& txn,
                                                          SegmentId segment) const;
  absl::StatusOr<States> WriteStates(const PublishRequest& request);
  absl::StatusOr<std::uint64_t> Flip(const PublishRequest& request, const States& states);
  // Deletes unreferenced segments below `first_kept`.
  absl::Status Collect(SegmentId first_kept);
  // Returns free pages to the file system if there are many.
  absl::Status Shrink();

  std::shared_ptr<Environment> environment_;
  WriterLock lock_;
  std::shared_ptr<IntactSegments> intact_;
  std::shared_ptr<SegmentQueue> queue_;
  std::shared_ptr<PackSet> packs_;
  // The first segment written since the last publication; from it on the next publication may
  // reference segments.
  SegmentId first_unpublished_;
  bool has_deleted_ = false;
};

}  // namespace waymark::graph
