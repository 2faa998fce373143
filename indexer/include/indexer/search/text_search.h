// Searches the text of a checkout for a pattern, line by line.
//
// Searched are the files that belong to the view of the checkout by its ignore rules, whatever
// their language: those that git tracks or would add. Binary files, which have a NUL, are left out.
// Texts are read as for the index (read_file.h), so that lines and columns are those of the graph.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "indexer/buffers.h"
#include "indexer/indexer.h"
#include "indexer/source_reader.h"

namespace waymark::indexer {

// Larger files are not searched (SkipReason::kTooLarge).
inline constexpr std::uint64_t kMaxSearchedBytes = 64ull << 20;
// A longer line is shown in part, around its first match.
inline constexpr std::size_t kMaxShownLineBytes = 2000;
// A longer pattern is refused.
inline constexpr std::size_t kMaxPatternBytes = 4096;
// Limits of an attempt to match at one place, beyond which a search gives up: steps, depth of
// nesting, and memory for backtracking. Only repeats inside repeats come near them.
inline constexpr std::uint32_t kMaxMatchSteps = 1'000'000;
inline constexpr std::uint32_t kMaxMatchDepth = 10'000;
inline constexpr std::uint32_t kMaxMatchKibibytes = 8 << 10;

// A pattern of PCRE2 with Unicode properties: `\w`, `\b` and letters without case are those of all
// scripts. `^` and `$` are the ends of a line, and no match reaches over one.
struct TextPattern {
  std::string text;
  bool is_literal = false;  // `text` means itself
  bool ignores_case = false;
  bool whole_words = false;  // no word character stands before or after a match
};

// InvalidArgument unless the pattern can be searched for. The message has the place of the mistake,
// with the pattern and a mark below it on lines of their own.
absl::Status CheckPattern(const TextPattern& pattern);

// Bytes [begin, end) of a text.
struct TextMatch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The matches of a pattern in lines that are shown, to mark them: of each line those that are not
// empty, from left to right, and apart from each other; none in a line in which a limit of matching
// is reached. The lines are valid UTF-8. Errors: those of CheckPattern().
absl::StatusOr<std::vector<std::vector<TextMatch>>> FindMatches(
    const TextPattern& pattern, std::span<const std::string_view> lines);

// Which files of a checkout are searched.
struct SearchScope {
  std::filesystem::path root;  // absolute, canonical
  std::string commit;          // from ResolveRevision(); empty: the files on disk
  // Files and directories relative to the root; empty: all.
  std::vector<std::string> paths;
  // As in .gitignore: a file is searched if one matches it or a directory around it, and none with
  // a `!` in front does. Without a glob of the first kind, all match.
  std::vector<std::string> globs;
};

struct SearchableFile {
  std::string path;              // relative to the root, '/' separated
  std::uint64_t size_bytes = 0;  // 0: unknown
};

struct SearchableFiles {
  std::vector<SearchableFile> files;       // in byte order of their paths
  std::vector<SkippedFileReport> skipped;  // submodules and unreadable directories; ordered
};

// Lists the files of a scope, with those that only `buffers` have. Errors: NotFound if a path has
// no file, or the root cannot be read; Cancelled; those of OpenCommit(). Cost: a walk of the tree.
absl::StatusOr<SearchableFiles> FilesToSearch(const SearchScope& scope,
                                              std::span<const UnsavedBuffer> buffers,
                                              const std::atomic<bool>* cancelled);

// Whether an index of the files would hold code: one of them is called like a source file.
bool HasCode(std::span<const SearchableFile> files);

// The part of a file with matches that is kept.
enum class KeptMatches : std::uint8_t {
  kLines,   // the lines
  kCounts,  // the number of lines
  kFiles,   // that there is one
};

struct TextSearchOptions {
  TextPattern pattern;
  KeptMatches kept = KeptMatches::kLines;
  std::uint32_t lines_before = 0;  // kept before and after each line with a match
  std::uint32_t lines_after = 0;
  // Most lines with a match that are kept, or most files unless lines are kept. Others are counted.
  std::size_t limit = 0;
  std::size_t max_bytes = 0;  // most text that is kept
  unsigned threads = 0;       // 0: one per core
  const std::atomic<bool>* cancelled = nullptr;
};

struct FoundLine {
  std::uint32_t line = 0;         // 1-based
  std::uint32_t column = 0;       // 1-based, in bytes, of the first match; 0: the line is context
  std::uint32_t from_column = 1;  // of the first byte of the text
  std::string text = {};          // without the line end; valid UTF-8
  bool is_cut = false;            // the line goes on behind the text
};

struct FoundFile {
  std::string path;
  std::uint64_t matching_lines = 0;   // 1 for KeptMatches::kFiles
  std::vector<FoundLine> lines = {};  // in order, each once
};

struct TextSearchResult {
  std::vector<FoundFile> files;      // with something kept, in byte order of their paths
  std::uint64_t matching_lines = 0;  // of all files
  std::uint64_t matching_files = 0;
  std::uint64_t files_searched = 0;        // without binary files
  std::vector<SkippedFileReport> skipped;  // too large, or unreadable; ordered
};

// Searches files, which `sources` reads. The result does not depend on the number of threads.
// Errors: those of CheckPattern(); ResourceExhausted if a limit of matching is reached, with the
// file and the line; Cancelled; FailedPrecondition of `sources`.
absl::StatusOr<TextSearchResult> SearchText(std::span<const SearchableFile> files,
                                            const SourceReader& sources,
                                            const TextSearchOptions& options);

}  // namespace waymark::indexer
