#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "json/json_codec.h"
#include "json/json_ends.h"
#include "json/json_fields.h"
#include "payload/symbol_change.h"

namespace waymark::wire {
namespace {

struct Decoding {
  Payload payload;
  std::vector<WrittenEdge> edges;  // their ends are known once all symbols are read
  std::string text;                // of the value being read
};

using Result = absl::Status;

template <typename Integer>
Result ReadInteger(JsonReader& reader, Integer& out) {
  std::uint64_t value = 0;
  WM_RETURN_IF_ERROR(reader.ReadUnsigned(value));
  if (value > std::numeric_limits<Integer>::max()) {
    return reader.Error(
        fmt::format("{} is more than {}", value, std::numeric_limits<Integer>::max()));
  }
  out = static_cast<Integer>(value);
  return absl::OkStatus();
}

template <typename Hash>
Result ReadHash(JsonReader& reader, Decoding& state, std::optional<Hash>& out) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  out = Hash::FromHex(state.text);
  return out ? absl::OkStatus() : reader.Error("expected 64 hexadecimal digits");
}

// Reads a name and turns it into a term with KindTerm, ProvenanceTerm or EdgeTypeTerm.
template <typename Enum>
Result ReadTerm(JsonReader& reader, Decoding& state,
                absl::StatusOr<Term<Enum>> (*to_term)(Payload&, std::string_view),
                Term<Enum>& out) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  absl::StatusOr<Term<Enum>> term = to_term(state.payload, state.text);
  if (!term.ok()) return reader.Error(std::string(term.status().message()));
  out = *term;
  return absl::OkStatus();
}

Result RequireText(const JsonReader& reader, std::string_view text) {
  return text.empty() ? reader.Error("empty") : absl::OkStatus();
}

Result ReadShare(JsonReader& reader, float& out) {
  WM_RETURN_IF_ERROR(reader.ReadFloat(out));
  return out >= 0 && out <= 1 ? absl::OkStatus() : reader.Error("not from 0 to 1");
}

constexpr JsonField<Components, Decoding> kComponentFields[] = {
    {"blast_radius", Presence::kOptional,
     [](JsonReader& r, Decoding&, Components& c) { return r.ReadFloat(c.blast_radius); }},
    {"confidence", Presence::kOptional,
     [](JsonReader& r, Decoding&, Components& c) { return r.ReadFloat(c.confidence); }},
    {"recency", Presence::kOptional,
     [](JsonReader& r, Decoding&, Components& c) { return r.ReadFloat(c.recency); }},
    {"distance", Presence::kOptional,
     [](JsonReader& r, Decoding&, Components& c) { return r.ReadFloat(c.distance); }},
};

// Reads an array; `read_element` is called once per element.
template <typename ReadElement>
Result ReadArray(JsonReader& reader, std::size_t limit, ReadElement read_element) {
  WM_RETURN_IF_ERROR(reader.BeginArray());
  for (std::size_t count = 0;; ++count) {
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextElement(more));
    if (!more) return absl::OkStatus();
    if (count == limit) return reader.Error(fmt::format("more than the limit of {}", limit));
    WM_RETURN_IF_ERROR(read_element());
  }
}

Result ReadSymbolStatus(JsonReader& reader, Decoding& state, Symbol& symbol) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  const std::optional<SymbolStatus> status = SymbolStatusFromName(state.text);
  if (!status) return reader.Error(fmt::format("'{}' is not a status of a symbol", state.text));
  if (*status != SymbolStatus::kUnchanged) ChangeOf(symbol).status = *status;
  return absl::OkStatus();
}

template <std::size_t kList>
Result ReadChangeList(JsonReader& reader, Decoding&, Symbol& symbol) {
  std::vector<std::string>& entries = ChangeOf(symbol).*kChangeLists[kList].entries;
  return ReadArray(reader, kMaxChangeEntries,
                   [&] { return reader.ReadString(entries.emplace_back()); });
}

constexpr JsonField<Symbol, Decoding> kSymbolFields[] = {
    {"id", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Symbol& s) -> Result {
       WM_RETURN_IF_ERROR(r.ReadString(d.text));
       if (const auto identity = SymbolIdentity::FromHex(d.text)) {
         s.id = identity;
       } else {
         s.handle = d.text;
       }
       return absl::OkStatus();
     }},
    {"identity", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Symbol& s) { return ReadHash(r, d, s.id); }},
    {"qualified_name", Presence::kRequired,
     [](JsonReader& r, Decoding&, Symbol& s) -> Result {
       WM_RETURN_IF_ERROR(r.ReadString(s.qualified_name));
       return RequireText(r, s.qualified_name);
     }},
    {"kind", Presence::kRequired,
     [](JsonReader& r, Decoding& d, Symbol& s) -> Result {
       WM_RETURN_IF_ERROR(ReadTerm(r, d, KindTerm, s.kind));
       return RequireText(r, d.text);
     }},
    {"score", Presence::kRequired,
     [](JsonReader& r, Decoding&, Symbol& s) { return r.ReadFloat(s.score); }},
    {"signature", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return r.ReadString(s.signature); }},
    {"provenance", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Symbol& s) {
       return ReadTerm(r, d, ProvenanceTerm, s.provenance);
     }},
    {"distance", Presence::kRequired,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadInteger(r, s.distance); }},
    {"path", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return r.ReadString(s.path); }},
    {"start_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadInteger(r, s.start_line); }},
    {"end_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadInteger(r, s.end_line); }},
    {"name_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadInteger(r, s.name_line); }},
    {"components", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Symbol& s) {
       return ReadFields(r, kComponentFields, d, s.components);
     }},
    {"text", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return r.ReadString(s.text); }},
    {"status", Presence::kOptional, ReadSymbolStatus},
    {kChangeLists[0].name, Presence::kOptional, ReadChangeList<0>},
    {kChangeLists[1].name, Presence::kOptional, ReadChangeList<1>},
    {kChangeLists[2].name, Presence::kOptional, ReadChangeList<2>},
    {"old_name", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return r.ReadString(ChangeOf(s).old_name); }},
    {"old_path", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return r.ReadString(OldPlaceOf(s).path); }},
    {"old_start_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadInteger(r, OldPlaceOf(s).start_line); }},
    {"old_end_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadInteger(r, OldPlaceOf(s).end_line); }},
    {"old_name_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadInteger(r, OldPlaceOf(s).name_line); }},
    {"certainty", Presence::kOptional,
     [](JsonReader& r, Decoding&, Symbol& s) { return ReadShare(r, ChangeOf(s).certainty); }},
};

Result ReadSymbol(JsonReader& reader, Decoding& state, Symbol& symbol) {
  WM_RETURN_IF_ERROR(ReadFields(reader, kSymbolFields, state, symbol));
  return LacksStatus(symbol) ? reader.Error(kLacksStatus) : absl::OkStatus();
}

constexpr JsonField<Site, Decoding> kSiteFields[] = {
    {"path", Presence::kRequired,
     [](JsonReader& r, Decoding&, Site& s) { return r.ReadString(s.path); }},
    {"line", Presence::kRequired,
     [](JsonReader& r, Decoding&, Site& s) { return ReadInteger(r, s.line); }},
    {"column", Presence::kRequired,
     [](JsonReader& r, Decoding&, Site& s) { return ReadInteger(r, s.column); }},
};

Result ReadEndName(JsonReader& reader, EndReference& end) {
  reader.Peek();  // goes past blanks
  end.at = reader.at();
  return reader.ReadString(end.name);
}

Result ReadEndId(JsonReader& reader, EndReference& end) {
  WM_RETURN_IF_ERROR(reader.ReadString(end.id));
  if (const auto identity = SymbolIdentity::FromHex(end.id)) end.id = identity->ToHex();
  return absl::OkStatus();
}

constexpr JsonField<WrittenEdge, Decoding> kEdgeFields[] = {
    {"source", Presence::kRequired,
     [](JsonReader& r, Decoding&, WrittenEdge& e) { return ReadEndName(r, e.source); }},
    {"source_id", Presence::kOptional,
     [](JsonReader& r, Decoding&, WrittenEdge& e) { return ReadEndId(r, e.source); }},
    {"source_index", Presence::kOptional,
     [](JsonReader& r, Decoding&, WrittenEdge& e) {
       return r.ReadUnsigned(e.source.index.emplace());
     }},
    {"target", Presence::kRequired,
     [](JsonReader& r, Decoding&, WrittenEdge& e) { return ReadEndName(r, e.target); }},
    {"target_id", Presence::kOptional,
     [](JsonReader& r, Decoding&, WrittenEdge& e) { return ReadEndId(r, e.target); }},
    {"target_index", Presence::kOptional,
     [](JsonReader& r, Decoding&, WrittenEdge& e) {
       return r.ReadUnsigned(e.target.index.emplace());
     }},
    {"edge_type", Presence::kRequired,
     [](JsonReader& r, Decoding& d, WrittenEdge& e) -> Result {
       WM_RETURN_IF_ERROR(ReadTerm(r, d, EdgeTypeTerm, e.edge.type));
       return RequireText(r, d.text);
     }},
    {"status", Presence::kOptional,
     [](JsonReader& r, Decoding& d, WrittenEdge& e) {
       return ReadTerm(r, d, EdgeStatusTerm, e.edge.status);
     }},
    {"provenance", Presence::kOptional,
     [](JsonReader& r, Decoding& d, WrittenEdge& e) {
       return ReadTerm(r, d, ProvenanceTerm, e.edge.provenance);
     }},
    {"confidence", Presence::kOptional,
     [](JsonReader& r, Decoding&, WrittenEdge& e) { return ReadShare(r, e.edge.confidence); }},
    {"sites", Presence::kOptional,
     [](JsonReader& r, Decoding& d, WrittenEdge& e) {
       return ReadArray(r, kMaxEdges,
                        [&] { return ReadFields(r, kSiteFields, d, e.edge.sites.emplace_back()); });
     }},
};

Result ReadShownState(JsonReader& reader, Decoding& state, IndexInfo& index) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  const std::optional<ShownState> shown = ShownStateFromName(state.text);
  if (!shown) return reader.Error(fmt::format("'{}' is not commit or buffers", state.text));
  index.shown = *shown;
  return absl::OkStatus();
}

constexpr JsonField<IndexInfo, Decoding> kIndexFields[] = {
    {"repository", Presence::kRequired,
     [](JsonReader& r, Decoding&, IndexInfo& i) { return r.ReadString(i.repository); }},
    {"generation", Presence::kRequired,
     [](JsonReader& r, Decoding&, IndexInfo& i) { return r.ReadUnsigned(i.generation); }},
    {"commit", Presence::kOptional,
     [](JsonReader& r, Decoding&, IndexInfo& i) { return r.ReadString(i.commit); }},
    {"root", Presence::kOptional,
     [](JsonReader& r, Decoding& d, IndexInfo& i) { return ReadHash(r, d, i.root); }},
    {"files_differing", Presence::kOptional,
     [](JsonReader& r, Decoding&, IndexInfo& i) {
       return r.ReadUnsigned(i.files_differing.emplace());
     }},
    {"state", Presence::kOptional, ReadShownState},
};

constexpr JsonField<ChangeCounts, Decoding> kChangeCountFields[] = {
    {"added", Presence::kOptional,
     [](JsonReader& r, Decoding&, ChangeCounts& c) { return r.ReadUnsigned(c.added); }},
    {"removed", Presence::kOptional,
     [](JsonReader& r, Decoding&, ChangeCounts& c) { return r.ReadUnsigned(c.removed); }},
    {"changed", Presence::kOptional,
     [](JsonReader& r, Decoding&, ChangeCounts& c) { return r.ReadUnsigned(c.changed); }},
    {"moved", Presence::kOptional,
     [](JsonReader& r, Decoding&, ChangeCounts& c) { return r.ReadUnsigned(c.moved); }},
};

template <ChangeCounts Difference::*kCounts>
Result ReadChangeCounts(JsonReader& reader, Decoding& state, Difference& difference) {
  return ReadFields(reader, kChangeCountFields, state, difference.*kCounts);
}

constexpr JsonField<Difference, Decoding> kDifferenceFields[] = {
    {"base", Presence::kRequired,
     [](JsonReader& r, Decoding& d, Difference& difference) {
       return ReadFields(r, kIndexFields, d, difference.base);
     }},
    {"symbols", Presence::kOptional, ReadChangeCounts<&Difference::symbols>},
    {"behaviour", Presence::kOptional, ReadChangeCounts<&Difference::behaviour>},
    {"structure", Presence::kOptional, ReadChangeCounts<&Difference::structure>},
    {"metadata", Presence::kOptional, ReadChangeCounts<&Difference::metadata>},
};

constexpr JsonField<Truncation, Decoding> kTruncationFields[] = {
    {"omitted", Presence::kOptional,
     [](JsonReader& r, Decoding&, Truncation& t) { return r.ReadUnsigned(t.omitted.emplace()); }},
    {"cursor", Presence::kOptional,
     [](JsonReader& r, Decoding&, Truncation& t) { return r.ReadString(t.cursor); }},
    {"next_call", Presence::kOptional,
     [](JsonReader& r, Decoding&, Truncation& t) { return r.ReadString(t.next_call); }},
};

constexpr JsonField<AffectedList, Decoding> kAffectedListFields[] = {
    {"count", Presence::kRequired,
     [](JsonReader& r, Decoding&, AffectedList& l) { return r.ReadUnsigned(l.count); }},
    {"names", Presence::kOptional,
     [](JsonReader& r, Decoding&, AffectedList& l) {
       return ReadArray(r, kMaxAffectedNames, [&] { return r.ReadString(l.names.emplace_back()); });
     }},
};

template <std::optional<AffectedList> Affected::*kList>
Result ReadAffectedList(JsonReader& reader, Decoding& state, Affected& affected) {
  return ReadFields(reader, kAffectedListFields, state, (affected.*kList).emplace());
}

constexpr JsonField<RiskReason, Decoding> kRiskReasonFields[] = {
    {"factor", Presence::kRequired,
     [](JsonReader& r, Decoding&, RiskReason& reason) { return r.ReadString(reason.factor); }},
    {"share", Presence::kOptional,
     [](JsonReader& r, Decoding&, RiskReason& reason) {
       return ReadShare(r, reason.share.emplace());
     }},
    {"text", Presence::kOptional,
     [](JsonReader& r, Decoding&, RiskReason& reason) { return r.ReadString(reason.text); }},
};

Result ReadRiskLevel(JsonReader& reader, Decoding& state, Risk& risk) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  const std::optional<RiskLevel> level = RiskLevelFromName(state.text);
  if (!level)
    return reader.Error(fmt::format("'{}' is not low, medium, high or unknown", state.text));
  risk.level = *level;
  return absl::OkStatus();
}

constexpr JsonField<Risk, Decoding> kRiskFields[] = {
    {"level", Presence::kOptional, ReadRiskLevel},
    {"score", Presence::kRequired,
     [](JsonReader& r, Decoding&, Risk& risk) { return ReadShare(r, risk.score); }},
    {"reasons", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Risk& risk) {
       return ReadArray(r, kMaxRiskReasons, [&] {
         return ReadFields(r, kRiskReasonFields, d, risk.reasons.emplace_back());
       });
     }},
};

constexpr JsonField<Affected, Decoding> kAffectedFields[] = {
    {"symbols", Presence::kRequired,
     [](JsonReader& r, Decoding&, Affected& a) { return r.ReadUnsigned(a.symbols); }},
    {"files", Presence::kOptional,
     [](JsonReader& r, Decoding&, Affected& a) { return r.ReadUnsigned(a.files); }},
    {"tests", Presence::kOptional,
     [](JsonReader& r, Decoding&, Affected& a) { return r.ReadUnsigned(a.tests); }},
    {"hops", Presence::kOptional,
     [](JsonReader& r, Decoding&, Affected& a) {
       return ReadArray(r, kMaxHops, [&] { return r.ReadUnsigned(a.hops.emplace_back()); });
     }},
    {"beyond_depth", Presence::kOptional,
     [](JsonReader& r, Decoding&, Affected& a) { return r.ReadBool(a.beyond_depth); }},
    {"weak_edges", Presence::kOptional,
     [](JsonReader& r, Decoding&, Affected& a) { return r.ReadUnsigned(a.weak_edges); }},
    {"packages", Presence::kOptional, ReadAffectedList<&Affected::packages>},
    {"exported", Presence::kOptional, ReadAffectedList<&Affected::exported>},
    {"routes", Presence::kOptional, ReadAffectedList<&Affected::routes>},
    {"entry_points", Presence::kOptional, ReadAffectedList<&Affected::entry_points>},
    {"owners", Presence::kOptional, ReadAffectedList<&Affected::owners>},
    {"risk", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Affected& a) {
       return ReadFields(r, kRiskFields, d, a.risk.emplace());
     }},
};

constexpr JsonField<EdgeCount, Decoding> kEdgeCountFields[] = {
    {"edge_type", Presence::kRequired,
     [](JsonReader& r, Decoding& d, EdgeCount& c) -> Result {
       WM_RETURN_IF_ERROR(ReadTerm(r, d, EdgeTypeTerm, c.type));
       return RequireText(r, d.text);
     }},
    {"count", Presence::kRequired,
     [](JsonReader& r, Decoding&, EdgeCount& c) { return r.ReadUnsigned(c.count); }},
};

Result ReadCounts(JsonReader& reader, Decoding& state, std::vector<EdgeCount>& out) {
  return ReadArray(reader, kMaxEdges,
                   [&] { return ReadFields(reader, kEdgeCountFields, state, out.emplace_back()); });
}

constexpr JsonField<Place, Decoding> kPlaceFields[] = {
    {"path", Presence::kRequired,
     [](JsonReader& r, Decoding&, Place& p) { return r.ReadString(p.path); }},
    {"start_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Place& p) { return ReadInteger(r, p.start_line); }},
    {"end_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Place& p) { return ReadInteger(r, p.end_line); }},
    {"name_line", Presence::kOptional,
     [](JsonReader& r, Decoding&, Place& p) { return ReadInteger(r, p.name_line); }},
};

constexpr JsonField<Profile, Decoding> kProfileFields[] = {
    {"language", Presence::kOptional,
     [](JsonReader& r, Decoding&, Profile& p) { return r.ReadString(p.language); }},
    {"flags", Presence::kOptional,
     [](JsonReader& r, Decoding&, Profile& p) {
       return ReadArray(r, kMaxSymbols, [&] { return r.ReadString(p.flags.emplace_back()); });
     }},
    {"declarations", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Profile& p) {
       return ReadArray(r, kMaxSymbols, [&] {
         return ReadFields(r, kPlaceFields, d, p.declarations.emplace_back());
       });
     }},
    {"outgoing", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Profile& p) { return ReadCounts(r, d, p.outgoing); }},
    {"incoming", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Profile& p) { return ReadCounts(r, d, p.incoming); }},
    {"text_note", Presence::kOptional,
     [](JsonReader& r, Decoding&, Profile& p) { return r.ReadString(p.text_note); }},
};

constexpr JsonField<PossibleUse, Decoding> kPossibleUseFields[] = {
    {"path", Presence::kRequired,
     [](JsonReader& r, Decoding&, PossibleUse& u) { return r.ReadString(u.site.path); }},
    {"line", Presence::kRequired,
     [](JsonReader& r, Decoding&, PossibleUse& u) { return ReadInteger(r, u.site.line); }},
    {"column", Presence::kOptional,
     [](JsonReader& r, Decoding&, PossibleUse& u) { return ReadInteger(r, u.site.column); }},
    {"symbol", Presence::kOptional,
     [](JsonReader& r, Decoding&, PossibleUse& u) { return r.ReadString(u.symbol); }},
    {"why", Presence::kRequired,
     [](JsonReader& r, Decoding&, PossibleUse& u) { return r.ReadString(u.why); }},
};

constexpr JsonField<CommitFile, Decoding> kCommitFileFields[] = {
    {"path", Presence::kRequired,
     [](JsonReader& r, Decoding&, CommitFile& f) { return r.ReadString(f.path); }},
    {"symbols", Presence::kOptional,
     [](JsonReader& r, Decoding&, CommitFile& f) {
       return ReadArray(r, kMaxSymbols, [&] { return r.ReadString(f.symbols.emplace_back()); });
     }},
};

constexpr JsonField<Commit, Decoding> kCommitFields[] = {
    {"id", Presence::kRequired,
     [](JsonReader& r, Decoding&, Commit& c) { return r.ReadString(c.id); }},
    {"day", Presence::kRequired,
     [](JsonReader& r, Decoding&, Commit& c) { return r.ReadString(c.day); }},
    {"subject", Presence::kRequired,
     [](JsonReader& r, Decoding&, Commit& c) { return r.ReadString(c.subject); }},
    {"files", Presence::kRequired,
     [](JsonReader& r, Decoding& d, Commit& c) {
       return ReadArray(r, kMaxSymbols, [&] {
         return ReadFields(r, kCommitFileFields, d, c.files.emplace_back());
       });
     }},
    {"more_files", Presence::kOptional,
     [](JsonReader& r, Decoding&, Commit& c) { return r.ReadUnsigned(c.more_files); }},
};

Result ReadTokenizer(JsonReader& reader, Decoding& state, Payload& payload) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  payload.tokenizer = TokenizerFromName(state.text);
  if (payload.tokenizer) return absl::OkStatus();
  return reader.Error(fmt::format("tokenizer '{}' is unknown; the tokenizers are {} and {}",
                                  state.text, Name(Tokenizer::kO200kBase),
                                  Name(Tokenizer::kCl100kBase)));
}

Result ReadCertainty(JsonReader& reader, Decoding& state, Payload& payload) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  const std::optional<Certainty> certainty = CertaintyFromName(state.text);
  if (!certainty)
    return reader.Error(
        fmt::format("'{}' is not complete, likely_complete or incomplete", state.text));
  payload.completeness.certainty = *certainty;
  return absl::OkStatus();
}

constexpr JsonField<Payload, Decoding> kPayloadFields[] = {
    {"tool", Presence::kRequired,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadString(p.tool); }},
    {"tokens_used", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadUnsigned(p.tokens_used); }},
    {"token_budget", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadUnsigned(p.token_budget); }},
    {"tokenizer", Presence::kOptional, ReadTokenizer},
    {"pack_root", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) { return ReadHash(r, d, p.pack_root); }},
    {"name_note", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadString(p.name_note); }},
    {"completeness", Presence::kOptional, ReadCertainty},
    {"possible_uses", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) {
       return r.ReadUnsigned(p.completeness.possible_uses);
     }},
    {"completeness_reason", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadString(p.completeness.reason); }},
    {"possible", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadArray(r, kMaxEdges, [&] {
         return ReadFields(r, kPossibleUseFields, d, p.possible.emplace_back());
       });
     }},
    {"commits", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadArray(r, kMaxCommits,
                        [&] { return ReadFields(r, kCommitFields, d, p.commits.emplace_back()); });
     }},
    {"index", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadFields(r, kIndexFields, d, p.index.emplace());
     }},
    {"difference", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadFields(r, kDifferenceFields, d, p.difference.emplace());
     }},
    {"truncation", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadFields(r, kTruncationFields, d, p.truncation.emplace());
     }},
    {"total_symbols", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) {
       return r.ReadUnsigned(p.total_symbols.emplace());
     }},
    {"total_edges", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadUnsigned(p.total_edges.emplace()); }},
    {"affected", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadFields(r, kAffectedFields, d, p.affected.emplace());
     }},
    {"profile", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadFields(r, kProfileFields, d, p.profile.emplace());
     }},
    {"symbols", Presence::kRequired,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadArray(r, kMaxSymbols, [&] { return ReadSymbol(r, d, p.symbols.emplace_back()); });
     }},
    {"edges", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload&) {
       return ReadArray(r, kMaxEdges,
                        [&] { return ReadFields(r, kEdgeFields, d, d.edges.emplace_back()); });
     }},
};

}  // namespace

absl::StatusOr<Payload> DecodeJson(std::string_view text) {
  JsonReader reader(text);
  Decoding state;
  // The fields are read directly into state.payload, because terms add their names there.
  WM_RETURN_IF_ERROR(ReadFields(reader, kPayloadFields, state, state.payload));
  WM_RETURN_IF_ERROR(reader.ExpectEnd());
  WM_RETURN_IF_ERROR(ResolveJsonEdges(reader, state.edges, state.payload));
  return std::move(state.payload);
}

}  // namespace waymark::wire
