#include "resolve/program/file_model.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
std::uint64_t HashDiscriminator(std::string_view text) {
  // FNV-1a, since only equality within one run is needed.
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

namespace {

constexpr std::uint32_t kMaxEntryIndex = 0x3FFFFFFF;

template <typename Element>
std::uint64_t SpillBytes(const graph::SpillVector<Element>& elements) {
  return elements.capacity() * sizeof(Element);
}

ModelDefinition Translate(const Definition& from, const FileFacts& facts, NameTranslation& names,
                          const ResolutionRules& rules) {
  ModelDefinition to;
  to.name = names(from.name);
  to.scope = from.scope;
  to.inner_scope = from.inner_scope;
  to.owner = from.owner;
  to.declared_type = from.declared_type;
  to.return_type = from.return_type;
  to.return_value = from.return_value;
  to.bases_begin = from.bases_begin;
  to.bases_count = from.bases_count;
  to.discriminator_hash = HashDiscriminator(facts.strings.at(from.discriminator));
  if (rules.separate_names) to.parameters = names(from.discriminator);
  to.flags = from.flags;
  to.kind = from.kind;
  to.parameter_count = from.parameter_count;
  to.required_count = from.required_count;
  return to;
}

bool DeclaresType(const FileModel& model, const ModelDefinition& definition) {
  if (definition.inner_scope != kNoIndex &&
      model.scopes[definition.inner_scope].kind == ScopeKind::kType) {
    return true;
  }
  switch (definition.kind) {
    case SymbolKind::kClass:
    case SymbolKind::kInterface:
      return true;
    case SymbolKind::kType:
      // A defined type has methods of its own; in other languages a type without a body is an
      // alias.
      return definition.declared_type == kNoIndex ||
             (model.rules->has_defined_types && definition.inner_scope != kNoIndex);
    default:
      return false;
  }
}

// Functions with members of their own, written after their name.
std::vector<ScopeEntry> FunctionsWithMembers(const FileModel& model) {
  std::vector<ScopeEntry> owners;
  if (model.rules->prototype.empty()) return owners;
  for (const ModelDefinition& definition : model.definitions) {
    if (definition.owner == kNoIndex) continue;
    const ModelExpression& owner = model.expressions[definition.owner];
    if (owner.kind != ExpressionKind::kName) continue;
    owners.push_back({definition.scope, owner.name, 0});
  }
  std::sort(owners.begin(), owners.end());
  return owners;
}

void NumberTypes(FileModel& model) {
  const std::vector<ScopeEntry> owners = FunctionsWithMembers(model);
  std::uint32_t count = 0;
  for (std::uint32_t i = 1; i < model.definitions.size(); ++i) {
    ModelDefinition& definition = model.definitions[i];
    const bool has_members = definition.kind == SymbolKind::kFunction &&
                             !FindEntries(owners, definition.scope, definition.name).empty();
    if (has_members || DeclaresType(model, definition)) definition.type_number = count++;
  }
}

void AddEntries(FileModel& model) {
  // The file's own definition is no member of its scope. A definition with a written owner belongs
  // to the owner.
  for (std::uint32_t i = 1; i < model.definitions.size(); ++i) {
    const ModelDefinition& definition = model.definitions[i];
    if (definition.owner != kNoIndex) continue;
    model.AddEntry(definition.scope, definition.name, EntryKind::kDefinition, i);
  }
  for (std::uint32_t i = 0; i < model.imports.size(); ++i) {
    const ModelImport& import = model.imports[i];
    if (import.Has(kImportStar)) {
      model.AddEntry(import.scope, Name::kEmpty, EntryKind::kImport, i);
    } else if (import.alias != Name::kEmpty) {
      model.AddEntry(import.scope, import.alias, EntryKind::kImport, i);
    }
  }
  for (std::uint32_t i = 0; i < model.bindings.size(); ++i) {
    const ModelBinding& binding = model.bindings[i];
    const bool is_given =
        binding.kind == BindingKind::kCallArguments || binding.kind == BindingKind::kStored;
    if (is_given) continue;
    model.AddEntry(binding.scope, binding.name, EntryKind::kBinding, i);
  }
  model.SortEntries();
  model.entries.shrink_to_fit();
}

void ListUnnamedInterfaces(const FileFacts& facts, NameTable& names, FileModel& model) {
  const Satisfaction* const rules = model.rules->satisfaction;
  if (rules == nullptr || rules->unnamed.empty()) return;
  for (StringId id = 1; id < facts.strings.size(); ++id) {
    const std::string_view text = facts.strings.at(id);
    if (text.starts_with(rules->unnamed)) model.unnamed_interfaces.push_back(names.Intern(text));
  }
}

}  // namespace

std::span<const ScopeEntry> FindEntries(std::span<const ScopeEntry> entries, ScopeIndex scope,
                                        Name name) {
  if (name == Name::kUnknown) return {};
  const auto before = [](const ScopeEntry& entry, const ScopeEntry& key) {
    return entry.scope != key.scope ? entry.scope < key.scope : entry.name < key.name;
  };
  const ScopeEntry key{scope, name, 0};
  const auto first = std::lower_bound(entries.begin(), entries.end(), key, before);
  // The step doubles: a name mostly has one entry, but all entries may have one name.
  const std::ptrdiff_t rest = entries.end() - first;
  std::ptrdiff_t step = 1;
  while (step <= rest && !before(key, first[step - 1])) step *= 2;
  const auto last = std::upper_bound(first + step / 2, first + std::min(step, rest), key, before);
  return {first, last};
}

std::uint64_t BytesOf(const FileModel& model) {
  return sizeof(model) + SpillBytes(model.scopes) + SpillBytes(model.definitions) +
         SpillBytes(model.bases) + SpillBytes(model.imports) + SpillBytes(model.bindings) +
         SpillBytes(model.expressions) + SpillBytes(model.entries);
}

void FileModel::AddEntry(ScopeIndex scope, Name name, EntryKind kind, std::uint32_t index) {
  if (index > kMaxEntryIndex) return;
  entries.push_back({scope, name, static_cast<std::uint32_t>(kind) << 30 | index});
}

void FileModel::SortEntries() { std::sort(entries.begin(), entries.end()); }

Name NameTranslation::operator()(StringId id) {
  Name& name = known_[id];
  if (name == kUnseen) {
    const std::string_view text = strings_.at(id);
    name = interning_ != nullptr ? interning_->Intern(text) : names_.Find(text);
  }
  return name;
}

void TranslateExpressions(const FileFacts& facts, std::uint32_t begin, std::uint32_t end,
                          NameTranslation& names, graph::SpillVector<ModelExpression>& out) {
  out.reserve(out.size() + (end - begin));
  for (std::uint32_t i = begin; i < end; ++i) {
    const Expression& from = facts.expressions[i];
    out.push_back({from.kind, from.count, names(from.name), from.operand, from.second});
  }
}

FileModel BuildFileModel(const FileFacts& facts, Language language, std::uint16_t file_flags,
                         NameTable& table) {
  NameTranslation names(facts.strings, table);
  FileModel model;
  model.language = language;
  model.rules = &RulesOf(language);
  model.file_flags = file_flags;
  model.package_clause = names(facts.package_clause);
  model.scopes.assign(facts.scopes.begin(), facts.scopes.end());
  model.bases.assign(facts.bases.begin(), facts.bases.end());
  model.definitions.reserve(facts.definitions.size());
  const ResolutionRules& rules = *model.rules;
  for (const Definition& definition : facts.definitions) {
    ModelDefinition& translated =
        model.definitions.emplace_back(Translate(definition, facts, names, rules));
    if (rules.tests_are_named && !model.IsTest()) {
      translated.flags = static_cast<std::uint16_t>(translated.flags & ~kSymbolTest);
    }
    const Satisfaction* const satisfaction = rules.satisfaction;
    const bool is_member = satisfaction != nullptr &&
                           (definition.kind == SymbolKind::kMethod ||
                            (definition.kind == SymbolKind::kField && satisfaction->has_fields));
    if (!is_member) continue;
    const std::string_view signature = facts.strings.at(definition.signature);
    translated.parameters = table.Intern(satisfaction->member_type(signature));
  }
  model.imports.reserve(facts.imports.size());
  for (const Import& from : facts.imports) {
    model.imports.push_back({from.scope, names(from.module), names(from.name), names(from.alias),
                             from.level, from.flags});
  }
  model.bindings.reserve(facts.bindings.size());
  for (const Binding& from : facts.bindings) {
    model.bindings.push_back(
        {from.scope, names(from.name), from.value, from.value_scope, from.kind});
  }
  TranslateExpressions(facts, 0, facts.header_expression_count, names, model.expressions);
  ListUnnamedInterfaces(facts, table, model);
  NumberTypes(model);
  AddEntries(model);
  return model;
}

}  // namespace waymark::indexer
