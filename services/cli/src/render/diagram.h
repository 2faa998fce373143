// A graph as a picture in text: as a flowchart of Mermaid, or in Graphviz's language DOT. No text
// of a label can begin a node, an edge or markup of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

namespace waymark::services {

struct DiagramNode {
  std::vector<std::string> lines;  // the label; any text
  std::string group = {};          // nodes of one group share a frame with this title; empty: none
  std::string link = {};           // a relative address; empty: none
  bool is_subject = false;         // drawn with a thick border
};

// The ends are indexes into the nodes.
struct DiagramEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::string label = {};     // any text; empty: none
  bool is_candidate = false;  // drawn as a dashed line
};

struct Diagram {
  std::vector<DiagramNode> nodes;  // the most important ones first
  std::vector<DiagramEdge> edges;
  std::uint64_t left_out = 0;  // nodes that the answer already left out
};

// Limits of a picture, within those of Mermaid (500 edges, 50,000 characters). A further node says
// how much is not drawn. Of a longer line the end is shown.
inline constexpr std::size_t kMaxDiagramNodes = 100;
inline constexpr std::size_t kMaxDiagramEdges = 300;
inline constexpr std::size_t kMaxLabelLines = 12;
inline constexpr std::size_t kMaxLabelCharacters = 60;  // in a line

std::string MermaidOf(const Diagram& diagram);
std::string DotOf(const Diagram& diagram);

// `names` with the formats of diagrams.
std::vector<std::string> WithDiagramFormats(std::vector<std::string> names);
bool IsDiagramFormat(std::string_view format);

// Writes to standard output. REQUIRES: IsDiagramFormat(format). Errors: those of WriteOut().
absl::Status WriteDiagram(const Diagram& diagram, std::string_view format);

}  // namespace waymark::services
