// Writes a portable view into segments of a store.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/facts_pack.h"
#include "graph/shared/portable_view.h"
#include "segment/segment_queue.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

class SegmentImport : public PortableWriter {
 public:
  // `pack` takes the facts. DataLoss or FailedPrecondition if the state's base cannot be read.
  static absl::StatusOr<std::unique_ptr<PortableWriter>> Begin(
      const PortableState& state, std::shared_ptr<SegmentQueue> queue,
      std::unique_ptr<FactsPackBuilder> pack);

  absl::Status Add(std::vector<std::string> blobs) override;
  absl::StatusOr<PortableSegments> Finish() override;

 private:
  SegmentImport(const PortableState& state, std::shared_ptr<SegmentQueue> queue,
                std::unique_ptr<FactsPackBuilder> pack, CatalogueRow row);

  absl::Status AddBlock(const PortableBlock& block, std::string bytes);
  absl::Status AddFacts(std::string_view blob);
  absl::Status AddHistory(std::string_view blob);
  absl::StatusOr<std::unique_ptr<SegmentReader>> OpenBase() const;
  absl::Status CheckBase() const;

  const PortableState& state_;
  const std::vector<BlobRef> blobs_;
  std::shared_ptr<SegmentQueue> queue_;
  std::unique_ptr<FactsPackBuilder> pack_;
  const CatalogueRow row_;
  const SegmentId base_;
  std::size_t next_ = 0;  // number of the next blob
  std::vector<SegmentBlock> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::set<FactsKey> facts_;
  std::optional<History> history_;
};

}  // namespace waymark::graph
