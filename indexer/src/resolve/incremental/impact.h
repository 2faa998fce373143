// Finds the files that resolve differently in two states of a repository.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graph/read_view.h"
#include "resolve/incremental/file_interface.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// One linked state. `interfaces` are by FileIndex: the interfaces of the program's models.
struct LinkedState {
  const Program* program = nullptr;
  std::vector<std::shared_ptr<const FileInterface>> interfaces;
};

// Pairs the files of two states by path. kNoIndex if the other state lacks the file.
struct FileMatch {
  std::vector<FileIndex> old_of;  // by index in the new state
  std::vector<FileIndex> new_of;  // by index in the old state
};

FileMatch MatchFiles(const Program& before, const Program& after);

// Beyond this number, a precise analysis costs more than resolving everything.
inline constexpr std::size_t kMaxDirtyNames = 4096;
inline constexpr int kMaxClosureRounds = 64;

struct Impact {
  bool everything = false;  // any file may resolve differently
  std::vector<FileIndex>
      affected;  // of the new state, ascending; without files whose own facts changed
  std::size_t invalidated_names = 0;
};

// `view` shows the old state. Both programs share one name table. With more than `max_affected`
// files the result is `everything`.
Impact FindImpact(const LinkedState& before, const LinkedState& after, const FileMatch& match,
                  const ImplicitNames& implicit, const graph::ReadView& view,
                  std::size_t max_affected);

// The impact that names do not show: files of the new state, ascending, with equal facts in both
// states, whose types or methods satisfy other interfaces. Both programs are fully linked.
std::vector<FileIndex> FilesSatisfyingOtherwise(const Program& before, const Program& after,
                                                const FileMatch& match);

}  // namespace waymark::indexer
