// Edges to what lies outside the language: environment, programs, routes, endpoints, topics, flags,
// services.
#include <algorithm>
#include <array>

#include "resolve/file_resolver.h"

namespace waymark::indexer {
namespace {

struct LiteralEdge {
  LiteralRole role;
  EdgeType type;
  EdgeRule rule = EdgeRule::kLexicalScope;
};

constexpr std::array kEdges = {
    LiteralEdge{LiteralRole::kRoute, EdgeType::kHandlesRoute},  // from the route to its handler
    LiteralEdge{LiteralRole::kEnvVar, EdgeType::kReadsEnv},
    LiteralEdge{LiteralRole::kCommand, EdgeType::kExecutesProcess},
    LiteralEdge{LiteralRole::kEndpoint, EdgeType::kConsumesEndpoint},
    LiteralEdge{LiteralRole::kPublished, EdgeType::kPublishes},
    LiteralEdge{LiteralRole::kSubscribed, EdgeType::kSubscribes},
    LiteralEdge{LiteralRole::kFlag, EdgeType::kGatedByFlag},
    LiteralEdge{LiteralRole::kExposed, EdgeType::kExposes},
    LiteralEdge{LiteralRole::kRpcService, EdgeType::kImplementsRpc, EdgeRule::kGeneratedStub},
    LiteralEdge{LiteralRole::kRpcClient, EdgeType::kConsumesRpc, EdgeRule::kGeneratedStub},
};

}  // namespace

void FileResolver::AddLiterals() {
  for (const Literal& literal : out_->facts.literals) {
    const auto* edge = std::find_if(kEdges.begin(), kEdges.end(), [&](const LiteralEdge& row) {
      return row.role == literal.role;
    });
    const bool is_route = literal.role == LiteralRole::kRoute;
    const DefinitionIndex source = is_route ? literal.named : literal.owner;
    const DefinitionIndex target = is_route ? literal.owner : literal.named;
    AddEdge(source, {file_, target}, edge->type, edge->rule, literal.site);
  }
}

// What is no function of the repository is a use like any, which is told beside this.
void FileResolver::AddHandler(const Reference& reference) {
  const Answer bound = evaluator_.AskBinding(PlaceOf(reference), reference.expression, {});
  std::vector<Meant> targets;
  for (const Entity& entity : bound.entities()) CallTargets(entity, 0, targets);
  if (targets.size() != 1 || bound.more) return;
  AddEdge(reference.owner, targets[0].symbol, EdgeType::kHandlesRoute, targets[0].rule,
          reference.site);
}

}  // namespace waymark::indexer
