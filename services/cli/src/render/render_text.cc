#include <iterator>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/render_records.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

void AppendWatch(std::string& out, const WatchStatus& watch) {
  auto line = std::back_inserter(out);
  fmt::format_to(line, "  watched     {}", VisibleLine(watch.mode));
  if (watch.watches != 0) {
    fmt::format_to(line, ", {}", Counted(watch.watches, "directory", "directories"));
  }
  if (!watch.reason.empty()) fmt::format_to(line, ", since {}", VisibleLine(watch.reason));
  fmt::format_to(line, "; {}", Counted(watch.updates, "update", "updates"));
  if (watch.last_update_unix_seconds != 0) {
    fmt::format_to(line, ", the last at {:%H:%M:%S} UTC in {}",
                   fmt::gmtime(static_cast<std::time_t>(watch.last_update_unix_seconds)),
                   Duration(watch.last_update_seconds));
  }
  out += "\n";
  if (!watch.trouble.empty())
    fmt::format_to(line, "  trouble     {}\n", VisibleLine(watch.trouble));
}

void AppendView(std::string& out, const StatusView& view) {
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{}\n  checkout    {}\n  generation  {}, indexed {:%Y-%m-%d %H:%M:%S} UTC",
                 VisibleLine(view.repository), VisibleLine(view.root_path), view.generation,
                 fmt::gmtime(static_cast<std::time_t>(view.indexed_unix_seconds)));
  if (!view.commit.empty()) fmt::format_to(line, ", commit {}", VisibleLine(view.commit));
  if (!view.damage.empty()) {
    fmt::format_to(line, "\n  damaged     {}\n", VisibleLine(view.damage));
    return;
  }
  fmt::format_to(line, "\n  content     {}, {}, {}, {}, {}\n", Counted(view.files, "file", "files"),
                 Counted(view.symbols, "symbol", "symbols"), Counted(view.edges, "edge", "edges"),
                 Counted(view.unresolved, "unresolved reference", "unresolved references"),
                 ByteSize(view.source_bytes));
  if (view.skipped != 0) {
    fmt::format_to(line, "  skipped     {}\n", Counted(view.skipped, "file", "files"));
  }
  if (!view.unindexed.empty()) {
    fmt::format_to(line, "  not indexed {}\n", KindsText(view.unindexed));
  }
  if (indexer::IsCommitView({view.repository, view.view})) {
    fmt::format_to(line, "  freshness   index of a commit, which does not change\n");
  } else if (!view.files_differing.has_value()) {
    fmt::format_to(line, "  freshness   not compared with the files on disk: {}\n",
                   VisibleLine(view.note));
  } else if (*view.files_differing == 0) {
    fmt::format_to(line, "  freshness   up to date with the files on disk\n");
  } else {
    const std::string differing =
        view.note.empty()
            ? Counted(*view.files_differing, "file on disk differs", "files on disk differ")
            : VisibleLine(view.note);
    fmt::format_to(line, "  freshness   {}{}\n", differing,
                   view.watch.has_value()
                       ? "; an update follows"
                       : fmt::format("; run: waymark index {}", VisibleLine(view.root_path)));
  }
  if (view.watch.has_value()) AppendWatch(out, *view.watch);
}

void AppendRepair(std::string& out, const indexer::IndexReport& report) {
  const std::string damaged = VisibleLine(fmt::format("{}", fmt::join(report.damaged, "; ")));
  const std::string files = report.files_parsed == 0
                                ? "no file had to be"
                                : Counted(report.files_parsed, "file", "files");
  fmt::format_to(std::back_inserter(out), "  repair: {} read again, because this was damaged: {}\n",
                 files, damaged);
}

void AppendRemoteFactsError(std::string& out, const indexer::IndexReport& report) {
  fmt::format_to(std::back_inserter(out), "  team store not used, {} parsed here: {}\n",
                 Counted(report.files_parsed, "file", "files"),
                 VisibleLine(report.remote_facts_error));
}

void AppendSkipped(std::string& out, const IndexAnswer& answer) {
  if (answer.skipped_total == 0) return;
  fmt::format_to(std::back_inserter(out), "skipped {}\n",
                 Counted(answer.skipped_total, "file", "files"));
  out += SkippedText(answer.report.skipped, answer.skipped_total);
}

}  // namespace

std::string Render(const StatusAnswer& answer) {
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "store {}\n", VisibleLine(answer.store_directory));
  if (answer.process_id == 0) {
    fmt::format_to(line, "no daemon serves it\n");
  } else {
    fmt::format_to(line, "served by process {}\n", answer.process_id);
  }
  for (const StatusView& view : answer.views) {
    out += "\n";
    AppendView(out, view);
  }
  if (answer.views.empty()) out += "\nnothing is indexed; run: waymark index PATH\n";
  std::uint64_t total = 0;
  out += "\nsize\n";
  for (const graph::StorePart& part : answer.parts) {
    fmt::format_to(line, "  {:>10}  {}\n", ByteSize(part.bytes), part.name);
    total += part.bytes;
  }
  fmt::format_to(line, "  {:>10}  in all\n", ByteSize(total));
  return out;
}

std::string Render(const IndexAnswer& answer) {
  const indexer::IndexReport& report = answer.report;
  std::string out;
  auto line = std::back_inserter(out);
  const double seconds = report.scan_seconds + report.extract_seconds + report.resolve_seconds +
                         report.publish_seconds;
  const std::string whole = Duration(seconds + answer.history.seconds);
  if (report.unchanged) {
    fmt::format_to(line, "{}: nothing has changed since generation {} ({})\n",
                   VisibleLine(report.key.repository), report.generation, whole);
  } else {
    fmt::format_to(line, "{}: generation {}, indexed in {}\n", VisibleLine(report.key.repository),
                   report.generation, whole);
    fmt::format_to(line, "  scan {}, extract {}, resolve {}, publish {}\n",
                   Duration(report.scan_seconds), Duration(report.extract_seconds),
                   Duration(report.resolve_seconds), Duration(report.publish_seconds));
  }
  fmt::format_to(line, "  {} ({} parsed, {} with syntax errors), {}",
                 Counted(report.files_indexed, "file", "files"), Grouped(report.files_parsed),
                 Grouped(report.files_with_syntax_errors), ByteSize(report.bytes_indexed));
  if (!report.unchanged && seconds > 0) {
    fmt::format_to(
        line, ", {:.0f} files/s, {}/s", static_cast<double>(report.files_indexed) / seconds,
        ByteSize(static_cast<std::uint64_t>(static_cast<double>(report.bytes_indexed) / seconds)));
  }
  fmt::format_to(line, "\n  {}, {}, {}\n", Counted(report.symbols, "symbol", "symbols"),
                 Counted(report.edges, "edge", "edges"),
                 Counted(report.unresolved, "unresolved reference", "unresolved references"));
  if (!report.damaged.empty()) AppendRepair(out, report);
  if (!report.remote_facts_error.empty()) AppendRemoteFactsError(out, report);
  if (!answer.history_trouble.empty()) {
    fmt::format_to(line, "  history: {}\n", VisibleLine(answer.history_trouble));
  } else if (answer.history.commits > 0) {
    fmt::format_to(line, "  history: {}, {} read in {}\n",
                   Counted(answer.history.commits, "commit", "commits"),
                   Grouped(answer.history.read), Duration(answer.history.seconds));
  }
  for (const indexer::LanguageCount& count : report.languages) {
    fmt::format_to(line, "  {:<12} {:>10}  {:>10}\n", Name(count.language),
                   Counted(count.files, "file", "files"), ByteSize(count.bytes));
  }
  if (!report.unindexed.empty()) {
    fmt::format_to(line, "  not indexed: {}\n", KindsText(report.unindexed));
  }
  AppendSkipped(out, answer);
  return out;
}

}  // namespace waymark::services
