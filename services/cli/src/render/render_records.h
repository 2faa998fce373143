// Answers that are not payloads, as readable text and as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "output/finding.h"
#include "services/verbs.h"

namespace waymark::services {

std::string Render(const StatusAnswer& answer);
std::string Render(const DoctorAnswer& answer);
// The summary after an index run; lists the first kMaxSkippedShown skipped files.
std::string Render(const IndexAnswer& answer);
inline constexpr std::size_t kMaxSkippedShown = 20;
// A line for each of the first kMaxSkippedShown files and one for the rest of `total`, then a line
// for each reason: its meaning, and what can be done.
std::string SkippedText(std::span<const indexer::SkippedFileReport> skipped, std::uint64_t total);

// Pretty-printed objects that end with a line break. Bytes that are not UTF-8 become U+FFFD.
std::string ToJson(const StatusAnswer& answer);
std::string ToJson(const DoctorAnswer& answer, const std::vector<Finding>& findings);
std::string ToJson(const IndexAnswer& answer);

}  // namespace waymark::services
