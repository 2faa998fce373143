#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codec/builtin_codecs.h"
#include "json/json_codec.h"
#include "json/json_text.h"
#include "payload/symbol_change.h"
#include "payload/symbol_ids.h"
#include "text/numbers.h"
#include "wire/affected_lists.h"

namespace waymark::wire {
namespace {

// JSON in one line without white space: even one line per symbol would cost a fortieth more tokens.
class JsonWriter {
 public:
  void Open(char bracket) {
    out_ += bracket;
    is_first_ = true;
  }

  void Close(char bracket) {
    out_ += bracket;
    is_first_ = false;
  }

  void OpenElement() {
    NextItem();
    Open('{');
  }

  void OpenField(std::string_view key, char bracket) {
    Key(key);
    Open(bracket);
  }

  void Key(std::string_view key) {
    NextItem();
    out_ += '"';
    out_ += key;
    out_ += "\":";
  }

  void Field(std::string_view key, std::string_view value) {
    Key(key);
    AppendJsonString(out_, value);
  }

  void Field(std::string_view key, std::uint64_t value) {
    Key(key);
    AppendInteger(out_, value);
  }

  void Field(std::string_view key, float value) {
    Key(key);
    AppendShortest(out_, value);
  }

  void Field(std::string_view key, bool value) {
    Key(key);
    out_ += value ? "true" : "false";
  }

  void Element(std::string_view value) {
    NextItem();
    AppendJsonString(out_, value);
  }

  void Element(std::uint64_t value) {
    NextItem();
    AppendInteger(out_, value);
  }

  void NullField(std::string_view key) {
    Key(key);
    out_ += "null";
  }

  void OptionalField(std::string_view key, std::string_view value) {
    if (!value.empty()) Field(key, value);
  }

  void OptionalField(std::string_view key, std::uint64_t value) {
    if (value != 0) Field(key, value);
  }

  template <typename Tag>
  void OptionalField(std::string_view key, const std::optional<Hash256<Tag>>& hash) {
    if (hash) Field(key, std::string_view(hash->ToHex()));
  }

  std::string Take() {
    out_ += '\n';
    return std::move(out_);
  }

 private:
  void NextItem() {
    if (!is_first_) out_ += ',';
    is_first_ = false;
  }

  std::string out_;
  bool is_first_ = true;
};

// Which symbols have no id and share their qualified name.
std::vector<bool> FindAmbiguous(const std::vector<Symbol>& symbols,
                                const std::vector<std::string>& ids) {
  std::map<std::string_view, int> names;
  for (const Symbol& symbol : symbols) ++names[symbol.qualified_name];
  std::vector<bool> ambiguous;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    ambiguous.push_back(ids[i].empty() && names[symbols[i].qualified_name] > 1);
  }
  return ambiguous;
}

void WriteIndex(JsonWriter& json, std::string_view key, const IndexInfo& index) {
  json.OpenField(key, '{');
  json.Field("repository", index.repository);
  json.Field("generation", index.generation);
  json.OptionalField("commit", index.commit);
  json.OptionalField("root", index.root);
  if (index.files_differing) {
    json.Field("files_differing", *index.files_differing);
  } else {
    json.NullField("files_differing");
  }
  json.OptionalField("state", Name(index.shown));
  json.Close('}');
}

void WriteChangeCounts(JsonWriter& json, std::string_view key, const ChangeCounts& counts) {
  json.OpenField(key, '{');
  for (const ChangeCount& count : kChangeCounts) json.Field(count.name, counts.*count.count);
  json.Close('}');
}

void WriteDifference(JsonWriter& json, const Difference& difference) {
  json.OpenField("difference", '{');
  WriteIndex(json, "base", difference.base);
  WriteChangeCounts(json, "symbols", difference.symbols);
  for (const ChangeList& list : kChangeLists) {
    WriteChangeCounts(json, list.name, difference.*list.edges);
  }
  json.Close('}');
}

void WriteChange(JsonWriter& json, const SymbolChange& change) {
  json.Field("status", Name(change.status));
  for (const ChangeList& list : kChangeLists) {
    if ((change.*list.entries).empty()) continue;
    json.OpenField(list.name, '[');
    for (const std::string& entry : change.*list.entries) json.Element(entry);
    json.Close(']');
  }
  json.OptionalField("old_name", change.old_name);
  if (change.old_place) {
    json.Field("old_path", change.old_place->path);
    json.OptionalField("old_start_line", std::uint64_t{change.old_place->start_line});
    json.OptionalField("old_end_line", std::uint64_t{change.old_place->end_line});
    json.OptionalField("old_name_line", std::uint64_t{change.old_place->name_line});
  }
  if (change.certainty != 1) json.Field("certainty", change.certainty);
}

void WritePossible(JsonWriter& json, const std::vector<PossibleUse>& possible) {
  json.OpenField("possible", '[');
  for (const PossibleUse& use : possible) {
    json.OpenElement();
    json.Field("path", use.site.path);
    json.Field("line", std::uint64_t{use.site.line});
    json.OptionalField("column", std::uint64_t{use.site.column});
    json.OptionalField("symbol", use.symbol);
    json.Field("why", use.why);
    json.Close('}');
  }
  json.Close(']');
}

void WriteCommits(JsonWriter& json, const std::vector<Commit>& commits) {
  json.OpenField("commits", '[');
  for (const Commit& commit : commits) {
    json.OpenElement();
    json.Field("id", commit.id);
    json.Field("day", commit.day);
    json.Field("subject", commit.subject);
    json.OpenField("files", '[');
    for (const CommitFile& file : commit.files) {
      json.OpenElement();
      json.Field("path", file.path);
      if (!file.symbols.empty()) {
        json.OpenField("symbols", '[');
        for (const std::string& symbol : file.symbols) json.Element(symbol);
        json.Close(']');
      }
      json.Close('}');
    }
    json.Close(']');
    json.OptionalField("more_files", commit.more_files);
    json.Close('}');
  }
  json.Close(']');
}

void WriteState(JsonWriter& json, const Payload& payload) {
  json.OptionalField("pack_root", payload.pack_root);
  json.OptionalField("name_note", payload.name_note);
  const Completeness& completeness = payload.completeness;
  json.OptionalField("completeness", Name(completeness.certainty));
  json.OptionalField("possible_uses", completeness.possible_uses);
  json.OptionalField("completeness_reason", completeness.reason);
  if (!payload.possible.empty()) WritePossible(json, payload.possible);
  if (!payload.commits.empty()) WriteCommits(json, payload.commits);
  if (payload.index) WriteIndex(json, "index", *payload.index);
  if (payload.difference) WriteDifference(json, *payload.difference);
  if (payload.truncation) {
    const Truncation& truncation = *payload.truncation;
    json.OpenField("truncation", '{');
    if (truncation.omitted) json.Field("omitted", *truncation.omitted);
    json.OptionalField("cursor", truncation.cursor);
    json.OptionalField("next_call", truncation.next_call);
    json.Close('}');
  }
}

void WriteRisk(JsonWriter& json, const Risk& risk) {
  json.OpenField("risk", '{');
  json.OptionalField("level", Name(risk.level));
  json.Field("score", risk.score);
  json.OpenField("reasons", '[');
  for (const RiskReason& reason : risk.reasons) {
    json.OpenElement();
    json.Field("factor", reason.factor);
    if (reason.share) json.Field("share", *reason.share);
    json.OptionalField("text", reason.text);
    json.Close('}');
  }
  json.Close(']');
  json.Close('}');
}

void WriteAffected(JsonWriter& json, const Affected& affected) {
  json.OpenField("affected", '{');
  json.Field("symbols", affected.symbols);
  json.Field("files", affected.files);
  json.Field("tests", affected.tests);
  json.OpenField("hops", '[');
  for (const std::uint64_t count : affected.hops) json.Element(count);
  json.Close(']');
  json.Field("beyond_depth", affected.beyond_depth);
  json.OptionalField("weak_edges", affected.weak_edges);
  for (const AffectedListRow& row : kAffectedLists) {
    if (!(affected.*row.list)) continue;
    json.OpenField(row.name, '{');
    json.Field("count", (affected.*row.list)->count);
    json.OpenField("names", '[');
    for (const std::string& name : (affected.*row.list)->names) json.Element(name);
    json.Close(']');
    json.Close('}');
  }
  if (affected.risk) WriteRisk(json, *affected.risk);
  json.Close('}');
}

void WriteCounts(JsonWriter& json, std::string_view key, const Payload& payload,
                 const std::vector<EdgeCount>& counts) {
  json.OpenField(key, '[');
  for (const EdgeCount& count : counts) {
    json.OpenElement();
    json.Field("edge_type", TermName(payload, count.type));
    json.Field("count", count.count);
    json.Close('}');
  }
  json.Close(']');
}

void WriteProfile(JsonWriter& json, const Payload& payload, const Profile& profile) {
  json.OpenField("profile", '{');
  json.Field("language", profile.language);
  json.OpenField("flags", '[');
  for (const std::string& flag : profile.flags) json.Element(flag);
  json.Close(']');
  json.OpenField("declarations", '[');
  for (const Place& place : profile.declarations) {
    json.OpenElement();
    json.Field("path", place.path);
    json.Field("start_line", std::uint64_t{place.start_line});
    json.Field("end_line", std::uint64_t{place.end_line});
    json.Field("name_line", std::uint64_t{place.name_line});
    json.Close('}');
  }
  json.Close(']');
  WriteCounts(json, "outgoing", payload, profile.outgoing);
  WriteCounts(json, "incoming", payload, profile.incoming);
  json.OptionalField("text_note", profile.text_note);
  json.Close('}');
}

void WriteSymbol(JsonWriter& json, const Payload& payload, const Symbol& symbol,
                 const std::string& id) {
  json.OpenElement();
  json.OptionalField("id", id);
  // An identity that is the id is not repeated.
  if (symbol.id && symbol.id->ToHex() != id) json.OptionalField("identity", symbol.id);
  json.Field("qualified_name", symbol.qualified_name);
  json.Field("kind", TermName(payload, symbol.kind));
  json.Field("score", symbol.score);
  json.OptionalField("signature", symbol.signature);
  if (symbol.provenance.is_present())
    json.Field("provenance", TermName(payload, symbol.provenance));
  json.Field("distance", std::uint64_t{symbol.distance});
  json.OptionalField("path", symbol.path);
  json.OptionalField("start_line", std::uint64_t{symbol.start_line});
  json.OptionalField("end_line", std::uint64_t{symbol.end_line});
  json.OptionalField("name_line", std::uint64_t{symbol.name_line});
  json.OpenField("components", '{');
  json.Field("blast_radius", symbol.components.blast_radius);
  json.Field("confidence", symbol.components.confidence);
  json.Field("recency", symbol.components.recency);
  json.Field("distance", symbol.components.distance);
  json.Close('}');
  json.OptionalField("text", symbol.text);
  if (symbol.change) WriteChange(json, *symbol.change);
  json.Close('}');
}

struct EndKeys {
  std::string_view name;
  std::string_view id;
  std::string_view index;
};

constexpr EndKeys kSourceKeys = {"source", "source_id", "source_index"};
constexpr EndKeys kTargetKeys = {"target", "target_id", "target_index"};

void WriteEdges(JsonWriter& json, const Payload& payload, const std::vector<std::string>& ids) {
  const std::vector<bool> ambiguous = FindAmbiguous(payload.symbols, ids);
  const auto write_end = [&](const EndKeys& keys, std::uint32_t index) {
    const Symbol& symbol = payload.symbols[index];
    json.Field(keys.name, symbol.qualified_name);
    json.OptionalField(keys.id, ids[index]);
    if (ambiguous[index]) json.Field(keys.index, std::uint64_t{index});
  };
  json.OpenField("edges", '[');
  for (const Edge& edge : payload.edges) {
    json.OpenElement();
    write_end(kSourceKeys, edge.source);
    write_end(kTargetKeys, edge.target);
    json.Field("edge_type", TermName(payload, edge.type));
    if (edge.status != EdgeStatus::kUnchanged) {
      json.Field("status", TermName(payload, edge.status));
    }
    if (edge.provenance.is_present()) json.Field("provenance", TermName(payload, edge.provenance));
    if (edge.confidence != 0) json.Field("confidence", edge.confidence);
    if (!edge.sites.empty()) {
      json.OpenField("sites", '[');
      for (const Site& site : edge.sites) {
        json.OpenElement();
        json.Field("path", site.path);
        json.Field("line", std::uint64_t{site.line});
        json.Field("column", std::uint64_t{site.column});
        json.Close('}');
      }
      json.Close(']');
    }
    json.Close('}');
  }
  json.Close(']');
}

}  // namespace

absl::StatusOr<std::string> EncodeJson(const Payload& payload, const EncodeOptions&) {
  JsonWriter json;
  json.Open('{');
  json.Field("tool", payload.tool);
  json.Field("tokens_used", payload.tokens_used);
  // `adaptive` joins neighbours with one value, so a count beside an equal budget would change.
  if (payload.tokenizer) json.Field("tokenizer", Name(*payload.tokenizer));
  json.OptionalField("token_budget", payload.token_budget);
  WriteState(json, payload);
  if (payload.total_symbols) json.Field("total_symbols", *payload.total_symbols);
  if (payload.total_edges) json.Field("total_edges", *payload.total_edges);
  if (payload.affected) WriteAffected(json, *payload.affected);
  if (payload.profile) WriteProfile(json, payload, *payload.profile);
  const std::vector<std::string> ids = SymbolIds(payload);
  json.OpenField("symbols", '[');
  for (std::size_t i = 0; i < ids.size(); ++i) {
    WriteSymbol(json, payload, payload.symbols[i], ids[i]);
  }
  json.Close(']');
  WriteEdges(json, payload, ids);
  json.Close('}');
  return json.Take();
}

Codec JsonCodec() {
  return {.name = "json",
          .description = "every field, for scripts and other programs",
          .aliases = {},
          .medium = Medium::kText,
          .encode = EncodeJson,
          .decode = DecodeJson};
}

}  // namespace waymark::wire
