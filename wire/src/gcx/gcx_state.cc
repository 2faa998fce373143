#include "gcx/gcx_state.h"

#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "payload/symbol_change.h"
#include "wire/affected_lists.h"

namespace waymark::wire {
namespace {

constexpr char kBudget[] = "budget";
constexpr char kTokens[] = "tokens";
constexpr char kTokenizer[] = "tokenizer";
constexpr char kPackRoot[] = "pack_root";

absl::Status ReadMetaNumber(const GcxMeta& meta, const char* key, std::uint64_t& out) {
  const auto found = meta.find(key);
  if (found == meta.end()) return absl::OkStatus();
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (!text.empty() && error == std::errc() && end == text.data() + text.size()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(fmt::format("{}='{}' is not a whole number", key, text));
}

// The rows of the state section; absent data have no row.
class StateRows {
 public:
  void Add(std::string field, std::string_view value) {
    if (!value.empty()) rows_.push_back({std::move(field), std::string(value)});
  }

  void Add(std::string field, std::uint64_t value) { Add(std::move(field), std::to_string(value)); }

  std::vector<GcxRow> Take() { return std::move(rows_); }

 private:
  std::vector<GcxRow> rows_;
};

void AddIndex(StateRows& rows, std::string_view name, const IndexInfo& index) {
  const auto field = [name](std::string_view part) { return fmt::format("{}.{}", name, part); };
  rows.Add(field("repository"), index.repository);
  rows.Add(field("generation"), index.generation);
  rows.Add(field("commit"), index.commit);
  if (index.files_differing) {
    rows.Add(field("files_differing"), *index.files_differing);
  } else {
    rows.Add(field("files_differing"), std::string_view("unchecked"));
  }
  rows.Add(field("state"), Name(index.shown));
}

void AddChangeCounts(StateRows& rows, std::string_view name, const ChangeCounts& counts) {
  for (const ChangeCount& count : kChangeCounts) {
    if (counts.*count.count == 0) continue;
    rows.Add(fmt::format("difference.{}.{}", name, count.name), counts.*count.count);
  }
}

void AddDifference(StateRows& rows, const Difference& difference) {
  AddIndex(rows, "base", difference.base);
  AddChangeCounts(rows, "symbols", difference.symbols);
  for (const ChangeList& list : kChangeLists) {
    AddChangeCounts(rows, list.name, difference.*list.edges);
  }
}

void AddRisk(StateRows& rows, const Risk& risk) {
  rows.Add("affected.risk", Name(risk.level));
  rows.Add("affected.risk_score", fmt::format("{}", risk.score));
  for (const RiskReason& reason : risk.reasons) {
    const std::string share = reason.share ? fmt::format("{}", *reason.share) : "unknown";
    rows.Add(fmt::format("affected.risk.{}", reason.factor),
             fmt::format("{}: {}", share, reason.text));
  }
}

void AddAffected(StateRows& rows, const Affected& affected) {
  rows.Add("affected.symbols", affected.symbols);
  rows.Add("affected.files", affected.files);
  rows.Add("affected.tests", affected.tests);
  rows.Add("affected.hops", fmt::format("{}", fmt::join(affected.hops, ",")));
  rows.Add("affected.beyond_depth", std::string_view(affected.beyond_depth ? "true" : "false"));
  if (affected.weak_edges != 0) rows.Add("affected.weak_edges", affected.weak_edges);
  for (const AffectedListRow& row : kAffectedLists) {
    if (!(affected.*row.list)) continue;
    const std::string field = fmt::format("affected.{}", row.name);
    rows.Add(field, (affected.*row.list)->count);
    for (const std::string& name : (affected.*row.list)->names) rows.Add(field + ".name", name);
  }
  if (affected.risk) AddRisk(rows, *affected.risk);
}

void AddCounts(StateRows& rows, const char* list, const Payload& payload,
               const std::vector<EdgeCount>& counts) {
  for (const EdgeCount& count : counts) {
    rows.Add(fmt::format("profile.{}.{}", list, TermName(payload, count.type)), count.count);
  }
}

void AddProfile(StateRows& rows, const Payload& payload, const Profile& profile) {
  rows.Add("profile.language", profile.language);
  rows.Add("profile.flags", fmt::format("{}", fmt::join(profile.flags, ",")));
  for (const Place& place : profile.declarations) {
    rows.Add("profile.declaration",
             fmt::format("{}:{}-{}", place.path, place.start_line, place.end_line));
  }
  AddCounts(rows, "outgoing", payload, profile.outgoing);
  AddCounts(rows, "incoming", payload, profile.incoming);
  rows.Add("profile.text_note", profile.text_note);
}

}  // namespace

void WriteGcxMeta(const Payload& payload, const EncodeOptions& options, GcxMeta& meta) {
  if (payload.token_budget != 0) meta.emplace(kBudget, std::to_string(payload.token_budget));
  if (payload.tokens_used != 0) meta.emplace(kTokens, std::to_string(payload.tokens_used));
  if (payload.pack_root) meta.emplace(kPackRoot, payload.pack_root->ToHex());
  if (payload.tokenizer && options.metadata) meta.emplace(kTokenizer, Name(*payload.tokenizer));
}

absl::Status ReadGcxMeta(const GcxMeta& meta, Payload& payload) {
  WM_RETURN_IF_ERROR(ReadMetaNumber(meta, kBudget, payload.token_budget));
  WM_RETURN_IF_ERROR(ReadMetaNumber(meta, kTokens, payload.tokens_used));
  if (const auto found = meta.find(kPackRoot); found != meta.end()) {
    payload.pack_root = RootHash::FromHex(found->second);
    if (!payload.pack_root) {
      return absl::InvalidArgumentError("pack_root is not 64 hexadecimal digits");
    }
  }
  if (const auto found = meta.find(kTokenizer); found != meta.end()) {
    payload.tokenizer = TokenizerFromName(found->second);
    if (!payload.tokenizer) {
      return absl::InvalidArgumentError(fmt::format("tokenizer '{}' is unknown", found->second));
    }
  }
  return absl::OkStatus();
}

GcxSection GcxState(const Payload& payload, const std::string& tool) {
  StateRows rows;
  const Completeness& completeness = payload.completeness;
  rows.Add("completeness", Name(completeness.certainty));
  if (completeness.count != 0) rows.Add("completeness_count", completeness.count);
  rows.Add("completeness_reason", completeness.reason);
  if (payload.index) AddIndex(rows, "index", *payload.index);
  if (payload.difference) AddDifference(rows, *payload.difference);
  if (payload.affected) AddAffected(rows, *payload.affected);
  if (payload.profile) AddProfile(rows, payload, *payload.profile);
  if (payload.truncation) {  // last, so that the call ends the text
    const Truncation& truncation = *payload.truncation;
    if (truncation.omitted) rows.Add("truncation.omitted", *truncation.omitted);
    rows.Add("truncation.cursor", truncation.cursor);
    rows.Add("truncation.next_call", truncation.next_call);
  }
  return {tool + ".state", {"field", "value"}, {}, {}, rows.Take()};
}

}  // namespace waymark::wire
