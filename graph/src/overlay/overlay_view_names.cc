// Names, references and terms of OverlayView.
#include <algorithm>
#include <tuple>

#include "base/base_files.h"
#include "overlay/overlay_view.h"

namespace waymark::graph {

void OverlayView::WithName(std::string_view name, std::vector<SymbolId>& out) const {
  base_->WithName(name, out);
  std::erase_if(out, [this](SymbolId symbol) { return overlay_->IsMasked(ToIndex(symbol)); });
  std::vector<SymbolId> own;
  own_.WithName(name, own);
  if (own.empty()) return;
  for (const SymbolId symbol : own) out.push_back(SymbolId{ToIndex(symbol) + base_symbols_});
  std::sort(out.begin(), out.end(), [this](SymbolId a, SymbolId b) { return ComesBefore(a, b); });
}

void OverlayView::VisitNames(std::string_view from,
                             const std::function<bool(std::string_view name)>& visitor) const {
  const auto is_live = [this](std::uint32_t symbol) { return !overlay_->IsMasked(symbol); };
  std::uint32_t own = own_.LowerBoundName(from);
  for (std::uint32_t i = base_->LowerBoundName(from); i < base_->name_count(); ++i) {
    const std::string_view name = base_->NameAt(i);
    for (; own < own_.name_count() && own_.NameAt(own) < name; ++own) {
      if (!visitor(own_.NameAt(own))) return;
    }
    const bool is_own = own < own_.name_count() && own_.NameAt(own) == name;
    if (is_own) ++own;
    if ((is_own || base_->AnyOfName(i, is_live)) && !visitor(name)) return;
  }
  for (; own < own_.name_count(); ++own) {
    if (!visitor(own_.NameAt(own))) return;
  }
}

std::optional<UnresolvedRow> OverlayView::FromBase(UnresolvedRow row) const {
  if (overlay_->IsChanged(ToIndex(row.source))) return std::nullopt;
  if (row.candidates_count == 0) return row;
  std::vector<SymbolId> candidates;
  base_->Candidates(row, candidates);
  const auto gone = std::count_if(candidates.begin(), candidates.end(), [this](SymbolId candidate) {
    return overlay_->Live(candidate) == SymbolId::kNone;
  });
  row.candidates_count =
      static_cast<std::uint32_t>(candidates.size()) - static_cast<std::uint32_t>(gone);
  return row;
}

// Candidates of the overlay are numbered after those of the base.
std::optional<UnresolvedRow> OverlayView::FromOverlay(UnresolvedRow row) const {
  if (!IsLive(row.source)) return std::nullopt;
  if (row.candidates_count > 0) row.candidates_begin += base_->candidate_bound();
  return row;
}

void OverlayView::UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const {
  out.clear();
  std::vector<UnresolvedRow> rows;
  base_->UnresolvedWithName(name, rows);
  for (const UnresolvedRow& row : rows) {
    if (const std::optional<UnresolvedRow> shown = FromBase(row)) out.push_back(*shown);
  }
  own_.UnresolvedWithName(name, rows);
  if (rows.empty()) return;
  for (const UnresolvedRow& row : rows) {
    if (const std::optional<UnresolvedRow> shown = FromOverlay(row)) out.push_back(*shown);
  }
  // Rows of one source come from only one of the two lists, in order.
  std::stable_sort(out.begin(), out.end(), [this](const UnresolvedRow& a, const UnresolvedRow& b) {
    return ComesBefore(a.source, b.source);
  });
}

void OverlayView::VisitUnresolved(
    const std::function<bool(std::string_view name, const UnresolvedRow& row)>& visitor) const {
  struct Reference {
    UnresolvedRow row;
    std::uint32_t name = 0;
    const GraphPart* part = nullptr;
  };

  std::vector<Reference> references;
  std::vector<GraphPart::NamedReference> rows;
  base_->AppendUnresolved(rows);
  for (const GraphPart::NamedReference& reference : rows) {
    const std::optional<UnresolvedRow> shown = FromBase(reference.row);
    if (shown) references.push_back(Reference{*shown, reference.name, base_.get()});
  }
  rows.clear();
  own_.AppendUnresolved(rows);
  for (const GraphPart::NamedReference& reference : rows) {
    const std::optional<UnresolvedRow> shown = FromOverlay(reference.row);
    if (shown) references.push_back(Reference{*shown, reference.name, &own_});
  }
  // References of one source come from only one of the two lists, so numbers of names can be
  // compared.
  const auto rest_of = [](const Reference& reference) {
    const UnresolvedRow& row = reference.row;
    return std::make_tuple(row.site, reference.name, row.type, row.reason, row.candidates_begin);
  };
  std::sort(references.begin(), references.end(), [&](const Reference& a, const Reference& b) {
    const int order = CompareCanonical(a.row.source, b.row.source);
    return order != 0 ? order < 0 : rest_of(a) < rest_of(b);
  });
  for (const Reference& reference : references) {
    if (!visitor(reference.part->UnresolvedName(reference.name), reference.row)) return;
  }
}

// The count covers live candidates only; candidates that are gone lie between them.
void OverlayView::Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const {
  UnresolvedRow stored = row;
  if (row.candidates_begin >= base_->candidate_bound()) {
    stored.candidates_begin -= base_->candidate_bound();
    own_.Candidates(stored, out);
  } else {
    stored.candidates_count = std::min<std::uint32_t>(kMaxCandidates, base_->candidate_bound());
    base_->Candidates(stored, out);
  }
  for (SymbolId& candidate : out) candidate = overlay_->Live(candidate);
  std::erase(out, SymbolId::kNone);
  if (out.size() > row.candidates_count) out.resize(row.candidates_count);
  std::sort(out.begin(), out.end(), [this](SymbolId a, SymbolId b) { return ComesBefore(a, b); });
}

// Exact: the base's postings are read up to the last masked symbol.
std::optional<TermStatistics> OverlayView::Term(std::string_view term) const {
  const std::optional<TermStatistics> of_base = base_->Term(term);
  const std::optional<TermStatistics> of_overlay = own_.Term(term);
  if (!of_base) return of_overlay;
  std::uint32_t masked_documents = 0;
  bool some_are_live = of_overlay.has_value();
  SymbolId previous = SymbolId::kNone;
  base_->VisitPostings(term, [&](const Posting& posting) {
    if (!overlay_->IsMasked(ToIndex(posting.symbol))) {
      some_are_live = true;
    } else if (posting.symbol != previous) {
      previous = posting.symbol;
      const Language language = base_->File(base_->FileOf(posting.symbol)).language;
      masked_documents += IsCounted(language, base_->Flags(posting.symbol)) ? 1 : 0;
    }
    return !some_are_live || ToIndex(posting.symbol) < overlay_->masked_end();
  });
  if (!some_are_live) return std::nullopt;
  return TermStatistics{of_base->document_frequency - masked_documents +
                        (of_overlay ? of_overlay->document_frequency : 0)};
}

void OverlayView::Postings(std::string_view term, std::vector<Posting>& out) const {
  out.clear();
  base_->VisitPostings(term, [&](const Posting& posting) {
    if (!overlay_->IsMasked(ToIndex(posting.symbol))) out.push_back(posting);
    return true;
  });
  own_.VisitPostings(term, [&](Posting posting) {
    posting.symbol = SymbolId{ToIndex(posting.symbol) + base_symbols_};
    out.push_back(posting);
    return true;
  });
}

void OverlayView::KeepLive(std::vector<FileId>& files) const {
  std::erase_if(files, [this](FileId file) { return overlay_->IsMasked(file); });
}

void OverlayView::AppendOwnFiles(const std::vector<FileId>& local, std::vector<FileId>& out) const {
  for (const FileId file : local) out.push_back(FileId{ToIndex(file) + base_files_});
}

void OverlayView::FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const {
  base_->FilesWithPathTerm(term, out);
  KeepLive(out);
  std::vector<FileId> own;
  own_.FilesWithPathTerm(term, own);
  AppendOwnFiles(own, out);
}

void OverlayView::FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const {
  base_->FilesMentioning(name_hash, out);
  KeepLive(out);
  std::vector<FileId> own;
  own_.FilesMentioning(name_hash, own);
  AppendOwnFiles(own, out);
}

}  // namespace waymark::graph
