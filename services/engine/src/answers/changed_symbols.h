// Finds the symbols at the lines that a change touches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "indexer/changed_lines.h"
#include "retrieval/blast_radius.h"
#include "wire/payload.h"

namespace waymark::services {

struct ChangedSymbols {
  std::vector<SymbolId> symbols;          // of the newer view, in canonical order
  std::vector<FileId> files;              // of the newer view, that code changed in
  std::vector<std::string> removed;       // qualified names of symbols that only the older view has
  std::vector<SymbolId> removed_symbols;  // the same, in the older view
  std::shared_ptr<const graph::ReadView> older;  // null: the older state is unknown
  std::size_t files_changed = 0;                 // of any kind
  std::uint64_t files_behind = 0;                // changed files whose bytes differ from the index
  std::string unknown_removed;  // why the older state could not be looked at; empty: it was
  // Changed lines of indexed files that lie in no symbol and are not blank.
  std::uint64_t lines_outside = 0;
};

// A line belongs to the innermost symbols around it; files, packages and namespaces own no lines.
// `older` may be null if the old state is unknown.
ChangedSymbols FindChangedSymbols(const graph::ReadView& newer,
                                  std::shared_ptr<const graph::ReadView> older,
                                  std::span<const indexer::ChangedFile> files);

// The symbol of the newer view with the name of an older symbol, in its file or else unique; kNone
// if there is none.
SymbolId SameIn(const graph::ReadView& newer, const graph::ReadView& older, SymbolId symbol);

// The symbols affected by removed symbols.
struct RemovedUsers {
  std::vector<SymbolId> symbols;  // of the newer view, that used them directly in the older one
  wire::Completeness completeness = {
      .certainty = wire::Certainty::kComplete, .possible_uses = 0, .reason = ""};
};

// `options` are those of the blast radius in the newer view. Errors: Cancelled.
absl::StatusOr<RemovedUsers> UsersOfRemoved(const ChangedSymbols& changed,
                                            const graph::ReadView& newer,
                                            retrieval::BlastOptions options);

// The completeness of an answer that was computed from two states.
wire::Completeness Joined(const wire::Completeness& now, const wire::Completeness& before);

// NotFound, with the changes that were found, if no symbol of the newer view changed. `base` is as
// in the request.
absl::Status CheckSomeChanged(const ChangedSymbols& changed, const std::string& base);
// The same, but OK if files differ from the index: that may be why the index knows no changed
// symbol.
absl::Status CheckSomeMayHaveChanged(const ChangedSymbols& changed, const std::string& base,
                                     std::optional<std::uint64_t> files_differing);

// Number of files that differ from the index, as FreshnessCheck reports it. A watcher may not have
// seen files that were written just now, so those of the change are counted as well.
std::optional<std::uint64_t> FilesDiffering(const ChangedSymbols& changed,
                                            std::optional<std::uint64_t> told);

// The completeness of an answer about a change, if it is about one, with the names of removed
// symbols. The answer lacks dependants of lines outside symbols, and an index that lags maps lines
// to wrong symbols.
// to the wrong symbols.
wire::Completeness OfChange(const ChangedSymbols& changed, const wire::IndexInfo& index,
                            wire::Completeness completeness);

}  // namespace waymark::services
