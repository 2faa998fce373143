#include "wire/payload.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "graph/status.h"
#include "payload/symbol_change.h"
#include "wire/affected_lists.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::array<std::string_view, 4> kCertaintyNames = {"", "complete", "likely_complete",
                                                             "incomplete"};
constexpr std::array<std::string_view, 5> kRiskLevelNames = {"", "low", "medium", "high",
                                                             "unknown"};
constexpr std::array<std::string_view, 3> kShownStateNames = {"", "commit", "buffers"};

// Line breaks end a comment or a row in every text format.
void FoldLineBreaks(std::string& text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
}

void CleanText(std::string& text) {
  if (!IsUtf8(text)) text = ReplaceInvalidUtf8(text);
}

void CleanLine(std::string& text) {
  CleanText(text);
  FoldLineBreaks(text);
}

void Clean(SymbolChange& change) {
  for (const ChangeList& list : kChangeLists) {
    for (std::string& entry : change.*list.entries) CleanLine(entry);
  }
  CleanText(change.old_name);
  if (change.old_place) CleanText(change.old_place->path);
}

void Clean(IndexInfo& index) {
  CleanLine(index.repository);
  CleanLine(index.commit);
}

void Clean(Commit& commit) {
  for (std::string* line : {&commit.id, &commit.day, &commit.subject}) CleanLine(*line);
  for (CommitFile& file : commit.files) {
    CleanText(file.path);
    for (std::string& symbol : file.symbols) CleanText(symbol);
  }
}

void Clean(Symbol& symbol) {
  // Names and paths are kept exactly, because they identify things: each format can write any of
  // their bytes.
  for (std::string* text : {&symbol.handle, &symbol.qualified_name, &symbol.path, &symbol.text}) {
    CleanText(*text);
  }
  CleanLine(symbol.signature);
  if (symbol.change) Clean(*symbol.change);
  Components& parts = symbol.components;
  for (float* number :
       {&symbol.score, &parts.blast_radius, &parts.confidence, &parts.recency, &parts.distance}) {
    *number += 0.0F;  // -0 becomes 0
  }
}

void Clean(Profile& profile) {
  CleanLine(profile.language);
  CleanLine(profile.text_note);
  for (std::string& flag : profile.flags) CleanLine(flag);
  for (Place& place : profile.declarations) CleanText(place.path);
}

void Clean(Affected& affected) {
  for (const AffectedListRow& row : kAffectedLists) {
    if (!(affected.*row.list)) continue;
    for (std::string& name : (affected.*row.list)->names) CleanLine(name);
  }
  if (!affected.risk) return;
  for (RiskReason& reason : affected.risk->reasons) {
    CleanLine(reason.factor);
    CleanLine(reason.text);
  }
}

void SortEdges(std::vector<Edge>& edges) {
  const auto key = [](const Edge& edge) {
    return std::make_tuple(edge.source, edge.target, edge.type.code(), edge.provenance.code(),
                           edge.status.code());
  };
  std::stable_sort(edges.begin(), edges.end(),
                   [&key](const Edge& a, const Edge& b) { return key(a) < key(b); });
  const auto same = [&key](const Edge& a, const Edge& b) { return key(a) == key(b); };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
}

// An error of Check(): InvalidArgument "payload FIELD: WHAT".
absl::Status BrokenPayload(std::string_view field, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("payload {}: {}", field, what));
}

constexpr std::string_view kNotUtf8 = "not UTF-8; Canonicalize() replaces such bytes";

// The fault of a change; empty if there is none.
std::string_view FaultOf(const SymbolChange& change) {
  if (change.status == SymbolStatus::kUnchanged || Name(change.status).empty()) {
    return kLacksStatus;
  }
  if (!(change.certainty >= 0 && change.certainty <= 1)) return "a certainty outside of 0..1";
  bool is_utf8 = IsUtf8(change.old_name) && (!change.old_place || IsUtf8(change.old_place->path));
  for (const ChangeList& list : kChangeLists) {
    for (const std::string& entry : change.*list.entries) is_utf8 = is_utf8 && IsUtf8(entry);
  }
  return is_utf8 ? std::string_view() : kNotUtf8;
}

std::size_t CountLines(std::string_view text) {
  const auto breaks = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const bool ends_within_line = !text.empty() && !text.ends_with('\n');
  return breaks + (ends_within_line ? 1 : 0);
}

absl::Status CheckSymbol(const Payload& payload, const Symbol& symbol) {
  const auto index = static_cast<std::size_t>(&symbol - payload.symbols.data());
  const auto broken = [index](std::string_view field, std::string_view what) {
    return BrokenPayload(fmt::format("symbols[{}].{}", index, field), what);
  };
  if (symbol.qualified_name.empty()) return broken("qualified_name", "empty");
  if (!IsUtf8(symbol.qualified_name)) return broken("qualified_name", kNotUtf8);
  if (!IsUtf8(symbol.signature)) return broken("signature", kNotUtf8);
  if (!IsUtf8(symbol.handle)) return broken("handle", kNotUtf8);
  if (!IsUtf8(symbol.path)) return broken("path", kNotUtf8);
  if (!IsUtf8(symbol.text)) return broken("text", kNotUtf8);
  const std::vector<std::uint32_t>& numbers = symbol.source.numbers;
  if (!numbers.empty() && numbers.size() != CountLines(symbol.text)) {
    return broken("source.numbers", "not one for each line of the text");
  }
  if (symbol.source.indent.find_first_not_of(" \t") != std::string::npos) {
    return broken("source.indent", "not white space");
  }
  const std::string_view fault = symbol.change ? FaultOf(*symbol.change) : std::string_view();
  if (!fault.empty()) return broken("change", fault);
  if (!std::isfinite(symbol.score)) return broken("score", "not a finite number");
  const Components& parts = symbol.components;
  for (const float number : {parts.blast_radius, parts.confidence, parts.recency, parts.distance}) {
    if (!std::isfinite(number)) return broken("components", "not a finite number");
  }
  if (TermName(payload, symbol.kind).empty()) return broken("kind", "names no foreign name");
  if (TermName(payload, symbol.provenance).empty())
    return broken("provenance", "names no foreign name");
  return absl::OkStatus();
}

absl::Status CheckEdge(const Payload& payload, const Edge& edge) {
  const auto index = static_cast<std::size_t>(&edge - payload.edges.data());
  const auto broken = [index](std::string_view field, std::string_view what) {
    return BrokenPayload(fmt::format("edges[{}].{}", index, field), what);
  };
  const std::size_t count = payload.symbols.size();
  if (edge.source >= count) return broken("source", "not the index of a symbol");
  if (edge.target >= count) return broken("target", "not the index of a symbol");
  const bool is_status = edge.status.is_foreign() ||
                         edge.status.code() <= static_cast<std::uint16_t>(EdgeStatus::kRemoved);
  if (!is_status) return broken("status", "no status of an edge");
  if (TermName(payload, edge.status).empty()) return broken("status", "names no foreign name");
  if (TermName(payload, edge.type).empty()) return broken("type", "names no foreign name");
  if (TermName(payload, edge.provenance).empty())
    return broken("provenance", "names no foreign name");
  if (!(edge.confidence >= 0 && edge.confidence <= 1)) {
    return broken("confidence", "not a number from 0 to 1");
  }
  for (const Site& site : edge.sites) {
    if (!IsUtf8(site.path)) return broken("sites", kNotUtf8);
  }
  return absl::OkStatus();
}

absl::Status CheckProfile(const Payload& payload, const Profile& profile) {
  bool is_utf8 = IsUtf8(profile.language) && IsUtf8(profile.text_note);
  for (const std::string& flag : profile.flags) is_utf8 = is_utf8 && IsUtf8(flag);
  for (const Place& place : profile.declarations) is_utf8 = is_utf8 && IsUtf8(place.path);
  if (!is_utf8) return BrokenPayload("profile", kNotUtf8);
  for (const std::vector<EdgeCount>* counts : {&profile.outgoing, &profile.incoming}) {
    for (const EdgeCount& count : *counts) {
      if (TermName(payload, count.type).empty()) {
        return BrokenPayload("profile", "a type without a name");
      }
    }
  }
  return absl::OkStatus();
}

bool IsShare(float value) { return value >= 0 && value <= 1; }

absl::Status CheckAffected(const Affected& affected) {
  for (const AffectedListRow& row : kAffectedLists) {
    if (!(affected.*row.list)) continue;
    const AffectedList& list = *(affected.*row.list);
    if (list.names.size() > kMaxAffectedNames) {
      return BrokenPayload(fmt::format("affected.{}", row.name), "more names than the limit");
    }
    for (const std::string& name : list.names) {
      if (!IsUtf8(name)) return BrokenPayload(fmt::format("affected.{}", row.name), kNotUtf8);
    }
  }
  if (!affected.risk) return absl::OkStatus();
  const Risk& risk = *affected.risk;
  if (risk.level > RiskLevel::kUnknown) return BrokenPayload("affected.risk", "no level of risk");
  if (!IsShare(risk.score)) return BrokenPayload("affected.risk", "a score outside of 0..1");
  if (risk.reasons.size() > kMaxRiskReasons) {
    return BrokenPayload("affected.risk", "too many reasons");
  }
  for (const RiskReason& reason : risk.reasons) {
    if (!IsUtf8(reason.factor) || !IsUtf8(reason.text)) {
      return BrokenPayload("affected.risk", kNotUtf8);
    }
    if (!IsShare(reason.share.value_or(0))) {
      return BrokenPayload("affected.risk", "a share outside of 0..1");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCommits(const std::vector<Commit>& commits) {
  constexpr std::string_view kField = "commits";
  if (commits.size() > kMaxCommits) return BrokenPayload(kField, "more than the limit");
  for (const Commit& commit : commits) {
    bool is_utf8 = IsUtf8(commit.id) && IsUtf8(commit.day) && IsUtf8(commit.subject);
    for (const CommitFile& file : commit.files) {
      is_utf8 = is_utf8 && IsUtf8(file.path) &&
                std::all_of(file.symbols.begin(), file.symbols.end(), IsUtf8);
    }
    if (!is_utf8) return BrokenPayload(kField, kNotUtf8);
  }
  return absl::OkStatus();
}

absl::Status CheckMetadata(const Payload& payload) {
  if (!IsUtf8(payload.tool)) return BrokenPayload("tool", kNotUtf8);
  if (!IsUtf8(payload.name_note)) return BrokenPayload("name_note", kNotUtf8);
  if (!IsUtf8(payload.completeness.reason)) return BrokenPayload("completeness.reason", kNotUtf8);
  for (const PossibleUse& use : payload.possible) {
    if (!IsUtf8(use.site.path) || !IsUtf8(use.symbol) || !IsUtf8(use.why)) {
      return BrokenPayload("possible", kNotUtf8);
    }
  }
  WM_RETURN_IF_ERROR(CheckCommits(payload.commits));
  const auto is_utf8 = [](const IndexInfo& index) {
    return IsUtf8(index.repository) && IsUtf8(index.commit);
  };
  if (payload.index && !is_utf8(*payload.index)) return BrokenPayload("index", kNotUtf8);
  if (payload.difference && !is_utf8(payload.difference->base)) {
    return BrokenPayload("difference", kNotUtf8);
  }
  if (payload.truncation &&
      (!IsUtf8(payload.truncation->cursor) || !IsUtf8(payload.truncation->next_call))) {
    return BrokenPayload("truncation", kNotUtf8);
  }
  if (payload.affected) WM_RETURN_IF_ERROR(CheckAffected(*payload.affected));
  if (payload.profile) WM_RETURN_IF_ERROR(CheckProfile(payload, *payload.profile));
  for (const std::string& name : payload.foreign_names) {
    if (name.empty() || !IsUtf8(name)) return BrokenPayload("foreign_names", "empty, or not UTF-8");
  }
  return absl::OkStatus();
}

}  // namespace

std::string_view Name(Certainty certainty) {
  return kCertaintyNames[static_cast<std::size_t>(certainty)];
}

std::optional<Certainty> CertaintyFromName(std::string_view name) {
  const auto found = std::find(kCertaintyNames.begin(), kCertaintyNames.end(), name);
  if (found == kCertaintyNames.end()) return std::nullopt;
  return static_cast<Certainty>(found - kCertaintyNames.begin());
}

std::string_view Name(RiskLevel level) { return kRiskLevelNames[static_cast<std::size_t>(level)]; }

std::optional<RiskLevel> RiskLevelFromName(std::string_view name) {
  const auto found = std::find(kRiskLevelNames.begin(), kRiskLevelNames.end(), name);
  if (found == kRiskLevelNames.end()) return std::nullopt;
  return static_cast<RiskLevel>(found - kRiskLevelNames.begin());
}

std::string_view Name(ShownState state) {
  return kShownStateNames[static_cast<std::size_t>(state)];
}

std::optional<ShownState> ShownStateFromName(std::string_view name) {
  const auto found = std::find(kShownStateNames.begin(), kShownStateNames.end(), name);
  if (found == kShownStateNames.end()) return std::nullopt;
  return static_cast<ShownState>(found - kShownStateNames.begin());
}

void NumberLines(std::uint32_t first, Symbol& symbol) {
  std::vector<std::uint32_t>& numbers = symbol.source.numbers;
  numbers.resize(CountLines(symbol.text));
  std::iota(numbers.begin(), numbers.end(), first);
}

absl::Status Canonicalize(Payload& payload) {
  for (Symbol& symbol : payload.symbols) Clean(symbol);
  const std::size_t count = payload.symbols.size();
  std::erase_if(payload.edges,
                [count](const Edge& edge) { return edge.source >= count || edge.target >= count; });
  SortEdges(payload.edges);
  for (Edge& edge : payload.edges) {
    for (Site& site : edge.sites) CleanText(site.path);
  }
  CleanLine(payload.tool);
  CleanLine(payload.name_note);
  CleanLine(payload.completeness.reason);
  for (PossibleUse& use : payload.possible) {
    CleanText(use.site.path);
    CleanLine(use.symbol);
    CleanLine(use.why);
  }
  for (Commit& commit : payload.commits) Clean(commit);
  if (payload.index) Clean(*payload.index);
  if (payload.difference) Clean(payload.difference->base);
  if (payload.truncation) {
    CleanLine(payload.truncation->cursor);
    CleanLine(payload.truncation->next_call);
  }
  if (payload.affected) Clean(*payload.affected);
  if (payload.profile) Clean(*payload.profile);
  return Check(payload);
}

absl::Status Check(const Payload& payload) {
  if (payload.symbols.size() > kMaxSymbols || payload.edges.size() > kMaxEdges) {
    return absl::ResourceExhaustedError(
        fmt::format("payload of {} symbols and {} edges: the limits are {} and {}",
                    payload.symbols.size(), payload.edges.size(), kMaxSymbols, kMaxEdges));
  }
  for (const Symbol& symbol : payload.symbols) WM_RETURN_IF_ERROR(CheckSymbol(payload, symbol));
  for (const Edge& edge : payload.edges) WM_RETURN_IF_ERROR(CheckEdge(payload, edge));
  return CheckMetadata(payload);
}

}  // namespace waymark::wire
