// The answer of `outline`: a repository at a glance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/payload.h"

namespace waymark::services {

struct OutlineLanguage {
  std::string language;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t symbols = 0;
};

struct OutlineArea {
  std::string path;  // a directory with everything below it; "" for the files at the top
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t test_files = 0;
};

struct OutlineSymbol {
  std::string name;  // qualified
  std::string kind;
  std::string path;
  std::uint32_t line = 0;
  std::uint32_t fan_in = 0;  // for hubs: distinct symbols that depend on it
  std::uint32_t fan_out = 0;
};

struct OutlineFile {
  std::string path;             // a directory whose files are imported together ends with '/'
  std::uint32_t importers = 0;  // distinct files
};

// Files that depend on each other more than on the rest.
struct OutlineCommunity {
  std::string name;  // the directory that describes it best; "." for the top
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  double cohesion = 0;                 // 0..1, share of its dependences that stays inside
  std::vector<OutlineSymbol> central;  // symbols on which most of it depends
};

// A file as a map shows it; what is not known is absent, or "" for the owner.
struct OutlineMapFile {
  std::string path;
  std::string language;
  std::uint32_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint32_t symbols = 0;
  std::optional<std::uint32_t> commits = std::nullopt;
  // From the last change of the file to the newest commit of the history.
  std::optional<std::uint32_t> age_days = std::nullopt;
  std::string owner = {};
  std::uint32_t testable = 0;  // as in retrieval/outline.h
  std::uint32_t tested = 0;
  std::uint32_t depends_in = 0;  // distinct files
  std::uint32_t depends_out = 0;

  bool operator==(const OutlineMapFile&) const = default;
};

struct OutlineMapDependence {
  std::string from;  // a directory; "" for the top
  std::string to;
  std::uint32_t count = 0;  // pairs of files, of which the first depends on the second

  bool operator==(const OutlineMapDependence&) const = default;
};

// Every file, as retrieval/outline.h describes it.
struct OutlineMap {
  std::vector<OutlineMapFile> files;
  std::vector<OutlineMapDependence> dependences;
  std::vector<std::vector<std::string>> cycles;

  bool operator==(const OutlineMap&) const = default;
};

// A repository at a glance; the lists are ordered as in retrieval/outline.h.
struct OutlineAnswer {
  std::vector<KindCount> unindexed = {};  // files of kinds that are not indexed, most first
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t test_cases = 0;
  std::vector<OutlineLanguage> languages;
  std::vector<OutlineArea> areas;
  std::vector<OutlineSymbol> entry_points;
  std::vector<OutlineSymbol> hubs;
  std::vector<OutlineFile> most_imported;
  std::vector<OutlineCommunity> communities;
  // Paths of areas, including those beyond the limit; each layer uses those before it.
  std::vector<std::vector<std::string>> layers;
  // If it was asked for. Then the lists above are empty, except the layers, of all directories, and
  // the counts below are 0.
  OutlineMap map;
  // Sizes of the lists above without the limit.
  std::uint64_t area_count = 0;
  std::uint64_t entry_point_count = 0;
  std::uint64_t hub_count = 0;
  std::uint64_t imported_count = 0;
  std::uint64_t community_count = 0;
  wire::Completeness completeness;  // of the counts of dependants and dependences
  wire::IndexInfo index;
};

}  // namespace waymark::services
