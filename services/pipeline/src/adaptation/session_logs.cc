#include "services/session_logs.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "hints/json_depth.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using LogJson = nlohmann::ordered_json;

std::string TextMember(const LogJson& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

// Points into the object; null if there is no such member.
const LogJson* Member(const LogJson& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

// "2026-11-30T12:00:00.123Z"; 0 for anything else.
Milliseconds ParseLogTime(const std::string& text) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d", &year, &month, &day, &hour, &minute,
                  &second) != 6) {
    return 0;
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || year < 1970) return 0;
  const auto time = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                    std::chrono::minutes(minute) + std::chrono::seconds(second);
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

// "mcp__github__list_issues" is the tool "list_issues" of the server "github".
void SplitToolName(const std::string& name, ToolText& into) {
  constexpr std::string_view kPrefix = "mcp__";
  const std::size_t end = name.find("__", kPrefix.size());
  if (!name.starts_with(kPrefix) || end == std::string::npos) {
    into.tool = name;
    return;
  }
  into.server = name.substr(kPrefix.size(), end - kPrefix.size());
  into.tool = name.substr(end + 2);
}

// Reads the lines of a session in their order.
class SessionLogReader {
 public:
  explicit SessionLogReader(LoggedSession& session) : session_(session) {}

  void Read(std::string_view line) {
    const LogJson json = LogJson::parse(IsNestedLittle(line) ? line : "", nullptr, false);
    if (!json.is_object()) {
      ++session_.damaged_lines;
      return;
    }
    const std::string type = TextMember(json, "type");
    if (type == "system" && TextMember(json, "subtype") == "compact_boundary") {
      session_.steps.push_back({.is_compaction = true, .answer = {}, .ts_ms = TimeOf(json)});
    }
    const LogJson* const message = Member(json, "message");
    if (message == nullptr) return;
    if (type == "assistant") ReadCalls(*message);
    if (type == "user") ReadAnswers(json, *message);
  }

 private:
  static Milliseconds TimeOf(const LogJson& json) {
    return ParseLogTime(TextMember(json, "timestamp"));
  }

  void ReadCalls(const LogJson& message) {
    const std::string model = message.is_object() ? TextMember(message, "model") : "";
    if (!model.empty() && !model.starts_with('<')) ++session_.models[model];
    const LogJson* const content = Member(message, "content");
    if (content == nullptr || !content->is_array()) return;
    for (const LogJson& block : *content) {
      if (!block.is_object() || TextMember(block, "type") != "tool_use") continue;
      ToolText call;
      SplitToolName(TextMember(block, "name"), call);
      const LogJson* const input = Member(block, "input");
      if (input != nullptr) {
        call.arguments = input->dump(-1, ' ', false, LogJson::error_handler_t::replace);
      }
      call.call_id = TextMember(block, "id");
      calls_[call.call_id] = std::move(call);
    }
  }

  void ReadAnswers(const LogJson& line, const LogJson& message) {
    const LogJson* const content = Member(message, "content");
    if (content == nullptr || !content->is_array()) return;
    for (const LogJson& block : *content) {
      if (!block.is_object() || TextMember(block, "type") != "tool_result") continue;
      const auto call = calls_.find(TextMember(block, "tool_use_id"));
      const LogJson* const is_error = Member(block, "is_error");
      const bool has_failed = is_error != nullptr && *is_error == true;
      if (call == calls_.end() || has_failed) continue;
      ToolText answer = std::move(call->second);
      calls_.erase(call);
      const LogJson* const sidechain = Member(line, "isSidechain");
      answer.is_sidechain = sidechain != nullptr && *sidechain == true;
      const std::string agent = TextMember(line, "agentId");
      answer.context = !agent.empty() ? agent : answer.is_sidechain ? "sidechain" : "main";
      AddTexts(Member(block, "content"), answer, TimeOf(line));
    }
  }

  void AddTexts(const LogJson* content, const ToolText& answer, Milliseconds time) {
    if (content == nullptr) return;
    if (content->is_string()) return AddText(content->get<std::string>(), answer, time);
    if (!content->is_array()) return;
    for (const LogJson& part : *content) {
      if (part.is_object() && TextMember(part, "type") == "text") {
        AddText(TextMember(part, "text"), answer, time);
      }
    }
  }

  void AddText(std::string text, const ToolText& answer, Milliseconds time) {
    LoggedStep& step = session_.steps.emplace_back();
    step.answer = answer;
    step.answer.text = std::move(text);
    step.ts_ms = time;
  }

  LoggedSession& session_;
  std::map<std::string, ToolText> calls_;  // that have no answer yet, by id
};

// Keeps events in memory, with the time of the step that they are about.
class ReplaySink final : public EventSink {
 public:
  explicit ReplaySink(const std::string& session) : session_(session) {}

  void At(Milliseconds time) { time_ = time; }

  void Add(const PipelineEvent& event) override {
    StoredEvent stored = Anonymizer("").Anonymized(event);
    stored.session_hash = session_;
    stored.ts_ms = time_;
    events_.push_back(std::move(stored));
  }

  std::vector<StoredEvent> Take() { return std::move(events_); }

 private:
  std::string session_;
  Milliseconds time_ = 0;
  std::vector<StoredEvent> events_;
};

}  // namespace

absl::StatusOr<std::vector<fs::path>> FindSessionLogs(const fs::path& directory,
                                                      std::string_view project,
                                                      Milliseconds since) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator it(directory, error), end; !error && it != end;
       it.increment(error)) {
    const fs::path& file = it->path();
    if (file.extension() != ".jsonl" || !it->is_regular_file(error)) continue;
    const std::string within = file.parent_path().lexically_relative(directory).string();
    if (!project.empty() && within.find(project) == std::string::npos) continue;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(file, error);
    const auto written =
        NowInMilliseconds() - std::chrono::duration_cast<std::chrono::milliseconds>(age).count();
    if (written >= since) files.push_back(file);
  }
  if (error) {
    return absl::NotFoundError(
        fmt::format("read the session logs in {}: {}", directory.string(), error.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

absl::StatusOr<LoggedSession> ReadSessionLog(const fs::path& file) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(file, error);
  if (!error && size > kMaxSessionLogBytes) {
    return absl::ResourceExhaustedError(
        fmt::format("{} has more than {} MiB", file.string(), kMaxSessionLogBytes >> 20));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return absl::UnavailableError(fmt::format("{} cannot be read", file.string()));
  LoggedSession session{.id = file.stem().string()};
  SessionLogReader reader(session);
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    if (line.size() > kMaxSessionLogLine) {
      ++session.damaged_lines;
    } else {
      reader.Read(line);
    }
  }
  return session;
}

std::vector<StoredEvent> ReplaySession(const LoggedSession& session,
                                       const PipelineSettings& settings) {
  ReplaySink sink(session.id);
  ResponsePipeline pipeline(settings, &sink);
  for (const LoggedStep& step : session.steps) {
    if (step.is_compaction) {
      pipeline.Compact();
      continue;
    }
    sink.At(step.ts_ms);
    pipeline.Sent(pipeline.Shape(step.answer).ordinal);
  }
  return sink.Take();
}

}  // namespace waymark::services
