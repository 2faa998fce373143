// The effective values of the settings of the response pipeline, with all profiles and policies
// applied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

// How much a reference says: "> [ref: r17]", "> [ref: r17, byte-identical]", "> [ref: r17,
// byte-identical, from: file-read]".
enum class HintVerbosity : std::uint8_t { kTerse, kStandard, kVerbose };

// Values for some endpoints that replace the common ones.
struct EndpointSettings {
  std::optional<bool> has_references;
  std::optional<std::uint32_t> recent_answers;
  std::optional<std::string> template_id;
  std::optional<std::size_t> least_body_bytes;
};

// Repeated answers.
struct ReferenceSettings {
  // Off: no hint is written, and no answer is given a number.
  bool is_on = true;
  // The session has one context of a model, so that answers without a context id may be referred
  // to. Otherwise a sub-agent could be referred to what only another agent was sent.
  bool has_one_context = false;
  // Answers of a context that may be referred to, the most recent ones; 1 or more.
  std::uint32_t recent_answers = 5;
  HintVerbosity verbosity = HintVerbosity::kTerse;
  bool has_near_references = false;
  std::uint32_t most_near_references = 50;  // in a session
  std::size_t least_body_bytes = 200;       // shorter answers are sent as they are
  // A hint is written where it costs this many times less than the answer that it stands for.
  std::uint32_t safety_factor = 4;
  // An answer is not referred to when so many tokens of tools were sent after it: the client may
  // have dropped it, and most clients do not tell.
  std::uint64_t most_age_tokens = 100000;
};

// Re-encoding. Names of templates and formats are those of wire/adaptive.h.
struct EncoderSettings {
  std::vector<std::string> templates = {"csv_from_md", "pipeline_deep_mckp", "mr_diff_fence"};
  int recursion_depth = 5;           // levels of strings that hold JSON, tables, diffs
  std::vector<std::string> formats;  // that may be chosen; empty: all lossless ones
  std::uint32_t least_table_columns = 2;
  std::uint32_t least_array_items = 4;
  double least_key_stability = 0.7;  // mean similarity of the key sets of an array's objects
  std::uint32_t least_flat_fields = 8;
  // Answers of a session that say in which format they are; 0: none. Most formats say so
  // themselves.
  std::uint32_t most_format_hints = 0;
};

// Read by the sink of events alone.
struct TelemetrySettings {
  double sample_rate = 1.0;  // share of sessions that are recorded, 0 to 1
  std::uint32_t flush_every = 25;
};

struct PipelineSettings {
  ReferenceSettings references;
  EncoderSettings encoder;
  TelemetrySettings telemetry;
  // By EndpointName(), or by its beginning and "*".
  std::map<std::string, EndpointSettings, std::less<>> endpoints;
};

// The name of a tool in settings and measurements: "mcp__SERVER__TOOL", or "TOOL" without a server.
std::string EndpointName(std::string_view server, std::string_view tool);

// The settings of an endpoint: those of its name, and where these are unset, those of its longest
// beginning that sets them.
EndpointSettings EndpointOf(const PipelineSettings& settings, std::string_view endpoint);

}  // namespace waymark::services
