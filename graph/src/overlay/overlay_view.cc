#include "overlay/overlay_view.h"

#include <algorithm>

namespace waymark::graph {

bool OverlayView::IsLive(FileId file) const {
  return IsOwn(file) ? ToIndex(file) < file_bound() : !overlay_->IsMasked(file);
}

SymbolRow OverlayView::Symbol(SymbolId symbol) const {
  SymbolRow row = IsOwn(symbol) ? own_.Symbol(Local(symbol)) : base_->Symbol(symbol);
  if (IsOwn(symbol)) {
    row.id = symbol;
    row.file = FileId{ToIndex(row.file) + base_files_};
  }
  row.parent = Parent(symbol);
  return row;
}

std::string OverlayView::Signature(SymbolId symbol) const {
  return IsOwn(symbol) ? own_.Signature(Local(symbol)) : base_->Signature(symbol);
}

FileRow OverlayView::File(FileId file) const {
  if (!IsOwn(file)) return base_->File(file);
  FileRow row = own_.File(Local(file));
  row.id = file;
  row.first_symbol = SymbolId{ToIndex(row.first_symbol) + base_symbols_};
  return row;
}

SymbolKind OverlayView::Kind(SymbolId symbol) const {
  return IsOwn(symbol) ? own_.Kind(Local(symbol)) : base_->Kind(symbol);
}

std::uint16_t OverlayView::Flags(SymbolId symbol) const {
  return IsOwn(symbol) ? own_.Flags(Local(symbol)) : base_->Flags(symbol);
}

std::uint16_t OverlayView::FileFlags(FileId file) const {
  return IsOwn(file) ? own_.FileFlags(Local(file)) : base_->FileFlags(file);
}

FileId OverlayView::FileOf(SymbolId symbol) const {
  if (!IsOwn(symbol)) return base_->FileOf(symbol);
  return FileId{ToIndex(own_.FileOf(Local(symbol))) + base_files_};
}

// Parents are stored as ids of the view, so only parents of unchanged symbols can be masked.
SymbolId OverlayView::Parent(SymbolId symbol) const {
  const SymbolId parent = IsOwn(symbol) ? own_.Parent(Local(symbol)) : base_->Parent(symbol);
  return parent == SymbolId::kNone ? parent : overlay_->Live(parent);
}

std::array<std::uint16_t, kFieldCount> OverlayView::FieldLengths(SymbolId symbol) const {
  return IsOwn(symbol) ? own_.FieldLengths(Local(symbol)) : base_->FieldLengths(symbol);
}

// Ids of the base are in canonical order, and so are those of the overlay. Between the two, the
// rank of the overlay's file decides.
int OverlayView::CompareCanonical(SymbolId a, SymbolId b) const {
  if (a == b) return 0;
  if (IsOwn(a) == IsOwn(b)) return a < b ? -1 : 1;
  const SymbolId own = IsOwn(a) ? a : b;
  const SymbolId of_base = IsOwn(a) ? b : a;
  const std::uint32_t rank = overlay_->SymbolRank(ToIndex(own_.FileOf(Local(own))));
  const bool own_comes_first = rank <= ToIndex(of_base);
  return own_comes_first == IsOwn(a) ? -1 : 1;
}

std::vector<FileId> OverlayView::Files() const {
  std::vector<FileId> files;
  files.reserve(file_bound());
  std::uint32_t own = 0;
  for (std::uint32_t i = 0; i <= base_files_; ++i) {
    for (; own < own_.file_bound() && overlay_->FileRank(own) <= i; ++own) {
      files.push_back(FileId{base_files_ + own});
    }
    if (i < base_files_ && !overlay_->IsMasked(FileId{i})) files.push_back(FileId{i});
  }
  return files;
}

std::optional<FileId> OverlayView::FindFile(std::string_view path) const {
  if (const std::optional<FileId> own = own_.FindFile(path)) {
    return FileId{ToIndex(*own) + base_files_};
  }
  const std::optional<FileId> found = base_->FindFile(path);
  return found && !overlay_->IsMasked(*found) ? found : std::nullopt;
}

RootHash OverlayView::FileRoot(FileId file) const {
  if (IsOwn(file)) return own_.Leaf(Local(file));
  const std::optional<RootHash> rebound = overlay_->ReboundLeafOf(file);
  return rebound ? *rebound : base_->Leaf(file);
}

void OverlayView::SymbolsOf(FileId file, std::vector<SymbolId>& out) const {
  out.clear();
  const FileRow row = File(file);
  for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
    out.push_back(SymbolId{ToIndex(row.first_symbol) + i});
  }
}

}  // namespace waymark::graph
