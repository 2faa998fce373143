#include "share/portable_writer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "model/merkle.h"
#include "share/facts_chunk.h"
#include "view/graph_part.h"

namespace waymark::graph {
namespace {

absl::Status Contradiction(std::string_view what) {
  return absl::DataLossError(fmt::format("import a view: {}", what));
}

// The root of a base, from the roots of its files.
RootHash RootOf(const GraphPart& base, const std::vector<std::string>& paths) {
  std::vector<RootHash> leaves;
  leaves.reserve(paths.size());
  for (std::uint32_t i = 0; i < base.file_bound(); ++i) leaves.push_back(base.Leaf(FileId{i}));
  const std::vector<DirectoryRoot> directories = ComputeDirectoryRoots(paths, leaves);
  return ComputeRepositoryRoot(base.repository(), directories.front().root, base.Skipped());
}

// Whether every file of the base is a file of the state, with the same content.
bool HasFilesOf(const PortableState& state, const GraphPart& base) {
  auto file = state.files.begin();
  for (std::uint32_t i = 0; i < base.file_bound(); ++i) {
    const FileRow row = base.File(FileId{i});
    while (file != state.files.end() && file->path < row.path) ++file;
    if (file == state.files.end() || file->path != row.path || file->content != row.content) {
      return false;
    }
  }
  return true;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PortableWriter>> SegmentImport::Begin(
    const PortableState& state, std::shared_ptr<SegmentQueue> queue,
    std::unique_ptr<FactsPackBuilder> pack) {
  WM_ASSIGN_OR_RETURN(CatalogueRow row, DecodeCatalogueRow(state.base_row));
  if (row.kind != SegmentKind::kBase) return Contradiction("its base is another kind of segment");
  const bool in_order =
      std::is_sorted(state.base.begin(), state.base.end(), [](const auto& a, const auto& b) {
        return std::pair(a.section, a.number) < std::pair(b.section, b.number);
      });
  if (state.base.empty() || !in_order) return Contradiction("the blocks of its base have no order");
  return std::unique_ptr<PortableWriter>(
      new SegmentImport(state, std::move(queue), std::move(pack), std::move(row)));
}

SegmentImport::SegmentImport(const PortableState& state, std::shared_ptr<SegmentQueue> queue,
                             std::unique_ptr<FactsPackBuilder> pack, CatalogueRow row)
    : state_(state),
      blobs_(BlobsOf(state)),
      queue_(std::move(queue)),
      pack_(std::move(pack)),
      row_(std::move(row)),
      base_(queue_->Allocate()) {}

absl::Status SegmentImport::Add(std::vector<std::string> blobs) {
  for (std::string& blob : blobs) {
    if (next_ == blobs_.size() || blob.size() != blobs_[next_].bytes) {
      return Contradiction("a blob has another length than its state says");
    }
    const std::size_t number = next_++;
    if (number < state_.base.size()) {
      WM_RETURN_IF_ERROR(AddBlock(state_.base[number], std::move(blob)));
    } else if (number < state_.base.size() + state_.facts.size()) {
      WM_RETURN_IF_ERROR(AddFacts(blob));
    } else {
      WM_RETURN_IF_ERROR(AddHistory(blob));
    }
  }
  return absl::OkStatus();
}

absl::Status SegmentImport::AddBlock(const PortableBlock& block, std::string bytes) {
  if (waiting_bytes_ + bytes.size() > kWriteTxnBytes && !waiting_.empty()) {
    WM_RETURN_IF_ERROR(queue_->Write(base_, waiting_, nullptr));
    waiting_.clear();
    waiting_bytes_ = 0;
  }
  waiting_bytes_ += bytes.size();
  waiting_.push_back({block.section, block.number, std::move(bytes)});
  if (next_ < state_.base.size()) return absl::OkStatus();
  absl::Status status = queue_->Write(base_, waiting_, &row_);
  waiting_.clear();
  return status;
}

absl::Status SegmentImport::AddFacts(std::string_view blob) {
  WM_ASSIGN_OR_RETURN(const std::vector<FactsRecord> records, ReadFactsChunk(blob));
  for (const FactsRecord& record : records) {
    WM_RETURN_IF_ERROR(pack_->Append(record.key, record.header, record.body));
    facts_.insert(record.key);
  }
  return absl::OkStatus();
}

// A history by other rules is left out: the next run reads the commits.
absl::Status SegmentImport::AddHistory(std::string_view blob) {
  if (History::HeadOf(blob) != state_.commit) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(history_, History::Decode(blob));
  return absl::OkStatus();
}

absl::StatusOr<PortableSegments> SegmentImport::Finish() {
  if (next_ != blobs_.size()) {
    return Contradiction(fmt::format("{} of {} blobs came", next_, blobs_.size()));
  }
  WM_RETURN_IF_ERROR(CheckBase());
  PortableSegments segments;
  segments.base = base_;
  WM_ASSIGN_OR_RETURN(const SegmentId pack, pack_->Finish());
  segments.packs = {pack};
  segments.history = std::move(history_);
  return segments;
}

absl::StatusOr<std::unique_ptr<SegmentReader>> SegmentImport::OpenBase() const {
  if (auto waiting = queue_->Find(base_)) return SegmentReader::OpenInMemory(std::move(waiting));
  WM_ASSIGN_OR_RETURN(ReadTxn txn, queue_->environment()->BeginRead());
  return SegmentReader::Open(std::make_shared<const ReadTxn>(std::move(txn)), base_);
}

absl::Status SegmentImport::CheckBase() const {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> segment, OpenBase());
  WM_RETURN_IF_ERROR(segment->Verify());
  WM_ASSIGN_OR_RETURN(const std::vector<FactsKey> keys, FactsKeysOf(*segment));
  const bool has_facts = std::all_of(keys.begin(), keys.end(),
                                     [&](const FactsKey& key) { return facts_.count(key) > 0; });
  if (!has_facts) return Contradiction("the facts of a file are absent");
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<const GraphPart> base,
                      GraphPart::Open(std::move(segment), {}));
  if (base->repository() != state_.key.repository) {
    return Contradiction("its base belongs to another repository");
  }
  std::vector<std::string> paths;
  for (std::uint32_t i = 0; i < base->file_bound(); ++i) {
    paths.emplace_back(base->File(FileId{i}).path);
  }
  if (!std::is_sorted(paths.begin(), paths.end()) || RootOf(*base, paths) != state_.root) {
    return Contradiction("the root of its base is not that of its state");
  }
  if (!HasFilesOf(state_, *base)) return Contradiction("its files are not those of its base");
  return absl::OkStatus();
}

}  // namespace waymark::graph
