// Facts packs: what was extracted from files, keyed by content.
//
// To the store a record is two opaque byte strings: a header (declarations, which every resolution
// needs of every file) and a body (references and term counts, needed only for the file being
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

// The key has no path, branch or repository: equal bytes have equal facts under the same extractor
// wherever they lie.
struct FactsKey {
  std::uint8_t grammar = 0;             // number of the grammar that parsed the file
  std::uint16_t extractor_version = 0;  // version of that grammar's extraction rules
  ContentHash content;

  auto operator<=>(const FactsKey&) const = default;
};

// Whether an error says that a record in a shared store could not be fetched.
bool IsFactsOutOfReach(const absl::Status& status);

// Writes one pack. Append in the order in which records should lie together (path order); a key
// that was appended before is ignored. Not thread-safe.
class FactsPackBuilder {
 public:
  virtual ~FactsPackBuilder() = default;
  virtual absl::Status Append(const FactsKey& key, std::string_view header,
                              std::string_view body) = 0;
  // Afterwards the pack is readable through the writer's FactsReader. It becomes permanent with the
  // publication that names it.
  virtual absl::StatusOr<SegmentId> Finish() = 0;
};

// Reads facts of all packs known to a writer, including those that it has just finished.
// Thread-safe. Each thread should ask for records in pack order, because only the block that a
// thread decompressed last is kept.
class FactsReader {
 public:
  virtual ~FactsReader() = default;
  virtual bool Contains(const FactsKey& key) const = 0;
  // The pack that holds the key; kNone when none does.
  virtual SegmentId PackOf(const FactsKey& key) const = 0;
  // NotFound when no pack has the key; DataLoss when the block does not decompress; Unavailable
  // when the record is in a shared store and cannot be fetched.
  virtual absl::StatusOr<std::string> ReadHeader(const FactsKey& key) const = 0;
  virtual absl::StatusOr<std::string> ReadBody(const FactsKey& key) const = 0;
  // Number of records in a pack. How many of them are still referenced decides when packs are
  // merged.
  virtual std::uint64_t RecordCount(SegmentId pack) const = 0;
  // Whether the records of a pack are in a shared store, and fetched when they are read.
  virtual bool IsRemote(SegmentId pack) const = 0;
};

}  // namespace waymark::graph
