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

#include "delta/line_moves.h"
#include "gcf/gcf_lines.h"
#include "gcf/gcf_metadata.h"
#include "graph/status.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kPlain = "gcf";
constexpr std::string_view kProfiled = "gcf3";
// Content of an edge whose lines the client may not have; no content of an edge is equal to it.
constexpr std::string_view kUnsure = "?";

// A pack with the names that a difference uses.
struct NamedPack {
  const Payload* payload;
  GcfCharset charset;
  const EncodeOptions* options;

  bool is_profile() const { return charset == GcfCharset::kAscii; }

  // Whether a client sees more than the published root covers: signatures, places, texts.
  bool shows_content() const { return options->places || options->signatures || options->texts; }
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

// A root over one symbol.
RootHash RootOf(const NamedPack& pack, const Symbol& symbol, RootHash (*root)(const Payload&)) {
  Payload alone;
  alone.foreign_names = pack.payload->foreign_names;
  alone.symbols = {symbol};
  return root(alone);
}

// Whether all symbols have distinct names, and all edges distinct ends and types.
bool HasDistinctNames(const NamedPack& pack) {
  std::set<std::string_view> names;
  for (const Symbol& symbol : pack.payload->symbols) names.insert(symbol.qualified_name);
  std::set<std::string> lines;
  for (const Edge& edge : pack.payload->edges) lines.insert(EdgeLine(pack, edge));
  return names.size() == pack.payload->symbols.size() && lines.size() == pack.payload->edges.size();
}

struct AddedSymbol {
  const Symbol* symbol = nullptr;
  bool is_as_before = false;  // the client has its place and text
};

struct PackDifference {
  std::string moves;  // comments
  std::vector<std::string> removed;
  std::vector<AddedSymbol> added;
  std::vector<std::string> edges_removed;
  std::vector<std::pair<std::string, const Edge*>> edges_added;

  bool empty() const {
    return moves.empty() && removed.empty() && added.empty() && edges_removed.empty() &&
           edges_added.empty();
  }
};

class PackDiffer {
 public:
  PackDiffer(const NamedPack& base, const HeldPack& held, const NamedPack& current)
      : base_(base),
        current_(current),
        unsure_files_(held.unsure_files),
        unsure_symbols_(held.unsure_symbols) {}

  PackDifference Diff() {
    DiffSymbols();
    if (current_.options->places) DiffLines();
    DiffEdges();
    return std::move(difference_);
  }

 private:
  // A symbol of both packs with the same content.
  struct Kept {
    const Symbol* before;
    const Symbol* after;
  };

  bool HasSameContent(const Symbol& before, const Symbol& after) const {
    const bool is_covered = !current_.is_profile() || current_.shows_content();
    if (is_covered && unsure_symbols_.count(after.qualified_name) != 0) return false;
    return !is_covered ||
           RootOf(base_, before, ContentRoot) == RootOf(current_, after, ContentRoot);
  }

  bool HasSameRank(const Symbol& before, const Symbol& after) const {
    return !current_.is_profile() ||
           RootOf(base_, before, GraphPackRoot) == RootOf(current_, after, GraphPackRoot);
  }

  void DiffSymbols() {
    std::map<std::string, const Symbol*> before;
    for (const Symbol& symbol : base_.payload->symbols) {
      before.emplace(NodeName(base_, symbol), &symbol);
    }
    for (const Symbol& symbol : current_.payload->symbols) {
      const auto found = before.find(NodeName(current_, symbol));
      const bool is_kept = found != before.end() && HasSameContent(*found->second, symbol);
      if (is_kept) kept_.push_back({found->second, &symbol});
      const bool is_known = is_kept && HasSameRank(*found->second, symbol);
      if (!is_known) {
        difference_.added.push_back({&symbol, is_kept && current_.shows_content()});
      } else {
        before.erase(found);
      }
    }
    for (const auto& [name, symbol] : before) difference_.removed.push_back(name);
    std::stable_sort(difference_.added.begin(), difference_.added.end(),
                     [](const AddedSymbol& a, const AddedSymbol& b) {
                       return std::tuple(a.symbol->distance, -a.symbol->score) <
                              std::tuple(b.symbol->distance, -b.symbol->score);
                     });
  }

  // Collects where each line of a file went; false for a line with two answers.
  static bool AddLine(std::uint32_t from, std::uint32_t to,
                      std::map<std::uint32_t, std::uint32_t>& moved) {
    if (from == 0 || to == 0) return from == to;
    return moved.emplace(from, to).first->second == to;
  }

  void DiffLines() {
    std::map<std::string_view, std::vector<Kept>> files;
    for (const Kept& kept : kept_) files[kept.after->path].push_back(kept);
    for (auto& [path, kept] : files) DiffLinesOf(path, kept);
  }

  void DiffLinesOf(std::string_view path, std::vector<Kept>& kept) {
    std::map<std::uint32_t, std::uint32_t> moved;
    bool is_sure = unsure_files_.count(std::string(path)) == 0;
    for (const auto& [before, after] : kept) {
      is_sure = is_sure && AddLine(before->start_line, after->start_line, moved) &&
                AddLine(before->end_line, after->end_line, moved);
    }
    for (const auto& [before, after] : kept) {  // the line of a name is told by those around it
      if (is_sure && before->name_line != 0 && after->name_line != 0) {
        AddLine(before->name_line, after->name_line, moved);
      }
    }
    if (is_sure) {
      const LineMoves moves = LineMoves::Of(moved);
      AppendMoves(difference_.moves, path, moves, current_.charset);
      moves_.emplace(path, moves);
      return;
    }
    std::vector<const Symbol*> symbols;
    for (const Kept& pair : kept) symbols.push_back(pair.after);
    AppendLines(difference_.moves, symbols, current_.charset);
  }

  // What is sent of an edge besides its ends and type.
  std::string ContentOf(const NamedPack& pack, const Edge& edge) const {
    std::string content;
    if (!pack.is_profile() || pack.options->metadata) {
      content += TermName(*pack.payload, edge.status);
    }
    if (pack.options->places) AppendGcfSites(content, edge, "", pack.charset);
    return content;
  }

  // An edge of the base, with its sites where the client has them after the moves.
  std::string MovedContentOf(const Edge& edge) const {
    Edge moved = edge;
    for (const auto& [path, moves] : moves_) MoveLines(moves, path, moved);
    const bool is_sure =
        !base_.options->places ||
        std::none_of(edge.sites.begin(), edge.sites.end(),
                     [this](const Site& site) { return unsure_files_.count(site.path) != 0; });
    return is_sure ? ContentOf(base_, moved) : std::string(kUnsure);
  }

  void DiffEdges() {
    std::map<std::string, std::string> before;
    for (const Edge& edge : base_.payload->edges) {
      before.emplace(EdgeLine(base_, edge), MovedContentOf(edge));
    }
    std::map<std::string, const Edge*> added;
    for (const Edge& edge : current_.payload->edges) {
      std::string line = EdgeLine(current_, edge);
      const auto found = before.find(line);
      if (found != before.end() && found->second == ContentOf(current_, edge)) {
        before.erase(found);
      } else {
        added.emplace(std::move(line), &edge);
      }
    }
    for (const auto& [line, content] : before) difference_.edges_removed.push_back(line);
    difference_.edges_added.assign(added.begin(), added.end());
  }

  const NamedPack& base_;
  const NamedPack& current_;
  const std::set<std::string>& unsure_files_;
  const std::set<std::string>& unsure_symbols_;
  std::vector<Kept> kept_;
  std::map<std::string_view, LineMoves> moves_;
  PackDifference difference_;
};

std::string RootText(const NamedPack& pack) {
  return pack.charset == GcfCharset::kAscii ? "sha256:" + GraphPackRoot(*pack.payload).ToHex()
                                            : ContentRoot(*pack.payload).ToHex();
}

// For packs between which no difference can be told.
bool IsSame(const NamedPack& base, const NamedPack& current) {
  if (RootText(base) != RootText(current)) return false;
  if (!current.shows_content()) return true;
  return ContentRoot(*base.payload) == ContentRoot(*current.payload) &&
         FilesWithOtherPlaces(*base.payload, *current.payload).empty();
}

std::string Header(const NamedPack& pack) {
  std::string header = pack.charset == GcfCharset::kAscii ? "GCF profile=graph tool=" : "GCF tool=";
  AppendGcfToken(header, pack.payload->tool, pack.charset);
  return header;
}

// The published root leaves out what comments tell, so they have the content root beside it.
std::string DeltaHeader(const NamedPack& base, const NamedPack& current) {
  std::string header = fmt::format("{} delta=true base_root={} new_root={}", Header(current),
                                   RootText(base), RootText(current));
  if (current.is_profile() && current.shows_content()) {
    header += fmt::format(" content_root={}", ContentRoot(*current.payload).ToHex());
  }
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
  state.name_note = payload.name_note;
  state.index = payload.index;
  state.completeness = payload.completeness;
  state.commits = payload.commits;
  AppendGcfState(text, state, pack.charset);
  return text;
}

void AppendSection(std::string& out, std::string_view name, const std::vector<std::string>& lines) {
  if (!lines.empty()) out += fmt::format("## {}\n{}\n", name, fmt::join(lines, "\n"));
}

// "# added hops=0:1,2:3": one of the added symbols has distance 0, three have distance 2.
void AppendDistances(std::string& out, const std::vector<AddedSymbol>& added) {
  if (added.empty()) return;
  std::map<std::uint8_t, std::size_t> hops;
  for (const AddedSymbol& one : added) ++hops[one.symbol->distance];
  std::string_view lead = "# added hops=";
  for (const auto& [distance, count] : hops) {
    out += fmt::format("{}{}:{}", lead, distance, count);
    lead = ",";
  }
  out += '\n';
}

void AppendAdded(std::string& out, const NamedPack& pack, const std::vector<AddedSymbol>& added) {
  if (!added.empty()) out += "## added\n";
  for (std::uint32_t id = 0; id < added.size(); ++id) {
    const Symbol& symbol = *added[id].symbol;
    AppendGcfNode(out, *pack.payload, symbol, id, pack.charset);
    if (pack.is_profile()) out += fmt::format(" {}", symbol.distance);
    out += '\n';
    if (added[id].is_as_before) {
      out += fmt::format("# {}\n", kAsBefore);
      continue;
    }
    if (symbol.change && pack.options->metadata) {
      AppendGcfChange(out, *symbol.change, pack.charset);
    }
    AppendGcfNodeComments(out, symbol, *pack.options, pack.charset);
  }
}

void AppendAddedEdges(std::string& out, const NamedPack& pack,
                      const std::vector<std::pair<std::string, const Edge*>>& added) {
  if (!added.empty()) out += "## edges_added\n";
  for (const auto& [line, edge] : added) {
    out += line;
    if (pack.options->metadata && edge->status != EdgeStatus::kUnchanged) {
      out += ' ';
      AppendGcfStatus(out, TermName(*pack.payload, edge->status), pack.charset);
    }
    out += '\n';
    if (pack.options->places) AppendGcfSites(out, *edge, "", pack.charset);
  }
}

std::string Sections(const NamedPack& pack, const PackDifference& difference) {
  std::string out;
  if (pack.options->metadata) {
    AppendGcfState(out, *pack.payload, pack.charset);
    if (!pack.is_profile()) AppendDistances(out, difference.added);
  }
  out += difference.moves;
  AppendSection(out, "removed", difference.removed);
  AppendAdded(out, pack, difference.added);
  AppendSection(out, "edges_removed", difference.edges_removed);
  AppendAddedEdges(out, pack, difference.edges_added);
  if (pack.options->metadata) AppendGcfNextCall(out, *pack.payload);
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
                                           HeldPack base, Payload& current,
                                           const EncodeOptions& options, Tokenizer tokenizer) {
  if (format != kPlain && format != kProfiled) {
    return absl::InvalidArgumentError(
        fmt::format("format '{}' cannot send differences; ask for gcf or gcf3", format));
  }
  WM_RETURN_IF_ERROR(Canonicalize(base.payload));
  WM_RETURN_IF_ERROR(Canonicalize(current));
  current.pack_root = ContentRoot(current);
  WM_ASSIGN_OR_RETURN(std::string full, codecs.EncodeCounted(format, current, options, tokenizer));
  const std::uint64_t full_tokens = current.tokens_used;
  const GcfCharset charset = format == kProfiled ? GcfCharset::kAscii : GcfCharset::kUtf8;
  const NamedPack before{&base.payload, charset, &options};
  const NamedPack after{&current, charset, &options};
  const bool is_told = HasDistinctNames(before) && HasDistinctNames(after);
  const PackDifference difference =
      is_told ? PackDiffer(before, base, after).Diff() : PackDifference();
  const bool is_sure = base.unsure_files.empty() && base.unsure_symbols.empty();
  const bool is_same = is_told ? difference.empty() : is_sure && IsSame(before, after);
  if (is_same) {
    std::string text = UnchangedText(after, options);
    const std::uint64_t tokens = CountTokens(text, tokenizer);
    return PackAnswer{PackOutcome::kUnchanged, std::move(text), tokens, full_tokens};
  }
  if (is_told) {
    std::optional<PackAnswer> delta = CountedDelta(
        {DeltaHeader(before, after), Sections(after, difference)}, full_tokens, tokenizer);
    if (delta && delta->tokens * 100 < full_tokens * kDeltaPercent) return *std::move(delta);
  }
  return PackAnswer{PackOutcome::kFull, std::move(full), full_tokens, full_tokens};
}

}  // namespace waymark::wire
