// BaseBuilder on top of the section writers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/base_edges.h"
#include "base/base_files.h"
#include "base/base_format.h"
#include "base/base_mentions.h"
#include "base/base_strings.h"
#include "base/base_summary.h"
#include "base/base_symbols.h"
#include "base/base_terms.h"
#include "base/base_unresolved.h"
#include "base/file_digest.h"
#include "graph/base_builder.h"
#include "graph/hash.h"
#include "graph/read_view.h"
#include "segment/segment_queue.h"
#include "segment/segment_reader.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

class BaseWriter : public BaseBuilder {
 public:
  explicit BaseWriter(std::shared_ptr<SegmentQueue> space);

  void SetRepository(std::string_view repository) override { repository_ = repository; }

  absl::StatusOr<SymbolId> AddFile(const FileInput& file) override;
  void SetSkipped(std::span<const SkippedFile> skipped) override;
  absl::StatusOr<BaseSummary> Finish() override;

 private:
  absl::Status Check(const FileInput& file) const;
  absl::Status CheckReferences() const;
  void AppendFileRow(const FileInput& file);
  void AppendSymbols(const FileInput& file);
  void CountTerms(const FieldLengths& lengths, bool is_counted);
  absl::StatusOr<std::unique_ptr<SegmentReader>> CloseRows();
  absl::StatusOr<std::vector<RootHash>> ComputeLeaves(const SegmentReader& outgoing) const;
  void WriteLeaves(std::span<const RootHash> leaves);
  void WriteSummary();

  std::shared_ptr<SegmentQueue> space_;
  SegmentWriter segment_;
  BaseStrings strings_;
  BaseSymbols symbols_;
  BaseEdges edges_;
  BaseUnresolved unresolved_;
  BaseTerms terms_;
  BaseMentions mentions_;
  BaseFiles files_;
  ColumnWriter<HashBytes> file_leaf_;

  std::string repository_;
  std::vector<SkippedText> skipped_;
  FieldStatistics statistics_;

  OwnPartHasher own_part_;
  ReferencesHasher references_;
  std::vector<BaseEdges::Owner> owners_;  // of the current file

  // Data for the leaves besides the columns, by file.
  std::vector<std::string> paths_;
  std::vector<RootHash> own_parts_;
  std::vector<RootHash> reference_digests_;
  std::vector<std::uint32_t> first_symbols_;
  std::vector<std::uint32_t> first_candidates_;  // of the references with candidates
  RootHash root_;
};

}  // namespace waymark::graph
