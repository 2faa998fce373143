// Third stage of a run that resolves everything: builds a base from a linked program.
#pragma once

#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "resolve/program/program.h"
#include "run/run_context.h"
#include "scan/source_file.h"

namespace waymark::indexer {

// `files` are those with facts, in the order of the program.
absl::StatusOr<graph::BaseSummary> BuildBase(RunContext& run, graph::Writer& writer,
                                             const std::string& repository,
                                             const std::vector<const SourceFile*>& files,
                                             const Program& program,
                                             const std::vector<SkippedFileReport>& skipped);

}  // namespace waymark::indexer
