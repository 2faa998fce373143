#include "run/extract_stage.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "extract/extract.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "indexer/read_file.h"
#include "project/project.h"
#include "resources/parallel.h"
#include "scan/classify.h"

namespace waymark::indexer {
namespace {

// A record for the new pack.
struct PackRecord {
  graph::FactsKey key;
  std::string header;
  std::string body;
};

// The result of one thread for one chunk of files.
struct ExtractedChunk {
  absl::Status status;
  std::vector<PackRecord> records;
  std::uint64_t files_parsed = 0;
};

// Includes the version of the rules: other rules may read the content without crashing.
graph::WorkKey KeyOfParse(const graph::FactsKey& key) {
  return FieldHasher("waymark.parse.v1")
      .Add(std::uint64_t{key.grammar})
      .Add(std::uint64_t{key.extractor_version})
      .Add(key.content)
      .Finish<graph::WorkKey>();
}

class ExtractStage {
 public:
  ExtractStage(RunContext& run, const FactsAccess& access, std::vector<SourceFile>& files,
               NameTable& names)
      : run_(run), access_(access), facts_(*access.reader), files_(files), names_(names) {}

  void Plan(const std::vector<SegmentId>& packs);
  absl::StatusOr<ExtractOutcome> Run();

 private:
  void FindPacks();
  void CountLive();
  void ChooseKeptPacks(const std::vector<SegmentId>& packs);
  void ChooseMergedPacks(const std::vector<SegmentId>& packs);
  bool IsMerged(SegmentId pack) const;
  void Produce(unsigned thread, const FileChunk& chunk, ExtractedChunk& result);
  absl::Status ProduceFile(unsigned thread, SourceFile& file, ExtractedChunk& result);
  absl::Status ReadSource(SourceFile& file, std::string& bytes);
  absl::Status AddStored(SourceFile& file, ExtractedChunk& result);
  absl::Status AddExtracted(unsigned thread, const std::string& bytes, SourceFile& file,
                            ExtractedChunk& result);
  void SetModel(const FileFacts& facts, SourceFile& file);
  absl::Status CheckMemory() const;
  std::vector<SegmentId> PacksAfter(SegmentId new_pack);

  RunContext& run_;
  const FactsAccess& access_;
  const graph::FactsReader& facts_;
  std::vector<SourceFile>& files_;
  NameTable& names_;
  std::vector<SourceFile*> work_;  // files with work left
  std::vector<std::unique_ptr<Extractor>> extractors_;
  std::map<SegmentId, std::uint64_t> live_;  // packs with facts of the files, with their number
  std::vector<SegmentId> kept_;              // packs that no file needs; ascending
  std::vector<SegmentId> merged_;            // ordered
};

void SetModel(const FileFacts& facts, NameTable& names, SourceFile& file) {
  file.line_count = facts.line_count;
  file.flags = static_cast<std::uint16_t>(file.flags & ~(kFileSyntaxErrors | kFileTruncated));
  if (facts.syntax_error_count > 0) file.flags |= kFileSyntaxErrors;
  if (facts.truncated) file.flags |= kFileTruncated;
  file.model =
      std::make_shared<FileModel>(BuildFileModel(facts, file.grammar->language, file.flags, names));
  file.file_interface.reset();
}

void ExtractStage::SetModel(const FileFacts& facts, SourceFile& file) {
  indexer::SetModel(facts, names_, file);
  run_.memory().Keep(BytesOf(*file.model));
}

void ExtractStage::Plan(const std::vector<SegmentId>& packs) {
  FindPacks();
  CountLive();
  ChooseKeptPacks(packs);
  ChooseMergedPacks(packs);
  for (SourceFile& file : files_) {
    const bool done = file.known && (!file.HasFacts() || file.model != nullptr);
    if (file.model != nullptr) run_.memory().Keep(BytesOf(*file.model));
    const bool moves = file.known && file.HasFacts() && IsMerged(file.pack);
    if (!done || moves) work_.push_back(&file);
  }
}

void ExtractStage::FindPacks() {
  for (SourceFile& file : files_) {
    if (!file.known || !file.HasFacts() || file.pack != SegmentId::kNone) continue;
    file.pack = facts_.PackOf(file.FactsKey());
  }
}

void ExtractStage::CountLive() {
  for (const SourceFile& file : files_) {
    if (file.known && file.HasFacts()) ++live_[file.pack];
  }
}

// A switched branch is often switched back: facts of the other branch only are then still there. Of
// too many packs the smallest are dropped, which single edits leave behind; of too large ones the
// oldest.
void ExtractStage::ChooseKeptPacks(const std::vector<SegmentId>& packs) {
  std::uint64_t live = 0;
  for (const auto& [pack, count] : live_) live += count;
  const std::uint64_t max_records = std::max<std::uint64_t>(kMinKeptRecords, live / kMaxKeptPart);
  std::uint64_t records = 0;
  for (const SegmentId pack : packs) {
    // A pack without readable records is of another version or damaged.
    if (live_.count(pack) != 0 || facts_.RecordCount(pack) == 0) continue;
    kept_.push_back(pack);
    records += facts_.RecordCount(pack);
  }
  std::sort(kept_.begin(), kept_.end());
  while (!kept_.empty() && (kept_.size() > kMaxKeptPacks || records > max_records)) {
    const auto smallest = std::min_element(
        kept_.begin(), kept_.end(),
        [this](SegmentId a, SegmentId b) { return facts_.RecordCount(a) < facts_.RecordCount(b); });
    const auto dropped = records > max_records ? kept_.begin() : smallest;
    records -= facts_.RecordCount(*dropped);
    kept_.erase(dropped);
  }
}

// Merging concerns small packs: a pack is merged with those not much larger, so that a fact is
// rewritten only a few times however many edits follow. The largest pack is rewritten only when
// most of it is dead.
void ExtractStage::ChooseMergedPacks(const std::vector<SegmentId>& packs) {
  std::vector<SegmentId> ordered = packs;
  std::erase_if(ordered, [this](SegmentId pack) { return live_.count(pack) == 0; });
  std::sort(ordered.begin(), ordered.end(), [this](SegmentId a, SegmentId b) {
    return live_[a] != live_[b] ? live_[a] < live_[b] : a < b;
  });
  const bool crowded = ordered.size() >= kMaxPacks;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const SegmentId pack = ordered[i];
    const bool largest = i + 1 == ordered.size();
    const bool mostly_dead = live_[pack] * 2 < facts_.RecordCount(pack);
    if (facts_.IsRemote(pack)) continue;  // merging would fetch all of it
    const bool small = crowded && !largest && (i < 2 || live_[pack] <= sum * 2);
    if (!small && !(mostly_dead && (largest || crowded))) continue;
    sum += live_[pack];
    merged_.push_back(pack);
  }
  std::sort(merged_.begin(), merged_.end());
}

bool ExtractStage::IsMerged(SegmentId pack) const {
  return std::binary_search(merged_.begin(), merged_.end(), pack);
}

absl::StatusOr<ExtractOutcome> ExtractStage::Run() {
  std::vector<std::uint64_t> sizes;
  for (const SourceFile* file : work_) sizes.push_back(file->known ? 0 : file->stat.size_bytes);
  const std::vector<FileChunk> chunks = PlanChunks(sizes);
  std::vector<ExtractedChunk> results(chunks.size());
  for (unsigned i = 0; i < run_.threads(); ++i) {
    extractors_.push_back(std::make_unique<Extractor>());
  }
  ExtractOutcome outcome;
  std::unique_ptr<graph::FactsPackBuilder> pack;
  const auto consume = [&](std::size_t i) -> absl::Status {
    const ExtractedChunk result = std::move(results[i]);
    WM_RETURN_IF_ERROR(result.status);
    for (const PackRecord& record : result.records) {
      if (pack == nullptr) {
        WM_ASSIGN_OR_RETURN(pack, access_.new_pack());
      }
      WM_RETURN_IF_ERROR(pack->Append(record.key, record.header, record.body));
    }
    outcome.files_parsed += result.files_parsed;
    WM_RETURN_IF_ERROR(CheckMemory());
    for (std::size_t f = chunks[i].begin; f < chunks[i].end; ++f) {
      run_.Advance(1, work_[f]->stat.size_bytes);
    }
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(RunOrdered(run_.threads(), {chunks.size(),
                                                 [&](unsigned thread, std::size_t i) {
                                                   Produce(thread, chunks[i], results[i]);
                                                 },
                                                 consume, [&] { return run_.Tick(); }}));
  SegmentId new_pack = SegmentId::kNone;
  if (pack != nullptr) {
    WM_ASSIGN_OR_RETURN(new_pack, pack->Finish());
  }
  outcome.packs = PacksAfter(new_pack);
  return outcome;
}

// Every pack with facts of the files, and the kept ones.
std::vector<SegmentId> ExtractStage::PacksAfter(SegmentId new_pack) {
  std::vector<SegmentId> packs = kept_;
  for (SourceFile& file : files_) {
    if (!file.HasFacts()) continue;
    if (file.pack == SegmentId::kNone || IsMerged(file.pack)) file.pack = new_pack;
    if (packs.empty() || packs.back() != file.pack) packs.push_back(file.pack);
  }
  std::sort(packs.begin(), packs.end());
  packs.erase(std::unique(packs.begin(), packs.end()), packs.end());
  return packs;
}

void ExtractStage::Produce(unsigned thread, const FileChunk& chunk, ExtractedChunk& result) {
  for (std::size_t i = chunk.begin; i < chunk.end && !run_.IsCancelled(); ++i) {
    result.status = ProduceFile(thread, *work_[i], result);
    if (!result.status.ok()) return;
  }
}

absl::Status ExtractStage::ProduceFile(unsigned thread, SourceFile& file, ExtractedChunk& result) {
  if (file.known && file.pack != SegmentId::kNone) return AddStored(file, result);
  // A file with facts of an older extractor is read again, although it has not changed.
  std::string bytes;
  WM_RETURN_IF_ERROR(ReadSource(file, bytes));
  if (!file.HasFacts()) return absl::OkStatus();
  file.pack = facts_.PackOf(file.FactsKey());
  if (file.pack != SegmentId::kNone) return AddStored(file, result);
  return AddExtracted(thread, bytes, file, result);
}

// Sets grammar, content, flags and skip.
absl::Status ExtractStage::ReadSource(SourceFile& file, std::string& bytes) {
  file.known = false;
  file.skip.reset();
  const std::uint64_t max_bytes = IsProjectFile(file.path()) ? kMaxProjectFileBytes : kMaxFileBytes;
  absl::StatusOr<std::string> read = run_.sources().Read(file.path(), max_bytes);
  if (absl::IsFailedPrecondition(read.status())) return read.status();
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
  bytes = DecodeText(std::move(bytes));
  file.grammar = DetectGrammar(file.path(), bytes);
  if (file.grammar == nullptr) return absl::OkStatus();
  const ContentVerdict verdict = ClassifyContent(file.path(), bytes, *file.grammar);
  file.flags = verdict.flags;
  file.skip = verdict.skip;
  if ((file.flags & kFileMinified) != 0) file.grammar = FindGrammar(Grammar::kUnindexedSource);
  return absl::OkStatus();
}

absl::Status ExtractStage::AddStored(SourceFile& file, ExtractedChunk& result) {
  const graph::FactsKey key = file.FactsKey();
  WM_ASSIGN_OR_RETURN(std::string header, facts_.ReadHeader(key));
  if (file.model == nullptr) {
    WM_ASSIGN_OR_RETURN(const FileFacts facts, DecodeHeader(header));
    SetModel(facts, file);
  }
  if (IsMerged(file.pack)) {
    WM_ASSIGN_OR_RETURN(std::string body, facts_.ReadBody(key));
    result.records.push_back({key, std::move(header), std::move(body)});
  }
  return absl::OkStatus();
}

absl::Status ExtractStage::AddExtracted(unsigned thread, const std::string& bytes, SourceFile& file,
                                        ExtractedChunk& result) {
  WM_ASSIGN_OR_RETURN(
      const MemoryBudget::Lease lease,
      run_.memory().Take(ParseBytes(bytes),
                         fmt::format("index {}: {}", run_.root().string(), file.path())));
  graph::CrashJournal::Work parse(run_.crash_journal(), KeyOfParse(file.FactsKey()),
                                  kMaxDeathsOfParse);
  if (!parse.may_begin()) {
    file.skip = SkipReason::kParseLimit;
    return absl::OkStatus();
  }
  const Watchdog::Scope watched(run_.watchdog(), "parsing", file.path(), &parse);
  const absl::StatusOr<FileFacts> facts =
      extractors_[thread]->Extract(bytes, *file.grammar, file.path());
  if (!facts.ok()) {
    file.skip = SkipReason::kParseLimit;
    return absl::OkStatus();
  }
  ++result.files_parsed;
  result.records.push_back({file.FactsKey(), EncodeHeader(*facts), EncodeBody(*facts)});
  SetModel(*facts, file);
  return absl::OkStatus();
}

absl::Status ExtractStage::CheckMemory() const {
  return run_.memory().Check(names_.bytes(),
                             fmt::format("index {}: what the files declare", run_.root().string()));
}

}  // namespace

absl::StatusOr<ExtractOutcome> ExtractFiles(RunContext& run, const FactsAccess& facts,
                                            const std::vector<SegmentId>& packs,
                                            std::vector<SourceFile>& files, NameTable& names) {
  ExtractStage stage(run, facts, files, names);
  stage.Plan(packs);
  return stage.Run();
}

absl::Status LoadModels(const graph::FactsReader& facts, std::vector<SourceFile>& files,
                        NameTable& names) {
  for (SourceFile& file : files) {
    if (!file.HasFacts() || file.model != nullptr) continue;
    WM_ASSIGN_OR_RETURN(const std::string header, facts.ReadHeader(file.FactsKey()));
    WM_ASSIGN_OR_RETURN(const FileFacts decoded, DecodeHeader(header));
    SetModel(decoded, names, file);
  }
  return absl::OkStatus();
}

}  // namespace waymark::indexer
