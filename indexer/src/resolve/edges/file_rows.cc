// The symbols of a file as rows.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "documents/unindexed_source.h"
#include "graph/outside.h"
#include "resolve/edges/file_resolver.h"
#include "resolve/program/mentions.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

void FileResolver::Begin(FileIndex file, FileFacts facts) {
  file_ = file;
  sent_.clear();
  has_sent_ = false;
  compared_.clear();
  has_compared_ = false;
  asks_any_fixture_ = false;
  overriding_.clear();
  marked_overrides_.clear();
  out_ = std::make_unique<ResolvedFile>();
  out_->facts = std::move(facts);
}

std::unique_ptr<ResolvedFile> FileResolver::ResolveRows(FileIndex file, FileFacts facts) {
  Begin(file, std::move(facts));
  AddSymbols();
  return std::move(out_);
}

std::unique_ptr<ResolvedFile> FileResolver::Resolve(FileIndex file, FileFacts facts) {
  Begin(file, std::move(facts));
  body_.clear();
  // Names that nothing declares resolve to nothing, so they need no number.
  NameTranslation names(out_->facts.strings, program_.names);
  TranslateExpressions(out_->facts, out_->facts.header_expression_count,
                       static_cast<std::uint32_t>(out_->facts.expressions.size()), names, body_);
  evaluator_.SetBody(file, body_);
  AddSymbols();
  AddTerms();
  AddOwners();
  AddImports();
  AddBases();
  AddOverrides();
  AddDeclarations();
  AddReferences();
  AddForeignOverrides();  // annotations are references
  AddLiterals();
  out_->mentions = MentionsOf(out_->facts, program_.files[file].model().language);
  const UnindexedSource* const foreign = FindUnindexedSource(program_.paths.Path(file));
  if (foreign != nullptr) MentionSpellings(*foreign);
  AddUsedFixtures();
  return std::move(out_);
}

void FileResolver::AddSymbols() {
  const FileFacts& facts = out_->facts;
  std::vector<const std::string*> scope_names(facts.scopes.size());
  out_->symbols.reserve(facts.definitions.size());
  for (DefinitionIndex i = 0; i < facts.definitions.size(); ++i) {
    const Definition& definition = facts.definitions[i];
    const SymbolRef symbol{file_, i};
    graph::SymbolInput row;
    row.name = i == 0 ? program_.paths.Path(file_) : facts.strings.at(definition.name);
    row.kind = definition.kind;
    if (i != 0) {
      const SymbolRef parent = program_.ParentOf(symbol);
      row.parent = program_.IdOf(parent);
      const bool owned = definition.owner != kNoIndex;
      const bool is_apart = owned || LiesOutside(definition.kind);
      const std::string*& known = scope_names[definition.scope];
      if (is_apart || known == nullptr) {
        out_->texts.push_back(program_.ScopeNameOf(symbol));
        if (!is_apart) known = &out_->texts.back();
      }
      row.scope = is_apart ? out_->texts.back() : *known;
      if (owned && definition.kind == SymbolKind::kFunction && IsTypeLike(parent)) {
        row.kind = SymbolKind::kMethod;
      }
    }
    row.flags = static_cast<std::uint16_t>(DefinitionAt(symbol).flags & ~kSymbolInactive);
    if (IsDeclaredHidden(symbol)) row.flags &= static_cast<std::uint16_t>(~kSymbolExported);
    if (IsTestCase(i)) row.flags |= kSymbolTest | kSymbolTestCase;
    row.signature = facts.strings.at(definition.signature);
    row.discriminator = facts.strings.at(definition.discriminator);
    row.ordinal = definition.ordinal;
    row.range = definition.range;
    row.name_position = definition.name_position;
    row.doc_begin = definition.doc_begin;
    row.doc_end = definition.doc_end;
    out_->symbols.push_back(row);
  }
  const bool any_owner =
      std::any_of(facts.definitions.begin(), facts.definitions.end(),
                  [](const Definition& definition) { return definition.owner != kNoIndex; });
  if (any_owner) SeparateOrdinals();
}

// Whether the type of an out-of-class member declares it as invisible elsewhere, matched by the
// written parameters.
bool FileResolver::IsDeclaredHidden(SymbolRef symbol) const {
  const ModelDefinition& definition = DefinitionAt(symbol);
  if (symbol.definition == 0 || definition.owner == kNoIndex) return false;
  const SymbolRef type = program_.ParentOf(symbol);
  if (!IsTypeLike(type) || DefinitionAt(type).inner_scope == kNoIndex) return false;
  const FileModel& model = program_.files[type.file].model();
  bool any_hidden = false;
  bool any_seen = false;
  for (const ScopeEntry& entry : model.Find(DefinitionAt(type).inner_scope, definition.name)) {
    if (entry.kind() != EntryKind::kDefinition) continue;
    const ModelDefinition& declared = model.definitions[entry.index()];
    const bool is_seen = declared.Has(kSymbolExported);
    if (declared.discriminator_hash == definition.discriminator_hash) return !is_seen;
    (is_seen ? any_seen : any_hidden) = true;
  }
  return any_hidden && !any_seen;
}

// Whether a function is a test case: by a convention of the language, a macro or an annotation.
// Where tests are calls, the file is the test case.
bool FileResolver::IsTestCase(DefinitionIndex index) const {
  const FileModel& model = program_.files[file_].model();
  if (index == 0) return model.IsTest() && model.rules->tests_are_calls;
  const ModelDefinition& definition = model.definitions[index];
  const bool marked = model.rules->test_cases_are_marked;
  return definition.IsCallable() &&
         (definition.flags & (marked ? kSymbolTestCase : kSymbolTest)) != 0;
}

// Gives ordinals to definitions that became members of one type through different spellings of its
// name, or of none because neither spelling names a type.
void FileResolver::SeparateOrdinals() {
  std::vector<std::uint32_t> order(out_->symbols.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) {
    const graph::SymbolInput& row = out_->symbols[i];
    return std::tuple(row.scope, row.name, row.kind, row.discriminator);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && key(order[end]) == key(order[begin])) ++end;
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                     order.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](std::uint32_t a, std::uint32_t b) {
                       return out_->symbols[a].ordinal < out_->symbols[b].ordinal;
                     });
    for (std::size_t i = begin; i < end; ++i) {
      out_->symbols[order[i]].ordinal = static_cast<std::uint32_t>(i - begin);
    }
    begin = end;
  }
}

void FileResolver::AddTerms() {
  const FileFacts& facts = out_->facts;
  out_->terms.reserve(facts.terms.size());
  for (const TermCount& term : facts.terms) {
    out_->terms.push_back({term.definition, term.field, facts.strings.at(term.word), term.count});
  }
}

}  // namespace waymark::indexer
