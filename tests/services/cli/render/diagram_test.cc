// --format mermaid and --format dot: answers as pictures.
#include "render/diagram.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "render/answer_diagrams.h"
#include "shop_repository.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<std::string> DiagramLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// A caller in one file and two candidates in another.
Diagram SmallDiagram() {
  return {.nodes = {{.lines = {"run"}, .group = "a.py", .link = "a.py#L1", .is_subject = true},
                    {.lines = {"stop"}, .group = "b.py"},
                    {.lines = {"halt", "two lines"}, .group = "b.py"}},
          .edges = {{.from = 0, .to = 1, .label = "calls"},
                    {.from = 0, .to = 2, .label = "calls", .is_candidate = true}}};
}

// Names that try to end a label, a line or an entity, or to be markup.
const std::vector<std::string>& HostileNames() {
  static const std::vector<std::string> names = {
      "a\"] --> n7[\"b",    "two\nlines",  "`code`",     "#quot;]",
      "<img src=x>",        "end",         "%%{init}%%", "x:::subject",
      "back\\\" -> n9; //", "style a:#b;", "__init__",   "- item",
      "subgraph g9[\"x\"]", "&quot;",      "1. item",    "\xE2\x80\xAEturned",
  };
  return names;
}

Diagram HostileDiagram() {
  Diagram diagram;
  for (const std::string& name : HostileNames()) {
    diagram.nodes.push_back({.lines = {name}, .group = name});
    diagram.edges.push_back({.from = 0, .to = 0, .label = name});
  }
  return diagram;
}

TEST(Diagram, IsAFlowchartOfMermaid) {
  EXPECT_EQ(MermaidOf(SmallDiagram()),
            "flowchart LR\n"
            "  subgraph g0[\"a.py\"]\n"
            "  n0[\"run\"]:::subject\n"
            "  end\n"
            "  subgraph g1[\"b.py\"]\n"
            "  n1[\"stop\"]\n"
            "  n2[\"halt<br/>two lines\"]\n"
            "  end\n"
            "  n0 -->|\"calls\"| n1\n"
            "  n0 -.->|\"calls\"| n2\n"
            "  click n0 href \"a.py#L1\"\n"
            "  classDef subject stroke-width:3px\n");
}

TEST(Diagram, IsAGraphOfDot) {
  EXPECT_EQ(DotOf(SmallDiagram()),
            "digraph waymark {\n"
            "  rankdir=LR;\n"
            "  node [shape=box];\n"
            "  subgraph cluster_0 {\n"
            "  label=\"a.py\";\n"
            "  n0 [label=\"run\", URL=\"a.py#L1\", penwidth=3];\n"
            "  }\n"
            "  subgraph cluster_1 {\n"
            "  label=\"b.py\";\n"
            "  n1 [label=\"stop\"];\n"
            "  n2 [label=\"halt\\ntwo lines\"];\n"
            "  }\n"
            "  n0 -> n1 [label=\"calls\"];\n"
            "  n0 -> n2 [label=\"calls\", style=dashed];\n"
            "}\n");
}

// Every label is letters, digits, some signs within words, and characters by their numbers.
TEST(Diagram, NoNameForgesStructureInMermaid) {
  const std::regex statement(
      R"re(flowchart LR|  end|  (n|subgraph g)\d+\["L"\]|  n0 -->\|"L"\| n0)re");
  const std::regex label(R"re("([^"<>`\[\]{}|:\\]*)")re");
  const std::vector<std::string> lines = DiagramLines(MermaidOf(HostileDiagram()));

  EXPECT_THAT(lines, SizeIs(1 + HostileNames().size() * 4));
  for (const std::string& line : lines) {
    EXPECT_TRUE(std::regex_match(std::regex_replace(line, label, "\"L\""), statement)) << line;
  }
  EXPECT_THAT(lines, Contains("  n3[\"#35;quot#59;#93;\"]")) << "an entity is no entity";
  EXPECT_THAT(lines, Contains("  n10[\"#95;#95;init#95;#95;\"]")) << "nothing is bold";
}

TEST(Diagram, NoNameForgesStructureInDot) {
  const std::regex quoted(R"re("(\\.|[^"\\])*")re");
  const std::regex statement(
      R"re(digraph waymark \{|  rankdir=LR;|  node \[shape=box\];|  subgraph cluster_\d+ \{)re"
      R"re(|  label=L;|  n\d+ \[label=L\];|  \}|  n0 -> n0 \[label=L\];|\})re");
  const std::vector<std::string> lines = DiagramLines(DotOf(HostileDiagram()));

  EXPECT_THAT(lines, SizeIs(4 + HostileNames().size() * 5));
  for (const std::string& line : lines) {
    EXPECT_TRUE(std::regex_match(std::regex_replace(line, quoted, "L"), statement)) << line;
  }
  EXPECT_THAT(lines, Contains("  n13 [label=\"&amp;quot;\"];")) << "an entity is no entity";
}

TEST(Diagram, IsBoundedAndSaysWhatIsNotDrawn) {
  Diagram diagram{.nodes = {}, .edges = {}, .left_out = 5};
  for (std::uint32_t i = 0; i < kMaxDiagramNodes + 2; ++i) {
    diagram.nodes.push_back({.lines = {"x"}});
    diagram.edges.push_back({.from = 0, .to = i});
  }

  for (const std::string& text : {MermaidOf(diagram), DotOf(diagram)}) {
    EXPECT_THAT(text, HasSubstr("7 more nodes and 2 more edges are not drawn"));
    EXPECT_THAT(text, HasSubstr("n99"));
    EXPECT_THAT(text, Not(HasSubstr("n100")));
  }
}

TEST(Diagram, ShowsTheEndOfALongNameAndTheFirstOfManyLines) {
  const std::string name(kMaxLabelCharacters, 'x');
  Diagram diagram{.nodes = {{.lines = {"before" + name}}, {.lines = {}}}};
  for (std::size_t i = 0; i < kMaxLabelLines + 3; ++i) diagram.nodes[1].lines.emplace_back("line");

  const std::vector<std::string> lines = DiagramLines(MermaidOf(diagram));

  EXPECT_EQ(lines[1], "  n0[\"…" + name + "\"]");
  EXPECT_THAT(lines[2], EndsWith("line<br/>and 4 more\"]"));
}

TEST(DiagramOf, DrawsEdgesBetweenTheSameSymbolsAsOne) {
  wire::Payload payload;
  payload.symbols.resize(2);
  payload.symbols[0].qualified_name = "test_total";
  payload.symbols[0].distance = 1;
  payload.symbols[1].qualified_name = "total";
  payload.edges = {{.source = 0, .target = 1, .type = EdgeType::kCalls, .confidence = 0.3F},
                   {.source = 0, .target = 1, .type = EdgeType::kTests, .confidence = 0.9F}};

  const Diagram diagram = DiagramOf(payload);

  ASSERT_THAT(diagram.edges, SizeIs(1));
  EXPECT_EQ(diagram.edges[0].label, "calls, tests");
  EXPECT_FALSE(diagram.edges[0].is_candidate) << "one of the two is sure";
  payload.edges.pop_back();
  EXPECT_TRUE(DiagramOf(payload).edges[0].is_candidate);
}

TEST(DiagramOf, DrawsTheImportsOfACycle) {
  AnalyzeAnswer answer{.analysis = Analysis::kCycles};
  answer.cycles = {{.severity = "low", .nodes = {"a.py", "b.py"}, .edges = {{0, 1}, {1, 0}}},
                   {.severity = "high", .nodes = {"c.py", "d.py"}, .edges = {{1, 0}}}};

  const Diagram diagram = DiagramOf(answer);

  EXPECT_EQ(diagram.nodes[3].group, "cycle 2 of 2 nodes, severity high");
  ASSERT_THAT(diagram.edges, SizeIs(3));
  EXPECT_EQ(diagram.edges[2].from, 3U) << "d.py";
  EXPECT_EQ(diagram.edges[2].to, 2U) << "c.py";
}

TEST(DiagramOf, DrawsTheLayersOfAnOutlineFromTheTop) {
  OutlineAnswer answer;
  answer.layers = {{"base", "util"}, {""}};

  const Diagram diagram = DiagramOf(answer);

  ASSERT_THAT(diagram.nodes, SizeIs(2));
  EXPECT_THAT(diagram.nodes[0].lines, ElementsAre("layer 2", "."));
  EXPECT_THAT(diagram.nodes[1].lines, ElementsAre("layer 1", "base", "util"));
  ASSERT_THAT(diagram.edges, SizeIs(1));
  EXPECT_EQ(diagram.edges[0].to, 1U);
}

TEST(DiagramOf, DrawsTheDirectoriesOfAnOutlineWithoutLayers) {
  OutlineAnswer answer;
  answer.areas = {{.path = "src", .files = 1, .symbols = 12}};
  answer.area_count = 3;

  const Diagram diagram = DiagramOf(answer);

  ASSERT_THAT(diagram.nodes, SizeIs(1));
  EXPECT_THAT(diagram.nodes[0].lines, ElementsAre("src", "1 file", "12 symbols"));
  EXPECT_EQ(diagram.left_out, 2U);
}

class DiagramCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", home_.store().string()}).exit_code, 0);
  }

  testing::ProgramResult Ask(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(),
                     {"--repo", root_.string(), "--store", home_.store().string()});
    return home_.Run(arguments);
  }

  testing::WaymarkHome home_;
  std::filesystem::path root_ = testing::WriteShopRepository(home_.directory());
};

TEST_F(DiagramCommandTest, APathIsDrawnStepByStep) {
  const testing::ProgramResult result =
      Ask({"path", "checkout", "price_of", "--format", "mermaid"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(
      DiagramLines(result.out),
      ElementsAre("flowchart LR", "  subgraph g0[\"shop/checkout.py\"]",
                  "  n0[\"shop.checkout.checkout\"]:::subject", "  end",
                  "  subgraph g1[\"shop/cart.py\"]", "  n1[\"shop.cart.Cart.total\"]", "  end",
                  "  subgraph g2[\"shop/pricing.py\"]", "  n2[\"shop.pricing.price_of\"]", "  end",
                  "  n0 -->|\"calls\"| n1", "  n1 -->|\"calls\"| n2",
                  "  click n0 href \"shop/checkout.py#L5\"", "  click n1 href \"shop/cart.py#L13\"",
                  "  click n2 href \"shop/pricing.py#L1\"", "  classDef subject stroke-width:3px"));
}

TEST_F(DiagramCommandTest, EveryAnswerThatIsAGraphCanBeDrawn) {
  const std::vector<std::string> questions[] = {
      {"usages", "price_of"}, {"blast-radius", "price_of"}, {"outline"}, {"analyze", "cycles"}};
  for (std::vector<std::string> question : questions) {
    question.insert(question.end(), {"--format", "dot"});
    const testing::ProgramResult result = Ask(question);

    EXPECT_EQ(result.exit_code, 0) << question[0] << result.err;
    EXPECT_THAT(result.out, AllOf(HasSubstr("digraph waymark {\n"), EndsWith("}\n")))
        << question[0];
  }
}

TEST_F(DiagramCommandTest, AnAnalysisThatIsNoGraphIsNotDrawn) {
  const testing::ProgramResult result = Ask({"analyze", "hotspots", "--format", "dot"});

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("dot draws cycles alone; ask for: analyze cycles"));
}

}  // namespace
}  // namespace waymark::services
