// Answers about the store as a whole: its content, its freshness, and how far its answers can be
// trusted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "graph/store.h"
#include "indexer/indexer.h"

namespace waymark::services {

// How a daemon keeps a view current.
struct WatchStatus {
  std::string mode;  // "starting", "notified", "polling"
  std::uint64_t watches = 0;
  std::string reason;                          // why it polls
  std::uint64_t updates = 0;                   // since the daemon began
  std::uint64_t last_update_unix_seconds = 0;  // 0: none yet
  double last_update_seconds = 0;
  std::string trouble;  // why the view cannot be brought up to date now
};

struct GenerationRequest {
  std::filesystem::path root;  // absolute
};

struct GenerationAnswer {
  std::uint64_t generation = 0;  // of the view of the working tree
};

struct StatusView {
  std::string repository;
  std::string view;
  std::string root_path;
  std::uint64_t generation = 0;
  std::string commit;
  std::string root;
  std::uint64_t indexed_unix_seconds = 0;
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t edges = 0;
  std::uint64_t unresolved = 0;
  std::uint64_t skipped = 0;
  std::vector<KindCount> unindexed = {};  // files of kinds that are not indexed, most first
  std::uint64_t source_bytes = 0;
  std::optional<std::uint64_t> files_differing;  // absent: not compared
  std::string note;                              // why it was not compared, or why all files differ
  std::string damage;                // why the view cannot be read; then there are no counts
  std::optional<WatchStatus> watch;  // absent: not kept current
};

struct StatusAnswer {
  std::string store_directory;
  std::vector<StatusView> views;  // by repository and view
  std::vector<graph::StorePart> parts;
  std::string version;
  std::uint64_t process_id = 0;  // of the daemon that answered; 0 without a daemon
};

struct PruneRequest {
  std::filesystem::path root;  // absolute, of a checkout; empty: of all that no longer exist
};

struct PruneAnswer {
  std::vector<std::string> removed;  // paths of the checkouts, in order
};

struct ReasonCount {
  std::string reason;
  std::uint64_t count = 0;
};

struct LanguageHealth {
  std::string language;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t symbols = 0;
  std::uint64_t files_with_syntax_errors = 0;
  std::uint64_t resolved = 0;           // references with an edge, each site counted
  std::vector<ReasonCount> unresolved;  // references without an edge; every reason, in fixed order
  // Share of unresolved references among those that lead, or may lead, into the repository.
  double unresolved_rate = 0;
  // The doubts for which answers about its symbols are at most "likely complete". The places are
  // PATH:LINE, at most kMaxDoubtsListed of each kind.
  std::vector<std::string> computed_names;  // may use any member of any type
  std::vector<std::string> unread_files;    // not indexed, or only in part
  std::uint64_t doubts_omitted = 0;         // that are not listed
};

struct SyntaxErrorPlace {
  std::string path;
  Position place;  // of the first syntax error of the file
};

// How far the answers about a checkout can be trusted, and what limits it.
struct DoctorAnswer {
  StatusAnswer status;                              // with only the view of this checkout
  std::vector<LanguageHealth> languages;            // by bytes, descending
  std::vector<indexer::SkippedFileReport> skipped;  // by path; at most kMaxSkippedListed
  std::vector<ReasonCount> skipped_reasons;         // over all skipped files
  std::vector<SyntaxErrorPlace> syntax_errors;      // by path; at most kMaxSyntaxErrorsListed
  std::uint32_t store_format = 0;
  std::uint64_t store_source_bytes = 0;          // bytes of source in all views of the store
  graph::ReaderTable readers;                    // including this question
  std::optional<graph::VerifiedStore> verified;  // only if asked for
};

}  // namespace waymark::services
