// Turns the references of a file into edges or unresolved references.
#include <algorithm>

#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {

void FileResolver::AddUnresolved(std::uint32_t source, std::string_view name, EdgeType type,
                                 Position site, const Resolution& answer) {
  if (name.empty()) return;
  UnresolvedReason reason =
      answer.dynamic ? UnresolvedReason::kDynamic : UnresolvedReason::kUnknown;
  if (answer.IsForeign()) {
    // A member of a foreign type is like most: external, unless a member of this repository has the
    // name.
    const Name member = program_.names.Find(name);
    const bool may_be_ours = answer.escaped && (!program_.IsForeignMember(file_, member) ||
                                                program_.IsMemberName(file_, member));
    reason = may_be_ours ? UnresolvedReason::kDynamic : UnresolvedReason::kExternal;
  }
  out_->unresolved.push_back({RunnerOf(source, type), name, type, reason, site, {}});
}

void FileResolver::AddAmbiguous(std::uint32_t source, std::string_view name, EdgeType type,
                                Position site, std::span<const Meant> targets) {
  if (name.empty()) return;
  std::vector<SymbolId>& ids = out_->candidates.emplace_back();
  for (const Meant& target : targets) ids.push_back(program_.IdOf(target.symbol));
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  if (ids.size() > graph::kMaxCandidates) ids.resize(graph::kMaxCandidates);
  out_->unresolved.push_back(
      {RunnerOf(source, type), name, type, UnresolvedReason::kAmbiguous, site, ids});
}

// The symbol that runs the code of a definition. The initialiser of a variable outside functions
// and types runs when the file is loaded.
std::uint32_t FileResolver::RunnerOf(std::uint32_t source, EdgeType type) const {
  if (type != EdgeType::kCalls || source == 0) return source;
  const FileModel& model = program_.files[file_].model();
  const ModelDefinition& definition = model.definitions[source];
  const ScopeKind around = model.scopes[definition.scope].kind;
  const bool of_file = around == ScopeKind::kFile || around == ScopeKind::kNamespace;
  return IsVariable(definition) && of_file ? 0 : source;
}

void FileResolver::AddEdge(std::uint32_t source, SymbolRef target, EdgeType type, EdgeRule rule,
                           Position site) {
  const std::uint32_t runner = RunnerOf(source, type);
  out_->edges.push_back({runner, program_.IdOf(target), type, rule, site});
  // A variable depends on the functions that its initialiser calls.
  if (runner != source) {
    out_->edges.push_back({source, program_.IdOf(target), EdgeType::kReferences, rule, site});
  }
  const bool use = type == EdgeType::kCalls || type == EdgeType::kReferences;
  if (use && source != 0 && IsTestSymbol({file_, source}) && !IsTestSymbol(target)) {
    out_->edges.push_back(
        {source, program_.IdOf(target), EdgeType::kTests, EdgeRule::kTestReference, site});
  }
}

bool FileResolver::IsTestSymbol(SymbolRef symbol) const {
  return program_.files[symbol.file].model().IsTest() || DefinitionAt(symbol).Has(kSymbolTest);
}

std::string_view FileResolver::NameOf(ExpressionIndex expression) const {
  const auto is_named = [this](ExpressionIndex index) {
    return At(index).name != 0 && At(index).kind != ExpressionKind::kIndex;
  };
  while (expression != kNoIndex && !is_named(expression)) {
    const ExpressionIndex operand = At(expression).operand;
    // Operands come before their users.
    expression = operand != kNoIndex && operand < expression ? operand : kNoIndex;
  }
  return expression == kNoIndex ? std::string_view() : out_->facts.strings.at(At(expression).name);
}

}  // namespace waymark::indexer
