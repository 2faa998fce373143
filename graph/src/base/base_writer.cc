#include "base/base_writer.h"

#include <algorithm>
#include <future>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/file_check.h"
#include "graph/status.h"
#include "model/merkle.h"

namespace waymark::graph {

BaseWriter::BaseWriter(std::shared_ptr<SegmentQueue> space)
    : space_(std::move(space)),
      segment_(*space_, SegmentKind::kBase),
      strings_(segment_),
      symbols_(segment_, strings_),
      edges_(segment_),
      unresolved_(segment_),
      files_(segment_, strings_),
      file_leaf_(segment_, kFileLeaf) {}

absl::StatusOr<SymbolId> BaseWriter::AddFile(const FileInput& file) {
  WM_RETURN_IF_ERROR(Check(file));
  const std::uint32_t first_symbol = symbols_.size();
  own_part_.BeginFile(file);
  AppendFileRow(file);
  AppendSymbols(file);
  owners_.clear();
  for (const SymbolInput& symbol : file.symbols) {
    owners_.push_back(BaseEdges::Owner{symbol.parent, symbol.range.begin.line});
  }
  edges_.AppendFile(first_symbol, owners_, file.edges);
  unresolved_.AppendFile(first_symbol, file.unresolved, references_);
  own_parts_.push_back(own_part_.Finish());
  files_.AppendOwnPart(own_parts_.back());
  reference_digests_.push_back(references_.Finish());
  WM_RETURN_IF_ERROR(segment_.status());
  return SymbolId{first_symbol};
}

absl::Status BaseWriter::Check(const FileInput& file) const {
  if (!paths_.empty() && paths_.back() >= file.path) {
    return absl::InvalidArgumentError(fmt::format(
        "add file '{}' to a base: it comes after '{}'; files are added in byte order of paths",
        file.path, paths_.back()));
  }
  if (file.symbols.size() > kMaxSymbols - symbols_.size()) {
    return absl::ResourceExhaustedError(
        fmt::format("add file '{}' to a base: more than {} symbols", file.path, kMaxSymbols));
  }
  return CheckFile("add file to a base", file);
}

void BaseWriter::AppendFileRow(const FileInput& file) {
  paths_.emplace_back(file.path);
  first_symbols_.push_back(symbols_.size());
  first_candidates_.push_back(static_cast<std::uint32_t>(unresolved_.candidate_counts().size()));
  mentions_.AppendFile(FileId{static_cast<std::uint32_t>(paths_.size() - 1)}, file.mentions);
  files_.Append(file, symbols_.size());
}

void BaseWriter::AppendSymbols(const FileInput& file) {
  const FileId id{static_cast<std::uint32_t>(paths_.size() - 1)};
  const std::span<const FieldLengths> lengths =
      terms_.AppendFile(id, SymbolId{symbols_.size()}, file);
  for (std::uint32_t i = 0; i < file.symbols.size(); ++i) {
    const SymbolInput& symbol = file.symbols[i];
    const SymbolIdentity identity = IdentityOf(repository_, file, symbol);
    BaseSymbols::Derived derived;
    derived.file = id;
    derived.flags = StoredFlags(file, symbol);
    derived.identity_prefix = identity.Prefix64();
    derived.lengths = lengths[i];
    if (AddsToSums(file.language)) CountTerms(lengths[i], IsCounted(file.language, derived.flags));
    own_part_.AddSymbol(symbol, derived.flags, identity);
    symbols_.Append(symbol, derived);
  }
}

void BaseWriter::CountTerms(const FieldLengths& lengths, bool is_counted) {
  for (std::size_t f = 0; f < lengths.size(); ++f) {
    statistics_.total_length[f] += lengths[f];
    statistics_.nonempty_count[f] += lengths[f] > 0 ? 1 : 0;
  }
  statistics_.document_count += is_counted ? 1 : 0;
}

void BaseWriter::SetSkipped(std::span<const SkippedFile> skipped) {
  skipped_ = SortedCopy(skipped);
}

// The leaves need only data that is written by then, so they are computed in parallel with the
// other sections.
absl::StatusOr<BaseSummary> BaseWriter::Finish() {
  WM_RETURN_IF_ERROR(CheckReferences());
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentReader> written, CloseRows());
  std::future<absl::StatusOr<std::vector<RootHash>>> leaves =
      std::async(std::launch::async | std::launch::deferred,
                 [this, &written] { return ComputeLeaves(*written); });
  WM_RETURN_IF_ERROR(edges_.WriteDerived(*written, symbols_.size()));
  terms_.Finish(segment_, strings_);
  mentions_.Finish(segment_);
  WM_ASSIGN_OR_RETURN(const std::vector<RootHash> computed, leaves.get());
  unresolved_.Finish(segment_, strings_);
  WriteLeaves(computed);
  WriteSummary();
  strings_.Close();
  WM_RETURN_IF_ERROR(segment_.Finish());
  BaseSummary summary;
  summary.segment = segment_.id();
  summary.root = root_;
  summary.file_count = paths_.size();
  summary.symbol_count = symbols_.size();
  summary.edge_count = edges_.size();
  summary.unresolved_count = unresolved_.size();
  return summary;
}

absl::Status BaseWriter::CheckReferences() const {
  const std::uint32_t count = symbols_.size();
  const std::uint32_t largest =
      std::max({edges_.max_target(), symbols_.max_parent(), unresolved_.max_candidate()});
  if (largest > 0 && largest >= count) {
    return absl::InvalidArgumentError(fmt::format(
        "finish a base: an edge, a parent or a candidate names symbol {}, of {} symbols", largest,
        count));
  }
  return absl::OkStatus();
}

// Closes the sections with one row per file or symbol, and opens them for the sections that are
// derived from them.
absl::StatusOr<std::unique_ptr<SegmentReader>> BaseWriter::CloseRows() {
  first_symbols_.push_back(symbols_.size());
  first_candidates_.push_back(static_cast<std::uint32_t>(unresolved_.candidate_counts().size()));
  files_.Finish(symbols_.size());
  symbols_.Finish();
  edges_.CloseOutgoing();
  unresolved_.CloseCandidates();
  segment_.Flush();
  WM_RETURN_IF_ERROR(segment_.status());
  WM_ASSIGN_OR_RETURN(ReadTxn txn, space_->environment()->BeginRead());
  return SegmentReader::OpenUnfinished(std::make_shared<const ReadTxn>(std::move(txn)),
                                       segment_.id(), segment_.Row());
}

// Runs in parallel with the writing of other sections; it reads nothing that they change.
absl::StatusOr<std::vector<RootHash>> BaseWriter::ComputeLeaves(
    const SegmentReader& outgoing) const {
  Column<std::uint64_t> identities;
  Column<std::uint32_t> candidates;
  Column<NarrowPlace> places;
  EdgeRows rows;
  EdgeDecoder::Context context;
  WM_RETURN_IF_ERROR(outgoing.Bind(kSymbolIdentity, identities));
  WM_RETURN_IF_ERROR(outgoing.Bind(kCandidates, candidates));
  WM_RETURN_IF_ERROR(outgoing.Bind(kSymbolPlace, places));
  WM_RETURN_IF_ERROR(BindOutgoing(outgoing, symbols_.size(), rows, context));
  FileDigestHasher hasher;
  RowReader reader;
  std::vector<RootHash> leaves;
  std::vector<std::uint64_t> prefixes;
  std::uint64_t candidate = 0;
  for (std::size_t file = 0; file < paths_.size(); ++file) {
    const std::uint32_t begin = first_symbols_[file];
    for (std::uint32_t symbol = begin; symbol < first_symbols_[file + 1]; ++symbol) {
      const std::uint32_t parent = symbols_.parents()[symbol];
      hasher.AddParent(SymbolId{parent} == SymbolId::kNone ? 0 : identities[parent]);
      reader.ForEach(rows.RowOf(symbol), symbol, places[symbol].begin_line, context,
                     [&](const RowReader::Edge& edge) {
                       if (TypeOf(edge.label) == EdgeType::kContains) return;
                       hasher.AddEdge(symbol - begin, edge.label, identities[edge.target],
                                      edge.sites);
                     });
    }
    for (std::uint32_t i = first_candidates_[file]; i < first_candidates_[file + 1]; ++i) {
      prefixes.clear();
      for (std::uint8_t left = unresolved_.candidate_counts()[i]; left > 0; --left) {
        prefixes.push_back(identities[candidates[candidate++]]);
      }
      hasher.AddCandidates(prefixes);
    }
    leaves.push_back(hasher.Finish(paths_[file], own_parts_[file], reference_digests_[file]));
  }
  return leaves;
}

void BaseWriter::WriteLeaves(std::span<const RootHash> leaves) {
  for (const RootHash& leaf : leaves) file_leaf_.Append(leaf.bytes);
  file_leaf_.Close();
  const std::vector<DirectoryRoot> directories = ComputeDirectoryRoots(paths_, leaves);
  WriteDirectories(segment_, strings_, directories);
  root_ = ComputeRepositoryRoot(repository_, directories.front().root, RowsOf(skipped_));
}

void BaseWriter::WriteSummary() {
  std::array<std::uint64_t, kBaseNumberCount> numbers{};
  numbers[kNumberFiles] = paths_.size();
  numbers[kNumberSymbols] = symbols_.size();
  numbers[kNumberEdges] = edges_.size();
  numbers[kNumberUnresolved] = unresolved_.size();
  numbers[kNumberDocuments] = statistics_.document_count;
  for (std::size_t f = 0; f < kFieldCount; ++f) {
    numbers[kNumberTotalLength + f] = statistics_.total_length[f];
    numbers[kNumberNonempty + f] = statistics_.nonempty_count[f];
  }
  WriteNumbers(segment_, numbers);
  WriteRepositoryName(segment_, strings_, repository_);
  WriteSkipped(segment_, strings_, skipped_);
}

}  // namespace waymark::graph
