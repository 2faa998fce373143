// Which lines of which files differ between a commit and another state, as git sees it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::indexer {

// Inclusive, from 1.
struct LineRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  bool operator==(const LineRange&) const = default;
};

struct ChangedFile {
  std::string path;                  // in the newer state, relative to the root; "" when it is gone
  std::string old_path;              // in the older one; "" when it is new
  std::vector<LineRange> lines;      // added or changed; where lines are only gone, the line before
  std::vector<LineRange> old_lines;  // removed or changed
  // Those of `lines` that hold nothing but blanks, or stand before others that did and are gone; in
  // order.
  std::vector<std::uint32_t> blank_lines;
};

// What `git diff BASE` tells: between the commit `base` and the commit `commit`, or, when that is
// empty, the files on disk, untracked ones that are not ignored included. In order of paths. A file
// that was renamed and changed little is one file. `root` is absolute and canonical; both commits
// are what ResolveRevision() gave. Lines are those of the files as git reads them, filters applied.
//
// Errors: those of ResolveRevision(); Internal when git cannot compare. Cost: that of `git diff`.
absl::StatusOr<std::vector<ChangedFile>> FindChangedLines(const std::filesystem::path& root,
                                                          const std::string& base,
                                                          const std::string& commit);

}  // namespace waymark::indexer
