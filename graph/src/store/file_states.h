// File states of a view as a segment (kind 3), so that a publication names them instead of writing
// them.
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

// Marks a file that is gone, in a segment of changes.
inline constexpr std::uint8_t kStateGone = 0xFF;
// Changes are rewritten with each publication that has some; past so many all states are.
inline constexpr std::size_t kMaxStateChanges = 4096;

static_assert(sizeof(FileStateEntry) == 69);

// InvalidArgument when the states are not ordered by path, or a path occurs twice.
absl::StatusOr<SegmentId> WriteFileStates(BlockSink& space, std::span<const FileState> states);
// As they were written: of a segment of changes, with kStateGone.
absl::StatusOr<std::vector<FileState>> ReadFileStates(std::shared_ptr<const ReadTxn> txn,
                                                      SegmentId segment);
// The states of a view.
absl::StatusOr<std::vector<FileState>> ReadFileStates(const std::shared_ptr<const ReadTxn>& txn,
                                                      const ViewRow& row);

// Two lists ordered by path as one; where both have a path, that of `changes` stands.
std::vector<FileState> MergeStates(std::vector<FileState> states, std::vector<FileState> changes);
// Without the files that are gone.
std::vector<FileState> WithoutGone(std::vector<FileState> states);

}  // namespace waymark::graph
