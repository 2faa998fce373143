#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "json_codec.h"
#include "json_fields.h"

namespace waymark::wire {
namespace {

// One end of an edge as written: what names its symbol.
struct EndReference {
  std::string name;
  std::optional<SymbolIdentity> id;
  std::optional<std::uint64_t> index;
};

struct WrittenEdge {
  EndReference source;
  EndReference target;
  Edge edge;
};

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

constexpr JsonField<Symbol, Decoding> kSymbolFields[] = {
    {"id", Presence::kOptional,
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
};

constexpr JsonField<Site, Decoding> kSiteFields[] = {
    {"path", Presence::kRequired,
     [](JsonReader& r, Decoding&, Site& s) { return r.ReadString(s.path); }},
    {"line", Presence::kRequired,
     [](JsonReader& r, Decoding&, Site& s) { return ReadInteger(r, s.line); }},
    {"column", Presence::kRequired,
     [](JsonReader& r, Decoding&, Site& s) { return ReadInteger(r, s.column); }},
};

// Reads an array; `read_element` is called once an element.
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

Result ReadStatus(JsonReader& reader, Decoding& state, EdgeStatus& out) {
  WM_RETURN_IF_ERROR(reader.ReadString(state.text));
  for (const EdgeStatus status :
       {EdgeStatus::kUnchanged, EdgeStatus::kAdded, EdgeStatus::kRemoved}) {
    if (state.text == Name(status) || (state.text.empty() && status == EdgeStatus::kUnchanged)) {
      out = status;
      return absl::OkStatus();
    }
  }
  return reader.Error(fmt::format("'{}' is no status: unchanged, added or removed", state.text));
}

constexpr JsonField<WrittenEdge, Decoding> kEdgeFields[] = {
    {"source", Presence::kRequired,
     [](JsonReader& r, Decoding&, WrittenEdge& e) { return r.ReadString(e.source.name); }},
    {"source_id", Presence::kOptional,
     [](JsonReader& r, Decoding& d, WrittenEdge& e) { return ReadHash(r, d, e.source.id); }},
    {"source_index", Presence::kOptional,
     [](JsonReader& r, Decoding&, WrittenEdge& e) {
       return r.ReadUnsigned(e.source.index.emplace());
     }},
    {"target", Presence::kRequired,
     [](JsonReader& r, Decoding&, WrittenEdge& e) { return r.ReadString(e.target.name); }},
    {"target_id", Presence::kOptional,
     [](JsonReader& r, Decoding& d, WrittenEdge& e) { return ReadHash(r, d, e.target.id); }},
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
     [](JsonReader& r, Decoding& d, WrittenEdge& e) { return ReadStatus(r, d, e.edge.status); }},
    {"provenance", Presence::kOptional,
     [](JsonReader& r, Decoding& d, WrittenEdge& e) {
       return ReadTerm(r, d, ProvenanceTerm, e.edge.provenance);
     }},
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

constexpr JsonField<Truncation, Decoding> kTruncationFields[] = {
    {"omitted", Presence::kOptional,
     [](JsonReader& r, Decoding&, Truncation& t) { return r.ReadUnsigned(t.omitted.emplace()); }},
    {"cursor", Presence::kOptional,
     [](JsonReader& r, Decoding&, Truncation& t) { return r.ReadString(t.cursor); }},
    {"next_call", Presence::kOptional,
     [](JsonReader& r, Decoding&, Truncation& t) { return r.ReadString(t.next_call); }},
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
    return reader.Error(fmt::format("'{}' is not exact, lower_bound or unknown", state.text));
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
    {"completeness", Presence::kOptional, ReadCertainty},
    {"completeness_count", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadUnsigned(p.completeness.count); }},
    {"completeness_reason", Presence::kOptional,
     [](JsonReader& r, Decoding&, Payload& p) { return r.ReadString(p.completeness.reason); }},
    {"index", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadFields(r, kIndexFields, d, p.index.emplace());
     }},
    {"truncation", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload& p) {
       return ReadFields(r, kTruncationFields, d, p.truncation.emplace());
     }},
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
       return ReadArray(r, kMaxSymbols,
                        [&] { return ReadFields(r, kSymbolFields, d, p.symbols.emplace_back()); });
     }},
    {"edges", Presence::kOptional,
     [](JsonReader& r, Decoding& d, Payload&) {
       return ReadArray(r, kMaxEdges,
                        [&] { return ReadFields(r, kEdgeFields, d, d.edges.emplace_back()); });
     }},
};

// Finds the symbols that the ends of edges name.
class EndResolver {
 public:
  explicit EndResolver(const std::vector<Symbol>& symbols) : symbols_(symbols) {
    for (std::uint32_t i = 0; i < symbols.size(); ++i) {
      const Symbol& symbol = symbols[i];
      Note(by_name_, symbol.qualified_name, i);
      if (symbol.id) Note(by_id_, Bytes(*symbol.id), i);
    }
  }

  // The index, or nothing if no symbol is meant. Errors: a name or identity of several symbols; an
  // index or identity that contradicts the name.
  absl::StatusOr<std::optional<std::uint32_t>> Resolve(const EndReference& end) const {
    std::optional<std::uint32_t> index;
    if (end.index) {
      if (*end.index >= symbols_.size())
        return Wrong(fmt::format("there is no symbol {}", *end.index));
      index = static_cast<std::uint32_t>(*end.index);
      if (end.id && symbols_[*index].id != end.id)
        return Wrong("index and identity name different symbols");
    } else {
      const auto& bearers = end.id ? by_id_ : by_name_;
      const auto found = bearers.find(end.id ? Bytes(*end.id) : std::string_view(end.name));
      if (found == bearers.end()) return index;
      if (found->second.count > 1) {
        return Wrong(fmt::format("'{}' names {} symbols; say which by identity or index", end.name,
                                 found->second.count));
      }
      index = found->second.first;
    }
    if (symbols_[*index].qualified_name != end.name) {
      return Wrong(fmt::format("'{}' is not the name of the symbol, which is '{}'", end.name,
                               symbols_[*index].qualified_name));
    }
    return index;
  }

 private:
  struct Bearers {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  using BearersByKey = std::map<std::string_view, Bearers>;

  static std::string_view Bytes(const SymbolIdentity& id) {
    return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
  }

  static void Note(BearersByKey& bearers, std::string_view key, std::uint32_t index) {
    Bearers& entry = bearers.try_emplace(key, Bearers{index, 0}).first->second;
    ++entry.count;
  }

  static absl::Status Wrong(const std::string& what) { return absl::InvalidArgumentError(what); }

  const std::vector<Symbol>& symbols_;
  BearersByKey by_name_;
  BearersByKey by_id_;
};

Result ResolveEdges(std::vector<WrittenEdge>& written, Payload& payload) {
  const EndResolver resolver(payload.symbols);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto resolve =
        [&](std::string_view field,
            const EndReference& end) -> absl::StatusOr<std::optional<std::uint32_t>> {
      absl::StatusOr<std::optional<std::uint32_t>> index = resolver.Resolve(end);
      if (index.ok()) return index;
      return absl::InvalidArgumentError(fmt::format("decode json: edges[{}].{}: {}", i, field,
                                                    std::string(index.status().message())));
    };
    WM_ASSIGN_OR_RETURN(const std::optional<std::uint32_t> source,
                        resolve("source", written[i].source));
    WM_ASSIGN_OR_RETURN(const std::optional<std::uint32_t> target,
                        resolve("target", written[i].target));
    if (!source || !target) continue;
    Edge& edge = payload.edges.emplace_back(std::move(written[i].edge));
    edge.source = *source;
    edge.target = *target;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Payload> DecodeJson(std::string_view text) {
  JsonReader reader(text);
  Decoding state;
  // The fields are read into state.payload itself: terms intern their names there.
  WM_RETURN_IF_ERROR(ReadFields(reader, kPayloadFields, state, state.payload));
  WM_RETURN_IF_ERROR(reader.ExpectEnd());
  WM_RETURN_IF_ERROR(ResolveEdges(state.edges, state.payload));
  return std::move(state.payload);
}

}  // namespace waymark::wire
