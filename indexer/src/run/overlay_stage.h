// Third stage of an incremental update: builds an overlay from two linked states.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "resolve/incremental/impact.h"
#include "resolve/program/program.h"
#include "run/run_context.h"
#include "scan/source_file.h"

namespace waymark::indexer {

// The input of an overlay. `before` is only needed if there are affected files.
struct OverlayPlan {
  const Program* before = nullptr;
  const Program* after = nullptr;
  const FileMatch* match = nullptr;
  std::vector<const SourceFile*> files;   // with facts, in the order of `after`
  std::vector<const SourceFile*> former;  // by FileIndex of `before`: old state of changed files
  std::vector<FileIndex> changed;         // files whose facts changed, new ones included
  std::vector<FileIndex> affected;        // other files to resolve again
  std::vector<std::string_view> removed;  // paths that no longer have facts; ordered
  const std::vector<SkippedFileReport>* skipped = nullptr;  // of the new state
};

struct OverlayOutcome {
  std::uint64_t files_resolved = 0;
  std::uint64_t symbols_resolved = 0;
  std::uint64_t files_replaced = 0;
  std::uint64_t files_rebound = 0;
};

// Does everything but finish the builder. `facts` must have the facts of the files to resolve, for
// changed files in both states.
absl::StatusOr<OverlayOutcome> FillOverlay(RunContext& run, const graph::FactsReader& facts,
                                           const OverlayPlan& plan, graph::OverlayBuilder& builder);

}  // namespace waymark::indexer
