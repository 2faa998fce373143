#include "facts/remote_facts.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::graph {
namespace {

class RemoteChunks final : public FactsChunks {
 public:
  RemoteChunks(Column<RemoteChunk> chunks, std::string repository,
               std::shared_ptr<FetchedBlobs> fetched)
      : chunks_(chunks), repository_(std::move(repository)), fetched_(std::move(fetched)) {}

  // The chunks after it are named too: a run reads them in order.
  absl::StatusOr<std::string> Read(std::uint32_t chunk) const override {
    if (chunk >= chunks_.size()) {
      return absl::DataLossError(fmt::format("read facts of {}: no chunk {}", repository_, chunk));
    }
    std::vector<BlobHash> wanted;
    for (std::uint64_t i = chunk; i < chunks_.size() && wanted.size() < kBlobsPerFetch; ++i) {
      wanted.emplace_back().bytes = chunks_[i];
    }
    return fetched_->Get(repository_, wanted);
  }

 private:
  Column<RemoteChunk> chunks_;
  std::string repository_;
  std::shared_ptr<FetchedBlobs> fetched_;
};

}  // namespace

absl::StatusOr<SegmentId> WriteRemoteFacts(BlockSink& sink, const RemotePack& pack) {
  std::vector<FactsIndexEntry> index;
  index.reserve(pack.keys.size());
  for (std::uint32_t chunk = 0; chunk < pack.chunks.size(); ++chunk) {
    const std::uint32_t records = pack.chunks[chunk].records;
    if (records == 0 || records > kRecordsPerChunk || index.size() + records > pack.keys.size()) {
      return absl::DataLossError(
          fmt::format("take facts of {} from the team store: chunk {} does "
                      "not fit its keys",
                      pack.repository, chunk));
    }
    for (std::uint32_t slot = 0; slot < records; ++slot) {
      index.push_back({ToBytes(pack.keys[index.size()]), static_cast<std::uint8_t>(slot), chunk});
    }
  }
  if (index.size() != pack.keys.size()) {
    return absl::DataLossError(
        fmt::format("take facts of {} from the team store: {} records for {} keys", pack.repository,
                    index.size(), pack.keys.size()));
  }
  std::sort(index.begin(), index.end(), IsBefore);

  SegmentWriter segment(sink, SegmentKind::kRemoteFacts);
  ColumnWriter<FactsIndexEntry> entries(segment, kFactsIndex);
  for (const FactsIndexEntry& entry : index) entries.Append(entry);
  entries.Close();
  ColumnWriter<RemoteChunk> headers(segment, kRemoteHeaderChunks);
  for (const RemoteChunkRef& chunk : pack.chunks) headers.Append(chunk.headers.bytes);
  headers.Close();
  ColumnWriter<RemoteChunk> bodies(segment, kRemoteBodyChunks);
  for (const RemoteChunkRef& chunk : pack.chunks) bodies.Append(chunk.bodies.bytes);
  bodies.Close();
  RecordWriter repository(segment, kRemoteRepository);
  repository.Append(pack.repository);
  repository.Close();
  WM_RETURN_IF_ERROR(segment.Finish());
  return segment.id();
}

absl::StatusOr<RemoteStreams> OpenRemoteStreams(const SegmentReader& segment,
                                                const std::shared_ptr<FetchedBlobs>& fetched) {
  Column<RemoteChunk> headers;
  Column<RemoteChunk> bodies;
  Records repository;
  WM_RETURN_IF_ERROR(segment.Bind(kRemoteHeaderChunks, headers));
  WM_RETURN_IF_ERROR(segment.Bind(kRemoteBodyChunks, bodies));
  WM_RETURN_IF_ERROR(segment.Bind(kRemoteRepository, repository));
  const std::string name(repository.at(0));
  return RemoteStreams{std::make_unique<RemoteChunks>(headers, name, fetched),
                       std::make_unique<RemoteChunks>(bodies, name, fetched)};
}

}  // namespace waymark::graph
