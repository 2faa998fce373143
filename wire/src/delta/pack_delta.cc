#include "wire/pack_delta.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gcf/gcf_lines.h"
#include "gcf/gcf_metadata.h"
#include "graph/status.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kPlain = "gcf";
constexpr std::string_view kProfiled = "gcf3";

// A pack with the names that a difference uses.
struct NamedPack {
  const Payload* payload;
  GcfCharset charset;
  // Whether a client sees more than the published root covers: signatures, places, texts.
  bool shows_content;
};

std::string NodeName(const NamedPack& pack, const Symbol& symbol) {
  std::string name;
  AppendGcfToken(name, GcfKindName(*pack.payload, symbol.kind), pack.charset);
  name += ' ';
  AppendGcfToken(name, symbol.qualified_name, pack.charset);
  return name;
}

std::string EdgeLine(const NamedPack& pack, const Edge& edge) {
  const std::vector<Symbol>& symbols = pack.payload->symbols;
  std::string line;
  AppendGcfToken(line, symbols[edge.source].qualified_name, pack.charset);
  line += " -> ";
  AppendGcfToken(line, symbols[edge.target].qualified_name, pack.charset);
  line += ' ';
  AppendGcfToken(line, TermName(*pack.payload, edge.type), pack.charset);
  return line;
}

// The content of a symbol that the root covers and that a client sees.
std::string ContentOf(const NamedPack& pack, const Symbol& symbol) {
  Payload alone;
  alone.foreign_names = pack.payload->foreign_names;
  alone.symbols = {symbol};
  std::string content;
  if (pack.charset == GcfCharset::kAscii) content = GraphPackRoot(alone).ToHex();
  if (pack.charset == GcfCharset::kUtf8 || pack.shows_content) {
    content += ContentRoot(alone).ToHex();
  }
  return content;
}

// Whether all symbols have distinct names, and all edges distinct ends and types.
bool HasDistinctNames(const NamedPack& pack) {
  std::set<std::string_view> names;
  for (const Symbol& symbol : pack.payload->symbols) names.insert(symbol.qualified_name);
  std::set<std::string> lines;
  for (const Edge& edge : pack.payload->edges) lines.insert(EdgeLine(pack, edge));
  return names.size() == pack.payload->symbols.size() && lines.size() == pack.payload->edges.size();
}

struct PackDifference {
  std::vector<std::string> removed;
  std::vector<const Symbol*> added;
  std::vector<std::string> edges_removed;
  std::vector<std::string> edges_added;
};

// The line of each edge, with the content that the root covers beyond it.
std::map<std::string, std::string> Edges(const NamedPack& pack) {
  std::map<std::string, std::string> edges;
  for (const Edge& edge : pack.payload->edges) {
    std::string content;
    if (pack.charset == GcfCharset::kUtf8) {
      content = fmt::format("{} {}", TermName(*pack.payload, edge.provenance),
                            TermName(*pack.payload, edge.status));
    }
    edges.emplace(EdgeLine(pack, edge), std::move(content));
  }
  return edges;
}

// Lines of `edges` that `others` does not have with the same content.
std::vector<std::string> LinesWithout(const std::map<std::string, std::string>& edges,
                                      const std::map<std::string, std::string>& others) {
  std::vector<std::string> lines;
  for (const auto& [line, content] : edges) {
    const auto found = others.find(line);
    if (found == others.end() || found->second != content) lines.push_back(line);
  }
  return lines;
}

// Name and content of each symbol, for the set difference of two packs.
std::set<std::pair<std::string, std::string>> Contents(const NamedPack& pack) {
  std::set<std::pair<std::string, std::string>> contents;
  for (const Symbol& symbol : pack.payload->symbols) {
    contents.emplace(NodeName(pack, symbol), ContentOf(pack, symbol));
  }
  return contents;
}

PackDifference Diff(const NamedPack& base, const NamedPack& current) {
  PackDifference difference;
  const auto before = Contents(base);
  const auto after = Contents(current);
  for (const auto& known : before) {
    if (after.count(known) == 0) difference.removed.push_back(known.first);
  }
  for (const Symbol& symbol : current.payload->symbols) {
    const auto content = std::pair(NodeName(current, symbol), ContentOf(current, symbol));
    if (before.count(content) == 0) difference.added.push_back(&symbol);
  }
  std::stable_sort(difference.added.begin(), difference.added.end(),
                   [](const Symbol* a, const Symbol* b) {
                     return std::tuple(a->distance, -a->score) < std::tuple(b->distance, -b->score);
                   });
  const std::map<std::string, std::string> edges_before = Edges(base);
  const std::map<std::string, std::string> edges_after = Edges(current);
  difference.edges_removed = LinesWithout(edges_before, edges_after);
  difference.edges_added = LinesWithout(edges_after, edges_before);
  return difference;
}

std::string RootText(const NamedPack& pack) {
  return pack.charset == GcfCharset::kAscii ? "sha256:" + GraphPackRoot(*pack.payload).ToHex()
                                            : ContentRoot(*pack.payload).ToHex();
}

bool IsSame(const NamedPack& base, const NamedPack& current) {
  if (RootText(base) != RootText(current)) return false;
  return !base.shows_content || ContentRoot(*base.payload) == ContentRoot(*current.payload);
}

std::string Header(const NamedPack& pack) {
  std::string header = pack.charset == GcfCharset::kAscii ? "GCF profile=graph tool=" : "GCF tool=";
  AppendGcfToken(header, pack.payload->tool, pack.charset);
  return header;
}

// A pack that is not sent still states the index it was computed from: "unchanged" holds for that
// state only.
std::string UnchangedText(const NamedPack& pack, const EncodeOptions& options) {
  const Payload& payload = *pack.payload;
  std::string text =
      pack.charset == GcfCharset::kAscii ? Header(pack) + " unchanged=true" : "unchanged";
  text += fmt::format(" pack_root={} symbols={}\n", RootText(pack), payload.symbols.size());
  if (!options.metadata) return text;
  Payload state;
  state.index = payload.index;
  state.completeness = payload.completeness;
  AppendGcfState(text, state, pack.charset);
  return text;
}

void AppendSection(std::string& out, std::string_view name, const std::vector<std::string>& lines) {
  if (!lines.empty()) out += fmt::format("## {}\n{}\n", name, fmt::join(lines, "\n"));
}

std::string Sections(const NamedPack& pack, const PackDifference& difference,
                     const EncodeOptions& options) {
  std::string out;
  if (options.metadata) AppendGcfState(out, *pack.payload, pack.charset);
  AppendSection(out, "removed", difference.removed);
  if (!difference.added.empty()) out += "## added\n";
  for (std::uint32_t id = 0; id < difference.added.size(); ++id) {
    const Symbol& symbol = *difference.added[id];
    AppendGcfNode(out, *pack.payload, symbol, id, pack.charset);
    if (pack.charset == GcfCharset::kAscii) out += fmt::format(" {}", symbol.distance);
    out += '\n';
    AppendGcfNodeComments(out, symbol, options, pack.charset);
  }
  AppendSection(out, "edges_removed", difference.edges_removed);
  AppendSection(out, "edges_added", difference.edges_added);
  if (options.metadata) AppendGcfNextCall(out, *pack.payload);
  return out;
}

// The parts of the text that stay while its token count is determined.
struct DeltaParts {
  std::string header;
  std::string sections;
};

// The text contains its own token count; nothing if the count does not settle.
std::optional<PackAnswer> CountedDelta(const DeltaParts& parts, std::uint64_t full_tokens,
                                       Tokenizer tokenizer) {
  PackAnswer answer{PackOutcome::kDelta, "", 0, full_tokens};
  for (int round = 0; round < kMaxCountingRounds; ++round) {
    const std::uint64_t saved = full_tokens - std::min(answer.tokens, full_tokens);
    const std::uint64_t percent = 100 * saved / std::max<std::uint64_t>(full_tokens, 1);
    answer.text = fmt::format("{} tokens={} savings={}% tokenizer={}\n{}", parts.header,
                              answer.tokens, percent, Name(tokenizer), parts.sections);
    const std::uint64_t count = CountTokens(answer.text, tokenizer);
    if (count == answer.tokens) return answer;
    answer.tokens = count;
  }
  return std::nullopt;
}

}  // namespace

std::string_view Name(PackOutcome outcome) {
  constexpr std::array<std::string_view, 3> kNames = {"unchanged", "delta", "full"};
  return kNames[static_cast<std::size_t>(outcome)];
}

absl::StatusOr<PackAnswer> AnswerWithDelta(const CodecRegistry& codecs, std::string_view format,
                                           Payload base, Payload& current,
                                           const EncodeOptions& options, Tokenizer tokenizer) {
  if (format != kPlain && format != kProfiled) {
    return absl::InvalidArgumentError(
        fmt::format("format '{}' cannot send differences; ask for gcf or gcf3", format));
  }
  WM_RETURN_IF_ERROR(Canonicalize(base));
  WM_RETURN_IF_ERROR(Canonicalize(current));
  current.pack_root = ContentRoot(current);
  WM_ASSIGN_OR_RETURN(std::string full, codecs.EncodeCounted(format, current, options, tokenizer));
  const std::uint64_t full_tokens = current.tokens_used;
  const GcfCharset charset = format == kProfiled ? GcfCharset::kAscii : GcfCharset::kUtf8;
  const bool shows_content = options.places || options.signatures || options.texts;
  const NamedPack before{&base, charset, shows_content};
  const NamedPack after{&current, charset, shows_content};
  if (IsSame(before, after)) {
    std::string text = UnchangedText(after, options);
    const std::uint64_t tokens = CountTokens(text, tokenizer);
    return PackAnswer{PackOutcome::kUnchanged, std::move(text), tokens, full_tokens};
  }
  if (HasDistinctNames(before) && HasDistinctNames(after)) {
    const DeltaParts parts{fmt::format("{} delta=true base_root={} new_root={}", Header(after),
                                       RootText(before), RootText(after)),
                           Sections(after, Diff(before, after), options)};
    std::optional<PackAnswer> delta = CountedDelta(parts, full_tokens, tokenizer);
    if (delta && delta->tokens * 100 < full_tokens * kDeltaPercent) return *std::move(delta);
  }
  return PackAnswer{PackOutcome::kFull, std::move(full), full_tokens, full_tokens};
}

}  // namespace waymark::wire
