#include "gcx/gcx_state.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "gcf/gcf_metadata.h"
#include "graph/status.h"

namespace waymark::wire {
namespace {

constexpr char kBudget[] = "budget";
constexpr char kTokens[] = "tokens";
constexpr char kTokenizer[] = "tokenizer";
constexpr char kPackRoot[] = "pack_root";
constexpr char kNameNote[] = "name_note";
constexpr char kCompleteness[] = "completeness";
constexpr char kPossibleUses[] = "possible_uses";
constexpr char kCompletenessReason[] = "completeness_reason";
constexpr char kRepository[] = "repository";
constexpr char kGeneration[] = "generation";
constexpr char kCommit[] = "commit";
constexpr char kFilesDiffering[] = "files_differing";
constexpr char kNotChecked[] = "unchecked";
constexpr char kState[] = "state";
constexpr char kTruncated[] = "truncated";
constexpr char kOmitted[] = "omitted";
constexpr char kCursor[] = "cursor";

std::string_view ValueOf(const GcxMeta& meta, const char* key) {
  const auto found = meta.find(key);
  return found == meta.end() ? std::string_view() : found->second;
}

absl::Status BrokenMeta(const char* key, std::string_view value, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("{}='{}' is {}", key, value, what));
}

absl::Status ReadMetaNumber(const GcxMeta& meta, const char* key, std::uint64_t& out) {
  const auto found = meta.find(key);
  if (found == meta.end()) return absl::OkStatus();
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (!text.empty() && error == std::errc() && end == text.data() + text.size()) {
    return absl::OkStatus();
  }
  return BrokenMeta(key, text, "not a whole number");
}

void AddText(GcxMeta& meta, const char* key, std::string_view value) {
  if (!value.empty()) meta.emplace(key, value);
}

void AddNumber(GcxMeta& meta, const char* key, std::uint64_t value) {
  meta.emplace(key, std::to_string(value));
}

// Totals are those of the whole answer, so a truncated one has them only as far as they are known.
void AddTotals(const Payload& payload, GcxMeta& meta) {
  const bool is_truncated = payload.truncation.has_value();
  meta.emplace(kTruncated, is_truncated ? "true" : "false");
  const std::uint64_t shown = payload.symbols.size();
  std::optional<std::uint64_t> symbols = payload.total_symbols;
  if (!symbols && !is_truncated) symbols = shown;
  if (!symbols && payload.truncation->omitted) symbols = shown + *payload.truncation->omitted;
  const bool is_whole = !is_truncated && symbols == shown;
  std::optional<std::uint64_t> edges = payload.total_edges;
  if (!edges && is_whole) edges = payload.edges.size();
  if (symbols) AddNumber(meta, "total_nodes", *symbols);
  if (edges) AddNumber(meta, "total_edges", *edges);
}

absl::Status ReadGcxIndex(const GcxMeta& meta, Payload& payload) {
  if (meta.count(kGeneration) == 0) return absl::OkStatus();
  IndexInfo& index = payload.index.emplace();
  WM_RETURN_IF_ERROR(ReadMetaNumber(meta, kGeneration, index.generation));
  index.repository = ValueOf(meta, kRepository);
  index.commit = ValueOf(meta, kCommit);
  const std::string_view state = ValueOf(meta, kState);
  const std::optional<ShownState> shown = ShownStateFromName(state);
  if (!shown) return BrokenMeta(kState, state, "neither commit nor buffers");
  index.shown = *shown;
  if (ValueOf(meta, kFilesDiffering) == kNotChecked || meta.count(kFilesDiffering) == 0) {
    return absl::OkStatus();
  }
  return ReadMetaNumber(meta, kFilesDiffering, index.files_differing.emplace());
}

}  // namespace

void WriteGcxMeta(const Payload& payload, const EncodeOptions& options, GcxMeta& meta) {
  if (payload.token_budget != 0) AddNumber(meta, kBudget, payload.token_budget);
  if (payload.tokens_used != 0) AddNumber(meta, kTokens, payload.tokens_used);
  if (payload.pack_root) meta.emplace(kPackRoot, payload.pack_root->ToHex());
  if (!options.metadata) return;
  if (payload.tokenizer) meta.emplace(kTokenizer, Name(*payload.tokenizer));
  AddText(meta, kNameNote, payload.name_note);
  AddGcxCompleteness(payload.completeness, meta);
  if (payload.index) AddGcxIndex(*payload.index, meta);
  AddTotals(payload, meta);
  if (!payload.truncation) return;
  if (payload.truncation->omitted) AddNumber(meta, kOmitted, *payload.truncation->omitted);
  AddText(meta, kCursor, payload.truncation->cursor);
}

void AddGcxCompleteness(const Completeness& completeness, GcxMeta& meta) {
  AddText(meta, kCompleteness, Name(completeness.certainty));
  if (completeness.possible_uses != 0) AddNumber(meta, kPossibleUses, completeness.possible_uses);
  AddText(meta, kCompletenessReason, completeness.reason);
}

void AddGcxIndex(const IndexInfo& index, GcxMeta& meta) {
  AddText(meta, kRepository, index.repository);
  AddNumber(meta, kGeneration, index.generation);
  AddText(meta, kCommit, index.commit);
  meta.emplace(kFilesDiffering,
               index.files_differing ? std::to_string(*index.files_differing) : kNotChecked);
  AddText(meta, kState, Name(index.shown));
}

absl::Status ReadGcxMeta(const GcxMeta& meta, Payload& payload) {
  WM_RETURN_IF_ERROR(ReadMetaNumber(meta, kBudget, payload.token_budget));
  WM_RETURN_IF_ERROR(ReadMetaNumber(meta, kTokens, payload.tokens_used));
  if (const auto found = meta.find(kPackRoot); found != meta.end()) {
    payload.pack_root = RootHash::FromHex(found->second);
    if (!payload.pack_root)
      return BrokenMeta(kPackRoot, found->second, "not 64 hexadecimal digits");
  }
  if (const auto found = meta.find(kTokenizer); found != meta.end()) {
    payload.tokenizer = TokenizerFromName(found->second);
    if (!payload.tokenizer) return BrokenMeta(kTokenizer, found->second, "unknown");
  }
  payload.name_note = ValueOf(meta, kNameNote);
  const std::string_view certainty = ValueOf(meta, kCompleteness);
  const std::optional<Certainty> known = CertaintyFromName(certainty);
  if (!known) return BrokenMeta(kCompleteness, certainty, "unknown");
  payload.completeness.certainty = *known;
  WM_RETURN_IF_ERROR(ReadMetaNumber(meta, kPossibleUses, payload.completeness.possible_uses));
  payload.completeness.reason = ValueOf(meta, kCompletenessReason);
  WM_RETURN_IF_ERROR(ReadGcxIndex(meta, payload));
  if (ValueOf(meta, kTruncated) != "true") return absl::OkStatus();
  Truncation& truncation = payload.truncation.emplace();
  truncation.cursor = ValueOf(meta, kCursor);
  if (meta.count(kOmitted) == 0) return absl::OkStatus();
  return ReadMetaNumber(meta, kOmitted, truncation.omitted.emplace());
}

void AddGcxDetails(const Payload& payload, GcxSection& section) {
  std::string lines;
  AppendGcfDetails(lines, payload, GcfCharset::kUtf8);
  constexpr std::string_view kMark = "# ";
  for (std::string_view rest = lines; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    section.comments.emplace_back(rest.substr(kMark.size(), end - kMark.size()));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace waymark::wire
