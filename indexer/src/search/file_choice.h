// Chooses files by paths and globs (SearchScope).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "git/ignore.h"

namespace waymark::indexer {

class FileChoice {
 public:
  FileChoice(std::span<const std::string> paths, std::span<const std::string> globs);

  // Whether a file is chosen. Notes which of the paths have one.
  bool Takes(std::string_view path);

  // NotFound, with the first path that has no file among those seen so far.
  absl::Status CheckPaths() const;

 private:
  struct WantedPath {
    std::string path;  // without a slash at its end; "" for the root
    bool is_found = false;
  };

  std::vector<WantedPath> paths_;
  bool takes_all_ = true;  // no glob says what to take
  IgnoreStack taken_;
  IgnoreStack left_out_;
};

}  // namespace waymark::indexer
