// The second half of FactsDraft: turns the collected records into FileFacts.
#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "facts/facts_draft.h"

namespace waymark::indexer {

namespace {

constexpr std::uint8_t kInHeader = 1;
constexpr std::uint8_t kInBody = 2;

// Enclosing before enclosed; of equal ranges the first found.
bool Before(const Definition& a, const Definition& b) {
  if (a.range.begin != b.range.begin) return a.range.begin < b.range.begin;
  return a.range.end > b.range.end;
}

// A method without a body is a declaration, not abstract, if its type also has the method with a
// body.
void DeclareHeads(std::vector<Definition>& definitions) {
  std::set<std::tuple<ScopeIndex, StringId, StringId, int>> behind;
  for (std::size_t i = definitions.size(); i-- > 1;) {
    Definition& definition = definitions[i];
    const bool is_plain = definition.kind == SymbolKind::kMethod &&
                          (definition.flags & (kSymbolProperty | kSymbolDeclaration)) == 0;
    if (!is_plain) continue;
    const std::tuple key(definition.scope, definition.name, definition.discriminator,
                         definition.flags & kSymbolStatic);
    if ((definition.flags & kSymbolAbstract) == 0) {
      behind.insert(key);
    } else if (behind.contains(key)) {
      definition.flags &= static_cast<std::uint16_t>(~kSymbolAbstract);
      definition.flags |= kSymbolDeclaration;
    }
  }
}

}  // namespace

FileFacts FactsDraft::Finish() {
  PlaceDocumentation();
  OrderDefinitions();
  DeclareHeads(facts_.definitions);
  NumberOrdinals();
  DropLocalReferences();
  DropUnusedBindings();
  NumberExpressions();
  NumberStrings();
  OrderTerms();
  return std::exchange(facts_, FileFacts{});
}

void FactsDraft::PlaceDocumentation() {
  if (regions_ == nullptr) return;
  for (Definition& definition : facts_.definitions) {
    if (definition.doc_end == definition.doc_begin) continue;
    definition.doc_begin = FileByteOf(definition.doc_begin);
    definition.doc_end = FileByteOf(definition.doc_end - 1) + 1;
  }
}

void FactsDraft::OrderDefinitions() {
  std::vector<Definition>& definitions = facts_.definitions;
  if (std::is_sorted(definitions.begin() + 1, definitions.end(), Before)) return;
  std::vector<DefinitionIndex> order(definitions.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin() + 1, order.end(),
                   [&definitions](DefinitionIndex a, DefinitionIndex b) {
                     return Before(definitions[a], definitions[b]);
                   });
  std::vector<Definition> ordered;
  ordered.reserve(definitions.size());
  renumbering_.assign(definitions.size(), 0);
  for (const DefinitionIndex old : order) {
    renumbering_[old] = static_cast<std::uint32_t>(ordered.size());
    ordered.push_back(definitions[old]);
  }
  definitions = std::move(ordered);
  const auto renumber = [this](DefinitionIndex& index) {
    if (index != kNoIndex) index = renumbering_[index];
  };
  for (Scope& scope : facts_.scopes) renumber(scope.definition);
  for (Reference& reference : facts_.references) {
    renumber(reference.owner);
    renumber(reference.subject);
  }
  for (Literal& literal : facts_.literals) {
    renumber(literal.named);
    renumber(literal.owner);
  }
  for (TermCount& term : facts_.terms) renumber(term.definition);
}

// Interns paths of names in a trie whose edges are NameMap entries, so that equal paths cost no
// text and no comparison.
void FactsDraft::NumberOrdinals() {
  NameMap& trie = variables_;
  trie.Clear();
  std::uint32_t node_count = 1;
  const auto step = [&](std::uint32_t node, std::uint32_t label) {
    std::uint32_t& child = trie.At(node, label);
    if (child == 0) child = ++node_count;
    return child;
  };
  std::vector<std::uint32_t> scope_paths(facts_.scopes.size(), 1);
  for (ScopeIndex scope = 1; scope < facts_.scopes.size(); ++scope) {
    const Scope& entry = facts_.scopes[scope];
    std::uint32_t path = scope_paths[entry.parent];
    if (entry.definition != kNoIndex) path = step(path, facts_.definitions[entry.definition].name);
    scope_paths[scope] = path;
  }
  std::vector<Word> owner;
  std::vector<std::uint32_t> counts;
  for (const std::uint32_t declaration : {std::uint32_t{0}, std::uint32_t{kSymbolDeclaration}}) {
    for (Definition& definition : facts_.definitions) {
      if ((definition.flags & kSymbolDeclaration) != declaration) continue;
      std::uint32_t path = scope_paths[definition.scope];
      owner.clear();
      for (ExpressionIndex at = definition.owner; at != kNoIndex;
           at = facts_.expressions[at].operand) {
        if (facts_.expressions[at].name != 0) owner.push_back(facts_.expressions[at].name);
      }
      for (auto name = owner.rbegin(); name != owner.rend(); ++name) path = step(path, *name);
      path = step(path, definition.name);
      path = step(path, static_cast<std::uint32_t>(definition.kind));
      path = step(path, definition.discriminator);
      if (counts.size() <= path) counts.resize(std::size_t{path} + 1, 0);
      definition.ordinal = counts[path]++;
    }
  }
}

std::uint32_t FactsDraft::LocalStateOf(ScopeIndex scope, Word name) const {
  for (int level = 0; level < kMaxFunctionLevels && scope != kNoIndex;
       scope = facts_.scopes[scope].parent) {
    if (!IsLocal(scope)) continue;
    ++level;
    const std::uint32_t* const state = locals_.Find(scope, name);
    if (state == nullptr || *state == kLocalOuter) continue;
    return (*state & kLocalGlobal) != 0 ? 0 : *state;
  }
  return 0;
}

// A call always leaves the function. A type does unless it is a type parameter, since a variable
// does not hide it. A value does unless it is a local variable.
bool FactsDraft::LeavesFunction(const Reference& reference) const {
  switch (reference.role) {
    case ReferenceRole::kCall:
    case ReferenceRole::kDecorator:
    case ReferenceRole::kRaise:
      return true;
    default:
      break;
  }
  const Expression* root = &facts_.expressions[reference.expression];
  const bool is_member = root->kind != ExpressionKind::kName;
  const bool is_type = reference.role == ReferenceRole::kType;
  if (is_type && is_member) return true;
  while (root->operand != kNoIndex) root = &facts_.expressions[root->operand];
  if (root->kind != ExpressionKind::kName) return true;
  const std::uint32_t state = LocalStateOf(reference.scope, root->name);
  const std::uint32_t hiding = is_type ? kLocalType : kLocalBound;
  return is_member || (state & hiding) == 0 || (state & kLocalUse) != 0;
}

void FactsDraft::DropLocalReferences() {
  std::erase_if(facts_.references,
                [this](const Reference& reference) { return !LeavesFunction(reference); });
}

// Operands of marked expressions are marked too.
void FactsDraft::SpreadMarks() {
  for (std::size_t i = facts_.expressions.size(); i-- > 0;) {
    const Expression& expression = facts_.expressions[i];
    if (marks_[i] == 0) continue;
    if (expression.operand != kNoIndex) marks_[expression.operand] |= marks_[i];
    if (expression.second != kNoIndex) marks_[expression.second] |= marks_[i];
  }
}

void FactsDraft::MarkDeclarations() {
  const auto mark = [this](ExpressionIndex index) {
    if (index != kNoIndex) marks_[index] |= kInHeader;
  };
  for (const Definition& definition : facts_.definitions) {
    mark(definition.owner);
    mark(definition.declared_type);
    mark(definition.return_type);
    mark(definition.return_value);
  }
  for (const Base& base : facts_.bases) mark(base.type);
  for (const Binding& binding : facts_.bindings) mark(binding.value);
}

void FactsDraft::MarkBody() {
  for (const Reference& reference : facts_.references) marks_[reference.expression] |= kInBody;
  for (const Literal& literal : facts_.literals) {
    if (literal.callee != kNoIndex) marks_[literal.callee] |= kInBody;
  }
}

// Local variables that no kept expression names have no effect.
void FactsDraft::DropUnusedBindings() {
  marks_.assign(facts_.expressions.size(), 0);
  MarkDeclarations();
  MarkBody();
  SpreadMarks();
  // A parameter's note of its own position is no use of it.
  for (const Expression& expression : facts_.expressions) {
    const bool given = expression.kind == ExpressionKind::kParameter && expression.name != 0;
    if (given) marks_[expression.operand] = 0;
  }
  NameMap& used = locals_;
  used.Clear();
  for (std::size_t i = 0; i < facts_.expressions.size(); ++i) {
    const Expression& expression = facts_.expressions[i];
    if (marks_[i] != 0 && expression.kind == ExpressionKind::kName) used.At(0, expression.name) = 1;
  }
  std::sort(kept_scopes_.begin(), kept_scopes_.end());
  std::erase_if(facts_.bindings, [&](const Binding& binding) {
    return IsLocal(binding.scope) && binding.kind != BindingKind::kImplements &&
           binding.kind != BindingKind::kBlockReceiver && binding.name != 0 &&
           used.Find(0, binding.name) == nullptr &&
           !std::binary_search(kept_scopes_.begin(), kept_scopes_.end(), binding.scope);
  });
}

void FactsDraft::NumberExpressions() {
  std::vector<Expression>& expressions = facts_.expressions;
  marks_.assign(expressions.size(), 0);
  MarkDeclarations();
  MarkBody();
  SpreadMarks();
  renumbering_.assign(expressions.size(), kNoIndex);
  std::vector<Expression> numbered;
  numbered.reserve(expressions.size());
  const auto renumber = [this](ExpressionIndex& index) {
    if (index != kNoIndex) index = renumbering_[index];
  };
  for (const bool header : {true, false}) {
    for (std::size_t i = 0; i < expressions.size(); ++i) {
      if (marks_[i] == 0 || ((marks_[i] & kInHeader) != 0) != header) continue;
      renumbering_[i] = static_cast<std::uint32_t>(numbered.size());
      Expression& copy = numbered.emplace_back(expressions[i]);
      renumber(copy.operand);
      renumber(copy.second);
    }
    if (header) facts_.header_expression_count = static_cast<std::uint32_t>(numbered.size());
  }
  expressions = std::move(numbered);
  for (Definition& definition : facts_.definitions) {
    renumber(definition.owner);
    renumber(definition.declared_type);
    renumber(definition.return_type);
    renumber(definition.return_value);
  }
  for (Base& base : facts_.bases) renumber(base.type);
  for (Binding& binding : facts_.bindings) renumber(binding.value);
  for (Reference& reference : facts_.references) renumber(reference.expression);
  for (Literal& literal : facts_.literals) renumber(literal.callee);
}

StringId FactsDraft::StringOf(StringId id) {
  if (id == 0) return 0;
  if ((id & kTextBit) != 0) return facts_.strings.Add(texts_[id & ~kTextBit]);
  std::uint32_t& string_id = words_.StringIdOf(id);
  if (string_id == 0) string_id = facts_.strings.Add(words_.Text(id));
  return string_id;
}

void FactsDraft::NumberStrings() {
  for (Definition& definition : facts_.definitions) {
    definition.name = StringOf(definition.name);
    definition.signature = StringOf(definition.signature);
    definition.discriminator = StringOf(definition.discriminator);
  }
  for (Import& import : facts_.imports) {
    import.module = StringOf(import.module);
    import.name = StringOf(import.name);
    import.alias = StringOf(import.alias);
  }
  for (Binding& binding : facts_.bindings) binding.name = StringOf(binding.name);
  facts_.package_clause = StringOf(facts_.package_clause);
  for (std::size_t i = 0; i < facts_.expressions.size(); ++i) {
    if (i == facts_.header_expression_count) facts_.header_string_count = facts_.strings.size();
    facts_.expressions[i].name = StringOf(facts_.expressions[i].name);
  }
  if (facts_.header_expression_count == facts_.expressions.size())
    facts_.header_string_count = facts_.strings.size();
  for (TermCount& term : facts_.terms) term.word = StringOf(term.word);
}

// Terms arrive almost ordered by definition: they are distributed to definitions first, then each
// small group is sorted.
void FactsDraft::OrderTerms() {
  std::vector<TermCount>& terms = facts_.terms;
  std::vector<std::uint32_t>& starts = renumbering_;
  starts.assign(facts_.definitions.size() + 1, 0);
  for (const TermCount& term : terms) ++starts[term.definition + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<TermCount> ordered(terms.size());
  for (const TermCount& term : terms) ordered[starts[term.definition]++] = term;
  std::size_t kept = 0;
  for (std::size_t begin = 0, end = 0; begin < ordered.size(); begin = end) {
    while (end < ordered.size() && ordered[end].definition == ordered[begin].definition) ++end;
    std::sort(ordered.begin() + static_cast<std::ptrdiff_t>(begin),
              ordered.begin() + static_cast<std::ptrdiff_t>(end),
              [](const TermCount& a, const TermCount& b) {
                return std::pair(a.field, a.word) < std::pair(b.field, b.word);
              });
    const std::size_t first = kept;
    for (std::size_t i = begin; i < end; ++i) {
      TermCount* const last = kept > first ? &ordered[kept - 1] : nullptr;
      if (last != nullptr && last->field == ordered[i].field && last->word == ordered[i].word) {
        last->count += ordered[i].count;
      } else {
        ordered[kept++] = ordered[i];
      }
    }
  }
  ordered.resize(kept);
  terms = std::move(ordered);
}

}  // namespace waymark::indexer
