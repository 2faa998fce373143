// A facts pack of which only the index is in the local store (segment kind 5). Its chunks are blobs
// of a shared store, which are fetched when a record is read. docs/STORAGE_FORMAT.md gives the
// bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "facts/facts_chunks.h"
#include "facts/facts_format.h"
#include "facts/fetched_blobs.h"
#include "graph/facts_pack.h"
#include "graph/shared/blob_store.h"
#include "segment/segment_reader.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

// Section 1 is that of a facts pack.
enum RemoteFactsSection : SectionNumber {
  kRemoteHeaderChunks = 2,  // hash of the blob, by chunk
  kRemoteBodyChunks = 3,
  kRemoteRepository = 4,  // one record: the name of the repository in the shared store
};

using RemoteChunk = std::array<std::uint8_t, 32>;

// Both streams of a chunk are blobs, in the form of a chunk that was decompressed.
struct RemoteChunkRef {
  BlobHash headers;
  BlobHash bodies;
  std::uint32_t records = 0;  // 1 to kRecordsPerChunk
};

struct RemotePack {
  std::string repository;
  std::vector<FactsKey> keys;  // of the records, in their order; distinct
  std::vector<RemoteChunkRef> chunks;
};

// Writes the segment that stands for the pack. DataLoss if the chunks do not have as many records
// as there are keys.
absl::StatusOr<SegmentId> WriteRemoteFacts(BlockSink& sink, const RemotePack& pack);

// The two streams of a remote pack. DataLoss if the segment is damaged.
struct RemoteStreams {
  std::unique_ptr<FactsChunks> headers;
  std::unique_ptr<FactsChunks> bodies;
};

// REQUIRES: `segment` outlives the streams.
absl::StatusOr<RemoteStreams> OpenRemoteStreams(const SegmentReader& segment,
                                                const std::shared_ptr<FetchedBlobs>& fetched);

}  // namespace waymark::graph
