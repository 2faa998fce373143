// The in-memory snapshot that an Updater keeps between updates: the published state as the indexer
// sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "indexer/indexer.h"
#include "project/project.h"
#include "resolve/program/program.h"
#include "scan/source_file.h"

namespace waymark::indexer {

struct StateSnapshot {
  graph::ViewKey key;
  std::uint64_t generation = 0;   // of that view; 0: nothing is remembered
  std::vector<SourceFile> files;  // in byte order of their paths; all known
  std::vector<SkippedFileReport> unreadable_paths;
  std::vector<KindCount> unindexed;
  std::unique_ptr<NameTable> names;  // of the models and the program
  // The program linked from the models of files with facts, and the project files it was linked
  // with.
  std::unique_ptr<Program> program;
  std::optional<ProjectFiles> project;
};

// Estimate, without what all models share with the store.
std::uint64_t BytesOf(const StateSnapshot& state);

}  // namespace waymark::indexer
