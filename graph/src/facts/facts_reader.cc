#include "facts/facts_reader.h"

#include <algorithm>
#include <array>
#include <atomic>

#include <fmt/format.h>

#include "facts/remote_facts.h"
#include "graph/status.h"
#include "lmdb/catalogue.h"

namespace waymark::graph {
namespace {

// The frames of earlier packs have no checksums.
constexpr std::uint16_t kFirstCheckedPack = 2;
constexpr int kHeaderStream = 0;
constexpr int kBodyStream = 1;

// The chunk of each stream that this thread decompressed last. Kept by value, so it can safely
// outlive any reader.
struct CachedChunk {
  std::uint64_t pack_serial = 0;
  std::uint32_t chunk = 0;
  std::string raw;
};

CachedChunk& CacheOf(int stream_number) {
  thread_local std::array<CachedChunk, 2> caches;
  return caches[static_cast<std::size_t>(stream_number)];
}

absl::Status NoFacts(const FactsKey& key) {
  return absl::NotFoundError(
      fmt::format("read facts of {}: no pack has them (grammar {}, version {})",
                  key.content.ToHex(), key.grammar, key.extractor_version));
}

}  // namespace

PackReader::PackReader(SegmentId id) : id_(id) {
  static std::atomic<std::uint64_t> next_serial = 1;
  serial_ = next_serial++;
}

absl::StatusOr<std::shared_ptr<const PackReader>> PackReader::Open(
    std::shared_ptr<const ReadTxn> txn, SegmentId pack,
    const std::shared_ptr<FetchedBlobs>& fetched) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> segment,
                      SegmentReader::Open(std::move(txn), pack));
  const CatalogueRow& row = segment->row();
  if (row.kind != SegmentKind::kFactsPack && row.kind != SegmentKind::kRemoteFacts) {
    return absl::DataLossError(
        fmt::format("read segment {}: it is no facts pack", waymark::ToIndex(pack)));
  }
  if (row.kind == SegmentKind::kFactsPack && row.version < kFirstCheckedPack) {
    return std::shared_ptr<const PackReader>();
  }
  // These sections say which record belongs to which content. The records have checksums of their
  // own, which are compared as they are read.
  for (const SectionNumber section : {kFactsIndex, kFactsHeaderChunks, kFactsBodyChunks}) {
    WM_RETURN_IF_ERROR(segment->Verify(section));
  }
  if (segment->row().kind == SegmentKind::kRemoteFacts) {
    WM_RETURN_IF_ERROR(segment->Verify(kRemoteRepository));
  }
  return Bind(pack, std::move(segment), fetched);
}

absl::StatusOr<std::shared_ptr<const PackReader>> PackReader::OpenInMemory(
    SegmentId pack, std::shared_ptr<const MemorySegment> memory) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> segment,
                      SegmentReader::OpenInMemory(std::move(memory)));
  return Bind(pack, std::move(segment), nullptr);
}

absl::StatusOr<std::shared_ptr<const PackReader>> PackReader::Bind(
    SegmentId pack, std::unique_ptr<SegmentReader> bound,
    const std::shared_ptr<FetchedBlobs>& fetched) {
  const std::shared_ptr<PackReader> reader(new PackReader(pack));
  reader->segment_ = std::move(bound);
  const SegmentReader& segment = *reader->segment_;
  WM_RETURN_IF_ERROR(segment.Bind(kFactsIndex, reader->index_));
  WM_RETURN_IF_ERROR(reader->BindChunks(fetched));
  return reader;
}

absl::Status PackReader::BindChunks(const std::shared_ptr<FetchedBlobs>& fetched) {
  if (is_remote()) {
    WM_ASSIGN_OR_RETURN(RemoteStreams streams, OpenRemoteStreams(*segment_, fetched));
    headers_ = std::move(streams.headers);
    bodies_ = std::move(streams.bodies);
    return absl::OkStatus();
  }
  const auto bind = [this](SectionNumber entries_section, SectionNumber frames_section,
                           std::unique_ptr<FactsChunks>& chunks) -> absl::Status {
    Column<ChunkEntry> entries;
    Records frames;
    WM_RETURN_IF_ERROR(segment_->Bind(entries_section, entries));
    WM_RETURN_IF_ERROR(segment_->Bind(frames_section, frames));
    chunks = std::make_unique<StoredChunks>(entries, frames);
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(bind(kFactsHeaderChunks, kFactsHeaders, headers_));
  return bind(kFactsBodyChunks, kFactsBodies, bodies_);
}

std::optional<PackReader::Place> PackReader::Find(const FactsKey& key) const {
  const FactsKeyBytes wanted = ToBytes(key);
  std::uint64_t low = 0;
  std::uint64_t high = index_.size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const FactsKeyBytes found = index_[middle].key;
    if (found < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == index_.size()) return std::nullopt;
  const FactsIndexEntry entry = index_[low];
  const FactsKeyBytes found = entry.key;
  if (found != wanted) return std::nullopt;
  return Place{entry.chunk, entry.slot};
}

absl::StatusOr<std::string> PackReader::ReadHeader(Place place) const {
  return Read(*headers_, kHeaderStream, place);
}

absl::StatusOr<std::string> PackReader::ReadBody(Place place) const {
  return Read(*bodies_, kBodyStream, place);
}

absl::StatusOr<std::string> PackReader::Read(const FactsChunks& stream, int stream_number,
                                             Place place) const {
  CachedChunk& cache = CacheOf(stream_number);
  if (cache.pack_serial != serial_ || cache.chunk != place.chunk) {
    cache.pack_serial = 0;
    WM_ASSIGN_OR_RETURN(cache.raw, stream.Read(place.chunk));
    cache.pack_serial = serial_;
    cache.chunk = place.chunk;
  }
  WM_ASSIGN_OR_RETURN(const std::string_view record, RecordOfChunk(cache.raw, place.slot));
  return std::string(record);
}

void PackSet::Add(std::shared_ptr<const PackReader> pack) {
  MutexLock lock(mutex_);
  packs_.push_back(std::move(pack));
}

void PackSet::Remove(const std::vector<SegmentId>& deleted) {
  MutexLock lock(mutex_);
  std::erase_if(packs_, [&deleted](const std::shared_ptr<const PackReader>& pack) {
    return std::binary_search(deleted.begin(), deleted.end(), pack->id());
  });
}

void PackSet::RemoveRemote() {
  MutexLock lock(mutex_);
  std::erase_if(packs_,
                [](const std::shared_ptr<const PackReader>& pack) { return pack->is_remote(); });
}

// A pack that is here is read rather than one in a shared store.
std::optional<PackSet::Found> PackSet::Find(const FactsKey& key) const {
  MutexLock lock(mutex_);
  std::optional<Found> remote;
  for (const std::shared_ptr<const PackReader>& pack : packs_) {
    if (remote.has_value() && pack->is_remote()) continue;
    const std::optional<PackReader::Place> place = pack->Find(key);
    if (!place.has_value()) continue;
    if (!pack->is_remote()) return Found{pack, *place};
    remote = Found{pack, *place};
  }
  return remote;
}

std::shared_ptr<const PackReader> PackSet::Get(SegmentId pack) const {
  MutexLock lock(mutex_);
  for (const std::shared_ptr<const PackReader>& candidate : packs_) {
    if (candidate->id() == pack) return candidate;
  }
  return nullptr;
}

absl::Status AddReferencedPacks(const std::shared_ptr<const ReadTxn>& txn,
                                const std::shared_ptr<FetchedBlobs>& fetched, PackSet& packs) {
  WM_ASSIGN_OR_RETURN(const std::vector<ViewRow> views, AllViewRows(*txn));
  std::vector<SegmentId> named;
  for (const ViewRow& view : views) {
    named.insert(named.end(), view.record.packs.begin(), view.record.packs.end());
  }
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  for (const SegmentId pack : named) {
    WM_ASSIGN_OR_RETURN(std::shared_ptr<const PackReader> reader,
                        PackReader::Open(txn, pack, fetched));
    if (reader != nullptr) packs.Add(std::move(reader));
  }
  return absl::OkStatus();
}

bool PackSetReader::Contains(const FactsKey& key) const { return packs_->Find(key).has_value(); }

SegmentId PackSetReader::PackOf(const FactsKey& key) const {
  const std::optional<PackSet::Found> found = packs_->Find(key);
  return found ? found->pack->id() : SegmentId::kNone;
}

absl::StatusOr<std::string> PackSetReader::ReadHeader(const FactsKey& key) const {
  const std::optional<PackSet::Found> found = packs_->Find(key);
  if (!found) return NoFacts(key);
  return found->pack->ReadHeader(found->place);
}

absl::StatusOr<std::string> PackSetReader::ReadBody(const FactsKey& key) const {
  const std::optional<PackSet::Found> found = packs_->Find(key);
  if (!found) return NoFacts(key);
  return found->pack->ReadBody(found->place);
}

std::uint64_t PackSetReader::RecordCount(SegmentId pack) const {
  const std::shared_ptr<const PackReader> found = packs_->Get(pack);
  return found == nullptr ? 0 : found->record_count();
}

bool PackSetReader::IsRemote(SegmentId pack) const {
  const std::shared_ptr<const PackReader> found = packs_->Get(pack);
  return found != nullptr && found->is_remote();
}

}  // namespace waymark::graph
