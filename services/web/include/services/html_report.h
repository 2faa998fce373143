// The page with its answers in one file, which needs no server.
#pragma once

#include <cstddef>
#include <string>

#include <absl/status/statusor.h>

#include "services/page_server.h"

namespace waymark::services {

struct HtmlReportOptions {
  std::string base = {};     // a revision with which the working tree is compared; empty: with none
  std::string version = {};  // of the program
  std::size_t most_bytes = 3'000'000;  // of the file
};

struct HtmlReport {
  std::string html;
  std::size_t answers = 0;   // that it holds
  std::size_t left_out = 0;  // answers beyond `most_bytes`
};

// Asks what the views of the page ask at first: the map, the outline, analyses, the health, the
// change since `base`, and the symbols on which most depends or which changed, with their files.
// Reads the root, the verbs, the numbers, the machine and the options of commands in `page`. Errors
// are those of the outline and of the difference; other answers that fail are left away. Nothing in
// the file is loaded from elsewhere. No text of the repository can become markup: answers are JSON
// without "<", and only the page's own scripts run, by their hashes.
absl::StatusOr<HtmlReport> MakeHtmlReport(const PageOptions& page, const HtmlReportOptions& options,
                                          const CallControl& control);

}  // namespace waymark::services
