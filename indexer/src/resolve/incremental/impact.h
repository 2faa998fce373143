// Which files resolve to something else in one state of a repository than in another.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graph/read_view.h"
#include "resolve/incremental/file_interface.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// One state, linked. `interfaces` are by FileIndex and summarize the models of the program.
struct LinkedState {
  const Program* program = nullptr;
  std::vector<std::shared_ptr<const FileInterface>> interfaces;
};

// Files of two states by path. kNoIndex where the other state has no such file.
struct FileMatch {
  std::vector<FileIndex> old_of;  // by index in the new state
  std::vector<FileIndex> new_of;  // by index in the old state
};

FileMatch MatchFiles(const Program& before, const Program& after);

// Beyond these, finding out more precisely costs more than resolving everything.
inline constexpr std::size_t kMaxDirtyNames = 4096;
inline constexpr int kMaxClosureRounds = 64;

struct Impact {
  bool everything = false;          // any file may resolve differently
  std::vector<FileIndex> affected;  // of the new state, ascending; those with other facts are not
                                    // among them
  std::size_t dirty_names = 0;
};

// `view` shows the old state. Both programs share one table of names. `max_affected`: with more
// files than that the outcome is `everything`.
Impact FindImpact(const LinkedState& before, const LinkedState& after, const FileMatch& match,
                  const ImplicitNames& implicit, const graph::ReadView& view,
                  std::size_t max_affected);

// What names do not show: files with the same facts in both states whose types or methods stand for
// other interfaces, ascending, of the new state. Both programs are linked as a whole.
std::vector<FileIndex> FilesSatisfyingOtherwise(const Program& before, const Program& after,
                                                const FileMatch& match);

}  // namespace waymark::indexer
