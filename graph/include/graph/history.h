// What the commits of a repository said and touched: words of their messages, who wrote them, and
// for each the files that it changed with the names that stood around the changed lines.
//
// A history belongs to one view and one commit: it holds that commit and what came before it, the
// newest first, never anything later. It is no part of the graph: no digest covers it, a view is
// whole without it, and it may be written long after the view was published.
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

// Limits of what a commit may add to a history.
inline constexpr std::size_t kMaxCommitTerms = 96;         // distinct; the first count
inline constexpr std::size_t kMaxTouchedFiles = 20;        // one that touches more tells nothing
inline constexpr std::size_t kMaxTouchedNames = 12;        // a file
inline constexpr std::size_t kMaxAuthorBytes = 128;        // a longer name is cut
inline constexpr std::size_t kMaxHistoryBytes = 64 << 20;  // encoded, before compression

// A file as one commit touched it.
struct TouchedFile {
  std::string path;  // relative to the root of the view
  std::vector<std::string> names;
};

// What one commit is worth. It depends on the commit alone, so that a later history takes it over.
struct CommitFacts {
  GitObjectId commit{};
  std::vector<std::string> terms;  // stemmed, each once; empty when the commit tells nothing
  std::vector<TouchedFile> touched;
  std::string author = {};  // name, as the commit has it; empty when the commit tells nothing
};

// Immutable. Terms, paths and names are numbered; the numbers mean something inside it alone.
class History {
 public:
  struct Touch {
    std::uint32_t path = 0;
    std::span<const std::uint32_t> names;
  };

  // A file as one commit touched it: TouchOf(commit, touch).
  struct TouchRef {
    std::uint32_t commit = 0;
    std::uint32_t touch = 0;
  };

  // A history of `commits`, the newest first, of a view that shows `head` (hexadecimal).
  History(std::string head, std::span<const CommitFacts> commits);

  // DataLoss when the bytes are none.
  static absl::StatusOr<History> Decode(std::string_view bytes);
  // What head() of the encoded history will say; empty when the bytes are none of this version.
  static std::string_view HeadOf(std::string_view bytes);
  // A row of docs/STORAGE_FORMAT.md, "History row".
  std::string Encode() const;

  const std::string& head() const { return head_; }

  std::uint32_t commit_count() const { return static_cast<std::uint32_t>(commits_.size()); }

  std::uint32_t term_bound() const { return static_cast<std::uint32_t>(terms_.size()); }

  std::uint32_t path_bound() const { return static_cast<std::uint32_t>(paths_.size()); }

  // Nothing when no commit has the term. O(log terms).
  std::optional<std::uint32_t> FindTerm(std::string_view term) const;
  // Terms of a commit. REQUIRES: below commit_count().
  std::span<const std::uint32_t> Terms(std::uint32_t commit) const;
  std::uint32_t touch_count(std::uint32_t commit) const;
  Touch TouchOf(std::uint32_t commit, std::uint32_t touch) const;

  // The commits that have a term, and the touches of a path, the newest first. REQUIRES: below
  // term_bound(), below path_bound().
  std::span<const std::uint32_t> CommitsWith(std::uint32_t term) const;
  std::span<const TouchRef> TouchesOf(std::uint32_t path) const;

  // Commits that have terms, and that touch files.
  std::uint32_t worded_commits() const { return worded_commits_; }

  std::uint32_t touching_commits() const { return touching_commits_; }

  // Nothing when no commit touched it. O(log paths).
  std::optional<std::uint32_t> FindPath(std::string_view path) const;

  std::string_view Path(std::uint32_t path) const { return paths_[path]; }

  std::string_view Name(std::uint32_t name) const { return names_[name]; }

  GitObjectId Id(std::uint32_t commit) const { return commits_[commit].id; }

  std::string_view Author(std::uint32_t commit) const { return authors_[commits_[commit].author]; }

  // As it was given.
  CommitFacts Facts(std::uint32_t commit) const;

 private:
  History() = default;

  // The other way round: by term and by path.
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
  std::vector<std::string> paths_;  // in order of first appearance, as names
  std::vector<std::string> names_;
  std::vector<std::string> authors_;
  std::vector<Commit> commits_;
  std::vector<TouchRow> touches_;
  std::vector<std::uint32_t> term_numbers_;
  std::vector<std::uint32_t> name_numbers_;

  std::vector<std::uint32_t> term_commits_;      // by term
  std::vector<std::uint32_t> term_commits_end_;  // of each term
  std::vector<TouchRef> path_touches_;           // by path
  std::vector<std::uint32_t> path_touches_end_;  // of each path
  std::vector<std::uint32_t> path_order_;        // paths in byte order
  std::uint32_t worded_commits_ = 0;
  std::uint32_t touching_commits_ = 0;
};

}  // namespace waymark::graph
