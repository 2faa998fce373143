#include "indexer/search/text_search.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "indexer/read_file.h"
#include "resources/parallel.h"
#include "search/kept_lines.h"
#include "search/matching_lines.h"
#include "search/pattern.h"

namespace waymark::indexer {
namespace {

// Files that a thread searches before its result is taken over.
constexpr std::size_t kFilesOfBatch = 64;
constexpr std::uint64_t kBytesOfBatch = 1 << 20;

// Where the character behind the one at `at` begins.
std::size_t CharacterAfter(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;) ++at;
  return at;
}

// Files [begin, end).
struct FileBatch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<FileBatch> BatchesOf(std::span<const SearchableFile> files) {
  std::vector<FileBatch> batches;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool is_full = !batches.empty() && (i - batches.back().begin == kFilesOfBatch ||
                                              bytes + files[i].size_bytes > kBytesOfBatch);
    if (batches.empty() || is_full) {
      batches.push_back({i, i});
      bytes = 0;
    }
    batches.back().end = i + 1;
    bytes += files[i].size_bytes;
  }
  return batches;
}

// The matches that a thread found in a batch, up to the first error.
struct BatchResult {
  absl::Status status;
  std::vector<FoundFile> files;  // with matches
  std::uint64_t searched = 0;
  std::vector<SkippedFileReport> skipped;
};

std::vector<TextMatch> MatchesIn(std::string_view line, Matcher& matcher) {
  std::vector<TextMatch> matches;
  for (std::size_t from = 0; from <= line.size();) {
    const absl::StatusOr<std::optional<TextMatch>> found = matcher.Find(line, from);
    if (!found.ok() || !found->has_value()) break;
    const TextMatch match = **found;
    if (match.begin < match.end) matches.push_back(match);
    from = match.begin < match.end ? match.end : CharacterAfter(line, match.begin);
  }
  return matches;
}

class TextSearch {
 public:
  TextSearch(std::span<const SearchableFile> files, const SourceReader& sources,
             const TextSearchOptions& options, const Pattern& pattern)
      : files_(files), sources_(sources), options_(options), pattern_(pattern) {}

  absl::StatusOr<TextSearchResult> Run() {
    const unsigned threads = ThreadCount(options_.threads);
    const std::vector<FileBatch> batches = BatchesOf(files_);
    std::vector<Matcher> matchers;
    for (unsigned i = 0; i < threads; ++i) matchers.emplace_back(pattern_);
    std::vector<BatchResult> results(batches.size());
    ParallelFor(threads, batches.size(), [&](unsigned thread, std::size_t i) {
      if (has_failed_) return;
      results[i].status = Search(batches[i], matchers[thread], results[i]);
      if (!results[i].status.ok()) has_failed_ = true;
      Count(results[i]);
    });
    TextSearchResult result;
    for (BatchResult& found : results) {
      WM_RETURN_IF_ERROR(found.status);
      TakeOver(std::move(found), result);
    }
    return result;
  }

 private:
  absl::Status CheckCancelled() const {
    const bool is_cancelled = options_.cancelled != nullptr && *options_.cancelled;
    return is_cancelled ? absl::CancelledError("search: cancelled") : absl::OkStatus();
  }

  absl::Status Search(const FileBatch& batch, Matcher& matcher, BatchResult& result) const {
    const bool is_full = found_ >= options_.limit || found_bytes_ >= options_.max_bytes;
    for (std::size_t i = batch.begin; i < batch.end; ++i) {
      WM_RETURN_IF_ERROR(CheckCancelled());
      const std::string& path = files_[i].path;
      absl::StatusOr<std::string> bytes = sources_.Read(path, kMaxSearchedBytes);
      if (absl::IsFailedPrecondition(bytes.status())) return bytes.status();
      if (absl::IsNotFound(bytes.status())) continue;  // removed since the walk
      if (!bytes.ok()) {
        const bool is_large = absl::IsResourceExhausted(bytes.status());
        result.skipped.push_back(
            {path, is_large ? SkipReason::kTooLarge : SkipReason::kUnreadable});
        continue;
      }
      const std::string text = DecodeText(*std::move(bytes));
      if (text.find('\0') != std::string::npos) continue;
      ++result.searched;
      absl::Status searched = SearchFile(path, text, is_full, matcher, result);
      if (absl::IsCancelled(searched)) return searched;
      if (!searched.ok()) {
        return absl::Status(searched.code(),
                            fmt::format("search {}, {}", path, std::string(searched.message())));
      }
    }
    return absl::OkStatus();
  }

  absl::Status SearchFile(const std::string& path, std::string_view text, bool is_full,
                          Matcher& matcher, BatchResult& result) const {
    FoundFile file{.path = path};
    LineKeeper keeper(text, options_.lines_before, options_.lines_after);
    const bool keeps_lines = options_.kept == KeptMatches::kLines && !is_full;
    WM_RETURN_IF_ERROR(VisitMatchingLines(text, pattern_, matcher, options_.cancelled,
                                          [&](const MatchingLine& line) {
                                            if (keeps_lines && file.matching_lines < options_.limit)
                                              keeper.Keep(line);
                                            ++file.matching_lines;
                                            return options_.kept != KeptMatches::kFiles;
                                          }));
    if (file.matching_lines == 0) return absl::OkStatus();
    if (keeps_lines) file.lines = keeper.Take();
    result.files.push_back(std::move(file));
    return absl::OkStatus();
  }

  // Counts what a batch found. Batches begin in order, so that a batch which begins later comes
  // after all that are counted, and need keep nothing once these have enough.
  void Count(const BatchResult& result) {
    for (const FoundFile& file : result.files) {
      found_ += options_.kept == KeptMatches::kLines ? file.matching_lines : 1;
      for (const FoundLine& line : file.lines) found_bytes_ += line.text.size();
    }
  }

  // In the order of files.
  void TakeOver(BatchResult found, TextSearchResult& result) {
    result.files_searched += found.searched;
    std::move(found.skipped.begin(), found.skipped.end(), std::back_inserter(result.skipped));
    for (FoundFile& file : found.files) {
      result.matching_lines += file.matching_lines;
      ++result.matching_files;
      if (kept_ >= options_.limit || kept_bytes_ >= options_.max_bytes) continue;
      if (options_.kept == KeptMatches::kLines) {
        TrimLines(file);
      } else {
        ++kept_;
      }
      result.files.push_back(std::move(file));
    }
  }

  // Leaves the matches for which there is room, with their context, and at least one.
  void TrimLines(FoundFile& file) {
    std::size_t end = 0;  // behind the last match that is left
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (file.lines[i].column != 0) {
        const bool is_full = kept_ >= options_.limit || kept_bytes_ >= options_.max_bytes;
        if (is_full && end != 0) return file.lines.resize(end);
        ++kept_;
        end = i + 1;
      }
      kept_bytes_ += file.lines[i].text.size();
    }
  }

  const std::span<const SearchableFile> files_;
  const SourceReader& sources_;
  const TextSearchOptions& options_;
  const Pattern& pattern_;
  std::atomic<std::size_t> found_{0};  // lines, or files, of all batches that ended
  std::atomic<std::size_t> found_bytes_{0};
  std::atomic<bool> has_failed_{false};
  std::size_t kept_ = 0;  // of the batches that were taken over
  std::size_t kept_bytes_ = 0;
};

}  // namespace

absl::Status CheckPattern(const TextPattern& pattern) { return Pattern::Compile(pattern).status(); }

absl::StatusOr<std::vector<std::vector<TextMatch>>> FindMatches(
    const TextPattern& pattern, std::span<const std::string_view> lines) {
  WM_ASSIGN_OR_RETURN(const Pattern compiled, Pattern::Compile(pattern));
  Matcher matcher(compiled);
  std::vector<std::vector<TextMatch>> matches;
  matches.reserve(lines.size());
  for (const std::string_view line : lines) matches.push_back(MatchesIn(line, matcher));
  return matches;
}

absl::StatusOr<TextSearchResult> SearchText(std::span<const SearchableFile> files,
                                            const SourceReader& sources,
                                            const TextSearchOptions& options) {
  WM_ASSIGN_OR_RETURN(const Pattern pattern, Pattern::Compile(options.pattern));
  return TextSearch(files, sources, options, pattern).Run();
}

}  // namespace waymark::indexer
