// What is told of a repository at a glance.
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
  std::string path;  // a directory, with everything below; "" for the files at the top
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t test_files = 0;
};

struct OutlineSymbol {
  std::string name;  // qualified
  std::string kind;
  std::string path;
  std::uint32_t line = 0;
  std::uint32_t fan_in = 0;  // of hubs: distinct symbols that depend on it
  std::uint32_t fan_out = 0;
};

struct OutlineFile {
  std::string path;  // of a directory whose files are imported together with '/' at its end
  std::uint32_t importers = 0;  // distinct files
};

// Files that are tied to each other more than to the rest.
struct OutlineCommunity {
  std::string name;  // the directory that tells most of it; "." for the top
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  double cohesion = 0;                 // 0..1, the part of its ties that stays inside
  std::vector<OutlineSymbol> central;  // what most of it hangs on
};

// A repository at a glance; lists as retrieval/outline.h orders them.
struct OutlineAnswer {
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::uint64_t test_cases = 0;
  std::vector<OutlineLanguage> languages;
  std::vector<OutlineArea> areas;
  std::vector<OutlineSymbol> entry_points;
  std::vector<OutlineSymbol> hubs;
  std::vector<OutlineFile> most_imported;
  std::vector<OutlineCommunity> communities;
  // Paths of areas, those that the limit leaves out as well; each layer uses those before it.
  std::vector<std::vector<std::string>> layers;
  // Of the lists above with what the limit leaves out.
  std::uint64_t area_count = 0;
  std::uint64_t entry_point_count = 0;
  std::uint64_t hub_count = 0;
  std::uint64_t imported_count = 0;
  std::uint64_t community_count = 0;
  wire::Completeness completeness;  // of the numbers of dependents and ties
  wire::IndexInfo index;
};

}  // namespace waymark::services
