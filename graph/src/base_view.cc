#include "base_view.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "base_edges.h"
#include "bytes.h"
#include "graph/status.h"
#include "zstd_frame.h"

namespace waymark::graph {
namespace {

constexpr std::uint64_t kMaxIds = 0xFFFFFFFE;

std::uint64_t NextSerial() {
  static std::atomic<std::uint64_t> next = 1;
  return next++;
}

}  // namespace

BaseView::BaseView(std::unique_ptr<SegmentReader> segment)
    : segment_(std::move(segment)), serial_(NextSerial()) {}

absl::StatusOr<std::shared_ptr<const ReadView>> BaseView::Open(std::shared_ptr<const ReadTxn> txn,
                                                               const ViewRow& row) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> segment,
                      SegmentReader::Open(std::move(txn), row.record.base, SegmentKind::kBase));
  const std::shared_ptr<BaseView> view(new BaseView(std::move(segment)));
  WM_RETURN_IF_ERROR(view->BindFiles());
  WM_RETURN_IF_ERROR(view->BindSymbols());
  WM_RETURN_IF_ERROR(view->BindEdges());
  WM_RETURN_IF_ERROR(view->BindNames());
  WM_RETURN_IF_ERROR(view->BindTerms());
  WM_RETURN_IF_ERROR(view->CheckSizes());
  WM_RETURN_IF_ERROR(view->BindSummary(row));
  return view;
}

absl::Status BaseView::BindFiles() {
  WM_RETURN_IF_ERROR(segment_->Bind(kFilePath, file_path_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileAttributes, file_attributes_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileContent, file_content_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileFirstSymbol, file_first_symbol_));
  return segment_->Bind(kFileLeaf, file_leaf_);
}

absl::Status BaseView::BindSymbols() {
  const SegmentReader& segment = *segment_;
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolName, name_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolScope, scope_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolParent, parent_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolFileBase, file_base_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolFile, file_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolKind, kind_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolFlags, flags_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolPlace, place_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolIdentity, identity_));
  WM_RETURN_IF_ERROR(segment.Bind(kSymbolLengths, lengths_));
  WM_RETURN_IF_ERROR(wide_lengths_.Bind(segment, kWideLengthsIndex, kWideLengths));
  WM_RETURN_IF_ERROR(documentation_.Bind(segment, kDocumentationIndex, kDocumentationRange));
  WM_RETURN_IF_ERROR(variants_.Bind(segment, kVariantIndex, kVariant));
  WM_RETURN_IF_ERROR(wide_places_.Bind(segment, kWidePlaceIndex, kWidePlace));
  WM_RETURN_IF_ERROR(segment.Bind(kSignatureChunks, signature_chunks_));
  return segment.Bind(kSignatures, signatures_);
}

absl::Status BaseView::BindEdges() {
  const SegmentReader& segment = *segment_;
  const auto symbol_bound = static_cast<std::uint32_t>(std::min(name_.size(), kMaxIds));
  WM_RETURN_IF_ERROR(BindOutgoing(segment, symbol_bound, out_rows_, edge_context_));
  WM_RETURN_IF_ERROR(in_rows_.addresses.Bind(segment, kInIndex, kInRows));
  WM_RETURN_IF_ERROR(segment.Bind(kInEdges, in_rows_.records));
  WM_RETURN_IF_ERROR(foreign_.Bind(segment, kForeignIndex, kForeignRange));
  return segment.Bind(kForeignChildren, foreign_children_);
}

absl::Status BaseView::BindNames() {
  WM_RETURN_IF_ERROR(segment_->Bind(kStrings, strings_));
  WM_RETURN_IF_ERROR(segment_->Bind(kNameOrder, name_order_));
  WM_RETURN_IF_ERROR(segment_->Bind(kNameOffsets, name_offsets_));
  WM_RETURN_IF_ERROR(segment_->Bind(kNameSymbols, name_symbols_));
  WM_RETURN_IF_ERROR(segment_->Bind(kUnresolvedNames, unresolved_names_));
  WM_RETURN_IF_ERROR(segment_->Bind(kUnresolvedRows, unresolved_rows_));
  WM_RETURN_IF_ERROR(segment_->Bind(kUnresolved, unresolved_));
  return segment_->Bind(kCandidates, candidates_);
}

absl::Status BaseView::BindTerms() {
  WM_RETURN_IF_ERROR(segment_->Bind(kTerms, terms_));
  WM_RETURN_IF_ERROR(segment_->Bind(kTermPostings, term_postings_));
  WM_RETURN_IF_ERROR(segment_->Bind(kTermFrequency, term_frequency_));
  WM_RETURN_IF_ERROR(segment_->Bind(kPostings, postings_));
  WM_RETURN_IF_ERROR(segment_->Bind(kPathTerms, path_terms_));
  WM_RETURN_IF_ERROR(segment_->Bind(kPathTermFiles, path_term_files_));
  WM_RETURN_IF_ERROR(segment_->Bind(kMentionChunks, mention_chunks_));
  return segment_->Bind(kMentions, mentions_);
}

// Columns that are indexed together have the same length. What they hold is checked where it is
// used.
absl::Status BaseView::CheckSizes() const {
  const std::uint64_t files = file_path_.size();
  const std::uint64_t symbols = name_.size();
  const auto groups_of = [symbols](std::uint64_t size) { return (symbols + size - 1) / size; };
  const std::uint64_t sparse = groups_of(kSymbolsPerSparseEntry);
  const bool files_agree = file_attributes_.size() == files && file_content_.size() == files &&
                           file_first_symbol_.size() == files + 1 && file_leaf_.size() == files;
  const bool symbols_agree = scope_.size() == symbols && parent_.size() == symbols &&
                             file_base_.size() == groups_of(kSymbolsPerFileBase) &&
                             file_.size() == symbols && kind_.size() == symbols &&
                             flags_.size() == symbols && place_.size() == symbols &&
                             identity_.size() == symbols && lengths_.size() == symbols &&
                             signature_chunks_.size() == groups_of(kSymbolsPerSignatureChunk);
  const bool sparse_agree =
      wide_lengths_.index.size() == sparse && documentation_.index.size() == sparse &&
      variants_.index.size() == sparse && wide_places_.index.size() == sparse &&
      out_rows_.addresses.index.size() == sparse && in_rows_.addresses.index.size() == sparse &&
      foreign_.index.size() == sparse;
  const bool names_agree = name_offsets_.size() == name_order_.size() + 1 &&
                           unresolved_rows_.size() == unresolved_names_.size() &&
                           term_postings_.size() == terms_.size() &&
                           term_frequency_.size() == terms_.size() &&
                           path_term_files_.size() == path_terms_.size();
  if (files_agree && symbols_agree && sparse_agree && names_agree && files <= kMaxIds &&
      symbols <= kMaxSymbols && (symbols == 0 || files > 0)) {
    return absl::OkStatus();
  }
  return absl::DataLossError(
      "open view: the sections of its base do not fit together; delete the store and index again");
}

absl::Status BaseView::BindSummary(const ViewRow& row) {
  Column<std::uint64_t> numbers;
  Column<std::uint32_t> repository;
  Column<std::uint32_t> skipped_paths;
  Column<std::uint8_t> skipped_reasons;
  WM_RETURN_IF_ERROR(segment_->Bind(kNumbers, numbers));
  WM_RETURN_IF_ERROR(segment_->Bind(kRepositoryName, repository));
  WM_RETURN_IF_ERROR(segment_->Bind(kSkippedPath, skipped_paths));
  WM_RETURN_IF_ERROR(segment_->Bind(kSkippedReason, skipped_reasons));
  if (numbers.size() != kBaseNumberCount || repository.size() != 1 ||
      skipped_paths.size() != skipped_reasons.size()) {
    return absl::DataLossError(
        "open view: the summary of its base is damaged; delete the store and index again");
  }
  file_count_ = static_cast<std::uint32_t>(file_path_.size());
  symbol_count_ = static_cast<std::uint32_t>(name_.size());
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    statistics_.total_length[f] = numbers[kNumberTotalLength + f];
    statistics_.nonempty_count[f] = numbers[kNumberNonempty + f];
  }
  statistics_.document_count = numbers[kNumberDocuments];
  for (std::uint64_t i = 0; i < skipped_paths.size(); ++i) {
    skipped_.push_back(
        SkippedFile{String(skipped_paths[i]), static_cast<SkipReason>(skipped_reasons[i])});
  }
  const ViewRecord& record = row.record;
  info_.repository = String(repository[0]);
  info_.view = record.key.view;
  info_.generation = record.generation;
  info_.root = record.root;
  info_.commit = record.commit;
  info_.root_path = record.root_path;
  info_.indexed_unix_seconds = record.indexed_unix_seconds;
  info_.symbol_count = symbol_count_;
  info_.file_count = file_count_;
  info_.edge_count = numbers[kNumberEdges];
  info_.unresolved_count = numbers[kNumberUnresolved];
  return absl::OkStatus();
}

SymbolRow BaseView::Symbol(SymbolId symbol) const {
  const std::uint32_t i = ToIndex(symbol);
  SymbolRow row;
  row.id = symbol;
  row.file = FileOf(symbol);
  row.parent = Parent(symbol);
  row.kind = Kind(symbol);
  row.flags = Flags(symbol);
  row.name = String(name_[i]);
  row.scope = String(scope_[i]);
  if (const std::optional<Variant> variant = variants_.Get(i)) {
    row.discriminator = String(variant->discriminator);
    row.ordinal = variant->ordinal;
  }
  const NarrowPlace narrow = place_[i];
  row.range.begin = Position{narrow.begin_line, narrow.begin_column};
  row.range.end = Position{narrow.begin_line + narrow.line_span, narrow.end_column};
  row.name_position = Position{narrow.begin_line + narrow.name_line, narrow.name_column};
  if (narrow.line_span == kWidePlaceMark) {
    const WidePlace wide = wide_places_.Get(i).value_or(WidePlace());
    row.range.begin = Position{wide.begin_line, wide.begin_column};
    row.range.end = Position{wide.end_line, wide.end_column};
    row.name_position = Position{wide.name_line, wide.name_column};
  }
  if (const std::optional<Range> documentation = documentation_.Get(i)) {
    row.doc_begin = documentation->begin;
    row.doc_end = documentation->end;
  }
  row.identity_prefix = identity_[i];
  return row;
}

// Readers mostly ask for signatures of neighbours, so each thread keeps the last chunk.
std::string BaseView::Signature(SymbolId symbol) const {
  struct Cached {
    std::uint64_t view_serial = 0;
    std::uint32_t chunk = 0;
    std::string texts;
  };

  thread_local Cached cache;
  const std::uint32_t chunk = ToIndex(symbol) / kSymbolsPerSignatureChunk;
  if (cache.view_serial != serial_ || cache.chunk != chunk) {
    const std::uint32_t address = signature_chunks_[chunk];
    if (address == kNoString) return {};
    absl::StatusOr<std::string> texts =
        Decompress(signatures_.at(address), kMaxSignatureChunkBytes);
    if (!texts.ok()) return {};
    cache = Cached{serial_, chunk, *std::move(texts)};
  }
  ByteReader reader(cache.texts);
  for (std::uint32_t i = ToIndex(symbol) % kSymbolsPerSignatureChunk; i > 0; --i) reader.Text();
  return std::string(reader.Text());
}

FileRow BaseView::File(FileId file) const {
  const std::uint32_t i = ToIndex(file);
  const FileAttributes attributes = file_attributes_[i];
  const Range symbols = RowOf(file_first_symbol_, i, symbol_count_);
  FileRow row;
  row.id = file;
  row.path = String(file_path_[i]);
  row.language = static_cast<Language>(attributes.language);
  row.flags = attributes.flags;
  row.content.bytes = file_content_[i];
  row.size_bytes = attributes.size_bytes;
  row.line_count = attributes.line_count;
  row.first_symbol = SymbolId{symbols.begin};
  row.symbol_count = symbols.end - symbols.begin;
  return row;
}

SymbolKind BaseView::Kind(SymbolId symbol) const {
  return static_cast<SymbolKind>(kind_[ToIndex(symbol)]);
}

std::uint16_t BaseView::Flags(SymbolId symbol) const { return flags_[ToIndex(symbol)]; }

std::uint16_t BaseView::FileFlags(FileId file) const {
  return file_attributes_[ToIndex(file)].flags;
}

FileId BaseView::FileOf(SymbolId symbol) const {
  const std::uint32_t i = ToIndex(symbol);
  const std::uint32_t file = file_base_[i / kSymbolsPerFileBase] + file_[i];
  return FileId{file < file_count_ ? file : 0};
}

SymbolId BaseView::Parent(SymbolId symbol) const {
  const std::uint32_t parent = parent_[ToIndex(symbol)];
  return parent < symbol_count_ ? SymbolId{parent} : SymbolId::kNone;
}

std::array<std::uint16_t, kFieldCount> BaseView::FieldLengths(SymbolId symbol) const {
  const NarrowLengths narrow = lengths_[ToIndex(symbol)];
  if (narrow[0] == kWideLengthsMark) {
    return wide_lengths_.Get(ToIndex(symbol)).value_or(graph::FieldLengths());
  }
  graph::FieldLengths lengths{};
  std::copy(narrow.begin(), narrow.end(), lengths.begin());
  return lengths;
}

// Ids of a base are given in canonical order.
int BaseView::CompareCanonical(SymbolId a, SymbolId b) const {
  if (a == b) return 0;
  return a < b ? -1 : 1;
}

std::vector<FileId> BaseView::Files() const {
  std::vector<FileId> files;
  files.reserve(file_count_);
  for (std::uint32_t i = 0; i < file_count_; ++i) files.push_back(FileId{i});
  return files;
}

std::optional<FileId> BaseView::FindFile(std::string_view path) const {
  const std::optional<std::uint64_t> found = FindText(file_path_, path);
  if (!found) return std::nullopt;
  return FileId{static_cast<std::uint32_t>(*found)};
}

void BaseView::SymbolsOf(FileId file, std::vector<SymbolId>& out) const {
  out.clear();
  const Range symbols = RowOf(file_first_symbol_, ToIndex(file), symbol_count_);
  for (std::uint32_t i = symbols.begin; i < symbols.end; ++i) out.push_back(SymbolId{i});
}

std::uint64_t BaseView::LowerBound(const Column<std::uint32_t>& texts,
                                   std::string_view text) const {
  std::uint64_t low = 0;
  std::uint64_t high = texts.size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (String(texts[middle]) < text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::optional<std::uint64_t> BaseView::FindText(const Column<std::uint32_t>& texts,
                                                std::string_view text) const {
  const std::uint64_t at = LowerBound(texts, text);
  if (at == texts.size() || String(texts[at]) != text) return std::nullopt;
  return at;
}

Range BaseView::RowOf(const Column<std::uint32_t>& offsets, std::uint32_t row,
                      std::uint64_t bound) {
  const Range span{offsets[row], offsets[row + 1]};
  return span.begin <= span.end && span.end <= bound ? span : Range();
}

}  // namespace waymark::graph
