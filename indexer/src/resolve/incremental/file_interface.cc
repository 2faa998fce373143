#include "resolve/incremental/file_interface.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <utility>

#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

class Summarizer {
 public:
  Summarizer(const FileModel& model, const ImplicitNames& implicit)
      : model_(model),
        implicit_(implicit),
        rules_(*model.rules),
        expanded_(model.bindings.size()) {}

  FileInterface Run() {
    if (!IsCode(model_.language)) return OfDocument();
    RankDefinitions();
    for (DefinitionIndex i = 1; i < model_.definitions.size(); ++i) AddDefinition(i);
    for (std::uint32_t i = 0; i < model_.bindings.size(); ++i) AddBinding(i);
    for (std::uint32_t i = 0; i < model_.imports.size(); ++i) AddImport(i);
    out_.shape_hash = Mix(out_.shape_hash, static_cast<std::uint64_t>(model_.language));
    out_.shape_hash = Mix(out_.shape_hash, model_.file_flags);
    out_.shape_hash = Mix(out_.shape_hash, model_.package_clause);
    std::sort(out_.items.begin(), out_.items.end());
    std::sort(out_.arcs.begin(), out_.arcs.end());
    out_.arcs.erase(std::unique(out_.arcs.begin(), out_.arcs.end()), out_.arcs.end());
    out_.items.shrink_to_fit();
    out_.arcs.shrink_to_fit();
    return std::move(out_);
  }

 private:
  static std::uint64_t Mix(std::uint64_t hash, std::uint64_t value) {
    return MixBits(hash * 0x9E3779B97F4A7C15 + value);
  }

  static std::uint64_t Mix(std::uint64_t hash, Name name) {
    return Mix(hash, static_cast<std::uint64_t>(name));
  }

  // No file depends on the content of a document; only its number of symbols matters to others.
  FileInterface OfDocument() {
    out_.shape_hash = Mix(Mix(0, model_.file_flags), model_.definitions.size());
    return std::move(out_);
  }

  bool IsLocal(ScopeIndex scope) const {
    const ScopeKind kind = model_.scopes[scope].kind;
    return kind == ScopeKind::kFunction || kind == ScopeKind::kBlock;
  }

  // The aspects of a name that a change of the definition can change. Functions and variables do
  // not affect types of their name, unless the first thing found ends the search for either.
  std::uint8_t AspectsOf(const ModelDefinition& definition) const {
    switch (definition.kind) {
      case SymbolKind::kFunction:
      case SymbolKind::kMethod:
      case SymbolKind::kVar:
      case SymbolKind::kConst:
      case SymbolKind::kField:
        break;
      default:
        return kBothAspects;
    }
    if (rules_.variables_name_types) return kBothAspects;
    const bool member =
        definition.owner != kNoIndex || model_.scopes[definition.scope].kind == ScopeKind::kType;
    if (rules_.has_textual_includes && !member) return kBothAspects;
    // An alias or import of the same name stands beside it.
    const auto entries = model_.Find(definition.scope, definition.name);
    const bool alone = entries.empty() || entries.back().kind() == EntryKind::kDefinition;
    return alone ? kAnyAspect : kBothAspects;
  }

  bool OpensSharedNamespace(const ModelDefinition& definition) const {
    const bool shared = rules_.has_textual_includes || rules_.namespaces_are_open;
    return shared && definition.inner_scope != kNoIndex &&
           model_.scopes[definition.inner_scope].kind == ScopeKind::kNamespace;
  }

  // Ranks of the definitions of one name in the file: they make the order visible where the order
  // decides.
  void RankDefinitions() {
    std::unordered_map<Name, std::uint32_t> seen;
    ranks_.reserve(model_.definitions.size());
    for (const ModelDefinition& definition : model_.definitions) {
      ranks_.push_back(seen[definition.name]++);
      out_.shape_hash = Mix(out_.shape_hash, definition.name);
      out_.shape_hash = Mix(out_.shape_hash, static_cast<std::uint64_t>(definition.kind));
    }
  }

  // Hash of where a name stands: kinds, names and ranks of the enclosing definitions.
  std::uint64_t HashScope(ScopeIndex scope) const {
    std::uint64_t hash = 0;
    for (int depth = 0; scope != kNoIndex && depth < kMaxScopes; ++depth) {
      const Scope& at = model_.scopes[scope];
      hash = Mix(hash, static_cast<std::uint64_t>(at.kind));
      if (at.definition != kNoIndex && at.definition != 0) {
        const ModelDefinition& definition = model_.definitions[at.definition];
        hash = Mix(hash, definition.name);
        // The same namespace may be opened any number of times.
        if (!OpensSharedNamespace(definition)) hash = Mix(hash, ranks_[at.definition]);
      }
      scope = at.parent;
    }
    return hash;
  }

  void Begin(Name item, std::uint8_t aspects) {
    item_ = item;
    aspects_ = aspects;
    also_ = Name::kEmpty;
    ++stamp_;
    mentioned_ = false;
    cut_ = false;
  }

  std::uint64_t Start(std::uint64_t tag, ScopeIndex scope) const {
    std::uint64_t hash = Mix(tag, HashScope(scope));
    constexpr std::uint16_t kSeenByOthers = kFileTest | kFileVendored | kFileExample;
    hash = Mix(hash, model_.file_flags & kSeenByOthers);
    hash = Mix(hash, static_cast<std::uint64_t>(model_.language));
    return Mix(hash, model_.package_clause);
  }

  void Finish(std::uint64_t hash) {
    // In a file with syntax errors, types are found by other rules.
    if (mentioned_ && rules_.has_textual_includes)
      hash = Mix(hash, model_.file_flags & kFileSyntaxErrors);
    if (cut_) hash = Mix(hash, NeverAgain());
    out_.items.push_back({item_, aspects_, hash});
    if (also_ != Name::kEmpty) out_.items.push_back({also_, also_aspects_, Mix(5, hash)});
  }

  // A hash that equals no other, for items whose evaluation was cut.
  static std::uint64_t NeverAgain() {
    static std::atomic<std::uint64_t> count = 0;
    return ++count;
  }

  void Mention(Name name, std::uint8_t needed) {
    mentioned_ = true;
    if (name == Name::kEmpty) return;
    if (name != item_) out_.arcs.push_back({name, item_, needed, aspects_});
    if (also_ != Name::kEmpty && name != also_) {
      out_.arcs.push_back({name, also_, needed, also_aspects_});
    }
  }

  std::uint64_t HashExpression(ExpressionIndex index, ScopeIndex scope, std::uint8_t needed,
                               int depth = 0) {
    if (depth > kMaxDepth) cut_ = true;
    if (index == kNoIndex || cut_) return 1;
    const ModelExpression& expression = model_.expressions[index];
    std::uint64_t hash = Mix(2 + static_cast<std::uint64_t>(expression.kind), expression.name);
    hash = Mix(hash, expression.count);
    const bool named =
        expression.kind == ExpressionKind::kName || expression.kind == ExpressionKind::kMember;
    if (named || expression.kind == ExpressionKind::kParameter) Mention(expression.name, needed);
    const bool operates = rules_.operators != nullptr &&
                          expression.kind == ExpressionKind::kPointer &&
                          expression.count == kComputed;
    if (operates) {
      Mention(expression.name, kAnyAspect);
      for (const Name run : implicit_.RunInstead(model_.language, expression.name)) {
        Mention(run, kAnyAspect);
      }
    }
    if (expression.kind == ExpressionKind::kName) {
      hash = Mix(hash, ExpandLocal(expression.name, scope, depth));
    }
    const bool message = rules_.members_are_calls && expression.kind == ExpressionKind::kName;
    if (message || expression.kind == ExpressionKind::kSelf ||
        expression.kind == ExpressionKind::kSuper) {
      MentionEnclosingTypes(scope);
    }
    // A called expression, or the operand of a member, is a value in any case.
    const bool written = expression.kind == ExpressionKind::kMember
                             ? !rules_.variables_name_types
                             : expression.kind != ExpressionKind::kCall;
    const std::uint8_t inner = written ? needed : std::uint8_t{kAnyAspect};
    hash = Mix(hash, HashExpression(expression.operand, scope, inner, depth + 1));
    return Mix(hash, HashExpression(expression.second, scope, inner, depth + 1));
  }

  // Names bound inside functions are visible to others only through the functions' results.
  std::uint64_t ExpandLocal(Name name, ScopeIndex scope, int depth) {
    std::uint64_t hash = 0;
    for (int i = 0; scope != kNoIndex && i < kMaxScopes; ++i, scope = model_.scopes[scope].parent) {
      if (!IsLocal(scope)) continue;
      for (const Name bound : {name, Name::kEmpty}) {
        for (const ScopeEntry& entry : model_.Find(scope, bound)) {
          if (entry.kind() != EntryKind::kBinding) continue;
          if (std::exchange(expanded_[entry.index()], stamp_) == stamp_) continue;
          hash = Mix(hash, HashBinding(model_.bindings[entry.index()], depth + 1));
          if (rules_.has_type_arguments) hash = Mix(hash, PositionOf(entry.index()));
        }
      }
    }
    return hash;
  }

  // Position among the bindings of its scope: it identifies a type parameter.
  std::uint64_t PositionOf(std::uint32_t binding) const {
    std::uint64_t position = 0;
    for (std::uint32_t i = binding; i-- > 0;) {
      if (model_.bindings[i].scope != model_.bindings[binding].scope) break;
      ++position;
    }
    return position;
  }

  std::uint64_t HashBinding(const ModelBinding& binding, int depth) {
    const ScopeIndex scope =
        binding.kind == BindingKind::kParameter ? binding.scope : binding.value_scope;
    const std::uint64_t hash = Mix(3, static_cast<std::uint64_t>(binding.kind));
    return Mix(hash, HashExpression(binding.value, scope, NeededBy(binding.kind), depth));
  }

  static std::uint8_t NeededBy(BindingKind kind) {
    switch (kind) {
      case BindingKind::kAnnotated:
      case BindingKind::kFieldAnnotated:
      case BindingKind::kParameter:
      case BindingKind::kCaught:
      case BindingKind::kAlias:
        return kTypeAspect;
      default:
        return kAnyAspect;
    }
  }

  // Whether the language allows the name to be a type's.
  bool MayNameType(const ModelBinding& binding) const {
    return rules_.variables_name_types || NamesType(binding) || binding.value == kNoIndex;
  }

  // Members of the enclosing types, inherited ones included, are visible without a mention of the
  // types.
  void MentionEnclosingTypes(ScopeIndex scope) {
    for (int i = 0; scope != kNoIndex && i < kMaxScopes; ++i, scope = model_.scopes[scope].parent) {
      const Scope& at = model_.scopes[scope];
      if (at.definition == kNoIndex || at.definition == 0) continue;
      const ModelDefinition& definition = model_.definitions[at.definition];
      if (at.kind == ScopeKind::kType) Mention(definition.name, kTypeAspect);
      if (definition.owner != kNoIndex) {
        HashExpression(definition.owner, definition.scope, kTypeAspect);
      }
    }
  }

  void AddDefinition(DefinitionIndex index) {
    const ModelDefinition& definition = model_.definitions[index];
    // Only the program knows which file represents a namespace.
    if (OpensSharedNamespace(definition)) return;
    Begin(definition.name, AspectsOf(definition));
    JoinType(definition);
    std::uint64_t hash = Mix(Start(4, definition.scope), ranks_[index]);
    hash = Mix(hash, static_cast<std::uint64_t>(definition.kind));
    hash = Mix(hash, definition.flags);
    hash = Mix(hash, definition.discriminator_hash);
    hash = Mix(hash, static_cast<std::uint64_t>(definition.parameters));
    hash = Mix(hash, definition.parameter_count);
    hash = Mix(hash, definition.required_count);
    const bool opens = definition.inner_scope != kNoIndex;
    hash =
        Mix(hash,
            opens ? 1 + static_cast<std::uint64_t>(model_.scopes[definition.inner_scope].kind) : 0);
    hash = Mix(hash, HashExpression(definition.owner, definition.scope, kTypeAspect));
    const ScopeIndex inside = opens ? definition.inner_scope : definition.scope;
    const bool takes_values = definition.IsCallable() ||
                              definition.kind == SymbolKind::kInterface ||
                              definition.kind == SymbolKind::kType;
    const ScopeIndex around = takes_values ? inside : definition.scope;
    // Overload resolution depends on everything that the parameter types are made of. In a language
    // of messages the same holds for the receiver of a method's block.
    const bool overloads = takes_values && (rules_.ranks_overloads || rules_.members_are_calls);
    hash = Mix(hash, HashExpression(definition.declared_type, around,
                                    overloads ? kAnyAspect : kTypeAspect));
    hash = Mix(hash, HashExpression(definition.return_type, inside, kTypeAspect));
    if (definition.return_type == kNoIndex) {
      hash = Mix(hash, HashExpression(definition.return_value, inside, kAnyAspect));
    }
    if (IsLocal(definition.scope)) {
      hash = Mix(hash, ExpandLocal(definition.name, definition.scope, 0));
    }
    if (opens && rules_.has_type_arguments && definition.bases_count == 0) {
      hash = Mix(hash, HashFields(index));
    }
    for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
      hash = Mix(hash, HashBase(model_.bases[definition.bases_begin + i], definition));
    }
    if (rules_.has_textual_includes || definition.owner != kNoIndex)
      MentionEnclosingTypes(definition.scope);
    MentionOwnersOfScopes(definition.scope);
    Finish(hash);
    AddMixins(definition, hash);
  }

  // Destructuring finds the fields of a type without other members by their positions.
  std::uint64_t HashFields(DefinitionIndex type) {
    const ScopeIndex inside = model_.definitions[type].inner_scope;
    if (model_.scopes[inside].kind != ScopeKind::kType) return 0;
    std::uint64_t hash = 0;
    for (DefinitionIndex i = type + 1; i < model_.definitions.size(); ++i) {
      const ModelDefinition& field = model_.definitions[i];
      if (field.scope < inside) break;
      if (field.scope != inside) continue;
      if (field.kind != SymbolKind::kField) return 0;
      hash = Mix(Mix(hash, field.name), field.flags);
      hash = Mix(hash, HashExpression(field.declared_type, inside, kTypeAspect));
    }
    return hash;
  }

  // Messages of a mixin to self reach the types that use it.
  void AddMixins(const ModelDefinition& type, std::uint64_t hash) {
    if (!rules_.members_are_calls) return;
    for (std::uint32_t i = 0; i < type.bases_count; ++i) {
      const Base& base = model_.bases[type.bases_begin + i];
      const Name mixin = LastNameOf(base.type);
      if (base.relation != EdgeType::kImplements || mixin == Name::kEmpty) continue;
      out_.items.push_back({mixin, kBothAspects, Mix(9, Mix(hash, i))});
      out_.arcs.push_back({type.name, mixin, kTypeAspect, kBothAspects});
    }
  }

  std::uint64_t HashBase(const Base& base, const ModelDefinition& type) {
    std::uint64_t hash = HashExpression(base.type, type.scope, kTypeAspect);
    // A type without a constructor inherits that of its base.
    if (!rules_.constructors.empty() && !rules_.injects_type_names) {
      const std::uint8_t aspects = std::exchange(aspects_, kAnyAspect);
      HashExpression(base.type, type.scope, kAnyAspect);
      aspects_ = aspects;
    }
    return Mix(hash, static_cast<std::uint64_t>(base.relation));
  }

  // The qualified name of members of a type that is defined outside its own owner.
  void MentionOwnersOfScopes(ScopeIndex scope) {
    for (int i = 0; scope != kNoIndex && i < kMaxScopes; ++i, scope = model_.scopes[scope].parent) {
      const DefinitionIndex around = model_.scopes[scope].definition;
      if (around == kNoIndex || around == 0) continue;
      const ModelDefinition& definition = model_.definitions[around];
      if (definition.owner == kNoIndex) continue;
      Mention(definition.name, kTypeAspect);
      HashExpression(definition.owner, definition.scope, kTypeAspect);
    }
  }

  // Methods that are reachable through their type alone are part of the meaning of its name.
  void JoinType(const ModelDefinition& definition) {
    const bool protocol = implicit_.IsProtocol(model_.language, definition.name) ||
                          (rules_.operators != nullptr && implicit_.IsOperator(definition.name));
    if (!protocol && !implicit_.IsConstructor(model_.language, definition.name)) return;
    const DefinitionIndex around = model_.scopes[definition.scope].definition;
    if (definition.owner != kNoIndex) {
      also_ = LastNameOf(definition.owner);
    } else if (around != kNoIndex && around != 0) {
      also_ = model_.definitions[around].name;
    }
    also_aspects_ = protocol ? kBothAspects : kAnyAspect;
  }

  Name LastNameOf(ExpressionIndex index) const {
    for (int depth = 0; index != kNoIndex && depth < kMaxDepth; ++depth) {
      const ModelExpression& expression = model_.expressions[index];
      if (expression.name != Name::kEmpty) return expression.name;
      index = expression.operand;
    }
    return Name::kEmpty;
  }

  // A base that is given to a type outside its definition is part of the meaning of the type's
  // name.
  void AddImplementation(const ModelBinding& binding) {
    const ModelExpression& pair = model_.expressions[binding.value];
    Begin(LastNameOf(pair.operand), kBothAspects);
    const std::uint64_t hash = HashExpression(binding.value, binding.value_scope, kBothAspects);
    Finish(Mix(Start(8, binding.scope), hash));
  }

  void AddBinding(std::uint32_t index) {
    const ModelBinding& binding = model_.bindings[index];
    if (binding.kind == BindingKind::kImplements) return AddImplementation(binding);
    if (IsLocal(binding.scope) && binding.name != Name::kEmpty) return;
    Begin(binding.name, MayNameType(binding) ? kBothAspects : kAnyAspect);
    const std::uint64_t hash = Mix(Start(6, binding.scope), HashBinding(binding, 0));
    if (binding.name == Name::kEmpty) {
      out_.whole_hash = Mix(out_.whole_hash, hash);
      return;
    }
    if (rules_.has_textual_includes) MentionEnclosingTypes(binding.scope);
    Finish(Mix(hash, binding_ranks_[binding.name]++));
  }

  void AddImport(std::uint32_t index) {
    const ModelImport& import = model_.imports[index];
    std::uint64_t hash = Mix(Start(7, import.scope), import.module);
    hash = Mix(hash, import.name);
    hash = Mix(hash, import.alias);
    hash = Mix(hash, std::uint64_t{import.level} << 8 | import.flags);
    out_.shape_hash = Mix(out_.shape_hash, hash);
    if (import.Has(kImportStar)) out_.whole_hash = Mix(out_.whole_hash, hash);
    if (import.Has(kImportStar) || import.alias == Name::kEmpty) return;
    Begin(import.alias, kBothAspects);
    // A default export is reached through its module (impact.h).
    if (import.name != implicit_.DefaultExport(model_.language)) {
      if (import.name != import.alias) {
        out_.arcs.push_back({import.name, import.alias, kAnyAspect, kAnyAspect});
        out_.arcs.push_back({import.name, import.alias, kTypeAspect, kBothAspects});
      }
    }
    Finish(Mix(hash, binding_ranks_[import.alias]++));
  }

  static constexpr int kMaxDepth = 4000;  // nesting of expressions and of their bindings
  static constexpr int kMaxScopes = 256;

  const FileModel& model_;
  const ImplicitNames& implicit_;
  const ResolutionRules& rules_;
  FileInterface out_;
  std::vector<std::uint32_t> ranks_;  // by definition
  std::unordered_map<Name, std::uint32_t> binding_ranks_;
  std::vector<std::uint32_t> expanded_;  // by binding: the last item that contains it
  std::uint32_t stamp_ = 0;
  Name item_ = Name::kEmpty;
  std::uint8_t aspects_ = 0;
  Name also_ = Name::kEmpty;  // the name of a second item with the same hash and mentions
  std::uint8_t also_aspects_ = 0;
  bool mentioned_ = false;
  bool cut_ = false;
};

}  // namespace

ImplicitNames::ImplicitNames(NameTable& names) : names_(names) {
  for (std::size_t i = 0; i < kLanguageBound; ++i) {
    const ResolutionRules& rules = RulesOf(static_cast<Language>(i));
    if (rules.operators != nullptr) {
      for (const OperatorFunction& row : rules.operators->functions) {
        names.Intern(row.instead);
        names.Intern(row.reflected);
      }
    }
    for (const std::string_view text :
         {rules.call_method, rules.index_method, rules.protocol.iterate, rules.protocol.next,
          rules.protocol.enter, rules.protocol.async_iterate, rules.protocol.async_next,
          rules.protocol.async_enter, rules.forward_method}) {
      if (!text.empty()) protocol_[i].push_back(names.Intern(text));
    }
    for (const MissingMethod& method : rules.missing_methods) {
      protocol_[i].push_back(names.Intern(method.name));
    }
    for (const std::string_view text : rules.constructors) {
      if (!text.empty()) constructors_[i].push_back(names.Intern(text));
    }
    if (!rules.constructor_method.empty())
      constructors_[i].push_back(names.Intern(rules.constructor_method));
    defaults_[i] = names.Intern(rules.default_export);
  }
}

bool ImplicitNames::IsOperator(Name name) const {
  const std::string_view text = names_.Text(name);
  return text.starts_with('~') || text.starts_with("operator");
}

std::vector<Name> ImplicitNames::RunInstead(Language language, Name name) const {
  std::vector<Name> names;
  if (name == Name::kEmpty || name == Name::kUnknown) return names;
  VisitInstead(RulesOf(language).operators, names_.Text(name),
               [&](std::string_view run) { names.push_back(names_.Find(run)); });
  return names;
}

bool ImplicitNames::Has(const Table& table, Language language, Name name) {
  const std::vector<Name>& known = table[static_cast<std::size_t>(language)];
  return std::find(known.begin(), known.end(), name) != known.end();
}

FileInterface SummarizeInterface(const FileModel& model, const ImplicitNames& implicit) {
  return Summarizer(model, implicit).Run();
}

}  // namespace waymark::indexer
