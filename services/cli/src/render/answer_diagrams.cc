#include "render/answer_diagrams.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/kinds.h"
#include "services/payload_text.h"
#include "services/percent_escapes.h"
#include "services/quantities.h"

namespace waymark::services {
namespace {

// Whether the edge leads to one of several candidates.
bool IsCandidate(const wire::Edge& edge) {
  static constexpr float kThousandths = 1000;
  static const float kConfidence =
      static_cast<float>(ConfidenceThousandths(EdgeRule::kCandidate)) / kThousandths;
  return edge.confidence != 0 && edge.confidence <= kConfidence;
}

// "src/app.py#L12", as hosts of repositories link to a line.
std::string LinkTo(const wire::Symbol& symbol) {
  if (symbol.path.empty() || symbol.name_line == 0) return EscapedPath(symbol.path);
  return fmt::format("{}#L{}", EscapedPath(symbol.path), symbol.name_line);
}

DiagramNode NodeOf(const wire::Symbol& symbol) {
  return {.lines = {symbol.qualified_name},
          .group = symbol.path,
          .link = LinkTo(symbol),
          .is_subject = symbol.distance == 0};
}

// A node for a directory and what is below it.
std::string_view DirectoryName(std::string_view path) { return path.empty() ? "." : path; }

}  // namespace

Diagram DiagramOf(const wire::Payload& payload) {
  Diagram diagram;
  for (const wire::Symbol& symbol : payload.symbols) diagram.nodes.push_back(NodeOf(symbol));
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
  for (const wire::Edge& edge : payload.edges) {
    const auto [at, is_new] =
        known.emplace(std::pair(edge.source, edge.target), diagram.edges.size());
    if (is_new) {
      diagram.edges.push_back({.from = edge.source, .to = edge.target, .is_candidate = true});
    }
    DiagramEdge& drawn = diagram.edges[at->second];
    drawn.label += drawn.label.empty() ? "" : ", ";
    drawn.label += VerbOf(payload, edge.type);
    drawn.is_candidate = drawn.is_candidate && IsCandidate(edge);
  }
  if (payload.truncation.has_value()) diagram.left_out = payload.truncation->omitted.value_or(0);
  return diagram;
}

Diagram DiagramOf(const AnalyzeAnswer& answer) {
  Diagram diagram;
  std::size_t number = 0;
  for (const AnalyzedCycle& cycle : answer.cycles) {
    const auto first = static_cast<std::uint32_t>(diagram.nodes.size());
    const std::string title =
        fmt::format("cycle {} of {}, severity {}", ++number,
                    Counted(cycle.nodes.size(), "node", "nodes"), cycle.severity);
    for (const std::string& path : cycle.nodes) {
      diagram.nodes.push_back({.lines = {path}, .group = title, .link = EscapedPath(path)});
    }
    for (const retrieval::CycleEdge& edge : cycle.edges) {
      diagram.edges.push_back({.from = first + edge.from, .to = first + edge.to});
    }
  }
  return diagram;
}

Diagram DiagramOf(const OutlineAnswer& answer) {
  Diagram diagram;
  std::optional<std::size_t> above;
  for (std::size_t i = answer.layers.size(); i > 0; --i) {
    if (answer.layers[i - 1].empty()) continue;  // on another page
    DiagramNode layer{.lines = {fmt::format("layer {}", i)}};
    for (const std::string& area : answer.layers[i - 1]) {
      layer.lines.emplace_back(DirectoryName(area));
    }
    const auto number = static_cast<std::uint32_t>(diagram.nodes.size());
    if (above == i + 1) diagram.edges.push_back({number - 1, number, "uses"});
    above = i;
    diagram.nodes.push_back(std::move(layer));
  }
  if (!diagram.nodes.empty()) return diagram;
  for (const OutlineArea& area : answer.areas) {
    diagram.nodes.push_back(
        {.lines = {std::string(DirectoryName(area.path)), Counted(area.files, "file", "files"),
                   Counted(area.symbols, "symbol", "symbols")},
         .link = EscapedPath(DirectoryName(area.path))});
  }
  diagram.left_out =
      answer.area_count - std::min<std::uint64_t>(answer.area_count, answer.areas.size());
  return diagram;
}

}  // namespace waymark::services
