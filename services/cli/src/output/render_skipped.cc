#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "output/render_records.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

struct AdviceRow {
  SkipReason reason;
  std::string_view advice;
};

constexpr AdviceRow kAdvice[] = {
    {SkipReason::kTooLarge, "more than 4 MiB; split it if it is written by hand"},
    {SkipReason::kBinary, "no text"},
    {SkipReason::kLineTooLong, "a line of more than 1 MiB, as only programs write"},
    {SkipReason::kParseLimit,
     "the parser takes too many steps, or ended the program twice; change the file"},
    {SkipReason::kUnreadable,
     "this user may not read it; mend its mode, or owner; or it is in UTF-16: save it in UTF-8"},
    {SkipReason::kInvalidPath, "its name is no UTF-8; rename it"},
    {SkipReason::kMinified, "written by a program; its source says more"},
    {SkipReason::kTooDeep, "more than 256 directories deep; index one of them as the root"},
    {SkipReason::kSubmodule, "a repository of its own; index it with: waymark index DIRECTORY"},
};
static_assert(indexer::kMaxFileBytes == 4 << 20 && indexer::kMaxLineBytes == 1 << 20);

}  // namespace

std::string SkippedText(std::span<const indexer::SkippedFileReport> skipped, std::uint64_t total) {
  std::string out;
  auto line = std::back_inserter(out);
  const auto shown = skipped.first(std::min(skipped.size(), kMaxSkippedShown));
  for (const indexer::SkippedFileReport& file : shown) {
    fmt::format_to(line, "  {}: {}\n", VisibleLine(file.path), Name(file.reason));
  }
  if (total > shown.size()) {
    fmt::format_to(line, "  and {} more; --json lists them\n", Grouped(total - shown.size()));
  }
  for (const AdviceRow& row : kAdvice) {
    const bool occurs = std::any_of(shown.begin(), shown.end(),
                                    [&](const auto& file) { return file.reason == row.reason; });
    if (occurs) fmt::format_to(line, "  {} means: {}\n", Name(row.reason), row.advice);
  }
  return out;
}

}  // namespace waymark::services
