// Third stage of an update that resolves a part: from two linked states to an overlay.
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

// What an overlay is built from. `before` is only needed when there are affected files.
struct OverlayPlan {
  const Program* before = nullptr;
  const Program* after = nullptr;
  const FileMatch* match = nullptr;
  std::vector<const SourceFile*> files;   // with facts, as `after` has them
  std::vector<const SourceFile*> former;  // by FileIndex of `before`: changed files as they were
  std::vector<FileIndex> changed;         // files with other facts than before, new ones included
  std::vector<FileIndex> affected;        // other files to resolve again
  std::vector<std::string_view> removed;  // paths without facts now that had some; ordered
  const std::vector<SkippedFileReport>* skipped = nullptr;  // of the new state
};

struct OverlayOutcome {
  std::uint64_t files_resolved = 0;
  std::uint64_t symbols_resolved = 0;
  std::uint64_t files_replaced = 0;
  std::uint64_t files_rebound = 0;
};

// Everything but the builder's end. `facts` has those of the files to resolve, as they are and, of
// changed files, as they were.
absl::StatusOr<OverlayOutcome> FillOverlay(RunContext& run, const graph::FactsReader& facts,
                                           const OverlayPlan& plan, graph::OverlayBuilder& builder);

}  // namespace waymark::indexer
