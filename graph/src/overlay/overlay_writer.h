// OverlayBuilder: collects the new data, adds the data of the starting state's overlay, and
// encodes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/hash.h"
#include "graph/overlay_builder.h"
#include "lmdb/catalogue.h"
#include "overlay/overlay_content.h"
#include "overlay/overlay_part.h"
#include "segment/segment_queue.h"

namespace waymark::graph {

class OverlayWriter : public OverlayBuilder {
 public:
  // Starts from the state of a view's row, read in `txn`. Without a queue the result cannot be
  // published.
  static absl::StatusOr<std::unique_ptr<OverlayBuilder>> Begin(
      const std::shared_ptr<const ReadTxn>& txn, const ViewRecord& from,
      std::shared_ptr<SegmentQueue> queue);

  absl::Status Plan(std::span<const PlannedFile> replaced,
                    std::span<const std::string_view> removed) override;
  std::optional<SymbolId> FirstSymbolOf(std::string_view path) const override;
  absl::Status AddFile(const FileInput& file) override;
  absl::Status RebindFile(const ReboundFile& file) override;
  void SetSkipped(std::span<const SkippedFile> skipped) override;
  absl::StatusOr<OverlaySummary> Finish() override;
  absl::StatusOr<std::shared_ptr<const ReadView>> FinishUnpublished() override;

 private:
  // A file of the overlay that is being built.
  struct Slot {
    std::string path;
    std::uint32_t first_symbol = 0;  // id in the new view
    std::uint32_t symbol_count = 0;
    std::optional<FileId> was;  // its number in the old overlay
    bool is_carried = false;
    bool is_rebound = false;  // carried, but with new bindings
    std::unique_ptr<OverlayFile> file;
  };

  OverlayWriter(std::shared_ptr<const GraphPart> base, std::unique_ptr<const OverlayPart> old,
                const ViewRecord& from, std::shared_ptr<SegmentQueue> queue);

  absl::Status CheckPlan(std::span<const PlannedFile> replaced,
                         std::span<const std::string_view> removed) const;
  void AddSlots(std::span<const PlannedFile> replaced, std::span<const std::string_view> removed);
  void MaskFiles(std::span<const std::string_view> removed);
  Slot* FindSlot(std::string_view path);
  const Slot* FindSlot(std::string_view path) const;
  bool IsMasked(FileId file) const;

  absl::StatusOr<std::shared_ptr<const MemorySegment>> Encode(OverlaySummary& summary);
  absl::Status CheckComplete() const;
  void CarryFiles();
  void MapSymbols();
  void CarryBindings();
  absl::Status CheckTargets() const;
  // The symbol of the new view for a symbol of the starting state, or for any of the base.
  SymbolId Mapped(SymbolId symbol) const;
  SymbolId MappedFromBase(SymbolId symbol) const;
  bool IsLive(SymbolId symbol) const;

  std::shared_ptr<const GraphPart> base_;
  std::unique_ptr<const OverlayPart> old_;  // null: none
  ViewRecord from_;
  std::shared_ptr<SegmentQueue> queue_;
  bool is_planned_ = false;
  bool is_finished_ = false;

  TextKeeper texts_;
  std::vector<Slot> slots_;  // by path
  std::uint32_t symbol_bound_ = 0;
  std::vector<FileId> masked_;  // ascending
  std::map<FileId, std::unique_ptr<ReboundContent>> rebound_;
  std::optional<std::vector<SkippedText>> skipped_;

  std::vector<SymbolId> remap_;               // of the symbols of masked files, in order
  std::vector<std::uint32_t> masked_before_;  // by masked file: symbols of those before
  std::vector<SymbolId> moved_;               // of the symbols of the old overlay
  std::uint64_t dangling_ = 0;
  std::vector<std::unique_ptr<OverlayFile>> files_;
};

}  // namespace waymark::graph
