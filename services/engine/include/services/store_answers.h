// What is told of the store as a whole: what it holds, how fresh it is, how far its answers can be
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
  std::uint64_t source_bytes = 0;
  std::optional<std::uint64_t> files_differing;  // absent: not compared
  std::string note;                              // why not, or why all do
  std::string damage;                            // why the view cannot be read; no counts then
  std::optional<WatchStatus> watch;              // absent: not kept current
};

struct StatusAnswer {
  std::string store_directory;
  std::vector<StatusView> views;  // by repository and view
  std::vector<graph::StorePart> parts;
  std::string version;
  std::uint64_t process_id = 0;  // of the daemon that answered; 0 when none did
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
  std::uint64_t resolved = 0;           // references that are edges, each site counted
  std::vector<ReasonCount> unresolved;  // references that are none; every reason, in fixed order
  // Of the references that lead into the repository or may do so: the part that is not resolved.
  double unresolved_rate = 0;
};

// How far the answers about a checkout can be trusted, and why not further.
struct DoctorAnswer {
  StatusAnswer status;                              // with the view of this checkout alone
  std::vector<LanguageHealth> languages;            // by bytes, descending
  std::vector<indexer::SkippedFileReport> skipped;  // by path; at most kMaxSkippedListed
  std::vector<ReasonCount> skipped_reasons;         // of all skipped files
  std::uint32_t store_format = 0;
  std::uint64_t store_source_bytes = 0;          // source that the views of the whole store show
  graph::ReaderTable readers;                    // this question among them
  std::optional<graph::VerifiedStore> verified;  // when that was asked for
};

}  // namespace waymark::services
