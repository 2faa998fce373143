// Definitions that stand outside their type: `void DBImpl::Get()`, `func (s *Server) Run()`.
#include <memory>

#include "parallel.h"
#include "resolve/evaluator.h"
#include "resolve/link.h"

namespace waymark::indexer {
namespace {

// The type, or the namespace, that a definition names as its owner.
std::optional<SymbolRef> FindOwner(Evaluator& evaluator, FileIndex file,
                                   const ModelDefinition& definition) {
  const Place place{file, definition.scope};
  const Answer types = evaluator.AskType(place, definition.owner);
  if (types.size() == 1 && types.entities()[0].kind == EntityKind::kInstance) {
    return types.entities()[0].symbol;
  }
  const Answer bound = evaluator.AskBinding(place, definition.owner, {kUnknownArity, true});
  if (bound.size() != 1 || bound.entities()[0].kind != EntityKind::kSymbol) return std::nullopt;
  const SymbolRef symbol = bound.entities()[0].symbol;
  const ProgramFile& home = evaluator.program().files[symbol.file];
  const ScopeIndex inner = home.model().definitions[symbol.definition].inner_scope;
  const bool is_namespace =
      inner != kNoIndex && home.model().scopes[inner].kind == ScopeKind::kNamespace;
  return is_namespace ? std::optional<SymbolRef>(symbol) : std::nullopt;
}

// Whether following parents upwards from a symbol comes to an end.
bool IsGrounded(const Program& program, SymbolRef symbol) {
  for (int depth = 0; depth < kMaxOwnerDepth; ++depth) {
    if (symbol.definition == 0) return true;
    symbol = program.ParentOf(symbol);
  }
  return false;
}

// Broken code can make a type its own owner.
void RemoveUngrounded(Program& program) {
  std::vector<SymbolRef> ungrounded;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    for (const auto& pair : program.files[i].owners) {
      if (!IsGrounded(program, {i, pair.first})) ungrounded.push_back({i, pair.first});
    }
  }
  for (const SymbolRef symbol : ungrounded) {
    std::erase_if(program.files[symbol.file].owners,
                  [&](const auto& pair) { return pair.first == symbol.definition; });
  }
}

}  // namespace

std::size_t LinkOwners(Program& program, Owned which, unsigned threads) {
  std::vector<std::unique_ptr<Evaluator>> evaluators(threads);
  // Kept apart until all are found, since evaluators read the owners of other files.
  std::vector<std::vector<std::pair<DefinitionIndex, SymbolRef>>> found(program.files.size());
  ParallelFor(threads, program.files.size(), [&](unsigned thread, std::size_t i) {
    if (evaluators[thread] == nullptr) evaluators[thread] = std::make_unique<Evaluator>(program);
    Evaluator& evaluator = *evaluators[thread];
    const ProgramFile& file = program.files[i];
    for (DefinitionIndex d = 1; d < file.model().definitions.size(); ++d) {
      const ModelDefinition& definition = file.model().definitions[d];
      if (definition.owner == kNoIndex) continue;
      const SymbolRef symbol{static_cast<FileIndex>(i), d};
      if (which == Owned::kTypes && !program.TypeOf(symbol).has_value()) continue;
      if (const Space space = program.OwnerSpaceOf(symbol); space.exists()) {
        const auto openings = program.openings.Find(space);
        if (!openings.empty()) found[i].emplace_back(d, program.HeadOf(openings.front().value));
      } else if (const auto owner = FindOwner(evaluator, symbol.file, definition)) {
        found[i].emplace_back(d, *owner);
      }
    }
  });
  std::size_t count = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    count += found[i].size();
    program.files[i].owners = std::move(found[i]);
  }
  RemoveUngrounded(program);
  if (count != 0 || which == Owned::kAll) CollectMembers(program);
  return count;
}

}  // namespace waymark::indexer
