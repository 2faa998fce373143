#include "share/portable_reader.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "facts/facts_reader.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "segment/segment_reader.h"
#include "share/facts_chunk.h"
#include "share/portable_graph.h"

namespace waymark::graph {
namespace {

BlobRef RefOf(std::string_view blob) { return {HashContent(blob), blob.size()}; }

class StoredPortableView : public PortableReader {
 public:
  explicit StoredPortableView(std::shared_ptr<const ReadTxn> txn) : txn_(std::move(txn)) {}

  const PortableState& state() const override { return state_; }

  absl::StatusOr<std::string> Read(std::size_t blob) const override {
    if (blob < blocks_.size()) return std::string(blocks_[blob]);
    const std::size_t chunk = blob - blocks_.size();
    if (chunk == state_.facts.size()) return history_;
    absl::StatusOr<std::string> read = ReadChunk(chunks_[chunk]);
    if (!read.ok() || RefOf(*read) == state_.facts[chunk].blob) return read;
    return absl::DataLossError(fmt::format("read facts: chunk {} has other bytes now", chunk));
  }

  // The parts of the state, in its order.
  void Describe(const StoredView& view);
  absl::Status ListGraph(const ViewRecord& record);
  absl::Status ListFacts(const std::vector<SegmentId>& packs,
                         const std::function<absl::Status()>& check);
  void AddHistory(const History& history);

 private:
  // Keys of one chunk, as a range of keys_.
  struct Chunk {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  absl::StatusOr<std::unique_ptr<SegmentReader>> ListSegment(SegmentId id, SegmentKind kind,
                                                             PortableSegment& segment);
  absl::Status AddRecord(const FactsKey& key, FactsChunkBuilder& builder) const;
  absl::StatusOr<std::string> ReadChunk(const Chunk& chunk) const;

  std::shared_ptr<const ReadTxn> txn_;
  PortableState state_;
  std::vector<std::string_view> blocks_;
  std::vector<FactsKey> keys_;
  std::vector<Chunk> chunks_;
  PackSet packs_;
  std::string history_;
};

void StoredPortableView::Describe(const StoredView& view) {
  const ViewRecord& record = view.row.record;
  state_.indexer_version = record.indexer_version;
  state_.key = record.key;
  state_.commit = record.commit;
  state_.root = record.root;
  state_.unindexed = record.unindexed;
  for (const FileState& file : view.states) {
    state_.files.push_back({file.path, file.size_bytes, file.content, file.skip_reason});
  }
}

absl::StatusOr<std::unique_ptr<SegmentReader>> StoredPortableView::ListSegment(
    SegmentId id, SegmentKind kind, PortableSegment& segment) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> reader, SegmentReader::Open(txn_, id, kind));
  WM_RETURN_IF_ERROR(reader->Verify());
  segment.row = EncodeCatalogueRow(reader->row());
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(*txn_, Table::kBlock));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(BlockKey(id, 0, 0)));
  while (found && cursor.key().size() == kBlockKeyBytes) {
    const BlockAddress address = ParseBlockKey(cursor.key());
    if (address.segment != id) break;
    blocks_.push_back(cursor.value());
    segment.blocks.push_back({address.section, address.block, RefOf(blocks_.back())});
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return reader;
}

absl::Status StoredPortableView::ListGraph(const ViewRecord& record) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> base,
                      ListSegment(record.base, SegmentKind::kBase, state_.base));
  std::unique_ptr<SegmentReader> overlay;
  if (record.overlay != SegmentId::kNone) {
    WM_ASSIGN_OR_RETURN(overlay,
                        ListSegment(record.overlay, SegmentKind::kOverlay, state_.overlay));
  }
  WM_ASSIGN_OR_RETURN(PortableGraph graph,
                      OpenPortableGraph(std::move(base), std::move(overlay), record));
  keys_ = std::move(graph.keys);
  return absl::OkStatus();
}

absl::Status StoredPortableView::ListFacts(const std::vector<SegmentId>& packs,
                                           const std::function<absl::Status()>& check) {
  for (const SegmentId pack : packs) {
    WM_ASSIGN_OR_RETURN(std::shared_ptr<const PackReader> reader, PackReader::Open(txn_, pack));
    if (reader != nullptr) packs_.Add(std::move(reader));
  }
  FactsChunkBuilder builder;
  Chunk chunk;
  while (chunk.end < keys_.size()) {
    WM_RETURN_IF_ERROR(AddRecord(keys_[chunk.end], builder));
    ++chunk.end;
    if (!builder.IsFull() && chunk.end < keys_.size()) continue;
    WM_RETURN_IF_ERROR(check());
    PortableFacts& facts = state_.facts.emplace_back();
    facts.records = builder.count();
    facts.blob = RefOf(builder.Take());
    if (facts.blob.bytes > kMaxBlobBytes) {
      return absl::ResourceExhaustedError(
          fmt::format("read facts: chunk {} has {} bytes, more "
                      "than {}",
                      chunks_.size(), facts.blob.bytes, kMaxBlobBytes));
    }
    chunks_.push_back(std::exchange(chunk, {chunk.end, chunk.end}));
  }
  return absl::OkStatus();
}

void StoredPortableView::AddHistory(const History& history) {
  history_ = history.EncodePlain();
  state_.history = RefOf(history_);
}

absl::Status StoredPortableView::AddRecord(const FactsKey& key, FactsChunkBuilder& builder) const {
  const std::optional<PackSet::Found> found = packs_.Find(key);
  if (!found) {
    return absl::FailedPreconditionError(fmt::format(
        "read facts of {}: no pack of the view has them; index with --force", key.content.ToHex()));
  }
  WM_ASSIGN_OR_RETURN(const std::string header, found->pack->ReadHeader(found->place));
  WM_ASSIGN_OR_RETURN(const std::string body, found->pack->ReadBody(found->place));
  builder.Add(key, header, body);
  return absl::OkStatus();
}

absl::StatusOr<std::string> StoredPortableView::ReadChunk(const Chunk& chunk) const {
  FactsChunkBuilder builder;
  for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
    WM_RETURN_IF_ERROR(AddRecord(keys_[i], builder));
  }
  return builder.Take();
}

}  // namespace

absl::StatusOr<std::unique_ptr<PortableReader>> ReadPortableView(
    std::shared_ptr<const ReadTxn> txn, const StoredView& view,
    const std::function<absl::Status()>& check) {
  auto reader = std::make_unique<StoredPortableView>(std::move(txn));
  reader->Describe(view);
  WM_RETURN_IF_ERROR(reader->ListGraph(view.row.record));
  WM_RETURN_IF_ERROR(reader->ListFacts(view.row.record.packs, check));
  if (view.history != nullptr) reader->AddHistory(*view.history);
  return reader;
}

}  // namespace waymark::graph
