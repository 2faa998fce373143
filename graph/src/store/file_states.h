// File states of a view as a segment (kind 3), so that a publication refers to them instead of
// writing them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "lmdb/catalogue.h"
#include "lmdb/environment.h"
#include "segment/segment_format.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

enum FileStatesSection : SectionNumber {
  kStatePaths = 1,  // records
  kStateRows = 2,   // FileStateEntry, ordered by path
};

struct [[gnu::packed]] FileStateEntry {
  std::uint32_t path;  // address in kStatePaths
  std::uint64_t size_bytes;
  std::int64_t mtime_ns;
  std::int64_t ctime_ns;
  std::uint64_t inode;
  std::array<std::uint8_t, 32> content;
  std::uint8_t skip_reason;  // in a segment of changes also kStateGone
};

// Marks a deleted file in a segment of changes.
inline constexpr std::uint8_t kStateGone = 0xFF;
// Changes are rewritten with each publication that has some; beyond this number all states are
// written.
inline constexpr std::size_t kMaxStateChanges = 4096;

static_assert(sizeof(FileStateEntry) == 69);

// InvalidArgument if the states are not ordered by path, or if a path occurs twice.
absl::StatusOr<SegmentId> WriteFileStates(BlockSink& space, std::span<const FileState> states);
// The states of one segment as written; a segment of changes has kStateGone.
absl::StatusOr<std::vector<FileState>> ReadFileStates(std::shared_ptr<const ReadTxn> txn,
                                                      SegmentId segment);
// The states of a view.
absl::StatusOr<std::vector<FileState>> ReadFileStates(const std::shared_ptr<const ReadTxn>& txn,
                                                      const ViewRow& row);

// Merges two lists ordered by path; `changes` wins where both have a path.
std::vector<FileState> MergeStates(std::vector<FileState> states, std::vector<FileState> changes);
// Without deleted files.
std::vector<FileState> WithoutGone(std::vector<FileState> states);

}  // namespace waymark::graph
