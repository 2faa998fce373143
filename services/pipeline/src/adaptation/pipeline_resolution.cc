// Resolution of a configuration to the settings of a session.
#include <algorithm>
#include <cmath>
#include <limits>

#include "services/pipeline_config.h"

namespace waymark::services {
namespace {

constexpr std::string_view kDefaultVariant = "default";

// The sessions that an agent profile is for.
struct AgentClass {
  std::string_view profile;
  std::uint64_t least_events;
  std::uint64_t most_events;
  std::uint64_t least_compactions;
  double least_read_share;
};

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

constexpr AgentClass kAgentClasses[] = {
    {"marathon_refactor", 500, kNoLimit, 3, 0},
    {"file_search_heavy", 1, 200, 0, 0.5},
};

// A hint has to save this much where the aggressiveness is 1; 4 times at the usual 0.5.
constexpr double kFactorOfTheBoldest = 2;

// Ages are counted in tokens of o200k_base, of which one has so many bytes.
constexpr double kBytesOfACountedToken = 4;
// The part of a model's window that the texts of tools may have taken since an answer, before it is
// taken as gone.
constexpr double kShareOfTools = 0.5;

template <typename Profile>
std::string ActiveIn(const ProfileAxis<Profile>& axis, std::string_view of_session) {
  if (axis.active != kAutoProfile) return axis.active;
  const bool has_own = axis.variants.contains(std::string(of_session));
  return std::string(has_own ? of_session : kDefaultVariant);
}

template <typename Profile>
Profile VariantOf(const ProfileAxis<Profile>& axis, const std::string& name) {
  const auto found = axis.variants.find(name);
  return found == axis.variants.end() ? Profile() : found->second;
}

HintVerbosity VerbosityOf(std::string_view word) {
  if (word == "verbose") return HintVerbosity::kVerbose;
  return word == "standard" ? HintVerbosity::kStandard : HintVerbosity::kTerse;
}

// How many hints of the type a session may have.
std::uint32_t MostHints(const PipelineConfig& config, const std::string& type,
                        std::string_view model_id) {
  if (!AllowsHint(config, type, model_id)) return 0;
  const int most = config.hints.at(type).max_per_session;
  return most == 0 ? std::numeric_limits<std::uint32_t>::max() : static_cast<std::uint32_t>(most);
}

// From the weakest place to the strongest: each one writes over those before it.
std::map<std::string, EndpointSettings, std::less<>> EndpointsOf(const PipelineConfig& config) {
  std::map<std::string, EndpointSettings, std::less<>> endpoints;
  for (const auto& [endpoint, template_id] : config.templates.endpoint_overrides) {
    endpoints[endpoint].template_id = template_id;
  }
  for (const auto& [name, profile] : config.profiles.data) {
    if (profile.endpoint_pattern.empty() || profile.preferred_format.empty()) continue;
    endpoints[profile.endpoint_pattern].template_id = profile.preferred_format;
  }
  for (const auto& [endpoint, is_on] : config.dedup.enabled_per_endpoint) {
    endpoints[endpoint].has_references = is_on;
  }
  for (const auto& [endpoint, own] : config.endpoint_overrides) {
    EndpointSettings& settings = endpoints[endpoint];
    if (own.dedup_enabled) settings.has_references = own.dedup_enabled;
    if (own.template_id) settings.template_id = own.template_id;
    if (own.lru_size) settings.recent_answers = static_cast<std::uint32_t>(*own.lru_size);
    if (own.min_body_chars) {
      settings.least_body_bytes = static_cast<std::size_t>(*own.min_body_chars);
    }
  }
  return endpoints;
}

ReferenceSettings ReferencesOf(const PipelineConfig& config, const AgentProfile& agent,
                               std::string_view model_id) {
  ReferenceSettings references;
  references.is_on = AllowsHint(config, "ref", model_id);
  references.has_one_context = config.dedup.one_context;
  references.recent_answers = static_cast<std::uint32_t>(config.dedup.lru_size);
  references.verbosity = VerbosityOf(config.dedup.hint_verbosity);
  references.most_near_references = MostHints(config, "near_ref", model_id);
  references.has_near_references = references.most_near_references != 0 &&
                                   config.dedup.near_ref_enabled.value_or(agent.near_ref_enabled);
  references.least_body_bytes = static_cast<std::size_t>(config.dedup.min_body_chars);
  references.safety_factor = static_cast<std::uint32_t>(
      std::lround(std::max(1.0, kFactorOfTheBoldest / agent.hint_aggressiveness)));
  return references;
}

EncoderSettings EncoderOf(const PipelineConfig& config, const AgentProfile& agent,
                          std::string_view model_id) {
  const ShapeThresholds& least = config.mckp.shape_thresholds;
  EncoderSettings encoder;
  encoder.templates = config.templates.active;
  encoder.recursion_depth = config.mckp.recursion_depth.value_or(agent.recursion_depth);
  encoder.formats = config.mckp.formats_enabled;
  encoder.least_table_columns = static_cast<std::uint32_t>(least.markdown_columns);
  encoder.least_array_items = static_cast<std::uint32_t>(least.array_items);
  encoder.least_key_stability = least.key_stability;
  encoder.least_flat_fields = static_cast<std::uint32_t>(least.flat_fields);
  encoder.most_format_hints = MostHints(config, "inline_format_hint", model_id);
  return encoder;
}

}  // namespace

std::string ModelVariantOf(const PipelineConfig& config, std::string_view model_id) {
  const auto hyphened = [](std::string_view name) {
    std::string out(name);
    std::replace(out.begin(), out.end(), '.', '-');
    return out;
  };
  const std::string id = hyphened(model_id);
  for (const auto& [name, profile] : config.profiles.llm.variants) {
    const std::string variant = hyphened(name);
    if (!id.starts_with(variant)) continue;
    const std::string rest = id.substr(variant.size());
    const bool is_date = rest.starts_with('-') && rest.size() > 1 &&
                         rest.find_first_not_of("0123456789", 1) == std::string::npos;
    if (rest.empty() || is_date) return name;
  }
  return "";
}

std::string_view AgentOf(const SessionContext& session) {
  for (const AgentClass& one : kAgentClasses) {
    if (session.event_count >= one.least_events && session.event_count <= one.most_events &&
        session.compaction_count >= one.least_compactions &&
        session.read_share >= one.least_read_share) {
      return one.profile;
    }
  }
  return kDefaultVariant;
}

ActiveProfiles ActiveProfilesOf(const PipelineConfig& config, const SessionContext& session) {
  ActiveProfiles active;
  const std::string model = ModelVariantOf(config, session.model_id);
  active.llm = ActiveIn(config.profiles.llm, model.empty() ? session.client : model);
  active.tokenizer =
      ActiveIn(config.profiles.tokenizer, VariantOf(config.profiles.llm, active.llm).tokenizer);
  const bool has_own = config.profiles.agent.variants.contains(session.client);
  active.agent = ActiveIn(config.profiles.agent, has_own ? session.client : AgentOf(session));
  return active;
}

bool AllowsHint(const PipelineConfig& config, std::string_view type, std::string_view model_id) {
  const auto rule = config.hints.find(std::string(type));
  if (rule == config.hints.end() || !rule->second.enabled) return false;
  const std::vector<std::string>& models = rule->second.applies_to_models;
  return models.empty() || std::find(models.begin(), models.end(), model_id) != models.end();
}

PipelineSettings ResolvePipeline(const PipelineConfig& config, const SessionContext& session) {
  const ActiveProfiles active = ActiveProfilesOf(config, session);
  const AgentProfile agent = VariantOf(config.profiles.agent, active.agent);
  const LlmProfile llm = VariantOf(config.profiles.llm, active.llm);
  const TokenizerProfile tokenizer = VariantOf(config.profiles.tokenizer, active.tokenizer);
  // Policies name models as variants are named, if there is one.
  const bool is_pinned = config.profiles.llm.active != kAutoProfile;
  const bool is_variant = is_pinned || active.llm != kDefaultVariant;
  const std::string& model_id = is_variant ? active.llm : session.model_id;
  PipelineSettings settings;
  settings.references = ReferencesOf(config, agent, model_id);
  settings.references.most_age_tokens = static_cast<std::uint64_t>(
      llm.context_window * kShareOfTools * tokenizer.chars_per_token / kBytesOfACountedToken);
  settings.encoder = EncoderOf(config, agent, model_id);
  settings.telemetry.sample_rate = config.telemetry.sample_rate;
  settings.telemetry.flush_every = static_cast<std::uint32_t>(config.telemetry.flush_every_n);
  settings.endpoints = EndpointsOf(config);
  return settings;
}

}  // namespace waymark::services
