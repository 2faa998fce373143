#include "extract_stage.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "classify.h"
#include "extract.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "parallel.h"
#include "project.h"
#include "read_file.h"

namespace waymark::indexer {
namespace {

// A record on its way into the new pack.
struct PackRecord {
  graph::FactsKey key;
  std::string header;
  std::string body;
};

// What one thread makes of one chunk of files.
struct ChunkResult {
  absl::Status status;
  std::vector<FileModel> models;
  std::vector<PackRecord> records;
  std::uint64_t files_parsed = 0;
  std::uint64_t files_with_syntax_errors = 0;
};

class ExtractStage {
 public:
  ExtractStage(RunContext& run, std::unique_ptr<graph::FactsReader> facts,
               std::vector<SourceFile>& files, NameTable& names)
      : run_(run), facts_(std::move(facts)), files_(files), names_(names) {}

  void ChooseMergedPacks(const std::vector<SegmentId>& packs);
  absl::StatusOr<ExtractOutcome> Run(graph::Writer& writer);

 private:
  void Produce(unsigned thread, const FileChunk& chunk, ChunkResult& result);
  absl::Status ProduceFile(unsigned thread, SourceFile& file, ChunkResult& result);
  absl::Status ReadSource(SourceFile& file, std::string& bytes);
  absl::Status AddStored(SourceFile& file, ChunkResult& result);
  void AddExtracted(unsigned thread, const std::string& bytes, SourceFile& file,
                    ChunkResult& result);
  void AddModel(const FileFacts& facts, SourceFile& file, ChunkResult& result);

  RunContext& run_;
  const std::unique_ptr<graph::FactsReader> facts_;
  std::vector<SourceFile>& files_;
  NameTable& names_;
  std::vector<std::unique_ptr<Extractor>> extractors_;
  std::vector<SegmentId> merged_;  // ordered
};

// Merging is a matter of the small packs: the largest is rewritten only when more of it is dead
// than alive, so that a single edit never rewrites the facts of a whole repository.
void ExtractStage::ChooseMergedPacks(const std::vector<SegmentId>& packs) {
  std::map<SegmentId, std::set<graph::FactsKey>> live;
  for (const SourceFile& file : files_) {
    if (!file.known || !file.HasFacts()) continue;
    const SegmentId pack = facts_->PackOf(file.FactsKey());
    if (pack != SegmentId::kNone) live[pack].insert(file.FactsKey());
  }
  std::vector<SegmentId> ordered = packs;
  std::sort(ordered.begin(), ordered.end(), [&](SegmentId a, SegmentId b) {
    const std::uint64_t count_a = facts_->RecordCount(a);
    const std::uint64_t count_b = facts_->RecordCount(b);
    return count_a != count_b ? count_a > count_b : a < b;
  });
  const auto mostly_dead = [&](SegmentId pack) {
    return live[pack].size() * 2 < facts_->RecordCount(pack);
  };
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const bool surplus = ordered.size() >= kMaxPacks && i > 0;
    if (surplus || mostly_dead(ordered[i])) merged_.push_back(ordered[i]);
  }
  std::sort(merged_.begin(), merged_.end());
}

absl::StatusOr<ExtractOutcome> ExtractStage::Run(graph::Writer& writer) {
  std::vector<std::uint64_t> sizes;
  for (const SourceFile& file : files_) sizes.push_back(file.known ? 0 : file.stat.size_bytes);
  const std::vector<FileChunk> chunks = PlanChunks(sizes);
  std::vector<ChunkResult> results(chunks.size());
  for (unsigned i = 0; i < run_.threads(); ++i) {
    extractors_.push_back(std::make_unique<Extractor>());
  }
  ExtractOutcome outcome;
  std::unique_ptr<graph::FactsPackBuilder> pack;
  const auto consume = [&](std::size_t i) -> absl::Status {
    ChunkResult result = std::move(results[i]);
    WM_RETURN_IF_ERROR(result.status);
    for (const PackRecord& record : result.records) {
      if (pack == nullptr) {
        WM_ASSIGN_OR_RETURN(pack, writer.NewFactsPack());
      }
      WM_RETURN_IF_ERROR(pack->Append(record.key, record.header, record.body));
    }
    std::move(result.models.begin(), result.models.end(), std::back_inserter(outcome.models));
    outcome.files_parsed += result.files_parsed;
    outcome.files_with_syntax_errors += result.files_with_syntax_errors;
    for (std::size_t f = chunks[i].begin; f < chunks[i].end; ++f) {
      run_.Advance(1, files_[f].stat.size_bytes);
    }
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(RunOrdered(run_.threads(), {chunks.size(),
                                                 [&](unsigned thread, std::size_t i) {
                                                   Produce(thread, chunks[i], results[i]);
                                                 },
                                                 consume, [&] { return run_.Tick(); }}));
  if (pack != nullptr) {
    WM_ASSIGN_OR_RETURN(outcome.new_pack, pack->Finish());
    outcome.merged = merged_;
  }
  return outcome;
}

void ExtractStage::Produce(unsigned thread, const FileChunk& chunk, ChunkResult& result) {
  for (std::size_t i = chunk.begin; i < chunk.end && !run_.IsCancelled(); ++i) {
    result.status = ProduceFile(thread, files_[i], result);
    if (!result.status.ok()) return;
  }
}

absl::Status ExtractStage::ProduceFile(unsigned thread, SourceFile& file, ChunkResult& result) {
  if (file.known && !file.HasFacts()) return absl::OkStatus();
  if (file.known && facts_->Contains(file.FactsKey())) return AddStored(file, result);
  // A file whose facts are of an older extractor is read again, though it has not changed.
  std::string bytes;
  WM_RETURN_IF_ERROR(ReadSource(file, bytes));
  if (!file.HasFacts()) return absl::OkStatus();
  if (facts_->Contains(file.FactsKey())) return AddStored(file, result);
  AddExtracted(thread, bytes, file, result);
  return absl::OkStatus();
}

// Sets grammar, content, flags and skip.
absl::Status ExtractStage::ReadSource(SourceFile& file, std::string& bytes) {
  file.known = false;
  file.skip.reset();
  const std::uint64_t max_bytes = IsProjectFile(file.path()) ? kMaxProjectFileBytes : kMaxFileBytes;
  absl::StatusOr<std::string> read = ReadFile(run_.root() / file.path(), max_bytes);
  if (!read.ok()) {
    file.grammar = DetectGrammar(file.path(), {});
    if (file.grammar == nullptr) return absl::OkStatus();
    file.skip =
        absl::IsResourceExhausted(read.status()) ? SkipReason::kTooLarge : SkipReason::kUnreadable;
    return absl::OkStatus();
  }
  bytes = *std::move(read);
  file.stat.size_bytes = bytes.size();
  file.content = HashContent(bytes);
  file.grammar = DetectGrammar(file.path(), bytes);
  if (file.grammar == nullptr) return absl::OkStatus();
  const ContentVerdict verdict = ClassifyContent(file.path(), bytes, *file.grammar);
  file.flags = verdict.flags;
  file.skip = verdict.skip;
  return absl::OkStatus();
}

absl::Status ExtractStage::AddStored(SourceFile& file, ChunkResult& result) {
  const graph::FactsKey key = file.FactsKey();
  WM_ASSIGN_OR_RETURN(std::string header, facts_->ReadHeader(key));
  WM_ASSIGN_OR_RETURN(const FileFacts facts, DecodeHeader(header));
  AddModel(facts, file, result);
  if (std::binary_search(merged_.begin(), merged_.end(), facts_->PackOf(key))) {
    WM_ASSIGN_OR_RETURN(std::string body, facts_->ReadBody(key));
    result.records.push_back({key, std::move(header), std::move(body)});
  }
  return absl::OkStatus();
}

void ExtractStage::AddExtracted(unsigned thread, const std::string& bytes, SourceFile& file,
                                ChunkResult& result) {
  const absl::StatusOr<FileFacts> facts = extractors_[thread]->Extract(bytes, *file.grammar);
  if (!facts.ok()) {
    file.skip = SkipReason::kParseLimit;
    return;
  }
  ++result.files_parsed;
  result.records.push_back({file.FactsKey(), EncodeHeader(*facts), EncodeBody(*facts)});
  AddModel(*facts, file, result);
}

void ExtractStage::AddModel(const FileFacts& facts, SourceFile& file, ChunkResult& result) {
  file.line_count = facts.line_count;
  file.flags = static_cast<std::uint16_t>(file.flags & ~kFileSyntaxErrors);
  if (facts.syntax_error_count > 0) {
    file.flags |= kFileSyntaxErrors;
    ++result.files_with_syntax_errors;
  }
  FileModel model = BuildFileModel(facts, file.grammar->language, names_);
  model.file_flags = file.flags;
  result.models.push_back(std::move(model));
}

}  // namespace

absl::StatusOr<ExtractOutcome> ExtractFiles(RunContext& run, graph::Writer& writer,
                                            const std::vector<SegmentId>& packs,
                                            std::vector<SourceFile>& files, NameTable& names) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<graph::FactsReader> facts, writer.OpenFacts());
  ExtractStage stage(run, std::move(facts), files, names);
  stage.ChooseMergedPacks(packs);
  return stage.Run(writer);
}

}  // namespace waymark::indexer
