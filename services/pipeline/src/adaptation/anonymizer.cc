#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graph/hash.h"
#include "services/telemetry.h"

namespace waymark::services {
namespace {

constexpr std::string_view kTelemetryDomain = "waymark.telemetry.v1";
constexpr std::size_t kSessionDigits = 16;
constexpr std::size_t kShortDigits = 8;
constexpr std::size_t kServerDigits = 6;
constexpr std::size_t kContentDigits = 32;

}  // namespace

// The key is the first field of the hash, and only a part of the hash is told: whoever knows such
// parts can continue none of them.
std::string Anonymizer::Hashed(std::string_view domain, std::string_view value,
                               std::size_t digits) const {
  if (value.empty()) return "";
  if (key_.empty()) return std::string(value);
  return FieldHasher(kTelemetryDomain)
      .Add(key_)
      .Add(domain)
      .Add(value)
      .Finish<ContentHash>()
      .ToHex()
      .substr(0, digits);
}

std::string Anonymizer::Session(std::string_view id) const {
  return Hashed("session", id, kSessionDigits);
}

std::string Anonymizer::Server(std::string_view name) const {
  if (name.empty() || key_.empty()) return std::string(name);
  return "p" + Hashed("server", name, kServerDigits);
}

bool Anonymizer::IsSampled(std::string_view session_id, double rate) const {
  const std::uint64_t draw = FieldHasher(kTelemetryDomain)
                                 .Add(key_)
                                 .Add("sample")
                                 .Add(session_id)
                                 .Finish<ContentHash>()
                                 .Prefix64();
  return std::ldexp(static_cast<double>(draw), -64) < rate;
}

StoredEvent Anonymizer::Anonymized(const PipelineEvent& event) const {
  const std::string_view content(reinterpret_cast<const char*>(event.content.data()),
                                 event.content.size());
  StoredEvent stored;
  stored.context_hash = Hashed("context", event.context, kShortDigits);
  stored.tool_call_id_hash = Hashed("call", event.call_id, kShortDigits);
  stored.tool_name_anon = EndpointName(Server(event.server), event.tool);
  stored.endpoint_class = event.tool;
  stored.tool_kind = Name(event.kind);
  stored.file_path_hash = Hashed("path", event.path, kShortDigits);
  stored.content_sha_prefix = key_.empty() ? fmt::format("{:02x}", fmt::join(event.content, ""))
                                           : Hashed("content", content, kContentDigits);
  stored.is_dedup_hit = LevelOf(event.layer) == "L0";
  stored.would_hit = event.would_hit;
  stored.is_numbered = event.is_numbered;
  stored.layer_used = LevelOf(event.layer);
  stored.format_id = event.format;
  stored.template_id = event.template_id;
  stored.baseline_id = event.baseline;
  stored.tokenizer_id = event.tokenizer;
  stored.tokens_baseline = event.tokens_before;
  stored.tokens_final = event.tokens_after;
  stored.response_chars = event.bytes_before;
  stored.final_chars = event.bytes_after;
  stored.shape = event.shape;
  stored.inner_formats = event.inner_formats;
  stored.nested_depth = event.nested_depth;
  stored.n_cols = event.columns;
  stored.n_rows = event.rows;
  stored.key_stability = event.key_stability;
  stored.context_partition = event.partition;
  stored.is_sidechain = event.is_sidechain;
  stored.ref_age = event.reference_age_tokens;
  stored.roundtrip_fail = event.failed_round_trips;
  stored.encode_ns = event.encode_nanoseconds;
  return stored;
}

}  // namespace waymark::services
