// The built-in profiles and hints, and the defaults of the knobs.
#include <iterator>
#include <utility>

#include "adaptation/config_fields.h"

namespace waymark::services {
namespace {

struct TokenizerRow {
  std::string_view name;
  double chars_per_token;
};

constexpr TokenizerRow kTokenizerProfiles[] = {
    {"anthropic_class", 3.5},
    {"openai_o200k", 4.0},
    {"openai_cl100k", 3.7},
    {"ollama_bpe", 3.8},
};

struct LlmRow {
  std::string_view name;
  std::string_view tokenizer;
  int context_window;
};

constexpr LlmRow kModelProfiles[] = {
    {"default", "openai_o200k", 200'000},
    {"glm-5.1", "anthropic_class", 128'000},
    {"claude-sonnet-4.6", "anthropic_class", 200'000},
    {"gpt-oss:20b", "ollama_bpe", 8'192},
    {"gemma4:26b", "ollama_bpe", 8'192},
};

struct AgentRow {
  std::string_view name;
  AgentProfile profile;
};

constexpr AgentRow kAgentProfiles[] = {
    {"default", {.recursion_depth = 5, .hint_aggressiveness = 0.5, .near_ref_enabled = false}},
    {"file_search_heavy",
     {.recursion_depth = 3, .hint_aggressiveness = 0.3, .near_ref_enabled = false}},
    {"marathon_refactor",
     {.recursion_depth = 7, .hint_aggressiveness = 0.7, .near_ref_enabled = true}},
};

struct DataRow {
  std::string_view name;
  std::string_view endpoint_pattern;
  std::string_view preferred_format;
};

constexpr DataRow kDataProfiles[] = {
    {"github_pulls", "mcp__github__list_pull_requests*", "csv_from_md"},
    {"gitlab_issues", "mcp__gitlab__list_issues*", "csv_from_md"},
    {"k8s_logs", "mcp__kubernetes__logs*", "pipeline_deep_mckp"},
    {"mr_diffs", "mcp__gitlab__get_merge_request_diffs*", "mr_diff_fence"},
};

struct HintRow {
  std::string_view type;
  bool enabled;
  int max_per_session;
  bool for_local_models_alone;
};

// An explanation of the schema ahead of an answer gained no accuracy where it was measured, and is
// off.
constexpr HintRow kHintPolicies[] = {
    {"ref", true, 0, false},
    {"near_ref", true, 50, false},
    {"timestamp_ref", true, 100, false},
    {"delta", false, 0, false},
    {"overflow", true, 0, false},
    {"metadata", true, 0, false},
    {"schema_explainer", false, 0, false},
    {"inline_format_hint", true, 10, true},
};

constexpr std::string_view kLocalModels[] = {"gpt-oss:20b", "gemma4:26b"};

}  // namespace

PipelineConfig::PipelineConfig() {
  templates.active.assign(std::begin(kTemplateWords), std::end(kTemplateWords));
  for (const TokenizerRow& row : kTokenizerProfiles) {
    profiles.tokenizer.variants.emplace(row.name,
                                        TokenizerProfile{.chars_per_token = row.chars_per_token});
  }
  for (const LlmRow& row : kModelProfiles) {
    profiles.llm.variants.emplace(row.name, LlmProfile{.tokenizer = std::string(row.tokenizer),
                                                       .context_window = row.context_window});
  }
  for (const AgentRow& row : kAgentProfiles) profiles.agent.variants.emplace(row.name, row.profile);
  for (const DataRow& row : kDataProfiles) {
    profiles.data.emplace(row.name,
                          DataProfile{.endpoint_pattern = std::string(row.endpoint_pattern),
                                      .preferred_format = std::string(row.preferred_format)});
  }
  for (const HintRow& row : kHintPolicies) {
    HintRule rule{.enabled = row.enabled, .max_per_session = row.max_per_session};
    if (row.for_local_models_alone) {
      rule.applies_to_models.assign(std::begin(kLocalModels), std::end(kLocalModels));
    }
    hints.emplace(row.type, std::move(rule));
  }
}

}  // namespace waymark::services
