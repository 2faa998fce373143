#include "operate/tune_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string OrUnset(const std::string& value) { return value.empty() ? "unset" : value; }

std::string TuneChangeText(const TuneChange& change) {
  const std::string saved = change.is_simulated
                                ? fmt::format("{:+} tokens saved", change.saved_difference)
                                : "what it saves is not simulated";
  return fmt::format("  {}  {}: {} -> {}\n      {}; {}\n", change.rule, VisibleLine(change.knob),
                     VisibleLine(OrUnset(change.before)), VisibleLine(change.after),
                     VisibleLine(change.reason), saved);
}

std::string SimulatedText(const SimulatedSavings& savings) {
  return fmt::format("{:.1f} % of {} tokens, {}", savings.saved_pct(),
                     Grouped(savings.tokens_baseline),
                     Counted(savings.references, "reference", "references"));
}

Json ChangeJson(const TuneChange& change) {
  return {{"rule", change.rule},     {"knob", change.knob},
          {"before", change.before}, {"after", change.after},
          {"reason", change.reason}, {"saved_tokens_difference", change.saved_difference}};
}

Json SimulatedJson(const SimulatedSavings& savings) {
  return {{"answers", savings.events},
          {"references", savings.references},
          {"tokens_baseline", savings.tokens_baseline},
          {"tokens_sent", savings.tokens_sent},
          {"combined_savings_pct", savings.saved_pct()}};
}

// The outcome of the proposal.
std::string EndText(const TuneReport& report) {
  if (report.outcome.made.empty()) return "the configuration fits; nothing is changed\n";
  if (report.is_refused) {
    return "the changes together save less than the configuration before; nothing is changed\n";
  }
  if (!report.is_written) {
    return fmt::format("nothing is written; this is what would be in {}:\n\n{}",
                       VisibleLine(report.file.string()),
                       VisibleText(WritePipelineConfig(report.outcome.config)));
  }
  std::string text = fmt::format("written to {}; it holds for sessions that begin from now on\n",
                                 VisibleLine(report.file.string()));
  if (!report.former_file.empty()) {
    text += fmt::format("the file before, with its comments, is {}\n",
                        VisibleLine(report.former_file.string()));
  }
  return text;
}

std::string EndpointText(const EndpointSettings& own) {
  std::string text;
  const auto add = [&](std::string_view what) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", what);
  };
  if (own.has_references) add(*own.has_references ? "references" : "no references");
  if (own.recent_answers) add(fmt::format("the last {} answers", *own.recent_answers));
  if (own.least_body_bytes) add(fmt::format("from {} bytes on", *own.least_body_bytes));
  if (own.template_id) add(fmt::format("template {}", *own.template_id));
  return text;
}

}  // namespace

std::string TuneReportText(const TuneReport& report) {
  const TuneOutcome& outcome = report.outcome;
  std::string text = fmt::format("{} of {} {}\n", Counted(report.facts.events, "answer", "answers"),
                                 Counted(report.facts.sessions, "session", "sessions"),
                                 VisibleLine(report.looked_at));
  if (report.damaged_lines != 0) {
    text += fmt::format("{} passed over\n",
                        Counted(report.damaged_lines, "damaged line was", "damaged lines were"));
  }
  if (!outcome.made.empty()) text += "\nchanges\n";
  for (const TuneChange& change : outcome.made) text += TuneChangeText(change);
  if (!outcome.declined.empty()) text += "\nleft out, since no more would be saved\n";
  for (const TuneChange& change : outcome.declined) text += TuneChangeText(change);
  text +=
      fmt::format("\nsaved before  {}\nsaved after   {}\n({})\n\n", SimulatedText(outcome.before),
                  SimulatedText(outcome.after), report.simulated);
  return text + EndText(report);
}

std::string TuneReportJson(const TuneReport& report) {
  Json made = Json::array();
  for (const TuneChange& change : report.outcome.made) made.push_back(ChangeJson(change));
  Json declined = Json::array();
  for (const TuneChange& change : report.outcome.declined) declined.push_back(ChangeJson(change));
  return Dump({{"answers", report.facts.events},
               {"sessions", report.facts.sessions},
               {"damaged_lines", report.damaged_lines},
               {"changes", std::move(made)},
               {"declined", std::move(declined)},
               {"baseline", "raw"},
               {"tokenizer", "o200k_base"},
               {"before", SimulatedJson(report.outcome.before)},
               {"after", SimulatedJson(report.outcome.after)},
               {"simulated", report.simulated},
               {"is_refused", report.is_refused},
               {"is_written", report.is_written},
               {"file", report.file.string()},
               {"former_file", report.former_file.string()},
               {"config", WritePipelineConfig(report.outcome.config)}});
}

std::string PipelineText(const PipelineConfig& config, const std::filesystem::path& file,
                         bool is_there) {
  const ActiveProfiles active = ActiveProfilesOf(config, {});
  const PipelineSettings settings = ResolvePipeline(config, {});
  const ReferenceSettings& references = settings.references;
  std::string text = fmt::format("file        {}{}\nprofiles    model {}, tokenizer {}, agent {}\n",
                                 VisibleLine(file.string()), is_there ? "" : " (not there)",
                                 VisibleLine(active.llm), VisibleLine(active.tokenizer),
                                 VisibleLine(active.agent));
  text += fmt::format(
      "references  {}; to the last {} answers of at least {} bytes that cost {} times more, at "
      "most {} tokens old\n",
      references.is_on ? "on" : "off", references.recent_answers, references.least_body_bytes,
      references.safety_factor, Grouped(references.most_age_tokens));
  text += fmt::format("near        {}\n",
                      references.has_near_references
                          ? fmt::format("on, {} in a session", references.most_near_references)
                          : "off");
  text += fmt::format("encoder     {} levels of strings; templates {}; formats {}\n",
                      settings.encoder.recursion_depth, fmt::join(settings.encoder.templates, ", "),
                      settings.encoder.formats.empty()
                          ? "all lossless ones"
                          : fmt::format("{}", fmt::join(settings.encoder.formats, ", ")));
  text +=
      fmt::format("telemetry   {}, {:.0f} % of sessions\n", config.telemetry.enabled ? "on" : "off",
                  100 * settings.telemetry.sample_rate);
  if (!settings.endpoints.empty()) text += "\ntools with settings of their own\n";
  for (const auto& [name, own] : settings.endpoints) {
    text += fmt::format("  {}: {}\n", VisibleLine(name), EndpointText(own));
  }
  return text;
}

std::string PipelineJson(const PipelineConfig& config, const std::filesystem::path& file,
                         bool is_there) {
  const ActiveProfiles active = ActiveProfilesOf(config, {});
  const PipelineSettings settings = ResolvePipeline(config, {});
  Json endpoints = Json::object();
  for (const auto& [name, own] : settings.endpoints) {
    Json json = Json::object();
    if (own.has_references) json["references"] = *own.has_references;
    if (own.recent_answers) json["recent_answers"] = *own.recent_answers;
    if (own.least_body_bytes) json["least_body_bytes"] = *own.least_body_bytes;
    if (own.template_id) json["template"] = *own.template_id;
    endpoints[name] = std::move(json);
  }
  const ReferenceSettings& references = settings.references;
  return Dump(
      {{"file", file.string()},
       {"file_exists", is_there},
       {"profiles",
        {{"llm", active.llm}, {"tokenizer", active.tokenizer}, {"agent", active.agent}}},
       {"references",
        {{"enabled", references.is_on},
         {"one_context", references.has_one_context},
         {"recent_answers", references.recent_answers},
         {"least_body_bytes", references.least_body_bytes},
         {"safety_factor", references.safety_factor},
         {"most_age_tokens", references.most_age_tokens},
         {"near_references", references.has_near_references}}},
       {"encoder",
        {{"recursion_depth", settings.encoder.recursion_depth},
         {"templates", settings.encoder.templates},
         {"formats", settings.encoder.formats}}},
       {"telemetry",
        {{"enabled", config.telemetry.enabled}, {"sample_rate", settings.telemetry.sample_rate}}},
       {"endpoints", std::move(endpoints)},
       {"config", WritePipelineConfig(config)}});
}

}  // namespace waymark::services
