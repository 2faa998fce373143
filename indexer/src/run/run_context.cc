#include "run/run_context.h"

#include <fmt/format.h>

#include "resources/parallel.h"

namespace waymark::indexer {
namespace {

constexpr std::chrono::milliseconds kReportInterval(100);

}  // namespace

std::vector<FileChunk> PlanChunks(std::span<const std::uint64_t> sizes) {
  std::vector<FileChunk> chunks;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool full =
        chunks.empty() || i - chunks.back().begin == kChunkFiles || bytes + sizes[i] > kChunkBytes;
    if (full) {
      chunks.push_back({i, i});
      bytes = 0;
    }
    chunks.back().end = i + 1;
    bytes += sizes[i];
  }
  return chunks;
}

RunContext::RunContext(const IndexOptions& options, std::filesystem::path root,
                       const SourceReader* sources, const std::filesystem::path& store_directory)
    : options_(options),
      root_(std::move(root)),
      work_tree_(root_),
      sources_(sources),
      threads_(ThreadsWithin(options.memory_bytes, ThreadCount(options.threads))),
      memory_(options.memory_bytes, threads_, store_directory),
      crash_journal_(store_directory),
      watchdog_(options.max_file_time) {}

void RunContext::BeginStage(Stage stage, std::uint64_t files_total, std::uint64_t bytes_total) {
  progress_ = {stage, 0, files_total, 0, bytes_total};
  stage_began_ = Clock::now();
  last_report_ = stage_began_;
}

void RunContext::Advance(std::uint64_t files, std::uint64_t bytes) {
  progress_.files_done += files;
  progress_.bytes_done += bytes;
}

absl::Status RunContext::Tick() {
  if (IsCancelled()) {
    return absl::CancelledError(fmt::format("index {}: cancelled", root_.string()));
  }
  const Clock::time_point now = Clock::now();
  if (options_.progress && now - last_report_ >= kReportInterval) {
    last_report_ = now;
    options_.progress(progress_);
  }
  return absl::OkStatus();
}

absl::Status RunContext::EndStage() {
  if (options_.progress) options_.progress(progress_);
  return IsCancelled() ? Tick() : absl::OkStatus();
}

double RunContext::StageSeconds() const {
  return std::chrono::duration<double>(Clock::now() - stage_began_).count();
}

}  // namespace waymark::indexer
