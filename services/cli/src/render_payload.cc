#include "render_payload.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "quantities.h"

namespace waymark::services {
namespace {

constexpr std::size_t kCommitDigits = 12;
constexpr std::size_t kMaxSitesShown = 5;

std::string PlaceOf(const wire::Symbol& symbol) {
  if (symbol.end_line > symbol.start_line) {
    return fmt::format("{}:{}-{}", symbol.path, symbol.start_line, symbol.end_line);
  }
  return fmt::format("{}:{}", symbol.path, symbol.start_line);
}

// The call that shows the rest, where there is one.
std::string RestCall(const wire::Truncation& truncation) {
  return truncation.next_call.empty() ? "" : ": " + truncation.next_call;
}

std::size_t WidestKind(const wire::Payload& payload) {
  std::size_t width = 0;
  for (const wire::Symbol& symbol : payload.symbols) {
    width = std::max(width, wire::TermName(payload, symbol.kind).size());
  }
  return width;
}

// " 0.93  method  flask.app.Flask.run  src/flask/app.py:540-612", and the signature below.
void AppendScoredSymbols(std::string& out, const wire::Payload& payload) {
  const std::size_t width = WidestKind(payload);
  for (const wire::Symbol& symbol : payload.symbols) {
    fmt::format_to(std::back_inserter(out), "  {:.2f}  {:<{}}  {}  {}\n", symbol.score,
                   wire::TermName(payload, symbol.kind), width, symbol.qualified_name,
                   PlaceOf(symbol));
    if (!symbol.signature.empty()) {
      fmt::format_to(std::back_inserter(out), "          {}\n", symbol.signature);
    }
  }
}

std::string SitesOf(const wire::Edge& edge) {
  std::string lines;
  for (std::size_t i = 0; i < std::min(edge.sites.size(), kMaxSitesShown); ++i) {
    lines += fmt::format("{}{}", lines.empty() ? " at line " : ", ", edge.sites[i].line);
  }
  if (edge.sites.size() > kMaxSitesShown) {
    lines += fmt::format(" and {} more", edge.sites.size() - kMaxSitesShown);
  }
  return lines;
}

// Each symbol's edge in the tree of a blast radius: the one that ties it to a symbol above it.
// Roots have none.
std::vector<const wire::Edge*> TreeEdges(const wire::Payload& payload) {
  std::vector<const wire::Edge*> edges(payload.symbols.size(), nullptr);
  for (const wire::Edge& edge : payload.edges) {
    edges[std::max(edge.source, edge.target)] = &edge;
  }
  return edges;
}

void AppendReached(std::string& out, const wire::Payload& payload, std::uint32_t index,
                   const wire::Edge* edge) {
  const wire::Symbol& symbol = payload.symbols[index];
  fmt::format_to(std::back_inserter(out), "  {} {}  {}\n", wire::TermName(payload, symbol.kind),
                 symbol.qualified_name, PlaceOf(symbol));
  if (edge == nullptr) return;
  const std::string_view type = wire::TermName(payload, edge->type);
  const bool forward = edge->source == index;
  const std::uint32_t other = forward ? edge->target : edge->source;
  fmt::format_to(std::back_inserter(out), "      {}{} {}{}\n", type, forward ? "" : ", from",
                 payload.symbols[other].qualified_name, SitesOf(*edge));
}

}  // namespace

std::string IndexLine(const wire::IndexInfo& index) {
  std::string line = fmt::format("{}, generation {}", index.repository, index.generation);
  if (!index.commit.empty()) line += ", commit " + index.commit.substr(0, kCommitDigits);
  if (!index.files_differing.has_value()) return line + "; not compared with the files on disk";
  if (*index.files_differing == 0) return line + "; up to date with the files on disk";
  return line +
         fmt::format("; {} on disk differ from the index (waymark index brings it up to date)",
                     Counted(*index.files_differing, "file", "files"));
}

std::string CompletenessLine(const wire::Completeness& completeness) {
  switch (completeness.certainty) {
    case wire::Certainty::kUnstated:
      return "";
    case wire::Certainty::kExact:
      return "complete";
    case wire::Certainty::kLowerBound:
      return fmt::format("at least this; there may be more: {}", completeness.reason);
    case wire::Certainty::kUnknown:
      break;
  }
  return fmt::format("completeness unknown: {}", completeness.reason);
}

std::string RenderContext(const ContextAnswer& answer) {
  const wire::Payload& payload = answer.payload;
  std::string out = IndexLine(*payload.index) + "\n";
  fmt::format_to(std::back_inserter(out), "{} in {} of {} tokens ({})",
                 Counted(payload.symbols.size(), "symbol", "symbols"), Grouped(payload.tokens_used),
                 Grouped(payload.token_budget),
                 wire::Name(payload.tokenizer.value_or(wire::kDefaultTokenizer)));
  if (payload.truncation.has_value()) {
    fmt::format_to(std::back_inserter(out), "; {} more found",
                   Grouped(payload.truncation->omitted));
  }
  fmt::format_to(std::back_inserter(out), "; {}\n\n", CompletenessLine(payload.completeness));
  AppendScoredSymbols(out, payload);
  if (!payload.edges.empty()) out += "\n";
  for (const wire::Edge& edge : payload.edges) {
    fmt::format_to(std::back_inserter(out), "  {} {} {}\n",
                   payload.symbols[edge.source].qualified_name, wire::TermName(payload, edge.type),
                   payload.symbols[edge.target].qualified_name);
  }
  return out;
}

std::string RenderSearch(const SearchAnswer& answer) {
  const wire::Payload& payload = answer.payload;
  std::string out = IndexLine(*payload.index) + "\n";
  if (payload.symbols.empty()) return out + "nothing found\n";
  AppendScoredSymbols(out, payload);
  if (payload.truncation.has_value()) {
    out += "  there are more" + RestCall(*payload.truncation) + "\n";
  }
  return out;
}

std::string RenderBlastRadius(const BlastRadiusAnswer& answer) {
  const wire::Payload& payload = answer.payload;
  std::string out = IndexLine(*payload.index) + "\n";
  fmt::format_to(std::back_inserter(out), "{} in {} affected, {} of them tests; {}\n",
                 Counted(answer.affected_symbols, "symbol", "symbols"),
                 Counted(answer.affected_files, "file", "files"), Grouped(answer.affected_tests),
                 CompletenessLine(payload.completeness));
  const std::vector<const wire::Edge*> edges = TreeEdges(payload);
  int hop = -1;
  for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
    if (payload.symbols[i].distance != hop) {
      hop = payload.symbols[i].distance;
      const auto step = static_cast<std::size_t>(hop);
      const std::uint64_t count = step < answer.hop_counts.size() ? answer.hop_counts[step] : 0;
      out += hop == 0 ? "\nchanged\n" : fmt::format("\nhop {}: {}\n", hop, Grouped(count));
    }
    AppendReached(out, payload, i, edges[i]);
  }
  if (payload.truncation.has_value()) {
    const std::uint64_t omitted = payload.truncation->omitted;
    out += omitted == 0 ? "\nthere is more beyond this depth"
                        : fmt::format("\n{} not shown", Grouped(omitted));
    out += RestCall(*payload.truncation) + "\n";
  }
  return out;
}

std::string RenderExplanation(const ContextAnswer& answer) {
  const Explanation& explanation = *answer.explanation;
  const retrieval::Question& question = explanation.question;
  std::string out = "terms (weight, symbols that have it)\n";
  for (const retrieval::QuestionTerm& term : question.terms) {
    fmt::format_to(std::back_inserter(out), "  {:<20} {:6.2f} {:>8}  from '{}'\n", term.term,
                   term.weight, Grouped(term.document_frequency), term.as_written);
  }
  if (!question.identifiers.empty()) {
    out += fmt::format("identifiers: {}\n", fmt::join(question.identifiers, ", "));
  }
  if (!question.paths.empty()) out += fmt::format("paths: {}\n", fmt::join(question.paths, ", "));
  if (question.about_tests) out += "about tests: test code is not ranked down\n";
  out += "score = lexical, cohesion, walk\n";
  for (std::size_t i = 0; i < explanation.symbols.size(); ++i) {
    const SymbolScore& score = explanation.symbols[i];
    fmt::format_to(std::back_inserter(out), "  {:.3f} = {:.3f} {:.3f} {:.3f}  {}\n",
                   answer.payload.symbols[i].score, score.lexical, score.cohesion, score.walk,
                   answer.payload.symbols[i].qualified_name);
  }
  return out;
}

}  // namespace waymark::services
