// Chooses files by paths and globs (SearchScope).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "git/ignore.h"
#include "indexer/search/text_search.h"

namespace waymark::indexer {

class FileChoice {
 public:
  FileChoice(std::span<const std::string> paths, std::span<const std::string> globs);

  bool Takes(std::string_view path) const;

  // NotFound, with the first path that is none of the files and holds none of them.
  absl::Status CheckPaths(std::span<const SearchableFile> files) const;

 private:
  std::vector<std::string> paths_;  // without a slash at the end; "" for the root
  bool takes_all_ = true;           // no glob says what to take
  IgnoreStack taken_;
  IgnoreStack left_out_;
};

}  // namespace waymark::indexer
