// One overlay segment over one base, read by overlay views and builders.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "overlay/overlay_format.h"
#include "view/graph_part.h"

namespace waymark::graph {

class OverlayPart {
 public:
  // Opens the segment of an overlay over `base`, which must outlive it.
  static absl::StatusOr<std::unique_ptr<const OverlayPart>> Open(
      std::unique_ptr<SegmentReader> segment, const GraphPart& base);

  // Files, symbols, names, terms and rows of the overlay, in its own numbers.
  const GraphPart& part() const { return *part_; }

  std::uint32_t base_symbols() const { return base_symbols_; }

  // --- symbols of the base. REQUIRES: a symbol of the base.

  bool IsMasked(std::uint32_t symbol) const { return (marks_[symbol] & kMasked) != 0; }

  // No symbol from here on is masked.
  std::uint32_t masked_end() const { return masked_.empty() ? 0 : masked_.back().end_symbol; }

  bool IsRebound(std::uint32_t symbol) const { return (marks_[symbol] & kRebound) != 0; }

  // True if the outgoing rows of the base do not apply.
  bool IsChanged(std::uint32_t symbol) const {
    return (marks_[symbol] & (kMasked | kRebound)) != 0;
  }

  bool IsTouched(std::uint32_t symbol) const { return (marks_[symbol] & kTouched) != 0; }

  // The live symbol for any symbol of the view; kNone if its identity is gone.
  SymbolId Live(SymbolId symbol) const {
    const std::uint32_t i = ToIndex(symbol);
    return i >= base_symbols_ || !IsMasked(i) ? symbol : Remapped(i);
  }

  // --- rows. OutRow takes a symbol of a rebound file or of the overlay; InRow takes a touched
  // symbol or one of the overlay.
  std::uint32_t OutRow(SymbolId symbol) const;
  std::uint32_t InRow(SymbolId symbol) const;

  std::uint32_t IncomingCount(std::uint32_t in_row) const { return incoming_count_[in_row]; }

  // The base symbol with the same identity as a live symbol of the view; kNone if there is none.
  SymbolId Counterpart(SymbolId symbol) const;

  // --- files

  bool IsMasked(FileId file) const;

  const Column<std::uint32_t>& masked_files() const { return masked_files_; }

  const Column<std::uint32_t>& rebound_files() const { return rebound_files_; }

  RootHash ReboundLeaf(std::uint64_t i) const { return RootHash{rebound_leaf_[i]}; }

  // Nothing if the file is not rebound.
  std::optional<RootHash> ReboundLeafOf(FileId file) const;

  // The first file of the base that does not precede an own file in canonical order, and its first
  // symbol.
  std::uint32_t FileRank(std::uint32_t own_file) const { return file_rank_[own_file]; }

  std::uint32_t SymbolRank(std::uint32_t own_file) const { return symbol_rank_[own_file]; }

  // Edges and nesting of unchanged files that lead nowhere.
  std::uint64_t dangling_edges() const { return dangling_edges_; }

  bool skipped_from_base() const { return skipped_from_base_; }

 private:
  enum Mark : std::uint8_t { kMasked = 1, kRebound = 2, kTouched = 4 };

  struct Freer {
    void operator()(std::uint8_t* marks) const { std::free(marks); }
  };

  // Consecutive symbols of one file of the base, and the number of rows before them.
  struct Span {
    std::uint32_t first_symbol = 0;
    std::uint32_t end_symbol = 0;
    std::uint32_t before = 0;
  };

  explicit OverlayPart(const GraphPart& base) : base_(base), base_symbols_(base.symbol_bound()) {}

  absl::Status Bind(const SegmentReader& segment);
  absl::Status BindOwn();
  absl::Status MarkFiles(const Column<std::uint32_t>& files, Mark mark, std::vector<Span>& spans,
                         std::uint32_t& count);
  SymbolId Remapped(std::uint32_t masked) const;
  static const Span* Find(const std::vector<Span>& spans, std::uint32_t symbol);

  const GraphPart& base_;
  std::uint32_t base_symbols_;
  std::unique_ptr<const GraphPart> part_;
  // One byte for each symbol of the base, because every hot path reads it. Fresh zero pages cost
  // nothing until they are written.
  std::unique_ptr<std::uint8_t[], Freer> marks_;
  std::vector<Span> masked_;
  std::vector<Span> rebound_;
  std::uint32_t masked_count_ = 0;
  std::uint32_t rebound_count_ = 0;
  bool skipped_from_base_ = false;
  std::uint64_t dangling_edges_ = 0;
  std::vector<std::uint32_t> symbol_rank_;

  Column<std::uint32_t> masked_files_;
  Column<std::uint32_t> remap_;
  Column<std::uint32_t> rebound_files_;
  Column<HashBytes> rebound_leaf_;
  Column<std::uint32_t> counterpart_;
  Column<std::uint32_t> touched_;
  Column<std::uint32_t> incoming_count_;
  Column<std::uint32_t> file_rank_;
};

}  // namespace waymark::graph
