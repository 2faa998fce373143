// The report of `tune`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "services/pipeline_config.h"
#include "services/tuner.h"

namespace waymark::services {

struct TuneReport {
  TuneOutcome outcome;
  SessionFacts facts;
  std::uint64_t damaged_lines = 0;
  std::string looked_at;  // "in 30 days", "in 12 session logs"
  std::string simulated;  // how the savings were found
  // The outcome is not taken, since the whole of it saves less.
  bool is_refused = false;
  std::filesystem::path file;         // of the configuration
  std::filesystem::path former_file;  // that was kept; empty: none
  bool is_written = false;
};

std::string TuneReportText(const TuneReport& report);
std::string TuneReportJson(const TuneReport& report);

// The settings that a session without a known model has, and the variants behind them.
// `is_there`: whether the file exists.
std::string PipelineText(const PipelineConfig& config, const std::filesystem::path& file,
                         bool is_there);
std::string PipelineJson(const PipelineConfig& config, const std::filesystem::path& file,
                         bool is_there);

}  // namespace waymark::services
