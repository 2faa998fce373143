#include "store/file_states.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

absl::StatusOr<SegmentId> WriteFileStates(BlockSink& space, std::span<const FileState> states) {
  SegmentWriter segment(space, SegmentKind::kFileStates);
  RecordWriter paths(segment, kStatePaths);
  ColumnWriter<FileStateEntry> rows(segment, kStateRows);
  const FileState* previous = nullptr;
  for (const FileState& state : states) {
    if (previous != nullptr && previous->path >= state.path) {
      return absl::InvalidArgumentError(
          fmt::format("publish file states: '{}' comes after '{}'", state.path, previous->path));
    }
    previous = &state;
    rows.Append(FileStateEntry{paths.Append(state.path), state.size_bytes, state.mtime_ns,
                               state.ctime_ns, state.inode, state.content.bytes,
                               state.skip_reason});
  }
  paths.Close();
  rows.Close();
  WM_RETURN_IF_ERROR(segment.Finish());
  return segment.id();
}

absl::StatusOr<std::vector<FileState>> ReadFileStates(std::shared_ptr<const ReadTxn> txn,
                                                      SegmentId segment) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentReader> reader,
                      SegmentReader::Open(std::move(txn), segment, SegmentKind::kFileStates));
  // A wrong state passes for a file that did not change, or for one that is left out.
  WM_RETURN_IF_ERROR(reader->Verify());
  Records paths;
  Column<FileStateEntry> rows;
  WM_RETURN_IF_ERROR(reader->Bind(kStatePaths, paths));
  WM_RETURN_IF_ERROR(reader->Bind(kStateRows, rows));
  std::vector<FileState> states;
  states.reserve(rows.size());
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    const FileStateEntry entry = rows[i];
    FileState& state = states.emplace_back();
    state.path = paths.at(entry.path);
    state.size_bytes = entry.size_bytes;
    state.mtime_ns = entry.mtime_ns;
    state.ctime_ns = entry.ctime_ns;
    state.inode = entry.inode;
    state.content.bytes = entry.content;
    state.skip_reason = entry.skip_reason;
  }
  return states;
}

absl::StatusOr<std::vector<FileState>> ReadFileStates(const std::shared_ptr<const ReadTxn>& txn,
                                                      const ViewRow& row) {
  WM_ASSIGN_OR_RETURN(std::vector<FileState> states, ReadFileStates(txn, row.file_states));
  if (row.state_changes == SegmentId::kNone) return states;
  WM_ASSIGN_OR_RETURN(std::vector<FileState> changes, ReadFileStates(txn, row.state_changes));
  return WithoutGone(MergeStates(std::move(states), std::move(changes)));
}

std::vector<FileState> MergeStates(std::vector<FileState> states, std::vector<FileState> changes) {
  std::vector<FileState> merged;
  merged.reserve(states.size() + changes.size());
  auto change = changes.begin();
  for (FileState& state : states) {
    while (change != changes.end() && change->path < state.path) {
      merged.push_back(std::move(*change++));
    }
    const bool is_changed = change != changes.end() && change->path == state.path;
    merged.push_back(std::move(is_changed ? *change++ : state));
  }
  std::move(change, changes.end(), std::back_inserter(merged));
  return merged;
}

std::vector<FileState> WithoutGone(std::vector<FileState> states) {
  std::erase_if(states, [](const FileState& state) { return state.skip_reason == kStateGone; });
  return states;
}

}  // namespace waymark::graph
