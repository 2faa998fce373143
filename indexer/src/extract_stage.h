// Second stage of an index run: every file's content, facts and model; one new facts pack.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "indexer/indexer.h"
#include "resolve/file_model.h"
#include "run_context.h"
#include "source_file.h"

namespace waymark::indexer {

struct ExtractOutcome {
  std::vector<FileModel> models;  // one a file that has facts, in order
  std::uint64_t files_parsed = 0;
  std::uint64_t files_with_syntax_errors = 0;
  SegmentId new_pack = SegmentId::kNone;  // kNone when nothing was new
  std::vector<SegmentId> merged;          // packs whose live records the new one holds too
};

// Packs of a view beyond this number are merged into the new one, the largest excepted.
inline constexpr std::size_t kMaxPacks = 8;

// Reads what is not known, completes `files` (content, flags, grammar, skip), extracts facts that
// no pack holds. Facts of one file at a time are in memory, models of all.
absl::StatusOr<ExtractOutcome> ExtractFiles(RunContext& run, graph::Writer& writer,
                                            const std::vector<SegmentId>& packs,
                                            std::vector<SourceFile>& files, NameTable& names);

}  // namespace waymark::indexer
