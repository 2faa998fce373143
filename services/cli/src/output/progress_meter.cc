#include "output/progress_meter.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "output/notes.h"
#include "services/quantities.h"

namespace waymark::services {
namespace {

constexpr std::string_view kStageNames[] = {"scanning", "extracting", "resolving", "publishing"};
constexpr std::chrono::seconds kPlainInterval{5};
constexpr unsigned kBarWidth = 24;
// Before this much time, the rate is a poor estimate of the time left.
constexpr double kMinRateSeconds = 0.5;

std::string_view StageName(indexer::Stage stage) {
  return kStageNames[static_cast<std::size_t>(stage)];
}

std::string FileCount(const indexer::Progress& progress) {
  if (progress.files_total == 0) return Counted(progress.files_done, "file", "files");
  return fmt::format("{}/{} files", Grouped(progress.files_done), Grouped(progress.files_total));
}

// "  812 files/s  5 s left"; empty while too little is known.
std::string RateAndTimeLeft(const indexer::Progress& progress, double seconds) {
  if (seconds < kMinRateSeconds || progress.files_done == 0) return "";
  std::string text =
      fmt::format("  {:.0f} files/s", static_cast<double>(progress.files_done) / seconds);
  if (progress.bytes_done != 0 && progress.bytes_total > progress.bytes_done) {
    const double left = seconds * static_cast<double>(progress.bytes_total - progress.bytes_done) /
                        static_cast<double>(progress.bytes_done);
    text += fmt::format("  {} left", Duration(left));
  }
  return text;
}

}  // namespace

std::string ProgressBar(const indexer::Progress& progress, double stage_seconds, unsigned columns) {
  std::string line = fmt::format("{:<11}", StageName(progress.stage));
  if (progress.files_total != 0) {
    const double share = std::min(
        1.0, static_cast<double>(progress.files_done) / static_cast<double>(progress.files_total));
    const auto filled = static_cast<unsigned>(share * kBarWidth);
    line += fmt::format("[{:#<{}}{: <{}}] ", "", filled, "", kBarWidth - filled);
  }
  line += FileCount(progress) + RateAndTimeLeft(progress, stage_seconds);
  // Leaves the last column free, because some terminals wrap when it is written.
  return line.substr(0, std::max(columns, 2U) - 1);
}

ProgressMeter::ProgressMeter(const Settings& settings)
    : is_terminal_(settings.stderr_is_terminal),
      columns_(settings.stderr_columns),
      stage_start_(Clock::now()),
      last_line_(stage_start_) {}

ProgressMeter::~ProgressMeter() { Say(""); }

void ProgressMeter::Say(std::string_view line) {
  if (drawn_) PrintNote("\r\x1b[K");
  drawn_ = false;
  PrintNote(line);
}

void ProgressMeter::Show(const indexer::Progress& progress) {
  const Clock::time_point now = Clock::now();
  if (progress.stage != stage_) {
    stage_ = progress.stage;
    stage_start_ = now;
  }
  const double stage_seconds = std::chrono::duration<double>(now - stage_start_).count();
  if (is_terminal_) {
    Redraw(ProgressBar(progress, stage_seconds, columns_));
  } else if (now - last_line_ >= kPlainInterval) {
    PrintLine(fmt::format("{} {}{}", StageName(progress.stage), FileCount(progress),
                          RateAndTimeLeft(progress, stage_seconds)));
  }
}

void ProgressMeter::ShowBytes(std::string_view doing, std::uint64_t bytes_done,
                              std::uint64_t bytes_total) {
  const std::string line =
      fmt::format("{} {} of {}", doing, ByteSize(bytes_done), ByteSize(bytes_total));
  if (is_terminal_) {
    Redraw(line);
  } else if (Clock::now() - last_line_ >= kPlainInterval) {
    PrintLine(line);
  }
}

void ProgressMeter::Redraw(std::string_view line) {
  PrintNote(fmt::format("\r{}\x1b[K", line));
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressMeter::PrintLine(std::string_view line) {
  last_line_ = Clock::now();
  PrintNote(fmt::format("waymark: {}\n", line));
}

}  // namespace waymark::services
