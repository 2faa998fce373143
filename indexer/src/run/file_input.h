// One resolved file in the form that the graph takes.
#pragma once

#include <vector>

#include <absl/status/statusor.h>

#include "graph/base_builder.h"
#include "graph/facts_pack.h"
#include "indexer/facts.h"
#include "indexer/indexer.h"
#include "resolve/program/resolved_file.h"
#include "scan/source_file.h"

namespace waymark::indexer {

// Reads header and body. Thread-safe.
absl::StatusOr<FileFacts> ReadFacts(const graph::FactsReader& reader, const graph::FactsKey& key);

// Refers to `skipped`.
std::vector<SkippedFile> RowsOf(const std::vector<SkippedFileReport>& skipped);

// Refers to both arguments.
graph::FileInput InputOf(const SourceFile& file, const ResolvedFile& resolved);

}  // namespace waymark::indexer
