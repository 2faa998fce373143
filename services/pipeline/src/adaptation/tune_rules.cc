// The rules of the tuner, a row each.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "services/tuner.h"

namespace waymark::services {
namespace {

struct RuleInput {
  const PipelineConfig& config;
  const TuneObservations& seen;
};

using Changes = std::vector<TuneChange>;

std::string Switch(bool is_on) { return is_on ? "true" : "false"; }

// A change of a value, unless it has the value.
template <typename Value>
void Ask(Changes& changes, std::string knob, const Value& before, const Value& after,
         std::string reason, std::function<void(PipelineConfig&)> apply) {
  if (before == after) return;
  const auto text = [](const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      return Switch(value);
    } else {
      return fmt::format("{}", value);
    }
  };
  TuneChange& change = changes.emplace_back();
  change.knob = std::move(knob);
  change.before = text(before);
  change.after = text(after);
  change.reason = std::move(reason);
  change.apply = std::move(apply);
}

// R1: references for endpoints that repeat themselves, none for those that do not.
constexpr double kManyRepeats = 0.30;
constexpr double kFewRepeats = 0.05;
constexpr int kMostRecent = 10;

bool RefersTo(const PipelineConfig& config, const std::string& endpoint) {
  const auto own = config.endpoint_overrides.find(endpoint);
  if (own != config.endpoint_overrides.end() && own->second.dedup_enabled) {
    return *own->second.dedup_enabled;
  }
  const auto listed = config.dedup.enabled_per_endpoint.find(endpoint);
  return listed == config.dedup.enabled_per_endpoint.end() || listed->second;
}

int RecentAnswersFor(const PipelineConfig& config, const std::string& endpoint) {
  const auto own = config.endpoint_overrides.find(endpoint);
  const bool has_own = own != config.endpoint_overrides.end() && own->second.lru_size;
  return has_own ? *own->second.lru_size : config.dedup.lru_size;
}

void SetReferences(PipelineConfig& config, const std::string& endpoint, bool is_on) {
  config.dedup.enabled_per_endpoint[endpoint] = is_on;
  const auto own = config.endpoint_overrides.find(endpoint);
  if (own != config.endpoint_overrides.end()) own->second.dedup_enabled.reset();
}

void AskForReferences(const RuleInput& input, Changes& changes) {
  for (const EndpointFingerprint& print : input.seen.endpoints) {
    const std::string& endpoint = print.endpoint_class;
    const bool repeats = print.dup_rate >= kManyRepeats;
    if (print.call_count < kLeastCalls || (!repeats && print.dup_rate > kFewRepeats)) continue;
    const std::string told = fmt::format("{:.0f} % of {} answers repeat an earlier one",
                                         100 * print.dup_rate, print.call_count);
    Ask(changes, fmt::format("dedup.enabled_per_endpoint.{}", endpoint),
        RefersTo(input.config, endpoint), repeats, told,
        [endpoint, repeats](PipelineConfig& config) { SetReferences(config, endpoint, repeats); });
    const int recent = std::min(kMostRecent, 1 + static_cast<int>(std::lround(print.burst_p90)));
    if (!repeats || recent <= RecentAnswersFor(input.config, endpoint)) continue;
    Ask(changes, fmt::format("endpoint_overrides.{}.lru_size", endpoint),
        RecentAnswersFor(input.config, endpoint), recent,
        fmt::format("{}; 90 % of the repeats come after at most {:.0f} other answers", told,
                    print.burst_p90),
        [endpoint, recent](PipelineConfig& config) {
          config.endpoint_overrides[endpoint].lru_size = recent;
        });
  }
}

// R2: the template for the answers of an endpoint. The first rows were mined from answers of other
// sessions; a fresh configuration has them as the threshold for tables and the active templates.
struct TemplateRule {
  std::string_view name;
  std::string_view template_id;
  std::string_view shape;  // empty: any
  double least_columns;
  double most_columns;  // 0: no limit
  double least_bytes;
  std::vector<std::string> inner_formats;  // that are among the three most frequent
  std::string_view mined_from;
};

const std::vector<TemplateRule>& TemplateRules() {
  static const std::vector<TemplateRule> rules = {
      {"tables of 8 KB or more",
       "csv_from_md",
       "markdown_table",
       2,
       0,
       8000,
       {},
       "200 answers, 99.6 %"},
      {"tables of eight columns or more",
       "csv_from_md",
       "markdown_table",
       8,
       0,
       0,
       {},
       "177 answers, 97.3 %"},
      {"tables of two to seven columns",
       "csv_from_md",
       "markdown_table",
       2,
       7,
       0,
       {},
       "659 answers, 35.5 %"},
      {"nested objects of logs, addresses and hashes",
       "pipeline_deep_mckp",
       "nested_object",
       0,
       0,
       0,
       {"log", "url", "hash"},
       "1,432 answers, 20.1 %"},
      {"tables of seven to eight columns", "csv_from_md", "markdown_table", 2, 0, 0, {}, ""},
      {"logs, addresses and hashes", "pipeline_deep_mckp", "", 0, 0, 0, {"log", "url", "hash"}, ""},
      {"differences", "mr_diff_fence", "", 0, 0, 0, {"diff"}, ""},
  };
  return rules;
}

bool Suits(const TemplateRule& rule, const EndpointFingerprint& print) {
  const std::vector<std::string>& formats = print.inner_formats_top3;
  return (rule.shape.empty() || rule.shape == print.shape_dominant) &&
         print.avg_cols >= rule.least_columns &&
         (rule.most_columns == 0 || print.avg_cols <= rule.most_columns) &&
         print.avg_response_chars >= rule.least_bytes &&
         std::all_of(rule.inner_formats.begin(), rule.inner_formats.end(),
                     [&](const std::string& format) {
                       return std::find(formats.begin(), formats.end(), format) != formats.end();
                     });
}

std::string TemplateFor(const PipelineConfig& config, const std::string& endpoint) {
  const PipelineSettings settings = ResolvePipeline(config, {});
  return EndpointOf(settings, endpoint).template_id.value_or("");
}

void AskForTemplates(const RuleInput& input, Changes& changes) {
  for (const EndpointFingerprint& print : input.seen.endpoints) {
    if (print.call_count < kLeastCalls) continue;
    const auto rule = std::find_if(TemplateRules().begin(), TemplateRules().end(),
                                   [&](const TemplateRule& one) { return Suits(one, print); });
    if (rule == TemplateRules().end()) continue;
    const std::string& endpoint = print.endpoint_class;
    const std::string template_id(rule->template_id);
    std::string told = fmt::format(
        "{} answers, most of them {}, {:.0f} columns and {:.0f} bytes on "
        "average, with {}: {}",
        print.call_count, print.shape_dominant, print.avg_cols, print.avg_response_chars,
        print.inner_formats_top3.empty()
            ? "nothing inside"
            : fmt::format("{}", fmt::join(print.inner_formats_top3, ", ")),
        rule->name);
    if (!rule->mined_from.empty()) told += fmt::format(" (mined from {} saved)", rule->mined_from);
    Ask(changes, fmt::format("templates.endpoint_overrides.{}", endpoint),
        TemplateFor(input.config, endpoint), template_id, std::move(told),
        [endpoint, template_id](PipelineConfig& config) {
          config.templates.endpoint_overrides[endpoint] = template_id;
        });
  }
}

// R3: how many answers a session remembers.
constexpr double kOftenCompacted = 0.05;  // compactions for each answer
constexpr double kShortSession = 20;      // answers
constexpr double kShareOfAPartition = 0.2;
constexpr int kLeastLru = 3;
constexpr int kUsualLru = 5;
constexpr int kCompactedLru = 10;
constexpr int kMostLru = 64;

void AskForMemory(const RuleInput& input, Changes& changes) {
  const SessionFacts& facts = input.seen.facts;
  if (facts.events < kLeastCalls) return;
  const double rate = static_cast<double>(facts.compactions) / static_cast<double>(facts.events);
  int size = kUsualLru;
  std::string told = fmt::format(
      "sessions have {:.0f} answers on average and {:.3f} compactions "
      "for each",
      facts.events_of_a_session, rate);
  if (rate > kOftenCompacted) {
    const double share = std::ceil(kShareOfAPartition * facts.events_of_a_partition);
    size = std::clamp(static_cast<int>(share), kCompactedLru, kMostLru);
    told +=
        fmt::format("; {:.0f} answers lie between two compactions", facts.events_of_a_partition);
  } else if (facts.events_of_a_session < kShortSession) {
    size = kLeastLru;
  }
  Ask(changes, "dedup.lru_size", input.config.dedup.lru_size, size, std::move(told),
      [size](PipelineConfig& config) { config.dedup.lru_size = size; });
}

// R4: how deep strings are looked into.
constexpr std::uint64_t kDeepNesting = 3;
constexpr int kShallowDepth = 3;
constexpr int kUsualDepth = 5;

void AskForDepth(const RuleInput& input, Changes& changes) {
  const SessionFacts& facts = input.seen.facts;
  if (facts.events < kLeastCalls || facts.depth_p95 == 0) return;
  const int depth = facts.depth_p95 < kDeepNesting ? kShallowDepth : kUsualDepth;
  Ask(changes, "mckp.recursion_depth", ResolvePipeline(input.config, {}).encoder.recursion_depth,
      depth, fmt::format("95 % of nested objects are at most {} levels deep", facts.depth_p95),
      [depth](PipelineConfig& config) { config.mckp.recursion_depth = depth; });
}

// R5: which answers are short.
constexpr std::uint64_t kLeastBody = 100;
constexpr std::uint64_t kMostBody = 500;

void AskForShortest(const RuleInput& input, Changes& changes) {
  const SessionFacts& facts = input.seen.facts;
  if (facts.events < kLeastCalls) return;
  const int least = static_cast<int>(std::clamp(facts.bytes_p25, kLeastBody, kMostBody));
  Ask(changes, "dedup.min_body_chars", input.config.dedup.min_body_chars, least,
      fmt::format("a quarter of {} answers have at most {} bytes", facts.events, facts.bytes_p25),
      [least](PipelineConfig& config) { config.dedup.min_body_chars = least; });
}

// P1: one model that nearly all turns are of.
constexpr double kDominantShare = 0.8;

void AskForModel(const RuleInput& input, Changes& changes) {
  const std::map<std::string, std::uint64_t>& models = input.seen.facts.models;
  std::uint64_t all = 0;
  for (const auto& [model, turns] : models) all += turns;
  for (const auto& [model, turns] : models) {
    const double share = static_cast<double>(turns) / static_cast<double>(all);
    const std::string variant = ModelVariantOf(input.config, model);
    if (share < kDominantShare || variant.empty()) continue;
    Ask(changes, "profiles.llm.active", input.config.profiles.llm.active, variant,
        fmt::format("{:.0f} % of {} turns are of {}", 100 * share, all, model),
        [variant](PipelineConfig& config) { config.profiles.llm.active = variant; });
  }
}

// P2: the agent profile for sessions like these.
void AskForAgent(const RuleInput& input, Changes& changes) {
  const SessionFacts& facts = input.seen.facts;
  if (facts.sessions == 0) return;
  const auto mean = [&](std::uint64_t count) {
    return static_cast<std::uint64_t>(
        std::lround(static_cast<double>(count) / static_cast<double>(facts.sessions)));
  };
  const std::string agent(AgentOf({.event_count = mean(facts.events),
                                   .compaction_count = mean(facts.compactions),
                                   .read_share = facts.read_share}));
  if (agent == "default") return;
  Ask(changes, "profiles.agent.active", input.config.profiles.agent.active, agent,
      fmt::format("a session has {} answers and {} compactions on average, {:.0f} % of the answers "
                  "read files",
                  mean(facts.events), mean(facts.compactions), 100 * facts.read_share),
      [agent](PipelineConfig& config) { config.profiles.agent.active = agent; });
}

// P3: an empty data profile for each tool of a server, to be filled in by somebody who knows it.
void AskForPlaceholders(const RuleInput& input, Changes& changes) {
  for (const EndpointFingerprint& print : input.seen.endpoints) {
    const std::string& endpoint = print.endpoint_class;
    if (!endpoint.starts_with("mcp__") || input.config.profiles.data.contains(endpoint)) continue;
    Ask(changes, fmt::format("profiles.data.{}", endpoint), std::string(), endpoint,
        fmt::format("{} answers; name its template as preferred_format if you know one",
                    print.call_count),
        [endpoint](PipelineConfig& config) {
          config.profiles.data[endpoint].endpoint_pattern = endpoint;
        });
  }
}

struct TuneRule {
  std::string_view name;
  bool is_for_logs_alone;
  bool is_simulated;
  void (*ask)(const RuleInput& input, Changes& changes);
};

constexpr TuneRule kTuneRules[] = {
    {"P1", true, false, AskForModel},        {"P2", true, false, AskForAgent},
    {"P3", true, false, AskForPlaceholders}, {"R1", false, true, AskForReferences},
    {"R2", false, false, AskForTemplates},   {"R3", false, true, AskForMemory},
    {"R4", false, false, AskForDepth},       {"R5", false, true, AskForShortest},
};

}  // namespace

std::vector<TuneChange> ChangesFor(const PipelineConfig& current, const TuneObservations& seen,
                                   TuneSource source) {
  std::vector<TuneChange> changes;
  for (const TuneRule& rule : kTuneRules) {
    if (rule.is_for_logs_alone && source == TuneSource::kEvents) continue;
    const std::size_t before = changes.size();
    rule.ask({current, seen}, changes);
    for (std::size_t at = before; at < changes.size(); ++at) {
      changes[at].rule = rule.name;
      changes[at].is_simulated = rule.is_simulated;
    }
  }
  return changes;
}

TuneOutcome Tune(const PipelineConfig& current, const TuneObservations& seen, TuneSource source,
                 const Simulation& simulate) {
  TuneOutcome outcome{.config = current, .before = simulate(current)};
  outcome.after = outcome.before;
  for (TuneChange& change : ChangesFor(current, seen, source)) {
    PipelineConfig changed = outcome.config;
    change.apply(changed);
    const SimulatedSavings savings = simulate(changed);
    change.saved_difference = savings.saved_tokens() - outcome.after.saved_tokens();
    if (change.saved_difference < (change.is_simulated ? 1 : 0)) {
      outcome.declined.push_back(std::move(change));
      continue;
    }
    outcome.config = std::move(changed);
    outcome.after = savings;
    outcome.made.push_back(std::move(change));
  }
  return outcome;
}

}  // namespace waymark::services
