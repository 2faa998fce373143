// A repository at a glance: languages, areas, entry points and the symbols that most code depends
// on; and file by file, for a map.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/communities.h"

namespace waymark::graph {
class History;
}  // namespace waymark::graph

namespace waymark::retrieval {

struct OutlineOptions {
  std::size_t limit = 10;  // most entries of each list
  // Entry points that files outside the view name; duplicates count once.
  std::vector<SymbolId> programs = {};
  const std::atomic<bool>* cancelled = nullptr;
};

struct LanguagePart {
  Language language = Language::kNone;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t symbols = 0;
};

// A directory, with everything below it.
struct Area {
  std::string path;  // "" for the files at the top
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t test_files = 0;
};

struct Hub {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t fan_in = 0;   // distinct symbols that depend on it
  std::uint32_t fan_out = 0;  // distinct symbols that it depends on
};

// A file, or a directory whose files are imported together, such as a Go package.
struct Imported {
  std::string path;             // a directory ends with '/'
  std::uint32_t importers = 0;  // distinct files that import it or a symbol in it
};

// Lists hold `limit` entries at most; the counts beside them cover all.
struct Outline {
  std::vector<LanguagePart> languages;  // by bytes, descending
  std::vector<Area> areas;              // top directories, and those below one that holds most
  std::vector<SymbolId> entry_points;   // programs, and functions that a runtime calls by name
  std::vector<Hub> hubs;                // by fan_in, descending; without tests and vendored code
  std::vector<Imported> most_imported;  // likewise, by importers
  std::vector<Community> communities;   // the largest
  // Layers of the directories in `areas` before the limit (retrieval/layers.h); the lowest first.
  std::vector<std::vector<std::string>> layers;
  std::uint64_t area_count = 0;
  std::uint64_t entry_point_count = 0;
  std::uint64_t hub_count = 0;
  std::uint64_t imported_count = 0;
  std::uint64_t community_count = 0;
  std::uint64_t unresolved = 0;  // unresolved references that could add to the counts
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t test_cases = 0;
};

// Ties are broken by canonical order. Errors: Cancelled. Cost: one pass over symbols and edges,
// some 50 ns per edge, plus the costs of FindFileCommunities and FindLayers.
absl::StatusOr<Outline> MakeOutline(const graph::ReadView& view, const OutlineOptions& options);

struct FileMapOptions {
  const graph::History* history = nullptr;  // null: commits and authors are unknown
  const std::atomic<bool>* cancelled = nullptr;
};

struct MappedFile {
  std::string path;
  Language language = Language::kNone;
  std::uint32_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint32_t symbols = 0;
  bool is_test = false;
  std::optional<std::uint32_t> commits = std::nullopt;  // of the history that changed it
  // The newest of these; 0 is the newest of the history.
  std::optional<std::uint32_t> newest_commit = std::nullopt;
  // The first owner by CODEOWNERS, otherwise the author of most of the commits; empty: unknown.
  std::string owner = {};
  // Functions, methods and classes that tests could reach, and those that test code reaches over at
  // most kDefaultTestDepth dependences. Both are 0 for tests, and in a repository without tests.
  std::uint32_t testable = 0;
  std::uint32_t tested = 0;
  std::uint32_t depends_in = 0;   // distinct files that depend on it
  std::uint32_t depends_out = 0;  // distinct files on which it depends
};

// Directories without a slash at the end; "" is the top.
struct MappedDependence {
  std::string from;
  std::string to;
  std::uint32_t count = 0;  // pairs of files, of which the first depends on the second
};

struct FileMap {
  std::vector<MappedFile> files;                 // in canonical order
  std::vector<MappedDependence> dependences;     // by both ends
  std::vector<std::vector<std::string>> layers;  // of all directories (retrieval/layers.h)
  std::vector<std::vector<std::string>> cycles;  // nodes of each (retrieval/cycles.h)
};

// Errors: Cancelled. Cost: four passes over the edges, some 50 ns per edge each.
absl::StatusOr<FileMap> MapFiles(const graph::ReadView& view, const FileMapOptions& options);

}  // namespace waymark::retrieval
