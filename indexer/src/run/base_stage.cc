#include "run/base_stage.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "resolve/edges/file_resolver.h"
#include "resources/parallel.h"
#include "run/file_input.h"

namespace waymark::indexer {
namespace {

struct ResolvedChunk {
  absl::Status status;
  std::vector<std::unique_ptr<ResolvedFile>> files;
};

// Approximate memory that the builder holds per file until it finishes: lists of words, references
// and mentions, ordered columns of symbols, incoming edges.
std::uint64_t HeldBytes(const ResolvedFile& file) {
  constexpr std::uint64_t kEntryBytes = 8;
  constexpr std::uint64_t kSymbolBytes = 24;
  return kEntryBytes * (file.terms.size() / 2 + file.mentions.size() + file.unresolved.size() +
                        file.edges.size()) +
         kSymbolBytes * file.symbols.size();
}

absl::Status ResolveAll(RunContext& run, const graph::FactsReader& facts,
                        const std::vector<const SourceFile*>& files, const Program& program,
                        graph::BaseBuilder& base) {
  std::vector<std::uint64_t> sizes;
  sizes.reserve(files.size());
  for (const SourceFile* file : files) sizes.push_back(file->stat.size_bytes);
  const std::vector<FileChunk> chunks = PlanChunks(sizes);
  std::vector<ResolvedChunk> results(chunks.size());
  // Both the table and the builder hold the names.
  run.memory().Keep(2 * program.names.bytes());
  std::vector<std::unique_ptr<FileResolver>> resolvers(run.threads());
  for (auto& resolver : resolvers) resolver = std::make_unique<FileResolver>(program);

  const auto produce = [&](unsigned thread, std::size_t i) {
    ResolvedChunk& result = results[i];
    for (std::size_t f = chunks[i].begin; f < chunks[i].end && !run.IsCancelled(); ++f) {
      absl::StatusOr<FileFacts> read = ReadFacts(facts, files[f]->FactsKey());
      if (!read.ok()) {
        result.status = read.status();
        return;
      }
      const Watchdog::Scope watched(run.watchdog(), "resolving", files[f]->path());
      result.files.push_back(
          resolvers[thread]->Resolve(static_cast<FileIndex>(f), *std::move(read)));
    }
  };
  const auto consume = [&](std::size_t i) -> absl::Status {
    const ResolvedChunk result = std::move(results[i]);
    WM_RETURN_IF_ERROR(result.status);
    if (result.files.size() != chunks[i].end - chunks[i].begin) return run.Tick();  // cancelled
    for (std::size_t f = 0; f < result.files.size(); ++f) {
      const SourceFile& file = *files[chunks[i].begin + f];
      WM_RETURN_IF_ERROR(base.AddFile(InputOf(file, *result.files[f])).status());
      run.memory().Keep(HeldBytes(*result.files[f]));
      run.Advance(1, file.stat.size_bytes);
    }
    return run.memory().Check(0, fmt::format("index {}: the graph", run.root().string()));
  };
  return RunOrdered(run.threads(), {chunks.size(), produce, consume, [&] { return run.Tick(); }});
}

}  // namespace

absl::StatusOr<graph::BaseSummary> BuildBase(RunContext& run, graph::Writer& writer,
                                             const std::string& repository,
                                             const std::vector<const SourceFile*>& files,
                                             const Program& program,
                                             const std::vector<SkippedFileReport>& skipped) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::FactsReader> facts, writer.OpenFacts());
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::BaseBuilder> base, writer.NewBase());
  base->SetRepository(repository);
  WM_RETURN_IF_ERROR(ResolveAll(run, *facts, files, program, *base));
  base->SetSkipped(RowsOf(skipped));
  return base->Finish();
}

}  // namespace waymark::indexer
