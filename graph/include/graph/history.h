// The commit history of a repository: for each commit the words of its message, its author, the
// files that it changed, and the names around the changed lines.
//
// A history belongs to one view and one commit: it holds that commit and its ancestors, newest
// first, never anything later. It is no part of the graph: no digest covers it, a view is complete
// without it, and it may be written long after the view was published.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::graph {

// Limits of the facts that one commit adds to a history.
inline constexpr std::size_t kMaxCommitTerms = 96;         // distinct; the first ones are kept
inline constexpr std::size_t kMaxTouchedFiles = 20;        // a commit with more has no facts
inline constexpr std::size_t kMaxTouchedNames = 12;        // per file
inline constexpr std::size_t kMaxAuthorBytes = 128;        // a longer name is cut
inline constexpr std::size_t kMaxHistoryBytes = 64 << 20;  // encoded, before compression

// A file that a commit changed, with the names around the changed lines.
struct TouchedFile {
  std::string path;  // relative to the root of the view
  std::vector<std::string> names;
};

// The facts of one commit. They depend on the commit alone, so a later history can take them over.
struct CommitFacts {
  GitObjectId commit{};
  std::vector<std::string> terms;  // stemmed, without duplicates; empty when the commit is left out
  std::vector<TouchedFile> touched;
  std::string author = {};  // name, as in the commit; empty when the commit is left out
};

// Immutable. Terms, paths and names are numbered; the numbers are valid only inside this history.
class History {
 public:
  struct Touch {
    std::uint32_t path = 0;
    std::span<const std::uint32_t> names;
  };

  // Refers to the change of one file by one commit: TouchOf(commit, touch).
  struct TouchRef {
    std::uint32_t commit = 0;
    std::uint32_t touch = 0;
  };

  // A history of `commits`, newest first, for a view that shows the commit `head` (hexadecimal).
  History(std::string head, std::span<const CommitFacts> commits);

  // DataLoss when the bytes are not an encoded history.
  static absl::StatusOr<History> Decode(std::string_view bytes);
  // head() of the encoded history, plain or not; empty when the bytes are not a history of this
  // version.
  static std::string_view HeadOf(std::string_view bytes);
  // The bytes of the row that docs/STORAGE_FORMAT.md describes under "History row".
  std::string Encode() const;
  // The same with the text in place of its frame, to be compressed together with other texts.
  std::string EncodePlain() const;
  // DataLoss as above.
  static absl::StatusOr<History> DecodePlain(std::string_view bytes);

  const std::string& head() const { return head_; }

  std::uint32_t commit_count() const { return static_cast<std::uint32_t>(commits_.size()); }

  std::uint32_t term_bound() const { return static_cast<std::uint32_t>(terms_.size()); }

  std::uint32_t path_bound() const { return static_cast<std::uint32_t>(paths_.size()); }

  std::uint32_t name_bound() const { return static_cast<std::uint32_t>(names_.size()); }

  // Nothing when no commit has the term. O(log terms).
  std::optional<std::uint32_t> FindTerm(std::string_view term) const;
  // Terms of a commit. REQUIRES: below commit_count().
  std::span<const std::uint32_t> Terms(std::uint32_t commit) const;
  std::uint32_t touch_count(std::uint32_t commit) const;
  Touch TouchOf(std::uint32_t commit, std::uint32_t touch) const;

  // The commits that have a term, and the changes of a path, newest first. REQUIRES: `term` below
  // term_bound(), `path` below path_bound().
  std::span<const std::uint32_t> CommitsWith(std::uint32_t term) const;
  std::span<const TouchRef> TouchesOf(std::uint32_t path) const;

  // Number of commits that have terms, and of commits that touch files.
  std::uint32_t worded_commits() const { return worded_commits_; }

  std::uint32_t touching_commits() const { return touching_commits_; }

  // Nothing when no commit touched the path. O(log paths).
  std::optional<std::uint32_t> FindPath(std::string_view path) const;

  std::string_view Path(std::uint32_t path) const { return paths_[path]; }

  std::string_view Name(std::uint32_t name) const { return names_[name]; }

  GitObjectId Id(std::uint32_t commit) const { return commits_[commit].id; }

  std::string_view Author(std::uint32_t commit) const { return authors_[commits_[commit].author]; }

  // The facts of a commit, as given to the constructor.
  CommitFacts Facts(std::uint32_t commit) const;

 private:
  History() = default;

  std::string Text() const;
  static absl::StatusOr<History> FromText(std::string_view head, std::string_view text);
  // Builds the inverted lists: commits by term and changes by path.
  void Invert();

  struct Commit {
    GitObjectId id{};
    std::uint32_t author = 0;
    std::uint32_t terms_end = 0;
    std::uint32_t touches_end = 0;
  };

  struct TouchRow {
    std::uint32_t path = 0;
    std::uint32_t names_end = 0;
  };

  std::string head_;
  std::vector<std::string> terms_;  // in byte order
  std::vector<std::string> paths_;  // in order of first appearance, as are the names
  std::vector<std::string> names_;
  std::vector<std::string> authors_;
  std::vector<Commit> commits_;
  std::vector<TouchRow> touches_;
  std::vector<std::uint32_t> term_numbers_;
  std::vector<std::uint32_t> name_numbers_;

  std::vector<std::uint32_t> term_commits_;      // grouped by term
  std::vector<std::uint32_t> term_commits_end_;  // end of each term's group
  std::vector<TouchRef> path_touches_;           // grouped by path
  std::vector<std::uint32_t> path_touches_end_;  // end of each path's group
  std::vector<std::uint32_t> path_order_;        // paths in byte order
  std::uint32_t worded_commits_ = 0;
  std::uint32_t touching_commits_ = 0;
};

}  // namespace waymark::graph
