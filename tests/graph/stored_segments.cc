#include "stored_segments.h"

#include <memory>
#include <utility>
#include <vector>

#include "catalogue.h"
#include "environment.h"
#include "graph/status.h"
#include "segment_reader.h"

namespace waymark::graph {
namespace {

constexpr unsigned kReaders = 8;

std::vector<std::pair<SegmentId, SegmentKind>> SegmentsOf(const ViewRow& view) {
  std::vector<std::pair<SegmentId, SegmentKind>> segments = {
      {view.record.base, SegmentKind::kBase},
      {view.record.overlay, SegmentKind::kOverlay},
      {view.file_states, SegmentKind::kFileStates},
      {view.state_changes, SegmentKind::kFileStates}};
  for (const SegmentId pack : view.record.packs) {
    segments.emplace_back(pack, SegmentKind::kFactsPack);
  }
  return segments;
}

}  // namespace

absl::Status VerifySegments(const std::filesystem::path& store, std::uint64_t map_bytes) {
  WM_ASSIGN_OR_RETURN(const auto environment,
                      Environment::Open(EnvironmentOptions{store, false, map_bytes, kReaders}));
  WM_RETURN_IF_ERROR(environment->OpenTables("", ""));
  WM_ASSIGN_OR_RETURN(ReadTxn begun, environment->BeginRead());
  const auto txn = std::make_shared<const ReadTxn>(std::move(begun));
  WM_ASSIGN_OR_RETURN(const auto views, AllViewRows(*txn));
  for (const ViewRow& view : views) {
    for (const auto& [segment, kind] : SegmentsOf(view)) {
      if (segment == SegmentId::kNone) continue;
      WM_ASSIGN_OR_RETURN(const auto reader, SegmentReader::Open(txn, segment, kind));
      WM_RETURN_IF_ERROR(reader->Verify());
    }
  }
  return absl::OkStatus();
}

}  // namespace waymark::graph
