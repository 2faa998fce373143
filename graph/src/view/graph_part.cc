#include "view/graph_part.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "base/base_edges.h"
#include "graph/status.h"
#include "model/bytes.h"
#include "text/zstd_frame.h"

namespace waymark::graph {
namespace {

constexpr std::uint64_t kMaxIds = 0xFFFFFFFE;

std::uint64_t NextSerial() {
  static std::atomic<std::uint64_t> next = 1;
  return next++;
}

}  // namespace

GraphPart::GraphPart(std::unique_ptr<SegmentReader> segment)
    : segment_(std::move(segment)), serial_(NextSerial()) {}

absl::StatusOr<std::unique_ptr<const GraphPart>> GraphPart::Open(
    std::unique_ptr<SegmentReader> segment, const Preceding& preceding) {
  std::unique_ptr<GraphPart> part(new GraphPart(std::move(segment)));
  WM_RETURN_IF_ERROR(part->BindFiles());
  WM_RETURN_IF_ERROR(part->BindSymbols());
  part->file_count_ = static_cast<std::uint32_t>(std::min(part->file_path_.size(), kMaxIds));
  part->symbol_count_ =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(part->name_.size(), kMaxSymbols));
  part->id_bound_ = std::min(preceding.ids + part->symbol_count_, kMaxSymbols);
  WM_RETURN_IF_ERROR(part->BindEdges());
  WM_RETURN_IF_ERROR(part->BindNames());
  WM_RETURN_IF_ERROR(part->BindTerms());
  WM_RETURN_IF_ERROR(part->CheckSizes(preceding));
  WM_RETURN_IF_ERROR(part->BindSummary());
  return part;
}

absl::Status GraphPart::BindFiles() {
  WM_RETURN_IF_ERROR(segment_->Bind(kFilePath, file_path_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileAttributes, file_attributes_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileContent, file_content_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileFirstSymbol, file_first_symbol_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileLeaf, file_leaf_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileOwnPart, file_own_part_));
  WM_RETURN_IF_ERROR(segment_->Bind(kFileUnresolved, file_unresolved_));
  WM_RETURN_IF_ERROR(segment_->Bind(kDirectoryPath, directory_path_));
  return segment_->Bind(kDirectoryRoot, directory_root_);
}

absl::Status GraphPart::BindSymbols() {
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

absl::Status GraphPart::BindEdges() {
  const SegmentReader& segment = *segment_;
  WM_RETURN_IF_ERROR(BindOutgoing(segment, id_bound_, out_rows_, edge_context_));
  WM_RETURN_IF_ERROR(in_rows_.addresses.Bind(segment, kInIndex, kInRows));
  WM_RETURN_IF_ERROR(segment.Bind(kInEdges, in_rows_.records));
  out_degrees_.Reset(symbol_count_);
  in_degrees_.Reset(symbol_count_);
  WM_RETURN_IF_ERROR(foreign_.Bind(segment, kForeignIndex, kForeignRange));
  return segment.Bind(kForeignChildren, foreign_children_);
}

absl::Status GraphPart::BindNames() {
  WM_RETURN_IF_ERROR(segment_->Bind(kStrings, strings_));
  WM_RETURN_IF_ERROR(segment_->Bind(kNameOrder, name_order_));
  WM_RETURN_IF_ERROR(segment_->Bind(kNameOffsets, name_offsets_));
  WM_RETURN_IF_ERROR(segment_->Bind(kNameSymbols, name_symbols_));
  WM_RETURN_IF_ERROR(segment_->Bind(kUnresolvedNames, unresolved_names_));
  WM_RETURN_IF_ERROR(segment_->Bind(kUnresolvedRows, unresolved_rows_));
  WM_RETURN_IF_ERROR(segment_->Bind(kUnresolved, unresolved_));
  return segment_->Bind(kCandidates, candidates_);
}

absl::Status GraphPart::BindTerms() {
  WM_RETURN_IF_ERROR(segment_->Bind(kTerms, terms_));
  WM_RETURN_IF_ERROR(segment_->Bind(kTermPostings, term_postings_));
  WM_RETURN_IF_ERROR(segment_->Bind(kTermFrequency, term_frequency_));
  WM_RETURN_IF_ERROR(segment_->Bind(kPostings, postings_));
  WM_RETURN_IF_ERROR(segment_->Bind(kPathTerms, path_terms_));
  WM_RETURN_IF_ERROR(segment_->Bind(kPathTermFiles, path_term_files_));
  WM_RETURN_IF_ERROR(segment_->Bind(kMentionChunks, mention_chunks_));
  return segment_->Bind(kMentions, mentions_);
}

// Checks that columns with a common index have the same length. Their values are checked at use.
absl::Status GraphPart::CheckSizes(const Preceding& preceding) const {
  const std::uint64_t files = file_path_.size();
  const std::uint64_t symbols = name_.size();
  const auto groups = [](std::uint64_t count, std::uint64_t size) {
    return (count + size - 1) / size;
  };
  const std::uint64_t sparse = groups(symbols, kSymbolsPerSparseEntry);
  const std::uint64_t sparse_rows = groups(preceding.rows + symbols, kSymbolsPerSparseEntry);
  const std::uint64_t sparse_targets = groups(preceding.targets + symbols, kSymbolsPerSparseEntry);
  const bool files_agree = file_attributes_.size() == files && file_content_.size() == files &&
                           file_first_symbol_.size() == files + 1 && file_leaf_.size() == files &&
                           file_own_part_.size() == files && file_unresolved_.size() == files &&
                           directory_path_.size() == directory_root_.size();
  const bool symbols_agree = scope_.size() == symbols && parent_.size() == symbols &&
                             file_base_.size() == groups(symbols, kSymbolsPerFileBase) &&
                             file_.size() == symbols && kind_.size() == symbols &&
                             flags_.size() == symbols && place_.size() == symbols &&
                             identity_.size() == symbols && lengths_.size() == symbols &&
                             signature_chunks_.size() == groups(symbols, kSymbolsPerSignatureChunk);
  const bool sparse_agree =
      wide_lengths_.index.size() == sparse && documentation_.index.size() == sparse &&
      variants_.index.size() == sparse && wide_places_.index.size() == sparse &&
      out_rows_.addresses.index.size() == sparse_rows &&
      in_rows_.addresses.index.size() == sparse_targets && foreign_.index.size() == sparse_targets;
  const bool names_agree = name_offsets_.size() == name_order_.size() + 1 &&
                           unresolved_rows_.size() == unresolved_names_.size() &&
                           term_postings_.size() == terms_.size() &&
                           term_frequency_.size() == terms_.size() &&
                           path_term_files_.size() == path_terms_.size();
  if (files_agree && symbols_agree && sparse_agree && names_agree && files <= kMaxIds &&
      preceding.ids + symbols <= kMaxSymbols && (symbols == 0 || files > 0)) {
    return absl::OkStatus();
  }
  return absl::DataLossError("open view: the sections of a segment do not fit together");
}

absl::Status GraphPart::BindSummary() {
  Column<std::uint32_t> repository;
  Column<std::uint32_t> skipped_paths;
  Column<std::uint8_t> skipped_reasons;
  WM_RETURN_IF_ERROR(segment_->Bind(kNumbers, numbers_));
  WM_RETURN_IF_ERROR(segment_->Bind(kRepositoryName, repository));
  WM_RETURN_IF_ERROR(segment_->Bind(kSkippedPath, skipped_paths));
  WM_RETURN_IF_ERROR(segment_->Bind(kSkippedReason, skipped_reasons));
  if (numbers_.size() != kBaseNumberCount || repository.size() != 1 ||
      skipped_paths.size() != skipped_reasons.size()) {
    return absl::DataLossError("open view: the summary of a segment is damaged");
  }
  repository_ = String(repository[0]);
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    statistics_.total_length[f] = numbers_[kNumberTotalLength + f];
    statistics_.nonempty_count[f] = numbers_[kNumberNonempty + f];
  }
  statistics_.document_count = numbers_[kNumberDocuments];
  skipped_.reserve(skipped_paths.size());
  for (std::uint64_t i = 0; i < skipped_paths.size(); ++i) {
    skipped_.push_back(
        SkippedFile{String(skipped_paths[i]), static_cast<SkipReason>(skipped_reasons[i])});
  }
  return absl::OkStatus();
}

SymbolRow GraphPart::Symbol(SymbolId symbol) const {
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

// Answers read signatures in scattered order, mostly of neighbours, so each thread keeps a few
// chunks.
std::string GraphPart::Signature(SymbolId symbol) const {
  struct Cached {
    std::uint64_t view_serial = 0;
    std::uint32_t chunk = 0;
    std::string texts;
  };

  constexpr std::size_t kKeptChunks = 32;  // some 10 KiB each
  thread_local std::array<Cached, kKeptChunks> kept;
  const std::uint32_t chunk = ToIndex(symbol) / kSymbolsPerSignatureChunk;
  Cached& cache = kept[chunk % kKeptChunks];
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

FileRow GraphPart::File(FileId file) const {
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

std::array<std::uint16_t, kFieldCount> GraphPart::FieldLengths(SymbolId symbol) const {
  const NarrowLengths narrow = lengths_[ToIndex(symbol)];
  if (narrow[0] == kWideLengthsMark) {
    return wide_lengths_.Get(ToIndex(symbol)).value_or(graph::FieldLengths());
  }
  graph::FieldLengths lengths{};
  std::copy(narrow.begin(), narrow.end(), lengths.begin());
  return lengths;
}

std::optional<FileId> GraphPart::FindFile(std::string_view path) const {
  const std::optional<std::uint64_t> found = FindText(file_path_, path);
  if (!found) return std::nullopt;
  return FileId{static_cast<std::uint32_t>(*found)};
}

void GraphPart::SymbolsOf(FileId file, std::vector<SymbolId>& out) const {
  out.clear();
  const Range symbols = RowOf(file_first_symbol_, ToIndex(file), symbol_count_);
  for (std::uint32_t i = symbols.begin; i < symbols.end; ++i) out.push_back(SymbolId{i});
}

std::optional<RootHash> GraphPart::DirectoryRoot(std::string_view path) const {
  const std::optional<std::uint64_t> found = FindText(directory_path_, path);
  if (!found) return std::nullopt;
  return RootHash{directory_root_[*found]};
}

std::uint64_t GraphPart::LowerBound(const Column<std::uint32_t>& texts,
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

std::optional<std::uint64_t> GraphPart::FindText(const Column<std::uint32_t>& texts,
                                                 std::string_view text) const {
  const std::uint64_t at = LowerBound(texts, text);
  if (at == texts.size() || String(texts[at]) != text) return std::nullopt;
  return at;
}

Range GraphPart::RowOf(const Column<std::uint32_t>& offsets, std::uint32_t row,
                       std::uint64_t bound) {
  const Range span{offsets[row], offsets[row + 1]};
  return span.begin <= span.end && span.end <= bound ? span : Range();
}

}  // namespace waymark::graph
