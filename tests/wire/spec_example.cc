#include "spec_example.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::wire {

Payload SpecExample() {
  struct Row {
    const char* name;
    float score;
    SymbolKind kind;
    Provenance provenance;
    std::uint8_t distance;
  };

  constexpr Row kRows[] = {
      {"internal/mcp.requireHash", 0.78F, SymbolKind::kFunction, Provenance::kLspResolved, 0},
      {"internal/mcp.Server.registerTools", 0.74F, SymbolKind::kMethod, Provenance::kLspResolved,
       0},
      {"internal/mcp.requireStringArg", 0.67F, SymbolKind::kFunction, Provenance::kLspResolved, 0},
      {"internal/mcp.getIntArg", 0.66F, SymbolKind::kFunction, Provenance::kLspResolved, 0},
      {"internal/mcp.NewServer", 0.54F, SymbolKind::kFunction, Provenance::kLspResolved, 1},
      {"cmd/knowing.cmdServe", 0.51F, SymbolKind::kFunction, Provenance::kAstInferred, 1},
      {"cmd/knowing.cmdMCP", 0.46F, SymbolKind::kFunction, Provenance::kAstInferred, 1},
      {"internal/mcp.Server", 0.42F, SymbolKind::kType, Provenance::kLspResolved, 2},
      {"internal/types.GraphStore", 0.38F, SymbolKind::kInterface, Provenance::kLspResolved, 2},
      {"internal/store.SQLiteStore", 0.35F, SymbolKind::kType, Provenance::kLspResolved, 2},
  };

  struct Link {
    std::uint32_t target;
    std::uint32_t source;
    EdgeType type;
  };

  constexpr Link kLinks[] = {
      {0, 4, EdgeType::kCalls},      {0, 5, EdgeType::kCalls},      {0, 6, EdgeType::kCalls},
      {1, 4, EdgeType::kCalls},      {2, 5, EdgeType::kCalls},      {2, 6, EdgeType::kCalls},
      {9, 8, EdgeType::kImplements}, {4, 8, EdgeType::kReferences},
  };
  Payload payload;
  payload.tool = "context_for_task";
  payload.tokens_used = 1847;
  payload.token_budget = 5000;
  for (const Row& row : kRows) {
    Symbol& symbol = payload.symbols.emplace_back();
    symbol.kind = row.kind;
    symbol.qualified_name = std::string("github.com/blackwell-systems/knowing/") + row.name;
    symbol.score = row.score;
    symbol.provenance = row.provenance;
    symbol.distance = row.distance;
  }
  for (const Link& link : kLinks) {
    Edge& edge = payload.edges.emplace_back();
    edge.source = link.source;
    edge.target = link.target;
    edge.type = link.type;
  }
  return payload;
}

const std::string_view kSpecExampleGcf =
    R"(GCF tool=context_for_task budget=5000 tokens=1847 symbols=10
## targets
@0 fn github.com/blackwell-systems/knowing/internal/mcp.requireHash 0.78 lsp_resolved
@1 method github.com/blackwell-systems/knowing/internal/mcp.Server.registerTools 0.74 lsp_resolved
@2 fn github.com/blackwell-systems/knowing/internal/mcp.requireStringArg 0.67 lsp_resolved
@3 fn github.com/blackwell-systems/knowing/internal/mcp.getIntArg 0.66 lsp_resolved
## related
@4 fn github.com/blackwell-systems/knowing/internal/mcp.NewServer 0.54 lsp_resolved
@5 fn github.com/blackwell-systems/knowing/cmd/knowing.cmdServe 0.51 ast_inferred
@6 fn github.com/blackwell-systems/knowing/cmd/knowing.cmdMCP 0.46 ast_inferred
## extended
@7 type github.com/blackwell-systems/knowing/internal/mcp.Server 0.42 lsp_resolved
@8 iface github.com/blackwell-systems/knowing/internal/types.GraphStore 0.38 lsp_resolved
@9 type github.com/blackwell-systems/knowing/internal/store.SQLiteStore 0.35 lsp_resolved
## edges
@0<@4 calls
@0<@5 calls
@0<@6 calls
@1<@4 calls
@2<@5 calls
@2<@6 calls
@9<@8 implements
@4<@8 references
)";

Payload TwoSymbols() {
  Payload payload;
  payload.tool = "context_for_task";
  payload.tokens_used = 1847;
  payload.token_budget = 5000;
  Symbol& auth = payload.symbols.emplace_back();
  auth.qualified_name = "pkg.Auth";
  auth.kind = SymbolKind::kFunction;
  auth.score = 0.78F;
  auth.components = {0.40F, 0.25F, 0.06F, 0.15F};
  auth.signature = "func Auth()";
  auth.provenance = Provenance::kLspResolved;
  Symbol& server = payload.symbols.emplace_back();
  server.qualified_name = "pkg.Server";
  server.kind = SymbolKind::kType;
  server.score = 0.54F;
  server.provenance = Provenance::kAstInferred;
  server.distance = 1;
  Edge& edge = payload.edges.emplace_back();
  edge.source = 1;
  edge.target = 0;
  edge.type = EdgeType::kCalls;
  return payload;
}

const std::string_view kTwoSymbolsGcb1Hex =
    "474342310110636f6e746578745f666f725f7461736bb70e8827020108706b672e417574680114ae473f03000b6675"
    "6e"
    "6320417574682829cdcccc3e0000803e8fc2753d9a99193e0a706b672e53657276657202713d0a3f01010000000000"
    "00"
    "000000000000000000000001000100";

Edge Call(std::uint32_t source, std::uint32_t target) {
  Edge edge;
  edge.source = source;
  edge.target = target;
  edge.type = EdgeType::kCalls;
  return edge;
}

std::string Replace(std::string_view text, std::string_view from, std::string_view to) {
  std::string out(text);
  const std::size_t at = out.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return out.replace(at, from.size(), to);
}

}  // namespace waymark::wire
