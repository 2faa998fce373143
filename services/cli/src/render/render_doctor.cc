#include <algorithm>
#include <iterator>
#include <span>

#include <fmt/format.h>

#include "render/render_records.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

constexpr double kPercent = 100;

// "12 unknown, 3 dynamic"; reasons without a count are left out.
std::string ReasonsText(const std::vector<ReasonCount>& counts) {
  std::string text;
  for (const ReasonCount& count : counts) {
    if (count.count == 0) continue;
    fmt::format_to(std::back_inserter(text), "{}{} {}", text.empty() ? "" : ", ",
                   Grouped(count.count), count.reason);
  }
  return text.empty() ? "none" : text;
}

// Why answers about the language are at most "likely complete".
void AppendDoubts(std::back_insert_iterator<std::string> line, std::string_view what,
                  const std::vector<std::string>& places) {
  constexpr std::size_t kShown = 5;
  if (places.empty()) return;
  const std::size_t shown = std::min(places.size(), kShown);
  fmt::format_to(line, "  doubts      {}: {}", what, Grouped(places.size()));
  std::string_view lead = " (";
  for (std::size_t i = 0; i < shown; ++i) {
    fmt::format_to(line, "{}{}", lead, VisibleLine(places[i]));
    lead = ", ";
  }
  fmt::format_to(line, "{})\n", shown < places.size() ? ", ..." : "");
}

void AppendLanguage(std::string& out, const LanguageHealth& language) {
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{}\n  content     {}, {}, {}\n", language.language,
                 Counted(language.files, "file", "files"), ByteSize(language.bytes),
                 Counted(language.symbols, "symbol", "symbols"));
  fmt::format_to(line, "  errors      {} with syntax errors\n",
                 Counted(language.files_with_syntax_errors, "file", "files"));
  fmt::format_to(line, "  references  {} resolved; not resolved: {}\n", Grouped(language.resolved),
                 ReasonsText(language.unresolved));
  fmt::format_to(line, "  unresolved  {:.1f} % of those that may lead into the repository\n",
                 language.unresolved_rate * kPercent);
  AppendDoubts(line, "members by computed names", language.computed_names);
  AppendDoubts(line, "files that were not read whole", language.unread_files);
}

void AppendSkipped(std::string& out, const DoctorAnswer& answer) {
  if (answer.skipped.empty()) return;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "\nskipped files: {}\n", ReasonsText(answer.skipped_reasons));
  out += SkippedText(answer.skipped, answer.skipped.size());
}

void AppendSyntaxErrors(std::string& out, const DoctorAnswer& answer) {
  if (answer.syntax_errors.empty()) return;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "\nfiles with syntax errors, each with its first\n");
  const std::size_t shown = std::min(answer.syntax_errors.size(), kMaxSkippedShown);
  for (const SyntaxErrorPlace& error : std::span(answer.syntax_errors).first(shown)) {
    fmt::format_to(line, "  {}:{}:{}\n", VisibleLine(error.path), error.place.line,
                   error.place.column);
  }
  if (answer.syntax_errors.size() > shown) {
    fmt::format_to(line, "  and more; --format json lists {}\n", answer.syntax_errors.size());
  }
}

std::string StaleText(std::uint32_t freed) {
  if (freed == 0) return "";
  return fmt::format("; freed the slots of {} that were killed",
                     Counted(freed, "reader", "readers"));
}

}  // namespace

std::string Render(const DoctorAnswer& answer) {
  std::string out;
  for (const LanguageHealth& language : answer.languages) AppendLanguage(out, language);
  AppendSkipped(out, answer);
  AppendSyntaxErrors(out, answer);
  out += "\n";
  out += Render(answer.status);
  std::uint64_t bytes = 0;
  for (const graph::StorePart& part : answer.status.parts) bytes += part.bytes;
  if (answer.store_source_bytes != 0) {
    fmt::format_to(std::back_inserter(out), "  {:>10.2f}  times the source of all views, {}\n",
                   static_cast<double>(bytes) / static_cast<double>(answer.store_source_bytes),
                   ByteSize(answer.store_source_bytes));
  }
  fmt::format_to(std::back_inserter(out), "store format {}\nreaders {} of {}{}\n",
                 answer.store_format, answer.readers.active, Grouped(answer.readers.slots),
                 StaleText(answer.readers.stale_freed));
  if (answer.verified) {
    fmt::format_to(std::back_inserter(out), "verified {} of {}: every byte is as it was written\n",
                   ByteSize(answer.verified->bytes),
                   Counted(answer.verified->segments, "segment", "segments"));
  }
  return out;
}

}  // namespace waymark::services
