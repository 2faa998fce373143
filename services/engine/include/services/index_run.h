// Index runs of working trees that are under way in a store, in any process. A question about a
// checkout during its first run can wait for the run, or say which process indexes and how far it
// is. Runs of commits (IndexRequest::at) are not recorded, because no question waits for them.
//
// A run keeps a file `waymark.index-HASH` in the store's directory, where HASH is that of the
// checkout's path, and holds a lock on it, which disappears with the process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "indexer/indexer.h"

namespace waymark::services {

// "reading 3 of 40 files"; "" before anything is known.
std::string ProgressText(const indexer::Progress& progress);

struct IndexRun {
  std::int64_t process = 0;
  std::string progress;  // as ProgressText
};

// The run for `root`, an absolute path, or for a directory that contains it within its repository.
// If there is no run, costs one system call per directory.
std::optional<IndexRun> FindIndexRun(const std::filesystem::path& store,
                                     const std::filesystem::path& root);

// Records a run as long as the object lives. Records nothing if another process indexes the same
// checkout or the file cannot be written.
class IndexRunNote {
 public:
  IndexRunNote(const std::filesystem::path& store, const std::filesystem::path& root);
  ~IndexRunNote();
  IndexRunNote(const IndexRunNote&) = delete;
  IndexRunNote& operator=(const IndexRunNote&) = delete;

  void Tell(const indexer::Progress& progress) const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;  // -1: nothing is recorded
};

}  // namespace waymark::services
