#include "metrics/metrics_text.h"

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "services/version.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

// A metric family. Its samples have the name, an optional suffix, and labels.
class Family {
 public:
  Family(std::string& text, std::string_view name, std::string_view type, std::string_view help)
      : out_(std::back_inserter(text)), name_(name) {
    fmt::format_to(out_, "# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  }

  template <typename Value>
  void Add(std::string_view labels, Value value, std::string_view suffix = "") {
    if (labels.empty()) {
      fmt::format_to(out_, "{}{} {}\n", name_, suffix, value);
    } else {
      fmt::format_to(out_, "{}{}{{{}}} {}\n", name_, suffix, labels, value);
    }
  }

 private:
  std::back_insert_iterator<std::string> out_;
  std::string_view name_;
};

std::string Escaped(std::string_view value) {
  std::string escaped;
  for (const char c : VisibleText(value)) {
    if (c == '\\' || c == '"') escaped += '\\';
    if (c == '\n') {
      escaped += "\\n";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string LabelsOf(const ViewGauges& view) {
  return fmt::format("repository=\"{}\",view=\"{}\"", Escaped(view.repository), Escaped(view.view));
}

void AppendCalls(std::string& text, const CallMetrics::Snapshot& calls) {
  Family ends(text, "waymark_calls_total", "counter", "Calls that ended, by verb and outcome.");
  for (const auto& [verb, counts] : calls.verbs) {
    for (const auto& [code, number] : counts.ends) {
      ends.Add(fmt::format("verb=\"{}\",code=\"{}\"", verb, absl::StatusCodeToString(code)),
               number);
    }
  }
  Family times(text, "waymark_call_seconds", "histogram", "Time from a call to its end.");
  for (const auto& [verb, counts] : calls.verbs) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < kLatencyBounds.size(); ++i) {
      total += counts.buckets[i];
      times.Add(fmt::format("verb=\"{}\",le=\"{}\"", verb, kLatencyBounds[i]), total, "_bucket");
    }
    total += counts.buckets.back();
    times.Add(fmt::format("verb=\"{}\",le=\"+Inf\"", verb), total, "_bucket");
    times.Add(fmt::format("verb=\"{}\"", verb), counts.seconds, "_sum");
    times.Add(fmt::format("verb=\"{}\"", verb), total, "_count");
  }
  Family(text, "waymark_calls_running", "gauge", "Calls that are running.").Add("", calls.running);
  Family(text, "waymark_calls_waiting", "gauge", "Calls that wait for their turn.")
      .Add("", calls.waiting);
}

void AppendCaches(std::string& text, const EngineGauges& engine) {
  const std::pair<std::string_view, const CacheCounts&> caches[] = {
      {"cache=\"buffered_views\"", engine.buffered_views},
      {"cache=\"workspaces\"", engine.workspaces}};
  Family hits(text, "waymark_cache_hits_total", "counter", "Look-ups that found an entry.");
  for (const auto& [label, counts] : caches) hits.Add(label, counts.hits);
  Family misses(text, "waymark_cache_misses_total", "counter", "Look-ups that built an entry.");
  for (const auto& [label, counts] : caches) misses.Add(label, counts.misses);
  Family held(text, "waymark_cache_entries", "gauge", "Entries that are kept.");
  for (const auto& [label, counts] : caches) held.Add(label, counts.held);
}

// Adds a sample for each view for which `value` returns one.
template <typename Value>
void AppendOfViews(std::string& text, const EngineGauges& engine, std::string_view name,
                   std::string_view type, std::string_view help, const Value& value) {
  Family family(text, name, type, help);
  for (const ViewGauges& view : engine.views) {
    if (const auto number = value(view)) family.Add(LabelsOf(view), *number);
  }
}

void AppendViews(std::string& text, const EngineGauges& engine) {
  std::uint64_t behind = 0;
  std::uint64_t kept = 0;
  for (const ViewGauges& view : engine.views) {
    kept += view.is_kept ? 1 : 0;
    behind += view.is_kept && (!view.is_caught_up || view.files_differing.value_or(0) > 0) ? 1 : 0;
  }
  Family(text, "waymark_views", "gauge", "States of repositories that are indexed.")
      .Add("", engine.views.size());
  Family(text, "waymark_views_kept", "gauge", "Checkouts that are followed as they change.")
      .Add("", kept);
  Family(text, "waymark_views_behind", "gauge",
         "Those of them that wait for an update or are being updated.")
      .Add("", behind);
  AppendOfViews(text, engine, "waymark_view_generation", "counter", "Publications of a view.",
                [](const ViewGauges& view) { return std::optional(view.generation); });
  AppendOfViews(text, engine, "waymark_view_indexed_timestamp_seconds", "gauge",
                "Time of the last publication of a view.",
                [](const ViewGauges& view) { return std::optional(view.indexed_unix_seconds); });
  AppendOfViews(text, engine, "waymark_view_lag_files", "gauge",
                "Files on disk that differ from a view, if known.",
                [](const ViewGauges& view) { return view.files_differing; });
  const auto kept_only = [](auto member) {
    return [member](const ViewGauges& view) {
      return view.is_kept ? std::optional(view.*member) : std::nullopt;
    };
  };
  AppendOfViews(text, engine, "waymark_view_updates_total", "counter",
                "Updates of a view that were published.", kept_only(&ViewGauges::updates));
  AppendOfViews(text, engine, "waymark_view_update_seconds", "gauge",
                "How long the last update of a view took.",
                kept_only(&ViewGauges::last_update_seconds));
  AppendOfViews(text, engine, "waymark_view_trouble", "gauge",
                "1 when a view cannot be brought up to date.", [](const ViewGauges& view) {
                  return view.is_kept ? std::optional(view.is_in_trouble ? 1 : 0) : std::nullopt;
                });
}

void AppendProcess(std::string& text, const DaemonMetrics& metrics) {
  const ProcessUsage& process = metrics.process;
  Family(text, "process_resident_memory_bytes", "gauge", "Memory, the mapped store included.")
      .Add("", process.resident_bytes);
  Family(text, "waymark_anonymous_memory_bytes", "gauge", "Memory that no file backs.")
      .Add("", process.anonymous_bytes);
  Family(text, "process_cpu_seconds_total", "counter", "Processor time, user and system.")
      .Add("", process.cpu_seconds);
  Family(text, "process_threads", "gauge", "Threads.").Add("", process.threads);
  Family(text, "process_open_fds", "gauge", "Open files.").Add("", process.open_files);
  Family(text, "process_start_time_seconds", "gauge", "Start time of the process.")
      .Add("", metrics.start_unix_seconds);
}

}  // namespace

std::string MetricsText(const DaemonMetrics& metrics) {
  std::string text;
  Family(text, "waymark_build_info", "gauge", "1; the version is a label.")
      .Add(fmt::format("version=\"{}\"", kVersion), 1);
  AppendCalls(text, metrics.calls);
  AppendCaches(text, metrics.engine);
  Family(text, "waymark_packs_waiting", "gauge", "Answers that are not stored yet.")
      .Add("", metrics.engine.packs_waiting);
  Family(text, "waymark_store_bytes", "gauge", "Size of the store's file.")
      .Add("", metrics.engine.store_bytes);
  AppendViews(text, metrics.engine);
  AppendProcess(text, metrics);
  return text;
}

}  // namespace waymark::services
