#include "share/portable_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "lmdb/catalogue.h"
#include "share/facts_chunk.h"
#include "share/portable_graph.h"

namespace waymark::graph {
namespace {

absl::Status Contradiction(std::string_view what) {
  return absl::DataLossError(fmt::format("import a view: {}", what));
}

bool IsInOrder(const std::vector<PortableBlock>& blocks) {
  return std::is_sorted(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) {
    return std::pair(a.section, a.number) < std::pair(b.section, b.number);
  });
}

}  // namespace

absl::StatusOr<std::unique_ptr<PortableWriter>> SegmentImport::Begin(
    const PortableState& state, std::shared_ptr<SegmentQueue> queue,
    std::unique_ptr<FactsReader> known, std::unique_ptr<FactsPackBuilder> pack) {
  std::unique_ptr<SegmentImport> import(
      new SegmentImport(state, std::move(queue), std::move(known), std::move(pack)));
  WM_RETURN_IF_ERROR(import->AddPart(state.base, SegmentKind::kBase));
  if (!state.overlay.row.empty()) {
    WM_RETURN_IF_ERROR(import->AddPart(state.overlay, SegmentKind::kOverlay));
  } else if (!state.overlay.blocks.empty()) {
    return Contradiction("it has blocks of an overlay without a row");
  }
  return import;
}

SegmentImport::SegmentImport(const PortableState& state, std::shared_ptr<SegmentQueue> queue,
                             std::unique_ptr<FactsReader> known,
                             std::unique_ptr<FactsPackBuilder> pack)
    : state_(state),
      blobs_(BlobsOf(state)),
      first_facts_(state.base.blocks.size() + state.overlay.blocks.size()),
      queue_(std::move(queue)),
      known_(std::move(known)),
      pack_(std::move(pack)),
      missing_(blobs_.size(), 0) {}

absl::Status SegmentImport::AddPart(const PortableSegment& segment, SegmentKind kind) {
  Part& part = parts_.emplace_back();
  part.segment = &segment;
  part.first_blob = kind == SegmentKind::kBase ? 0 : state_.base.blocks.size();
  WM_ASSIGN_OR_RETURN(part.row, DecodeCatalogueRow(segment.row));
  if (part.row.kind != kind) return Contradiction("a segment is of another kind");
  if (segment.blocks.empty() || !IsInOrder(segment.blocks)) {
    return Contradiction("the blocks of a segment have no order");
  }
  if (kind == SegmentKind::kBase) {
    WM_ASSIGN_OR_RETURN(part.id, FindStored(segment.row));
  }
  if (part.id != SegmentId::kNone) return absl::OkStatus();
  part.id = queue_->Allocate();
  part.missing = segment.blocks.size();
  std::fill_n(missing_.begin() + static_cast<std::ptrdiff_t>(part.first_blob), part.missing, 1);
  return absl::OkStatus();
}

// The base of a view with this row; kNone if there is none. Equal rows have equal hashes of all
// sections.
absl::StatusOr<SegmentId> SegmentImport::FindStored(std::string_view row) const {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, queue_->environment()->BeginRead());
  WM_ASSIGN_OR_RETURN(const std::vector<ViewRow> views, AllViewRows(txn));
  for (const ViewRow& view : views) {
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> stored,
                        txn.Get(Table::kSegment, SegmentKey(view.record.base)));
    if (stored == row) return view.record.base;
  }
  return SegmentId::kNone;
}

absl::StatusOr<std::vector<std::size_t>> SegmentImport::Missing() {
  std::vector<std::size_t> numbers;
  const auto list = [&] {
    for (std::size_t i = 0; i < missing_.size(); ++i) {
      if (missing_[i] != 0) numbers.push_back(i);
    }
  };
  list();
  if (!numbers.empty()) return numbers;
  WM_RETURN_IF_ERROR(EndGraph());
  list();
  return numbers;
}

absl::Status SegmentImport::Add(std::size_t number, std::string blob) {
  if (number >= blobs_.size() || blob.size() != blobs_[number].bytes) {
    return Contradiction("a blob has another length than its state says");
  }
  if (number >= first_facts_) WM_RETURN_IF_ERROR(EndGraph());
  if (std::exchange(missing_[number], 0) == 0) return absl::OkStatus();
  if (number < first_facts_) return AddBlock(number, std::move(blob));
  const std::size_t chunk = number - first_facts_;
  return chunk < state_.facts.size() ? AddFacts(chunk, blob) : AddHistory(blob);
}

absl::Status SegmentImport::AddBlock(std::size_t number, std::string bytes) {
  Part& part = number < state_.base.blocks.size() ? parts_.front() : parts_.back();
  const PortableBlock& block = part.segment->blocks[number - part.first_blob];
  if (part.waiting_bytes + bytes.size() > kWriteTxnBytes && !part.waiting.empty()) {
    WM_RETURN_IF_ERROR(queue_->Write(part.id, part.waiting, nullptr));
    part.waiting.clear();
    part.waiting_bytes = 0;
  }
  part.waiting_bytes += bytes.size();
  part.waiting.push_back({block.section, block.number, std::move(bytes)});
  if (--part.missing > 0) return absl::OkStatus();
  absl::Status status = queue_->Write(part.id, part.waiting, &part.row);
  part.waiting.clear();
  return status;
}

absl::StatusOr<std::unique_ptr<SegmentReader>> SegmentImport::OpenPart(const Part& part) const {
  if (part.missing > 0) return Contradiction("blocks of its graph are absent");
  std::unique_ptr<SegmentReader> reader;
  if (auto waiting = queue_->Find(part.id)) {
    WM_ASSIGN_OR_RETURN(reader, SegmentReader::OpenInMemory(std::move(waiting)));
  } else {
    WM_ASSIGN_OR_RETURN(ReadTxn txn, queue_->environment()->BeginRead());
    WM_ASSIGN_OR_RETURN(
        reader, SegmentReader::Open(std::make_shared<const ReadTxn>(std::move(txn)), part.id));
  }
  WM_RETURN_IF_ERROR(reader->Verify());
  return reader;
}

absl::Status SegmentImport::EndGraph() {
  if (has_graph_) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> base, OpenPart(parts_.front()));
  std::unique_ptr<SegmentReader> overlay;
  if (parts_.size() > 1) {
    WM_ASSIGN_OR_RETURN(overlay, OpenPart(parts_.back()));
  }
  ViewRecord record;
  record.key = state_.key;
  WM_ASSIGN_OR_RETURN(PortableGraph graph,
                      OpenPortableGraph(std::move(base), std::move(overlay), record));
  WM_RETURN_IF_ERROR(CheckGraph(state_, *graph.view));
  keys_ = std::move(graph.keys);
  std::size_t next = 0;
  for (std::size_t chunk = 0; chunk < state_.facts.size(); ++chunk) {
    first_keys_.push_back(next);
    const std::size_t end = next + state_.facts[chunk].records;
    if (end > keys_.size()) return Contradiction("it has facts of more files than its graph");
    for (; next < end; ++next) {
      const SegmentId pack = known_->PackOf(keys_[next]);
      if (pack == SegmentId::kNone) missing_[first_facts_ + chunk] = 1;
      if (pack != SegmentId::kNone) packs_.insert(pack);
    }
  }
  if (next != keys_.size()) return Contradiction("the facts of a file are absent");
  if (state_.history.has_value()) missing_.back() = 1;
  has_graph_ = true;
  return absl::OkStatus();
}

absl::Status SegmentImport::AddFacts(std::size_t chunk, std::string_view blob) {
  WM_ASSIGN_OR_RETURN(const std::vector<FactsRecord> records, ReadFactsChunk(blob));
  if (records.size() != state_.facts[chunk].records) {
    return Contradiction("a chunk of facts has another number of records");
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].key != keys_[first_keys_[chunk] + i]) {
      return Contradiction("a chunk has the facts of other files");
    }
    WM_RETURN_IF_ERROR(pack_->Append(records[i].key, records[i].header, records[i].body));
  }
  has_new_facts_ = true;
  return absl::OkStatus();
}

// A history by other rules is left out: the next run reads the commits.
absl::Status SegmentImport::AddHistory(std::string_view blob) {
  if (History::HeadOf(blob) != state_.commit) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(history_, History::DecodePlain(blob));
  return absl::OkStatus();
}

absl::StatusOr<PortableSegments> SegmentImport::Finish() {
  WM_ASSIGN_OR_RETURN(const std::vector<std::size_t> missing, Missing());
  if (!missing.empty()) {
    return Contradiction(fmt::format("{} of {} blobs are absent", missing.size(), blobs_.size()));
  }
  PortableSegments segments;
  segments.base = parts_.front().id;
  if (parts_.size() > 1) segments.overlay = parts_.back().id;
  segments.packs.assign(packs_.begin(), packs_.end());
  if (has_new_facts_) {
    WM_ASSIGN_OR_RETURN(const SegmentId pack, pack_->Finish());
    segments.packs.push_back(pack);
  }
  segments.history = std::move(history_);
  return segments;
}

}  // namespace waymark::graph
