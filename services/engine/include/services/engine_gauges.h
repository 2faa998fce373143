// The state of an engine in numbers, cheap to read, for monitoring.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace waymark::services {

// Counts since the process began.
struct CacheCounts {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::size_t held = 0;  // entries now
};

struct ViewGauges {
  std::string repository;
  std::string view;
  std::uint64_t generation = 0;
  std::uint64_t indexed_unix_seconds = 0;
  // Files on disk that are known to differ; nothing if that is not known without reading the tree.
  std::optional<std::uint64_t> files_differing;
  bool is_kept = false;
  bool is_caught_up = false;
  bool is_in_trouble = false;  // it cannot be brought up to date now
  std::uint64_t updates = 0;   // updates that published something
  double last_update_seconds = 0;
};

struct EngineGauges {
  std::vector<ViewGauges> views;
  std::uint64_t store_bytes = 0;  // size of the file
  CacheCounts buffered_views;     // views with unsaved buffers
  CacheCounts workspaces;         // scratch memory of queries
  std::size_t packs_waiting = 0;  // answers that are not yet remembered
};

}  // namespace waymark::services
