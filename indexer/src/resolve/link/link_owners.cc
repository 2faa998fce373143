// Owners of out-of-class definitions: `void DBImpl::Get()`, `func (s *Server) Run()`.
#include <memory>

#include "resolve/evaluate/evaluator.h"
#include "resolve/link/link.h"
#include "resources/parallel.h"

namespace waymark::indexer {
namespace {

// The type or namespace that a definition names as its owner.
std::optional<SymbolRef> FindOwner(Evaluator& evaluator, FileIndex file,
                                   const ModelDefinition& definition) {
  const ScopeRef place{file, definition.scope};
  const Resolution types = evaluator.AskType(place, definition.owner);
  if (types.size() == 1 && types.entities()[0].kind == EntityKind::kInstance) {
    return types.entities()[0].symbol;
  }
  const Resolution bound = evaluator.AskBinding(place, definition.owner, {kUnknownArity, true});
  if (bound.size() != 1 || bound.entities()[0].kind != EntityKind::kSymbol) return std::nullopt;
  const SymbolRef symbol = bound.entities()[0].symbol;
  const ProgramFile& home = evaluator.program().files[symbol.file];
  const ScopeIndex inner = home.model().definitions[symbol.definition].inner_scope;
  const bool is_namespace =
      inner != kNoIndex && home.model().scopes[inner].kind == ScopeKind::kNamespace;
  return is_namespace ? std::optional<SymbolRef>(symbol) : std::nullopt;
}

// Whether the chain of parents of a symbol ends.
bool IsGrounded(const Program& program, SymbolRef symbol) {
  for (int depth = 0; depth < kMaxOwnerDepth; ++depth) {
    if (symbol.definition == 0) return true;
    symbol = program.ParentOf(symbol);
  }
  return false;
}

// Broken code can make a type its own owner.
void RemoveUngrounded(std::span<const FileIndex> files, Program& program) {
  std::vector<SymbolRef> ungrounded;
  const Program& known = program;
  for (const FileIndex i : files) {
    for (const auto& pair : known.files[i].owners) {
      if (!IsGrounded(program, {i, pair.first})) ungrounded.push_back({i, pair.first});
    }
  }
  for (const SymbolRef symbol : ungrounded) {
    std::erase_if(program.files[symbol.file].owners,
                  [&](const auto& pair) { return pair.first == symbol.definition; });
  }
}

}  // namespace

std::size_t LinkOwners(std::span<const FileIndex> files, Owned which, unsigned threads,
                       Program& program) {
  const Program& known = program;
  std::vector<std::unique_ptr<Evaluator>> evaluators(threads);
  // Kept apart until all are found, since evaluators read the owners of other files.
  std::vector<std::vector<std::pair<DefinitionIndex, SymbolRef>>> found(files.size());
  ParallelFor(threads, files.size(), [&](unsigned thread, std::size_t i) {
    if (evaluators[thread] == nullptr) evaluators[thread] = std::make_unique<Evaluator>(known);
    Evaluator& evaluator = *evaluators[thread];
    const FileModel& model = known.files[files[i]].model();
    for (DefinitionIndex d = 1; d < model.definitions.size(); ++d) {
      const ModelDefinition& definition = model.definitions[d];
      if (definition.owner == kNoIndex) continue;
      const SymbolRef symbol{files[i], d};
      if (which == Owned::kTypes && !known.IsType(symbol)) continue;
      if (const Space space = known.OwnerSpaceOf(symbol); space.exists()) {
        const auto partial_definitions = known.partial_definitions.Find(space);
        if (!partial_definitions.empty())
          found[i].emplace_back(d, known.CanonicalOf(partial_definitions.front().value));
      } else if (const auto owner = FindOwner(evaluator, symbol.file, definition)) {
        found[i].emplace_back(d, *owner);
      }
    }
  });
  std::size_t count = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    count += found[i].size();
    program.files[files[i]].owners = std::move(found[i]);
  }
  RemoveUngrounded(files, program);
  return count;
}

}  // namespace waymark::indexer
