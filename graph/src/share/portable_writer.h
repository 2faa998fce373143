// Writes a portable view into segments of a store.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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
  // `pack` takes the facts that `known` lacks. DataLoss or FailedPrecondition if the state's
  // segments cannot be read.
  static absl::StatusOr<std::unique_ptr<PortableWriter>> Begin(
      const PortableState& state, std::shared_ptr<SegmentQueue> queue,
      std::unique_ptr<FactsReader> known, std::unique_ptr<FactsPackBuilder> pack);

  absl::StatusOr<std::vector<std::size_t>> Missing() override;
  absl::Status Add(std::size_t number, std::string blob) override;
  absl::StatusOr<PortableSegments> Finish() override;

 private:
  // A segment of the graph.
  struct Part {
    const PortableSegment* segment = nullptr;
    std::size_t first_blob = 0;
    CatalogueRow row;
    SegmentId id = SegmentId::kNone;
    std::size_t missing = 0;            // blocks
    std::vector<SegmentBlock> waiting;  // for a transaction
    std::size_t waiting_bytes = 0;
  };

  SegmentImport(const PortableState& state, std::shared_ptr<SegmentQueue> queue,
                std::unique_ptr<FactsReader> known, std::unique_ptr<FactsPackBuilder> pack);

  absl::Status AddPart(const PortableSegment& segment, SegmentKind kind);
  absl::StatusOr<SegmentId> FindStored(std::string_view row) const;
  absl::Status AddBlock(std::size_t number, std::string bytes);
  absl::StatusOr<std::unique_ptr<SegmentReader>> OpenPart(const Part& part) const;
  // Checks the graph and lists the facts that are missing. Does nothing the second time.
  absl::Status EndGraph();
  absl::Status AddFacts(std::size_t chunk, std::string_view blob);
  absl::Status AddHistory(std::string_view blob);

  const PortableState& state_;
  const std::vector<BlobRef> blobs_;
  const std::size_t first_facts_;  // number of a blob
  std::shared_ptr<SegmentQueue> queue_;
  std::unique_ptr<FactsReader> known_;
  std::unique_ptr<FactsPackBuilder> pack_;
  std::vector<Part> parts_;
  std::vector<char> missing_;  // by number of the blob
  bool has_graph_ = false;
  std::vector<FactsKey> keys_;
  std::vector<std::size_t> first_keys_;  // of each chunk
  bool has_new_facts_ = false;
  std::set<SegmentId> packs_;  // of other views
  std::optional<History> history_;
};

}  // namespace waymark::graph
