// Third stage of an index run: from models and facts to a base.
#pragma once

#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "project.h"
#include "resolve/program.h"
#include "run_context.h"
#include "source_file.h"

namespace waymark::indexer {

// `files` are those that have facts, in order, one a model. `program` holds the names of the
// models.
absl::StatusOr<graph::BaseSummary> ResolveFiles(RunContext& run, graph::Writer& writer,
                                                const std::string& repository,
                                                const std::vector<const SourceFile*>& files,
                                                std::vector<FileModel> models,
                                                const std::vector<SkippedFileReport>& skipped,
                                                const ProjectFiles& project, Program& program);

}  // namespace waymark::indexer
