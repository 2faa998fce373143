#include "render/diagram.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/ascii.h"
#include "output/output.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

// The nodes of a frame, in the order of the diagram.
struct DiagramGroup {
  std::string title;
  std::vector<std::size_t> nodes;
};

// How a language writes the parts of a picture. Texts are escaped already.
class DiagramWriter {
 public:
  virtual ~DiagramWriter() = default;
  virtual std::string Escape(std::string_view line) const = 0;
  virtual std::string_view line_break() const = 0;
  virtual void Begin(std::string& out) const = 0;
  virtual void BeginGroup(std::string& out, std::size_t number, const std::string& title) const = 0;
  virtual void EndGroup(std::string& out) const = 0;
  virtual void Node(std::string& out, std::size_t number, const std::string& label,
                    const DiagramNode& node) const = 0;
  virtual void Remark(std::string& out, const std::string& label) const = 0;
  virtual void Edge(std::string& out, const DiagramEdge& edge, const std::string& label) const = 0;
  // The links, and what ends the picture.
  virtual void End(std::string& out, std::span<const DiagramNode> nodes) const = 0;
};

// The line without controls. The end of a long name tells more than its beginning.
std::string ShownLine(std::string_view text) {
  std::string line = VisibleLine(text);
  std::size_t characters = 0;
  for (std::size_t at = line.size(); at > 0; --at) {
    const bool begins_character = (static_cast<unsigned char>(line[at - 1]) & 0xC0U) != 0x80U;
    characters += begins_character ? 1 : 0;
    if (begins_character && characters == kMaxLabelCharacters && at > 1) {
      return "…" + line.substr(at - 1);
    }
  }
  return line;
}

std::string LabelOf(const DiagramWriter& writer, const DiagramNode& node) {
  std::vector<std::string> lines;
  const bool is_cut = node.lines.size() > kMaxLabelLines;
  const std::size_t shown = is_cut ? kMaxLabelLines - 1 : node.lines.size();
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(writer.Escape(ShownLine(node.lines[i])));
  if (is_cut) lines.push_back(fmt::format("and {} more", node.lines.size() - shown));
  return fmt::format("{}", fmt::join(lines, writer.line_break()));
}

std::vector<DiagramGroup> GroupsOf(std::span<const DiagramNode> nodes) {
  std::vector<DiagramGroup> groups;
  std::map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto [at, is_new] = known.emplace(nodes[i].group, groups.size());
    if (is_new) groups.push_back({.title = nodes[i].group, .nodes = {}});
    groups[at->second].nodes.push_back(i);
  }
  return groups;
}

// "12 more nodes and 3 more edges are not drawn"; empty if everything is.
std::string RemarkText(std::uint64_t nodes, std::uint64_t edges) {
  std::vector<std::string> parts;
  if (nodes != 0) parts.push_back(Counted(nodes, "more node", "more nodes"));
  if (edges != 0) parts.push_back(Counted(edges, "more edge", "more edges"));
  if (parts.empty()) return "";
  const bool is_one = parts.size() == 1 && nodes + edges == 1;
  return fmt::format("{} {} not drawn", fmt::join(parts, " and "), is_one ? "is" : "are");
}

std::string PictureOf(const Diagram& diagram, const DiagramWriter& writer) {
  const std::size_t drawn = std::min(diagram.nodes.size(), kMaxDiagramNodes);
  const std::span<const DiagramNode> nodes(diagram.nodes.data(), drawn);
  std::string out;
  writer.Begin(out);
  std::size_t frames = 0;
  for (const DiagramGroup& group : GroupsOf(nodes)) {
    if (!group.title.empty()) {
      writer.BeginGroup(out, frames++, writer.Escape(ShownLine(group.title)));
    }
    for (const std::size_t i : group.nodes) {
      writer.Node(out, i, LabelOf(writer, nodes[i]), nodes[i]);
    }
    if (!group.title.empty()) writer.EndGroup(out);
  }
  std::size_t edges = 0;
  for (const DiagramEdge& edge : diagram.edges) {
    if (std::max(edge.from, edge.to) >= drawn || edges == kMaxDiagramEdges) continue;
    writer.Edge(out, edge, writer.Escape(ShownLine(edge.label)));
    ++edges;
  }
  const std::string remark =
      RemarkText(diagram.left_out + diagram.nodes.size() - drawn, diagram.edges.size() - edges);
  if (!remark.empty()) writer.Remark(out, remark);
  writer.End(out, nodes);
  return out;
}

bool IsWordCharacter(char c) {
  return IsLower(c) || IsUpper(c) || IsDigit(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

class MermaidWriter final : public DiagramWriter {
 public:
  // Mermaid reads a label as Markdown and as HTML, and takes "#34;" for a character by its number.
  // So every sign that could be markup is written by its number. Some are none within a word.
  std::string Escape(std::string_view line) const override {
    std::string escaped;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      const bool is_inside = i > 0 && i + 1 < line.size() && IsWordCharacter(line[i - 1]) &&
                             IsWordCharacter(line[i + 1]);
      const bool is_plain = IsWordCharacter(c) || c == ' ' || c == ',' || c == '/' ||
                            (is_inside && (c == '.' || c == '_' || c == '-'));
      if (is_plain) {
        escaped += c;
      } else {
        fmt::format_to(std::back_inserter(escaped), "#{};", static_cast<int>(c));
      }
    }
    return escaped;
  }

  std::string_view line_break() const override { return "<br/>"; }

  void Begin(std::string& out) const override { out += "flowchart LR\n"; }

  void BeginGroup(std::string& out, std::size_t number, const std::string& title) const override {
    fmt::format_to(std::back_inserter(out), "  subgraph g{}[\"{}\"]\n", number, title);
  }

  void EndGroup(std::string& out) const override { out += "  end\n"; }

  void Node(std::string& out, std::size_t number, const std::string& label,
            const DiagramNode& node) const override {
    fmt::format_to(std::back_inserter(out), "  n{}[\"{}\"]{}\n", number, label,
                   node.is_subject ? ":::subject" : "");
  }

  void Remark(std::string& out, const std::string& label) const override {
    fmt::format_to(std::back_inserter(out), "  more[\"{}\"]:::remark\n", label);
    out += "  classDef remark stroke-dasharray:4\n";
  }

  void Edge(std::string& out, const DiagramEdge& edge, const std::string& label) const override {
    fmt::format_to(std::back_inserter(out), "  n{} {}{} n{}\n", edge.from,
                   edge.is_candidate ? "-.->" : "-->",
                   label.empty() ? "" : fmt::format("|\"{}\"|", label), edge.to);
  }

  void End(std::string& out, std::span<const DiagramNode> nodes) const override {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].link.empty()) continue;
      fmt::format_to(std::back_inserter(out), "  click n{} href \"{}\"\n", i, nodes[i].link);
    }
    const bool has_subject = std::any_of(nodes.begin(), nodes.end(),
                                         [](const DiagramNode& node) { return node.is_subject; });
    if (has_subject) out += "  classDef subject stroke-width:3px\n";
  }
};

class DotWriter final : public DiagramWriter {
 public:
  // A quoted text ends at a quote. In it a backslash begins an escape, and "&" an HTML entity.
  std::string Escape(std::string_view line) const override {
    std::string escaped;
    for (const char c : line) {
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
      if (c == '&') escaped += "amp;";
    }
    return escaped;
  }

  std::string_view line_break() const override { return "\\n"; }

  void Begin(std::string& out) const override {
    out += "digraph waymark {\n  rankdir=LR;\n  node [shape=box];\n";
  }

  void BeginGroup(std::string& out, std::size_t number, const std::string& title) const override {
    fmt::format_to(std::back_inserter(out), "  subgraph cluster_{} {{\n  label=\"{}\";\n", number,
                   title);
  }

  void EndGroup(std::string& out) const override { out += "  }\n"; }

  void Node(std::string& out, std::size_t number, const std::string& label,
            const DiagramNode& node) const override {
    fmt::format_to(std::back_inserter(out), "  n{} [label=\"{}\"{}{}];\n", number, label,
                   node.link.empty() ? "" : fmt::format(", URL=\"{}\"", node.link),
                   node.is_subject ? ", penwidth=3" : "");
  }

  void Remark(std::string& out, const std::string& label) const override {
    fmt::format_to(std::back_inserter(out), "  more [label=\"{}\", style=dashed];\n", label);
  }

  void Edge(std::string& out, const DiagramEdge& edge, const std::string& label) const override {
    fmt::format_to(std::back_inserter(out), "  n{} -> n{} [label=\"{}\"{}];\n", edge.from, edge.to,
                   label, edge.is_candidate ? ", style=dashed" : "");
  }

  void End(std::string& out, std::span<const DiagramNode>) const override { out += "}\n"; }
};

struct DiagramFormat {
  std::string_view name;
  std::string (*write)(const Diagram& diagram);
};

constexpr DiagramFormat kDiagramFormats[] = {{"mermaid", MermaidOf}, {"dot", DotOf}};

const DiagramFormat* FindDiagramFormat(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kDiagramFormats), std::end(kDiagramFormats),
                   [name](const DiagramFormat& format) { return format.name == name; });
  return found == std::end(kDiagramFormats) ? nullptr : found;
}

}  // namespace

std::string MermaidOf(const Diagram& diagram) { return PictureOf(diagram, MermaidWriter()); }

std::string DotOf(const Diagram& diagram) { return PictureOf(diagram, DotWriter()); }

std::vector<std::string> WithDiagramFormats(std::vector<std::string> names) {
  for (const DiagramFormat& format : kDiagramFormats) names.emplace_back(format.name);
  return names;
}

bool IsDiagramFormat(std::string_view format) { return FindDiagramFormat(format) != nullptr; }

absl::Status WriteDiagram(const Diagram& diagram, std::string_view format) {
  return WriteText(FindDiagramFormat(format)->write(diagram));
}

}  // namespace waymark::services
