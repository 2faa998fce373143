#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "render/render_records.h"
#include "services/quantities.h"
#include "services/state_text.h"
#include "services/visible_text.h"

namespace waymark::services {

std::string SkippedText(std::span<const indexer::SkippedFileReport> skipped, std::uint64_t total) {
  std::string out;
  auto line = std::back_inserter(out);
  const auto shown = skipped.first(std::min(skipped.size(), kMaxSkippedShown));
  std::set<SkipReason> reasons;
  for (const indexer::SkippedFileReport& file : shown) {
    fmt::format_to(line, "  {}: {}\n", VisibleLine(file.path), Name(file.reason));
    reasons.insert(file.reason);
  }
  if (total > shown.size()) {
    fmt::format_to(line, "  and {} more; --format json lists them\n",
                   Grouped(total - shown.size()));
  }
  for (const SkipReason reason : reasons) {
    fmt::format_to(line, "  {} means: {}\n", Name(reason), AdviceOn(reason));
  }
  return out;
}

}  // namespace waymark::services
