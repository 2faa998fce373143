// Facts packs: what was extracted from files, keyed by content.
//
// To the store a record is two opaque byte strings: a header (declarations; needed of every file
// when anything is resolved) and a body (references and term counts; needed only of the file being
// resolved). Both are compressed in blocks of consecutive records.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/ids.h"

namespace waymark::graph {

// No path, branch or repository: the same bytes under the same extractor have the same facts
// everywhere.
struct FactsKey {
  std::uint8_t grammar = 0;             // number of the grammar that parsed the file
  std::uint16_t extractor_version = 0;  // of that grammar's rules
  ContentHash content;

  auto operator<=>(const FactsKey&) const = default;
};

// Writes one pack. Append in the order in which records should lie together (path order); a key
// that was appended before is ignored. Not thread-safe.
class FactsPackBuilder {
 public:
  virtual ~FactsPackBuilder() = default;
  virtual absl::Status Append(const FactsKey& key, std::string_view header,
                              std::string_view body) = 0;
  // The pack is readable through the writer's FactsReader afterwards and becomes permanent with the
  // publication that names it.
  virtual absl::StatusOr<SegmentId> Finish() = 0;
};

// Reads facts of all packs known to a writer, the ones it has just finished included. Thread-safe;
// each thread should ask for records in pack order, since the last block decompressed by a thread
// is kept.
class FactsReader {
 public:
  virtual ~FactsReader() = default;
  virtual bool Contains(const FactsKey& key) const = 0;
  // The pack that holds the key; kNone when none does.
  virtual SegmentId PackOf(const FactsKey& key) const = 0;
  // NotFound when no pack has the key; DataLoss when the block does not decompress.
  virtual absl::StatusOr<std::string> ReadHeader(const FactsKey& key) const = 0;
  virtual absl::StatusOr<std::string> ReadBody(const FactsKey& key) const = 0;
  // Records and bytes of a pack that are still referenced decide when packs are merged.
  virtual std::uint64_t RecordCount(SegmentId pack) const = 0;
};

}  // namespace waymark::graph
