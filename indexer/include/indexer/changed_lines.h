// The lines of files that differ between a commit and another state, as git sees it.
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
  std::string path;                  // in the newer state, relative to the root; "" if deleted
  std::string old_path;              // in the older state; "" if new
  std::vector<LineRange> lines;      // added or changed; for removed lines, the line before
  std::vector<LineRange> old_lines;  // removed or changed
  // The members of `lines` that are blank, or that stand before removed blank lines; in order.
  std::vector<std::uint32_t> blank_lines;
};

// The difference that `git diff BASE` reports: from commit `base` to commit `commit`, or, if that
// is empty, to the files on disk, including untracked files that are not ignored. In order of
// paths. A file that was renamed and changed little is one entry. `root` is absolute and canonical;
// both commits come from ResolveRevision(). Line numbers are those of the files as git reads them,
// with filters applied.
//
// Errors: those of ResolveRevision(); Internal when git cannot compare. Cost: that of `git diff`.
absl::StatusOr<std::vector<ChangedFile>> FindChangedLines(const std::filesystem::path& root,
                                                          const std::string& base,
                                                          const std::string& commit);

}  // namespace waymark::indexer
