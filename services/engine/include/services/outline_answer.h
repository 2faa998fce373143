// The answer of `outline`: a repository at a glance.
#pragma once

#include <cstdint>
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
