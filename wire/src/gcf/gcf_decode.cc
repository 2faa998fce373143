// GCF: the decoder of both dialects. docs/WIRE_FORMAT.md gives their grammars; the header says
// which dialect is used.
//
// The decoder is strict: violations of the grammar are errors with their published code and the
// line, because silently repairing a count or column would give a wrong graph. The grammar itself
// is wide: lines need no group, a group may have any text, and a status may be any token. Comments
// in the encoder's form with data that the grammar has no place for are read (gcf_comments.h); all
// others are dropped. Header fields that this dialect does not define are ignored, as its
// publication requires.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gcf/gcf_codec.h"
#include "gcf/gcf_comments.h"
#include "gcf/gcf_scan.h"
#include "gcf/gcf_shared.h"
#include "gcf/gcf_source.h"
#include "gcf/gcf_source_reader.h"
#include "graph/status.h"
#include "text/cut_off.h"
#include "text/gcf_token.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kNodeFieldCount = 5;
constexpr std::size_t kMaxEdgeFieldCount = 3;

// A group of lines: nodes at a distance of 0 to 255, or edges.
using Group = std::uint16_t;
constexpr Group kEdgesGroup = 256;
constexpr std::size_t kGroups = 257;
// Nodes in a group whose text names no distance.
constexpr Group kFreeGroup = 255;

constexpr std::pair<std::string_view, Group> kNamedGroups[] = {
    {"targets", 0}, {"related", 1}, {"extended", 2}, {"edges", kEdgesGroup}};
constexpr std::string_view kDistancePrefix = "distance_";
// The last line of a stream: its writer could not know the counts before.
constexpr std::string_view kSummary = "_summary";
constexpr std::string_view kUnknownCount = "?";
// Instead of a payload, for a reader that holds the same one.
constexpr std::string_view kUnchangedAnswer = "unchanged";
constexpr std::string_view kProfile = "graph";
constexpr std::string_view kProfileSummary = "##! summary";

// The group with this name; nothing for another text.
std::optional<Group> GroupOf(std::string_view name) {
  for (const auto& [known, group] : kNamedGroups) {
    if (name == known) return group;
  }
  if (!name.starts_with(kDistancePrefix)) return std::nullopt;
  const auto distance = ParseInteger<std::uint8_t>(name.substr(kDistancePrefix.size()));
  return distance ? std::optional<Group>(*distance) : std::nullopt;
}

class GcfReader {
 public:
  GcfReader(std::string_view text, bool needs_profile, const GcfResolver* resolve)
      : text_(text), lines_(text), needs_profile_(needs_profile), resolve_(resolve) {}

  absl::StatusOr<GcfNumberedPayload> Read() {
    if (lines_.GoToInvalidUtf8()) return Error("invalid_utf8", "the text is not UTF-8");
    std::string_view line;
    const bool has_line = lines_.Next(line);
    if (has_line && line.substr(0, line.find(' ')) == kUnchangedAnswer) {
      return Error("missing_header",
                   "'unchanged' stands for an answer that the reader holds; read it with that one "
                   "as the base (--base FILE)");
    }
    if (!has_line || !line.starts_with("GCF ")) {
      return Error("missing_header", "the text does not begin with 'GCF '");
    }
    if (lines_.is_cut_off()) return Error("malformed_header_field", kCutOff);
    WM_RETURN_IF_ERROR(ReadHeader(line));
    while (lines_.Next(line)) {
      if (lines_.is_cut_off()) return Error("invalid_node_line", kCutOff);
      WM_RETURN_IF_ERROR(ReadLine(line));
    }
    WM_RETURN_IF_ERROR(CheckCounts());
    TakePlacesOfSource();
    if (!left_out_.empty()) AddReferencesToCompleteness();
    if (payload_.truncation) ReadNextCall();
    std::vector<std::uint32_t> ids(payload_.symbols.size());
    for (const auto& [id, index] : indices_) ids[index] = id;
    return GcfNumberedPayload{std::move(payload_), std::move(ids)};
  }

 private:
  // InvalidArgument "decode gcf: CODE (line L): WHAT"; the codes are the published ones.
  absl::Status Error(std::string_view code, std::string_view what) const {
    const std::size_t line = std::max<std::size_t>(lines_.number(), 1);
    return absl::InvalidArgumentError(
        fmt::format("decode gcf: {} (line {}): {}", code, line, what));
  }

  absl::Status CheckLine(std::string_view line, std::string_view code) const {
    const std::string fault = GcfLineFault(line);
    return fault.empty() ? absl::OkStatus() : Error(code, fault);
  }

  // Calls read(key, value) for each "KEY=VALUE" of a line.
  template <typename Read>
  absl::Status ReadPairs(std::string_view line, Read read) const {
    const std::vector<std::string_view> pairs = SplitAtBlanks(line, kMaxGcfHeaderFields);
    if (pairs.size() > kMaxGcfHeaderFields) {
      return Error("malformed_header_field",
                   fmt::format("more than {} fields in the line", kMaxGcfHeaderFields));
    }
    for (const std::string_view pair : pairs) {
      const Halves halves = SplitAt(pair, "=");
      if (!halves.second || halves.first.empty())
        return Error("malformed_header_field", fmt::format("'{}' is not KEY=VALUE", pair));
      WM_RETURN_IF_ERROR(read(halves.first, *halves.second));
    }
    return absl::OkStatus();
  }

  absl::Status ReadHeader(std::string_view line) {
    WM_RETURN_IF_ERROR(CheckLine(line, "malformed_header_field"));
    std::vector<std::string_view> keys;
    WM_RETURN_IF_ERROR(ReadPairs(line.substr(4), [&](std::string_view key, std::string_view value) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
        return Error("duplicate_header_field", fmt::format("'{}' is given twice", key));
      }
      keys.push_back(key);
      return ReadHeaderField(key, value);
    }));
    const bool has_profile = std::find(keys.begin(), keys.end(), "profile") != keys.end();
    if (needs_profile_ && !has_profile)
      return Error("missing_profile", "the header does not begin with 'GCF profile=graph'");
    const std::string_view first = has_profile ? "profile" : "tool";
    if (keys.front() == first) return absl::OkStatus();
    return Error("malformed_header_field", fmt::format("'{}' must be the first field", first));
  }

  absl::Status ReadHeaderField(std::string_view key, std::string_view value) {
    if (key == "tool") {
      WM_ASSIGN_OR_RETURN(payload_.tool, Field(value));
      return absl::OkStatus();
    }
    if (key == "budget") return ReadCount(key, value, payload_.token_budget);
    if (key == "tokens") return ReadCount(key, value, payload_.tokens_used);
    if (key == "symbols") return ReadCount(key, value, declared_symbols_.emplace());
    if (key == "edges") return ReadCount(key, value, declared_edges_.emplace());
    if (key == "pack_root") return ReadPackRoot(value);
    if (key == "session") is_session_ = value == "true";
    if (key == "stream") is_stream_ = value == "true";
    if (key == "base" && !is_profile_) return ReadShared(key, value, base_);
    if (key == "provenance" && !is_profile_) return ReadShared(key, value, provenance_);
    if (key == "content_root" && is_profile_) return ReadRoot(key, value, payload_.pack_root);
    if (key == "profile") {
      is_profile_ = true;
      if (value == kProfile) return absl::OkStatus();
      return Error("unknown_profile", fmt::format("profile '{}' is none that is read", value));
    }
    if (key == "delta")
      return Error("malformed_delta", "a difference is no payload; apply it to its base");
    return absl::OkStatus();
  }

  // Reads a text that nodes leave out.
  absl::Status ReadShared(std::string_view key, std::string_view value, std::string& shared) const {
    WM_ASSIGN_OR_RETURN(shared, Field(value));
    if (!shared.empty() && shared.size() <= kMaxGcfSharedBytes) return absl::OkStatus();
    return Error("malformed_header_field", fmt::format("'{}' has {} bytes, not 1 to {}", key,
                                                       shared.size(), kMaxGcfSharedBytes));
  }

  absl::Status ReadRoot(std::string_view key, std::string_view value,
                        std::optional<RootHash>& root) const {
    root = RootHash::FromHex(value);
    return root ? absl::OkStatus()
                : Error("malformed_header_field",
                        fmt::format("'{}' is not 64 hexadecimal digits", key));
  }

  // Other senders have roots of other recipes and lengths: they are passed over. In `gcf3` the root
  // covers the scores, so it is not the content root, and only the form of a hash is checked.
  absl::Status ReadPackRoot(std::string_view value) {
    if (!value.starts_with(kGcfRootAlgorithm)) {
      if (!is_profile_) payload_.pack_root = RootHash::FromHex(value);
      return absl::OkStatus();
    }
    std::optional<RootHash> root;
    return ReadRoot("pack_root", value.substr(kGcfRootAlgorithm.size()), root);
  }

  absl::Status ReadLine(std::string_view line) {
    if (is_source_ && !line.starts_with(kGcfComment) && !line.starts_with("## ")) {
      source_.Read(line);
      return absl::OkStatus();
    }
    if (IsGcfComment(line)) {
      if (!line.empty()) ReadComment(line.substr(std::min(line.size(), kGcfComment.size())));
      return absl::OkStatus();
    }
    WM_RETURN_IF_ERROR(CheckLine(line, "invalid_node_line"));
    if (is_free_ && !line.starts_with('@') && !line.starts_with("##")) return absl::OkStatus();
    if (summarized_) return Error("invalid_node_line", "the summary is the last line");
    if (is_profile_ && line.starts_with(kProfileSummary)) {
      WM_RETURN_IF_ERROR(CheckGroup());
      const Halves halves = SplitAt(line.substr(kProfileSummary.size()), " ");
      return ReadSummary(halves.second.value_or(""));
    }
    if (line.starts_with("## ")) return ReadGroup(line.substr(3));
    if (!line.starts_with('@'))
      return Error("invalid_node_line", "neither comment nor group, neither node nor edge");
    const bool is_edge = group_ == kEdgesGroup || IsEdge(line);
    ++lines_of_[is_edge ? kEdgesGroup : group_];
    ++lines_here_;
    last_comment_ = {};
    if (is_edge) return ReadEdge(line);
    above_ = Above::kNode;
    return ReadNode(line, static_cast<std::uint8_t>(group_));
  }

  // Whether a line outside of the group of edges has the form of one: "@1<".
  static bool IsEdge(std::string_view line) {
    const std::size_t end = line.find_first_not_of("0123456789", 1);
    return end != 1 && end != std::string_view::npos && line[end] == '<';
  }

  void ReadComment(std::string_view text) {
    last_comment_ = text;
    switch (above_) {
      case Above::kHeader:
        ReadGcfState(text, payload_);
        return;
      case Above::kNode: {
        Symbol& symbol = payload_.symbols.back();
        if (payload_.difference && !symbol.change && ReadGcfChange(text, symbol)) return;
        above_ = ReadGcfPlace(text, symbol) ? Above::kPlace : Above::kNothing;
        return;
      }
      case Above::kReference: {
        Symbol moved;
        above_ = Above::kNothing;
        if (!ReadGcfPlace(text, moved) || moved.path.empty()) return;
        Symbol& symbol = payload_.symbols.back();
        symbol.path = std::move(moved.path);
        symbol.start_line = moved.start_line;
        symbol.end_line = moved.end_line;
        return;
      }
      case Above::kPlace:
        payload_.symbols.back().text.append(text).push_back('\n');
        return;
      case Above::kNothing:
        return;
      case Above::kEdge: {
        Edge& edge = payload_.edges.back();
        above_ = Above::kEdges;
        // A stream names the file of every site.
        const std::string_view file =
            declared_symbols_ ? std::string_view(payload_.symbols[edge.source].path) : "";
        if (ReadGcfSites(text, file, edge)) return;
        [[fallthrough]];
      }
      case Above::kEdges:  // a stream states its index at the end
        if (!declared_symbols_) ReadGcfState(text, payload_);
    }
  }

  // A symbol has its place below its node or with its source. All places together name no more
  // bytes of paths than a text may have, so that a short text cannot grow without bound.
  void TakePlacesOfSource() {
    std::vector<bool> is_told(payload_.symbols.size());
    std::size_t bytes = 0;
    for (const GcfSourcePlace& place : source_.Finish()) {
      const auto found = indices_.find(place.id);
      if (found == indices_.end()) continue;
      Symbol& symbol = payload_.symbols[found->second];
      bytes += place.path.size();
      if (!symbol.path.empty() || bytes > kMaxPayloadBytes) continue;
      is_told[found->second] = true;
      symbol.path = place.path;
      symbol.start_line = place.first;
      symbol.end_line = place.last;
      symbol.signature = place.signature;
    }
    for (Edge& edge : payload_.edges) {
      if (is_told[edge.source]) NameFirstFiles(payload_.symbols[edge.source].path, edge.sites);
    }
  }

  // Sites stand in the file of their edge's source up to the first that names its own.
  static void NameFirstFiles(const std::string& path, std::vector<Site>& sites) {
    for (Site& site : sites) {
      if (!site.path.empty()) return;
      site.path = path;
    }
  }

  // The call for the rest is the last line, where the text of the last symbol may end as well.
  void ReadNextCall() {
    if (!ReadGcfNextCall(last_comment_, *payload_.truncation) || above_ != Above::kPlace) return;
    std::string& text = payload_.symbols.back().text;
    text.resize(text.size() - std::min(text.size(), last_comment_.size() + 1));
  }

  // Reads "NAME", "NAME [COUNT]", "NAME [?]", the summary, or any other text.
  absl::Status ReadGroup(std::string_view text) {
    WM_RETURN_IF_ERROR(CheckGroup());
    const Halves halves = SplitAt(text, " ");
    if (halves.first == kSummary && !is_profile_) return ReadSummary(halves.second.value_or(""));
    const std::optional<Group> named = GroupOf(halves.first);
    is_free_ = !named;
    is_source_ = text == kGcfSourceGroup;
    const bool is_broken = !named && halves.first.starts_with(kDistancePrefix);
    if (is_broken)
      return Error("invalid_node_line", fmt::format("'{}' is no group of this dialect", text));
    group_ = named.value_or(kFreeGroup);
    lines_here_ = 0;
    above_ = group_ == kEdgesGroup ? Above::kEdges : Above::kNothing;
    last_comment_ = {};
    declared_here_.reset();
    if (!named || !halves.second) return absl::OkStatus();
    std::string_view count = *halves.second;
    if (!count.starts_with('[') || !count.ends_with(']'))
      return Error("invalid_node_line", fmt::format("'{}' is no group of this dialect", text));
    count = count.substr(1, count.size() - 2);
    is_stream_ = is_stream_ || count == kUnknownCount;
    return count == kUnknownCount ? absl::OkStatus()
                                  : ReadCount("the group", count, declared_here_.emplace());
  }

  absl::Status ReadCount(std::string_view what, std::string_view text, std::uint64_t& count) const {
    const auto parsed = ParseInteger<std::uint64_t>(text);
    if (!parsed)
      return Error("invalid_count", fmt::format("{}='{}' is not a whole number", what, text));
    count = *parsed;
    return absl::OkStatus();
  }

  // "symbols=2 edges=1 sections=targets:2,edges:1"; other words may stand between the counts.
  absl::Status ReadSummary(std::string_view text) {
    summarized_ = true;
    is_free_ = true;
    std::string pairs;
    for (const std::string_view word : SplitAtBlanks(text, kMaxGcfHeaderFields)) {
      const bool is_key = word == "symbols" || word == "edges" || word == "sections";
      if (!is_key && word.find('=') == std::string_view::npos) continue;
      pairs.append(pairs.empty() ? "" : " ").append(word);
    }
    if (pairs.empty()) return absl::OkStatus();
    return ReadPairs(pairs, [&](std::string_view key, std::string_view value) {
      if (key == "symbols") return CheckSummary(key, value, symbol_lines());
      if (key == "edges") return CheckSummary(key, value, lines_of_[kEdgesGroup]);
      return key == "sections" ? ReadSections(value) : absl::OkStatus();
    });
  }

  absl::Status ReadSections(std::string_view text) const {
    for (std::optional<std::string_view> rest = text; rest;) {
      const Halves item = SplitAt(*rest, ",");
      const Halves halves = SplitAt(item.first, ":");
      const std::optional<Group> group = GroupOf(halves.first);
      WM_RETURN_IF_ERROR(
          CheckSummary(halves.first, halves.second.value_or(""), group ? lines_of_[*group] : 0));
      rest = item.second;
    }
    return absl::OkStatus();
  }

  absl::Status CheckSummary(std::string_view key, std::string_view value,
                            std::uint64_t counted) const {
    std::uint64_t count = 0;
    WM_RETURN_IF_ERROR(ReadCount(key, value, count));
    if (count == counted) return absl::OkStatus();
    return Error("count_mismatch",
                 fmt::format("the summary says {} {}, the text has {}", count, key, counted));
  }

  absl::Status CheckGroup() const {
    if (!declared_here_ || *declared_here_ == lines_here_) return absl::OkStatus();
    return Error("count_mismatch",
                 fmt::format("the group says {} lines, it has {}", *declared_here_, lines_here_));
  }

  // Takes the number of "@12"; `text` then begins after it.
  std::optional<std::uint32_t> TakeId(std::string_view& text) const {
    if (!text.starts_with('@')) return std::nullopt;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
    const auto id = ParseInteger<std::uint32_t>(text.substr(1, end - 1));
    text.remove_prefix(end);
    return id;
  }

  absl::StatusOr<std::string> Checked(std::string_view token, std::string field) const {
    if (!IsUtf8(field))
      return Error("invalid_utf8", fmt::format("'{}' does not decode to UTF-8", token));
    return field;
  }

  absl::StatusOr<std::string> Field(std::string_view token) const {
    return Checked(token, DecodeGcfToken(token));
  }

  absl::StatusOr<std::string> QualifiedName(std::string_view token) const {
    return base_.empty() ? Field(token) : Checked(token, DecodeGcfName(token, base_));
  }

  absl::StatusOr<std::string> ProvenanceName(std::string_view token) const {
    return provenance_.empty() ? Field(token)
                               : Checked(token, DecodeGcfProvenance(token, provenance_));
  }

  // More foreign names than a payload may hold are reported as a wrong count.
  template <typename Term>
  absl::Status Take(const absl::StatusOr<Term>& found, Term& term) const {
    if (!found.ok()) return Error("invalid_count", std::string(found.status().message()));
    term = *found;
    return absl::OkStatus();
  }

  // Adds a symbol under the number in "@12".
  absl::Status DeclareNode(std::string_view id_text, std::uint8_t distance) {
    std::string_view rest = id_text;
    const std::optional<std::uint32_t> id = TakeId(rest);
    if (!id || !rest.empty())
      return Error("invalid_symbol_id", fmt::format("'{}' is not @ID", id_text));
    if (payload_.symbols.size() == kMaxSymbols)
      return Error("invalid_count", "more symbols than a payload may hold");
    const auto index = static_cast<std::uint32_t>(payload_.symbols.size());
    if (left_out_.count(*id) != 0 || !indices_.emplace(*id, index).second) {
      return Error("duplicate_symbol_id", fmt::format("'@{}' is declared twice", *id));
    }
    payload_.symbols.emplace_back().distance = distance;
    return absl::OkStatus();
  }

  absl::Status ReadReference(std::string_view id_text, std::uint8_t distance) {
    WM_RETURN_IF_ERROR(DeclareNode(id_text, distance));
    const std::optional<GcfNamed> named = Named(id_text);
    const bool is_elsewhere = !named && is_session_ && resolve_ == nullptr;
    if (is_elsewhere) return LeaveOut(id_text);
    if (!named) {
      return Error("unresolved_session_reference",
                   fmt::format("'{}' was sent earlier in a session; resolve it first", id_text));
    }
    above_ = Above::kReference;
    Symbol& symbol = payload_.symbols.back();
    symbol = *named->symbol;
    symbol.distance = distance;
    WM_RETURN_IF_ERROR(Take(KindTerm(payload_, named->kind), symbol.kind));
    return Take(ProvenanceTerm(payload_, named->provenance), symbol.provenance);
  }

  // Leaves out a symbol that an earlier message of the session declares, for a reader of this
  // message alone.
  absl::Status LeaveOut(std::string_view id_text) {
    const std::uint32_t id = *TakeId(id_text);
    indices_.erase(id);
    payload_.symbols.pop_back();
    left_out_.insert(id);
    above_ = Above::kNothing;
    return absl::OkStatus();
  }

  // The graph lacks the symbols that were left out, and their edges.
  void AddReferencesToCompleteness() {
    Completeness& completeness = payload_.completeness;
    completeness.certainty = std::max(completeness.certainty, Certainty::kIncomplete);
    completeness.reason =
        fmt::format("{} of the symbols sent earlier in the session{}{}", left_out_.size(),
                    completeness.reason.empty() ? "" : ", ", completeness.reason);
  }

  std::size_t symbol_lines() const { return payload_.symbols.size() + left_out_.size(); }

  // The symbol that an earlier call of the session sent under the number in "@12".
  std::optional<GcfNamed> Named(std::string_view id_text) const {
    return resolve_ == nullptr ? std::nullopt : (*resolve_)(*TakeId(id_text));
  }

  absl::Status ReadNode(std::string_view line, std::uint8_t distance) {
    if (const std::size_t end = line.find("  # "); end == line.find(' ') && end != line.npos) {
      return ReadReference(line.substr(0, end), distance);
    }
    const std::vector<std::string_view> fields = SplitAtBlanks(line, kNodeFieldCount);
    if (fields.size() != kNodeFieldCount) {
      return Error("invalid_node_line",
                   fmt::format("a node has {} fields, here are {}", kNodeFieldCount,
                               1 + std::count(line.begin(), line.end(), ' ')));
    }
    if (std::count(fields.begin(), fields.end(), std::string_view()) != 0) {
      return Error("invalid_node_line", "an empty field");
    }
    WM_RETURN_IF_ERROR(DeclareNode(fields[0], distance));
    Symbol& symbol = payload_.symbols.back();
    WM_ASSIGN_OR_RETURN(const std::string kind, Field(fields[1]));
    WM_ASSIGN_OR_RETURN(symbol.qualified_name, QualifiedName(fields[2]));
    WM_ASSIGN_OR_RETURN(const std::string provenance, ProvenanceName(fields[4]));
    if (kind.empty() || symbol.qualified_name.empty())
      return Error("invalid_node_line", "a node needs kind and name");
    WM_RETURN_IF_ERROR(Take(KindTerm(payload_, kind), symbol.kind));
    WM_RETURN_IF_ERROR(Take(ProvenanceTerm(payload_, provenance), symbol.provenance));
    const std::optional<GcfNamed> named = Named(fields[0]);
    if (named && (named->symbol->qualified_name != symbol.qualified_name ||
                  named->kind != TermName(payload_, symbol.kind))) {
      return Error("duplicate_symbol_id", fmt::format("'{}' is {} '{}' in this session", fields[0],
                                                      named->kind, named->symbol->qualified_name));
    }
    return ReadScore(fields[3], symbol.score);
  }

  absl::Status ReadScore(std::string_view text, float& score) const {
    const std::optional<float> parsed = ParseGcfScore(text);
    score = parsed.value_or(0);
    if (parsed) return absl::OkStatus();
    return Error("invalid_score", fmt::format("'{}' is not a decimal number", text));
  }

  absl::Status ReadEdge(std::string_view line) {
    const std::vector<std::string_view> fields = SplitAtBlanks(line, kMaxEdgeFieldCount);
    std::string_view ends = fields[0];
    const std::optional<std::uint32_t> target = TakeId(ends);
    const bool has_arrow = ends.starts_with('<');
    ends.remove_prefix(has_arrow ? 1 : 0);
    const std::optional<std::uint32_t> source = TakeId(ends);
    const bool well_formed = target && has_arrow && source && ends.empty() && fields.size() >= 2 &&
                             fields.size() <= kMaxEdgeFieldCount && !fields[1].empty();
    if (!well_formed)
      return Error("invalid_edge_syntax", "an edge is @TARGET<@SOURCE TYPE [STATUS]");
    if (payload_.edges.size() == kMaxEdges)
      return Error("invalid_count", "more edges than a payload may hold");
    above_ = Above::kEdges;
    if (left_out_.count(*target) != 0 || left_out_.count(*source) != 0) return absl::OkStatus();
    above_ = Above::kEdge;
    Edge& edge = payload_.edges.emplace_back();
    for (const auto& [id, end] :
         {std::pair(*target, &edge.target), std::pair(*source, &edge.source)}) {
      const auto found = indices_.find(id);
      if (found == indices_.end())
        return Error("unknown_edge_reference", fmt::format("'@{}' is not declared", id));
      *end = found->second;
    }
    WM_ASSIGN_OR_RETURN(const std::string type, Field(fields[1]));
    if (type.empty()) return Error("invalid_edge_syntax", "an edge needs a type");
    WM_RETURN_IF_ERROR(Take(EdgeTypeTerm(payload_, type), edge.type));
    if (fields.size() == 2) return absl::OkStatus();
    WM_ASSIGN_OR_RETURN(const std::string status, Field(WithoutGcfBrackets(fields[2])));
    if (status.empty()) return Error("invalid_edge_syntax", "an empty status");
    return Take(EdgeStatusTerm(payload_, status), edge.status);
  }

  // Without this check, a text that was cut off at a line would pass for a smaller graph.
  absl::Status CheckCounts() const {
    WM_RETURN_IF_ERROR(CheckGroup());
    if (is_stream_ && !summarized_)
      return Error("count_mismatch", "the stream ends before its summary");
    if (declared_symbols_ && *declared_symbols_ != symbol_lines()) {
      return Error("count_mismatch", fmt::format("the header says {} symbols, the text has {}",
                                                 *declared_symbols_, symbol_lines()));
    }
    if (declared_edges_ && *declared_edges_ != lines_of_[kEdgesGroup]) {
      return Error("count_mismatch", fmt::format("the header says {} edges, the text has {}",
                                                 *declared_edges_, lines_of_[kEdgesGroup]));
    }
    return absl::OkStatus();
  }

  // What a comment may describe: the answer, a node, the text of a node below its place, the new
  // place of a known one, an edge.
  enum class Above : std::uint8_t { kHeader, kNode, kPlace, kReference, kNothing, kEdge, kEdges };

  std::string_view text_;
  GcfLines lines_;
  bool needs_profile_;
  const GcfResolver* resolve_;    // null outside of sessions
  bool is_profile_ = false;       // the text is `gcf3`
  std::string base_;              // common beginning that names leave out
  std::string provenance_;        // common provenance that nodes leave out
  Group group_ = 0;               // group of the current lines; nodes before any group are targets
  std::uint64_t lines_here_ = 0;  // lines since the group began
  bool is_free_ = false;          // the group is none of the known ones: it may have lines of text
  bool is_source_ = false;        // the group is the part with source (gcf_source.h)
  GcfSourceReader source_;
  Above above_ = Above::kHeader;
  std::string_view last_comment_;               // the last comment, if at most a summary follows
  std::optional<std::uint64_t> declared_here_;  // lines that the group's heading declares
  std::array<std::uint64_t, kGroups> lines_of_ = {};  // of each group
  bool is_stream_ = false;                            // a count was left to the summary
  bool summarized_ = false;
  bool is_session_ = false;           // the header says so
  std::set<std::uint32_t> left_out_;  // numbers of symbols of earlier messages
  std::optional<std::uint64_t> declared_symbols_;
  std::optional<std::uint64_t> declared_edges_;
  std::map<std::uint32_t, std::uint32_t> indices_;  // index of the symbol with each id
  Payload payload_;
};

}  // namespace

absl::StatusOr<Payload> DecodeGcf(std::string_view text) {
  WM_ASSIGN_OR_RETURN(GcfNumberedPayload numbered, GcfReader(text, false, nullptr).Read());
  return std::move(numbered.payload);
}

absl::StatusOr<Payload> DecodeGcf3(std::string_view text) {
  WM_ASSIGN_OR_RETURN(GcfNumberedPayload numbered, GcfReader(text, true, nullptr).Read());
  return std::move(numbered.payload);
}

absl::StatusOr<GcfNumberedPayload> DecodeGcfNumbered(std::string_view text,
                                                     const GcfResolver& resolve) {
  return GcfReader(text, false, &resolve).Read();
}

}  // namespace waymark::wire
