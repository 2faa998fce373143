// Second stage of an index run: every file's content, facts and model; one new facts pack.
#pragma once

#include <cstdint>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/facts_pack.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "resolve/program/file_model.h"
#include "run/facts_access.h"
#include "run/run_context.h"
#include "scan/source_file.h"

namespace waymark::indexer {

struct ExtractOutcome {
  std::uint64_t files_parsed = 0;
  std::vector<SegmentId> packs;  // that hold the facts of all files, and kept ones; ascending
};

// Packs of a view beyond this number are merged, small ones first.
inline constexpr std::size_t kMaxPacks = 8;
// Packs that hold nothing the files need any more are kept for the day they return: so many, with
// at most half as many records as the files have, and at least so many.
inline constexpr std::size_t kMaxKeptPacks = 8;
inline constexpr std::uint64_t kMaxKeptPart = 2;
inline constexpr std::uint64_t kMinKeptRecords = 64;

// A file that this many processes in a row died of while they parsed it is skipped.
inline constexpr unsigned kMaxDeathsOfParse = 2;

// Reads what is not known, completes `files` (content, flags, grammar, skip, model, pack), extracts
// facts that no pack holds and writes them, with those of the packs that are merged, into one new
// pack. `packs` are those that may be merged. Facts of one file at a time are in memory, models of
// all.
absl::StatusOr<ExtractOutcome> ExtractFiles(RunContext& run, const FactsAccess& facts,
                                            const std::vector<SegmentId>& packs,
                                            std::vector<SourceFile>& files, NameTable& names);

// Sets the models of files whose facts a pack holds. NotFound when none does.
absl::Status LoadModels(const graph::FactsReader& facts, std::vector<SourceFile>& files,
                        NameTable& names);

}  // namespace waymark::indexer
