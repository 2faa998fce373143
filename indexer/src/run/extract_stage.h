// Second stage of an index run: content, facts and model of every file, and one new facts pack.
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
  std::vector<SegmentId> packs;  // all packs with facts of files, and kept ones; ascending
};

// A view with more packs merges some, small ones first.
inline constexpr std::size_t kMaxPacks = 8;
// Packs without needed facts are kept, in case their files return: at most this many, with at most
// half as many records as the files have, but at least kMinKeptRecords.
inline constexpr std::size_t kMaxKeptPacks = 8;
inline constexpr std::uint64_t kMaxKeptPart = 2;
inline constexpr std::uint64_t kMinKeptRecords = 64;

// A file is skipped after this many processes in a row died while parsing it.
inline constexpr unsigned kMaxDeathsOfParse = 2;

// Reads unknown files, completes `files` (content, flags, grammar, skip, model, pack), extracts
// facts that no pack holds, and writes them into one new pack together with those of merged packs.
// `packs` are those that may be merged. Keeps the facts of one file at a time in memory, and the
// models of all.
absl::StatusOr<ExtractOutcome> ExtractFiles(RunContext& run, const FactsAccess& facts,
                                            const std::vector<SegmentId>& packs,
                                            std::vector<SourceFile>& files, NameTable& names);

// Sets the models of files whose facts are in a pack. NotFound if a pack lacks them.
absl::Status LoadModels(const graph::FactsReader& facts, std::vector<SourceFile>& files,
                        NameTable& names);

}  // namespace waymark::indexer
