#include "render/render_payload.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "services/explanation_text.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/visible_text.h"
#include "wire/affected_lists.h"

namespace waymark::services {
namespace {

std::string PlaceOf(const wire::Symbol& symbol) {
  return PlaceText(symbol.path, symbol.start_line, symbol.end_line);
}

// Each symbol's edge in the tree of a blast radius: the one that connects it with a symbol above
// it. Roots have none.
std::vector<const wire::Edge*> TreeEdges(const wire::Payload& payload) {
  std::vector<const wire::Edge*> edges(payload.symbols.size(), nullptr);
  for (const wire::Edge& edge : payload.edges) {
    edges[std::max(edge.source, edge.target)] = &edge;
  }
  return edges;
}

// "calls shop.Cart.total at line 12", below the source of the edge; "called by ..." below its
// target. Says of an edge that follows from names alone that it is probable.
void AppendEdge(std::string& out, const wire::Payload& payload, const wire::Edge& edge,
                bool from_source) {
  const std::uint32_t other = from_source ? edge.target : edge.source;
  const std::string verb =
      from_source ? VerbOf(payload, edge.type) : ReverseVerbOf(payload, edge.type);
  const bool is_probable = edge.provenance == Provenance::kAstInferred;
  fmt::format_to(std::back_inserter(out), "      {} {}{}{}\n", verb,
                 NameText(payload.symbols[other]), SitesOf(edge), is_probable ? " (probably)" : "");
}

void AppendReached(std::string& out, const wire::Payload& payload, std::uint32_t index,
                   const wire::Edge* edge) {
  const wire::Symbol& symbol = payload.symbols[index];
  fmt::format_to(std::back_inserter(out), "  {} {}  {}\n", wire::TermName(payload, symbol.kind),
                 NameText(symbol), PlaceOf(symbol));
  if (edge != nullptr) AppendEdge(out, payload, *edge, edge->source == index);
}

}  // namespace

std::string RenderRelated(const wire::Payload& payload) {
  std::string out = NoteLine(payload.name_note);
  const std::uint64_t all = payload.total_symbols.value_or(payload.symbols.size());
  fmt::format_to(std::back_inserter(out), "{}; {}\n{}\n", Counted(all, "symbol", "symbols"),
                 CompletenessLine(payload.completeness), LineOf(FreshnessText(*payload.index)));
  const std::size_t kind_columns = KindColumns(payload);
  auto edge = payload.edges.begin();  // they are sorted by their sources
  for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
    out += SymbolEntry(payload, payload.symbols[i], kind_columns);
    for (; edge != payload.edges.end() && edge->source == i; ++edge) {
      AppendEdge(out, payload, *edge, true);
    }
  }
  if (!payload.possible.empty()) out += "\n" + PossibleText(payload);
  if (payload.truncation.has_value()) out += "\n" + MoreText(*payload.truncation) + "\n";
  return out;
}

std::string RenderSearch(const SearchAnswer& answer) {
  const wire::Payload& payload = answer.payload;
  std::string out = MatchesText(payload) + "\n" + LineOf(DoubtText(payload.completeness)) + "\n" +
                    SymbolEntries(payload);
  if (payload.truncation.has_value()) out += "\n" + MoreText(*payload.truncation) + "\n";
  return out;
}

namespace {

// "  packages      9: src/flask, src/flask/json, ..."
void AppendList(std::string& out, std::string_view heading, const wire::AffectedList& list) {
  fmt::format_to(std::back_inserter(out), "  {:<13} {}", heading, Grouped(list.count));
  std::string_view lead = ": ";
  for (const std::string& name : list.names) {
    fmt::format_to(std::back_inserter(out), "{}{}", lead, VisibleLine(name));
    lead = ", ";
  }
  if (!list.names.empty() && list.names.size() < list.count) out += ", ...";
  out += "\n";
}

// The counts of the whole answer, with the lists that are not empty.
void AppendImpact(std::string& out, const wire::Affected& affected) {
  for (const wire::AffectedListRow& row : wire::kAffectedLists) {
    const std::optional<wire::AffectedList>& list = affected.*row.list;
    if (list.has_value() && list->count != 0) AppendList(out, row.heading, *list);
  }
  if (!affected.risk.has_value() || affected.risk->reasons.empty()) return;
  out += "why this risk:\n";
  for (const wire::RiskReason& reason : affected.risk->reasons) {
    const std::string share = reason.share ? fmt::format("{:.2f}", *reason.share) : "-";
    fmt::format_to(std::back_inserter(out), "  {:<13} {:<4}  {}\n", VisibleLine(reason.factor),
                   share, VisibleLine(reason.text));
  }
}

// "41 dependent symbols in 1 file; risk medium (0.42)", the completeness, the tests and what is to
// be known of the index.
std::string BlastSummary(const wire::Payload& payload, const wire::Affected& affected,
                         std::string tests) {
  std::string counts =
      fmt::format("{} in {}", Counted(affected.symbols, "dependent symbol", "dependent symbols"),
                  Counted(affected.files, "file", "files"));
  if (affected.risk.has_value()) {
    const bool is_unknown = affected.risk->level == wire::RiskLevel::kUnknown;
    counts += fmt::format("; risk {} ({}{:.2f})", wire::Name(affected.risk->level),
                          is_unknown ? "at least " : "", affected.risk->score);
  }
  std::string completeness = CompletenessLine(payload.completeness);
  // That nothing is known to depend on it does not mean that nothing does.
  const bool is_doubtful =
      affected.symbols == 0 && payload.completeness.certainty == wire::Certainty::kIncomplete;
  if (is_doubtful) std::swap(counts, completeness);
  return fmt::format("{}\n{}\n{}{}", counts, completeness, LineOf(std::move(tests)),
                     LineOf(FreshnessText(*payload.index)));
}

}  // namespace

std::string RenderBlastRadius(const BlastRadiusAnswer& answer, std::string tests) {
  const wire::Payload& payload = answer.payload;
  const wire::Affected affected = payload.affected.value_or(wire::Affected());
  std::string out = NoteLine(payload.name_note) + BlastSummary(payload, affected, std::move(tests));
  if (affected.weak_edges != 0) {
    fmt::format_to(std::back_inserter(out), "not followed, being less sure than asked for: {}\n",
                   Counted(affected.weak_edges, "edge", "edges"));
  }
  AppendImpact(out, affected);
  const std::vector<const wire::Edge*> edges = TreeEdges(payload);
  int hop = -1;
  for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
    if (payload.symbols[i].distance != hop) {
      hop = payload.symbols[i].distance;
      const auto step = static_cast<std::size_t>(hop);
      const std::uint64_t count = step < affected.hops.size() ? affected.hops[step] : 0;
      out += hop == 0 ? "\nchanged\n" : fmt::format("\nhop {}: {}\n", hop, Grouped(count));
    }
    AppendReached(out, payload, i, edges[i]);
  }
  if (affected.beyond_depth) {
    fmt::format_to(std::back_inserter(out), "\nother symbols depend on these: hop {} and on\n",
                   affected.hops.size());
  }
  if (!payload.possible.empty()) out += "\n" + PossibleText(payload);
  if (payload.truncation.has_value()) out += "\n" + MoreText(*payload.truncation) + "\n";
  return out;
}

std::string RenderPath(const PathAnswer& answer) { return RenderRelated(answer.payload); }

namespace {

// "  authors   David Lord (76 commits), pgjones (19 commits)": the symbols after the first to which
// edges of a type lead; empty if there are none.
std::string PeopleLine(const wire::Payload& payload, EdgeType type, std::string_view heading) {
  constexpr std::string_view kSchemeEnd = "://";
  std::string people;
  for (const wire::Edge& edge : payload.edges) {
    if (edge.type != type) continue;
    const wire::Symbol& person = payload.symbols[edge.target];
    std::string_view name = person.qualified_name;
    name.remove_prefix(std::min(name.find(kSchemeEnd) + kSchemeEnd.size(), name.size()));
    people += people.empty() ? "" : ", ";
    people += VisibleLine(name);
    if (!person.signature.empty()) people += fmt::format(" ({})", VisibleLine(person.signature));
  }
  return people.empty() ? "" : fmt::format("  {:<9} {}\n", heading, people);
}

// "  used by   8 callers, 4 tests"; empty texts are left out.
std::string CountsLine(std::string_view heading, const wire::Payload& payload,
                       const std::vector<wire::EdgeCount>& counts,
                       std::string (*text_of)(const wire::Payload&, const wire::EdgeCount&)) {
  std::string line;
  for (const wire::EdgeCount& count : counts) {
    const std::string text = text_of(payload, count);
    if (!text.empty()) line += (line.empty() ? "" : ", ") + text;
  }
  return line.empty() ? "" : fmt::format("  {:<9} {}\n", heading, line);
}

// What is to be told of a symbol besides its text.
std::string FactsText(const wire::Payload& payload) {
  const wire::Profile profile = payload.profile.value_or(wire::Profile());
  const std::string& handle = payload.symbols.front().handle;
  std::string facts;
  auto line = std::back_inserter(facts);
  for (const wire::Place& place : profile.declarations) {
    fmt::format_to(line, "  declared  {}\n",
                   PlaceText(place.path, place.start_line, place.end_line));
  }
  if (!profile.flags.empty()) {
    fmt::format_to(line, "  flags     {}\n", fmt::join(profile.flags, ", "));
  }
  if (!handle.empty()) fmt::format_to(line, "  id        {}\n", VisibleLine(handle));
  facts += PeopleLine(payload, EdgeType::kOwnedBy, "owners");
  facts += PeopleLine(payload, EdgeType::kAuthoredBy, "authors");
  facts += CountsLine("it", payload, profile.outgoing, TargetsText);
  const std::string users = CountsLine("used by", payload, profile.incoming, SourcesText);
  facts += users.empty() ? "  no use of it is known\n" : users;
  const std::string doubt = DoubtText(payload.completeness);
  return doubt.empty() ? facts : fmt::format("{}  {}\n", facts, doubt);
}

std::string TextOfOne(const wire::Payload& payload) {
  const wire::Symbol& symbol = payload.symbols.front();
  std::string out = NoteLine(payload.name_note);
  fmt::format_to(std::back_inserter(out), "{} {}  {}\n", wire::TermName(payload, symbol.kind),
                 NameText(symbol), PlaceOf(symbol));
  if (!symbol.signature.empty() && symbol.source.numbers.empty()) {
    fmt::format_to(std::back_inserter(out), "  {}\n", VisibleLine(symbol.signature));
  }
  if (!symbol.text.empty()) out += "\n" + SymbolText(symbol);
  if (payload.profile.has_value() && !payload.profile->text_note.empty()) {
    fmt::format_to(std::back_inserter(out), "\n  {}\n", VisibleLine(payload.profile->text_note));
  }
  return out + "\n" + FactsText(payload);
}

}  // namespace

std::string RenderSymbol(const SymbolAnswer& answer) {
  const wire::Payload& payload = answer.payload;
  std::string out = TextOfOne(payload);
  for (const wire::Payload& overload : answer.overloads) out += "\n" + TextOfOne(overload);
  const std::string freshness = FreshnessText(*payload.index);
  return freshness.empty() ? out : fmt::format("{}\n{}\n", out, freshness);
}

namespace {

// In order of retrieval::Fidelity.
constexpr std::string_view kShownAs[retrieval::kFidelityCount] = {
    "by name", "with signature", "with documentation", "with elided source", "with source"};

// `has_more`: a larger budget shows more.
void AppendPack(const PackWorth& pack, bool has_more, std::string& out) {
  constexpr double kHundred = 100;
  const double gap = pack.best_value > 0 ? 1 - pack.value / pack.best_value : 0;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < pack.shown.size(); ++i) {
    if (pack.shown[i] != 0) shown.push_back(fmt::format("{} {}", pack.shown[i], kShownAs[i]));
  }
  const std::string nothing = has_more ? "nothing fits" : "nothing to show";
  fmt::format_to(std::back_inserter(out),
                 "pack: {}; worth {:.3f} of at most {:.3f}, gap {:.1f} %\n",
                 shown.empty() ? nothing : fmt::format("{}", fmt::join(shown, ", ")), pack.value,
                 pack.best_value, kHundred * gap);
}

}  // namespace

std::string RenderExplanation(const ContextAnswer& answer) {
  const Explanation& explanation = *answer.explanation;
  const retrieval::Question& question = explanation.question;
  std::string out;
  if (!question.terms.empty()) out = "terms (weight, symbols that have it)\n";
  for (const retrieval::QuestionTerm& term : question.terms) {
    fmt::format_to(std::back_inserter(out), "  {:<20} {:6.2f} {:>8}  from '{}'\n", term.term,
                   term.weight, Grouped(term.document_frequency), VisibleLine(term.as_written));
  }
  if (!question.identifiers.empty()) {
    out += VisibleLine(fmt::format("identifiers: {}", fmt::join(question.identifiers, ", ")));
    out += '\n';
  }
  if (!question.paths.empty()) {
    out += VisibleLine(fmt::format("paths: {}", fmt::join(question.paths, ", "))) + "\n";
  }
  if (question.about_tests) out += "about tests: test code is not ranked down\n";
  const std::optional<wire::Truncation>& truncation = answer.payload.truncation;
  AppendPack(explanation.pack, truncation && !truncation->next_call.empty(), out);
  std::vector<retrieval::ScorePartRow> rows;
  std::vector<std::string_view> names;
  for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) {
    const bool is_had = std::any_of(explanation.symbols.begin(), explanation.symbols.end(),
                                    [&](const auto& parts) { return parts.*row.part != 0; });
    if (!is_had) continue;
    rows.push_back(row);
    names.push_back(row.name);
  }
  out += fmt::format("score = {}\n", fmt::join(names, ", "));
  for (std::size_t i = 0; i < explanation.symbols.size(); ++i) {
    const wire::Symbol& symbol = answer.payload.symbols[i];
    auto line = std::back_inserter(out);
    fmt::format_to(line, "  {:.3f} =", symbol.score);
    for (const retrieval::ScorePartRow& row : rows) {
      fmt::format_to(line, " {:.3f}", explanation.symbols[i].*row.part);
    }
    fmt::format_to(line, "  {}\n", NameText(symbol));
  }
  return out;
}

}  // namespace waymark::services
