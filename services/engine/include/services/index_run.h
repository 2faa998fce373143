// Which index runs of working trees are under way in a store, in whichever process: a question
// about a checkout whose first run goes on can wait for it, or say who makes the index and how far
// it is. Runs of commits (IndexRequest::at) tell nothing, since no question waits for them.
//
// A run keeps a file `waymark.index-HASH` in the store's directory, HASH being of the checkout's
// path, and a lock on it, which goes with the process however it ends.
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
  std::string progress;  // as above
};

// The run for `root`, absolute, or for a directory around it that is not beyond its repository.
// Costs one system call for each of them where there is none.
std::optional<IndexRun> FindIndexRun(const std::filesystem::path& store,
                                     const std::filesystem::path& root);

// Tells others of a run as long as the object lives. Where another process indexes the same
// checkout, or the file cannot be written, nothing is told.
class IndexRunNote {
 public:
  IndexRunNote(const std::filesystem::path& store, const std::filesystem::path& root);
  ~IndexRunNote();
  IndexRunNote(const IndexRunNote&) = delete;
  IndexRunNote& operator=(const IndexRunNote&) = delete;

  void Tell(const indexer::Progress& progress) const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;  // -1: nothing is told
};

}  // namespace waymark::services
