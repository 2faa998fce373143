// Progress of an index run on standard error: a line that is redrawn on a terminal, an occasional
// plain line elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "config/settings.h"
#include "indexer/indexer.h"

namespace waymark::services {

class ProgressMeter {
 public:
  explicit ProgressMeter(const Settings& settings);
  ~ProgressMeter();  // clears the terminal's line
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  void Show(const indexer::Progress& progress);
  // The same for work on one file, such as "compressing".
  void ShowBytes(std::string_view doing, std::uint64_t bytes_done, std::uint64_t bytes_total);
  // Writes a line above the progress.
  void Say(std::string_view line);

 private:
  using Clock = std::chrono::steady_clock;

  void Redraw(std::string_view line);
  void PrintLine(std::string_view line);

  const bool is_terminal_;
  const unsigned columns_;
  indexer::Stage stage_ = indexer::Stage::kScanning;
  Clock::time_point stage_start_;
  Clock::time_point last_line_;
  bool drawn_ = false;
};

// "extracting  [#########           ] 1,234/5,000 files  812 files/s  5 s left", at most `columns`
// wide. The time left is estimated by bytes.
std::string ProgressBar(const indexer::Progress& progress, double stage_seconds, unsigned columns);

}  // namespace waymark::services
