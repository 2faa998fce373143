// Candidate filtering: which of several definitions of one name is meant, by declaration, place,
// position and arguments.
#include <algorithm>
#include <set>
#include <tuple>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {
namespace {

// Most file-local functions of a name are not visible.
constexpr std::size_t kMaxMembers = 1 << 14;

bool IsTypeKind(const ModelDefinition& definition) {
  return definition.kind == SymbolKind::kClass || definition.kind == SymbolKind::kInterface ||
         definition.kind == SymbolKind::kType;
}

template <typename Symbols, typename Predicate>
bool AllOf(const Symbols& symbols, Predicate&& predicate) {
  return std::all_of(symbols.begin(), symbols.end(), predicate);
}

// Drops the matching symbols, unless all match.
template <typename Predicate>
void DropUnlessAll(std::vector<SymbolRef>& symbols, Predicate&& predicate) {
  if (!AllOf(symbols, predicate)) std::erase_if(symbols, predicate);
}

bool IsInactive(const ModelDefinition& definition) {
  return (definition.flags & kSymbolInactive) != 0;
}

// A conditional declaration of a standard C function without a definition is for libraries that
// lack it, which nobody uses.
void DropFallbackDeclarations(const Program& program, std::vector<SymbolRef>& candidates) {
  std::erase_if(candidates, [&](SymbolRef symbol) {
    const ModelDefinition& definition = program.Definition(symbol);
    return definition.Has(kSymbolDeclaration) && definition.Has(kSymbolConditional) &&
           definition.IsCallable() && program.IsPredeclared(symbol.file, definition.name) &&
           program.definitions_of.Find(symbol).empty();
  });
}

bool IsInCapitals(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// Filters symbols that the default configuration leaves out. Code that is left out may mean them;
// other code may not. A macro that is left out has no effect: the name keeps its other meaning,
// unless it is a name in capitals with no other meaning.
void DropInactive(const Program& program, LookupKind wanted, std::vector<SymbolRef>& candidates,
                  EdgeRule& rule) {
  const auto is_inactive = [&](SymbolRef symbol) { return IsInactive(program.Definition(symbol)); };
  if (std::none_of(candidates.begin(), candidates.end(), is_inactive)) return;
  const FileModel& model = program.files[wanted.caller.file].model();
  for (ScopeIndex at = wanted.caller.scope; at != kNoIndex; at = model.scopes[at].parent) {
    const DefinitionIndex around = model.scopes[at].definition;
    if (around != kNoIndex && IsInactive(model.definitions[around])) return;
  }
  const auto is_no_macro = [&](SymbolRef symbol) {
    return is_inactive(symbol) && program.Definition(symbol).Has(kSymbolMacro);
  };
  const Name name = program.Definition(candidates.front()).name;
  if (AllOf(candidates, is_no_macro) && IsInCapitals(program.names.Text(name)) &&
      !program.IsPredeclared(wanted.caller.file, name)) {
    rule = Weaker(rule, EdgeRule::kOpenBranch);
    return;
  }
  std::erase_if(candidates, is_no_macro);
  DropUnlessAll(candidates, is_inactive);
  // A configuration without the definition uses that of the library.
  std::erase_if(candidates, [&](SymbolRef symbol) {
    const ModelDefinition& definition = program.Definition(symbol);
    return IsInactive(definition) && definition.IsCallable() &&
           program.IsPredeclared(symbol.file, definition.name);
  });
}

}  // namespace

// A declaration gives way to its definition if the default configuration has exactly one. Of
// several definitions, one in the asking file is meant; else a function stays with its declaration,
// and a type with its visible definitions.
void Evaluator::FoldDeclarations(FileIndex from, std::vector<SymbolRef>& symbols) const {
  std::vector<SymbolRef> dropped;
  const std::size_t count = symbols.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto definitions = program_.definitions_of.Find(symbols[i]);
    if (definitions.empty()) continue;
    const auto is_built = [&](const auto& pair) {
      return !IsInactive(program_.Definition(pair.value));
    };
    const auto built = std::count_if(definitions.begin(), definitions.end(), is_built);
    const auto is_own = [&](const auto& pair) {
      return pair.value.file == from && (built == 0 || is_built(pair));
    };
    const auto own = std::find_if(definitions.begin(), definitions.end(), is_own);
    if (definitions.size() == 1 || built == 1 || own != definitions.end()) {
      const auto first = built == 0
                             ? definitions.begin()
                             : std::find_if(definitions.begin(), definitions.end(), is_built);
      const SymbolRef kept = own == definitions.end() ? first->value : own->value;
      dropped.push_back(symbols[i]);
      for (const auto& pair : definitions) {
        if (pair.value != kept) dropped.push_back(pair.value);
      }
      symbols.push_back(kept);
    } else if (IsTypeKind(program_.Definition(symbols[i]))) {
      const bool in_sight = std::any_of(definitions.begin(), definitions.end(), [&](const auto& d) {
        return std::find(symbols.begin(), symbols.end(), d.value) != symbols.end();
      });
      std::vector<SymbolRef> nearest;
      for (const auto& pair : definitions) nearest.push_back(pair.value);
      if (!in_sight) program_.KeepNearest(from, nearest);  // no file has a copy of the whole
      if (in_sight || nearest.size() == 1) dropped.push_back(symbols[i]);
      if (!in_sight && nearest.size() == 1) symbols.push_back(nearest.front());
    } else {
      for (const auto& pair : definitions) dropped.push_back(pair.value);
    }
  }
  std::sort(dropped.begin(), dropped.end());
  std::erase_if(symbols, [&](SymbolRef symbol) {
    return std::binary_search(dropped.begin(), dropped.end(), symbol);
  });
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
}

// Whether a call with that many arguments can mean the definition; 255 means any number.
bool Evaluator::Takes(SymbolRef symbol, int arity) const {
  const ModelDefinition& definition = program_.Definition(symbol);
  const bool callable = definition.IsCallable();
  const bool held = definition.Has(kSymbolProperty) && RulesOfFile(symbol.file).methods_are_values;
  if (arity == kUnknownArity || !callable || held || definition.Has(kSymbolMacro)) return true;
  return arity >= definition.required_count &&
         (definition.parameter_count == 255 || arity <= definition.parameter_count);
}

// For languages where functions, variables and types have separate name spaces. A property is read
// like a variable or called like a function.
void Evaluator::KeepKind(std::vector<SymbolRef>& candidates, LookupKind wanted) const {
  if (candidates.empty()) return;
  const ResolutionRules& rules = RulesOfFile(candidates.front().file);
  const auto is_function = [this](SymbolRef symbol) {
    return program_.Definition(symbol).IsCallable();
  };
  std::erase_if(candidates, [&](SymbolRef symbol) {
    const ModelDefinition& definition = program_.Definition(symbol);
    const bool function = is_function(symbol);
    const bool other_type = rules.types_have_arity && IsTypeKind(definition) &&
                            definition.parameter_count != wanted.type_arguments;
    if (other_type) return true;
    if (wanted.type) return !IsTypeKind(definition) && !IsNamespace(symbol);
    if (!wanted.IsFunction()) return function && !rules.methods_are_values;
    if (wanted.constructor) {
      // A static constructor runs once for the type; nobody calls it.
      return !definition.Has(kSymbolConstructor) || definition.Has(kSymbolStatic);
    }
    if (rules.methods_are_values) {
      return IsTypeKind(definition) || definition.Has(kSymbolConstructor);
    }
    if (definition.Has(kSymbolProperty)) return wanted.arity > 0;
    return !function || definition.Has(kSymbolConstructor);
  });
  if (!rules.methods_are_values || wanted.type || wanted.constructor) return;
  // A call means a function-valued variable only if no function has the name. A value means a
  // function only if no variable has the name.
  DropUnlessAll(candidates, [&](SymbolRef symbol) {
    const bool method = is_function(symbol) && !program_.Definition(symbol).Has(kSymbolProperty);
    return method != wanted.IsFunction();
  });
}

void Evaluator::Choose(FileIndex from, std::vector<SymbolRef>& candidates, LookupKind wanted,
                       EdgeRule rule, Resolution& out) {
  if (RulesOfFile(from).has_textual_includes) {
    DropInactive(program_, wanted, candidates, rule);
    DropFallbackDeclarations(program_, candidates);
    if (candidates.empty()) return;
    DropByArity(from, candidates, wanted, rule);
  } else {
    FoldDeclarations(from, candidates);
  }
  if (program_.has_partial_types && RulesOfFile(from).types_have_arity) {
    for (SymbolRef& symbol : candidates) symbol = program_.CanonicalOf(symbol);
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  }
  if (RulesOfFile(from).separate_names) {
    KeepKind(candidates, wanted);
    if (candidates.empty()) return;
  }
  // Types and values may share a name; the position decides.
  DropUnlessAll(candidates, [&](SymbolRef symbol) {
    return IsTypeKind(program_.Definition(symbol)) != wanted.type;
  });
  if (wanted.type && !RulesOfFile(from).variables_name_types) {
    // A variable whose object has members is also the type of that object.
    std::erase_if(candidates, [&](SymbolRef symbol) {
      return !IsTypeKind(program_.Definition(symbol)) && !IsTypeLike(symbol) &&
             !IsNamespace(symbol);
    });
    if (candidates.empty()) return;
  }
  if (RulesOfFile(from).redefinition == Redefinition::kLastWins) {
    if (wanted.type) {  // that a type checker sees
      DropUnlessAll(candidates,
                    [&](SymbolRef symbol) { return IsInactive(program_.Definition(symbol)); });
    }
    DropUnlessAll(candidates, [&](SymbolRef symbol) {
      return program_.Definition(symbol).Has(kSymbolDeclaration);
    });
    if (RulesOfFile(from).files_are_alternatives) KeepDefaultConfiguration(from, candidates);
    if (RulesOfFile(from).fields_hold_methods && wanted.IsFunction()) {
      DropUnlessAll(candidates, [&](SymbolRef symbol) {
        return program_.Definition(symbol).kind == SymbolKind::kField;
      });
    }
    const bool property = program_.Definition(candidates.front()).Has(kSymbolProperty);
    const SymbolRef chosen = property ? Accessor(candidates, wanted) : candidates.back();
    out.Add({EntityKind::kSymbol, rule, program_.CanonicalOf(chosen)});
    return;
  }
  ChooseOverload(candidates, wanted, rule, out);
}

// The accessors of a property share its name. A read runs the first; a write runs the one with a
// parameter besides the object.
SymbolRef Evaluator::Accessor(std::span<const SymbolRef> accessors, LookupKind wanted) const {
  const ModelDefinition& reader = program_.Definition(accessors.front());
  for (const SymbolRef symbol : accessors) {
    const ModelDefinition& writer = program_.Definition(symbol);
    const bool takes = writer.parameter_count > reader.parameter_count;
    if (wanted.written && writer.Has(kSymbolProperty) && takes) return symbol;
  }
  return accessors.front();
}

// In a package with one file per platform: the definition in the own file, else the one of the
// default configuration.
void Evaluator::KeepDefaultConfiguration(FileIndex from, std::vector<SymbolRef>& candidates) const {
  DropUnlessAll(candidates, [&](SymbolRef symbol) { return symbol.file != from; });
  DropUnlessAll(candidates, [&](SymbolRef symbol) {
    return program_.files[symbol.file].inactive ||
           program_.Definition(symbol).Has(kSymbolConditional);
  });
}

void Evaluator::ChooseOverload(std::vector<SymbolRef>& candidates, LookupKind wanted, EdgeRule rule,
                               Resolution& out) {
  if (wanted.type) {
    // `typedef struct x x;` names its target.
    DropUnlessAll(candidates, [&](SymbolRef symbol) { return !IsTypeLike(symbol); });
    // template <> struct Result<void> { };  template <typename T> struct Result<T*> { };
    if (RulesOfFile(candidates.front().file).has_specialisations && candidates.size() > 1) {
      DropUnlessAll(candidates,
                    [&](SymbolRef symbol) { return TypeParametersOf(symbol) == kNoIndex; });
      DropUnlessAll(candidates, [&](SymbolRef symbol) {
        return program_.Definition(symbol).discriminator_hash != HashDiscriminator({});
      });
    }
  } else if (candidates.size() > 1) {
    const bool ranks = RulesOfFile(candidates.front().file).ranks_overloads;
    const std::size_t before = candidates.size();
    if (!ranks) {
      DropUnlessAll(candidates, [&](SymbolRef symbol) { return !Takes(symbol, wanted.arity); });
    }
    if (candidates.size() < before) rule = Weaker(rule, EdgeRule::kOverloadByArity);
    DropAlternatives(candidates, rule);
    if (ranks && wanted.overrider.exists()) {
      const std::uint64_t list = program_.Definition(wanted.overrider).discriminator_hash;
      DropUnlessAll(candidates, [&](SymbolRef symbol) {
        return program_.Definition(symbol).discriminator_hash != list;
      });
    } else if (ranks && candidates.size() > 1 && wanted.arity != kUnknownArity) {
      KeepBest(candidates, wanted, rule);
    }
  }
  for (const SymbolRef symbol : candidates) out.Add({EntityKind::kSymbol, rule, symbol});
}

// Chooses among functions of one name by what they override or by the arguments; if that does not
// decide, the nearest type's.
void Evaluator::KeepOverload(std::vector<SymbolRef>& candidates, LookupKind wanted) {
  if (wanted.overrider.exists()) {
    std::erase_if(candidates,
                  [&](SymbolRef symbol) { return !MayOverride(wanted.overrider, symbol); });
  }
  if (wanted.type_arguments > 0) {  // Get<Item>(key) means a function with type parameters
    DropUnlessAll(candidates,
                  [&](SymbolRef symbol) { return TypeParametersOf(symbol) == kNoIndex; });
  }
  if (candidates.size() < 2) return;
  if (wanted.arguments != kNoIndex) KeepFitting(candidates, wanted);
  if (RulesOfFile(candidates.front().file).methods_are_values) {
    // An explicit implementation of an interface's method is callable only through the interface.
    DropUnlessAll(candidates, [&](SymbolRef symbol) {
      return !program_.Definition(symbol).Has(kSymbolExported);
    });
  }
  DropUnlessAll(candidates, [&](SymbolRef symbol) {
    return program_.Definition(symbol).parameter_count == 255;
  });
  const SymbolRef nearest = program_.CanonicalOf(program_.ParentOf(candidates.front()));
  std::erase_if(candidates, [&](SymbolRef symbol) {
    return program_.CanonicalOf(program_.ParentOf(symbol)) != nearest;
  });
}

// If all branches of an #if define the same thing, the first stands for all, since the active
// branch is unknown. Overloads are compared by their parameters, so that all of them come from one
// branch.
void Evaluator::DropAlternatives(std::vector<SymbolRef>& candidates, EdgeRule& rule) const {
  std::vector<SymbolRef> kept;
  std::set<std::tuple<FileIndex, SymbolKind, std::uint64_t>> defined;
  for (const SymbolRef symbol : candidates) {
    const ModelDefinition& definition = program_.Definition(symbol);
    const bool is_new =
        defined.emplace(symbol.file, definition.kind, definition.discriminator_hash).second;
    if (is_new || !definition.Has(kSymbolConditional)) kept.push_back(symbol);
  }
  if (kept.size() < candidates.size()) rule = Weaker(rule, EdgeRule::kOpenBranch);
  candidates = std::move(kept);
}

Resolution Evaluator::LookInSpace(Space space, ScopeRef from, Name name, LookupKind wanted) {
  Resolution out;
  if (!Step()) return out;
  if (RulesOfFile(from.file).namespaces_are_open) {
    return LookInOpenNamespace(space, from, name, wanted);
  }
  if (space.kind() == Space::Kind::kPackage) {
    std::vector<SymbolRef> candidates;
    const bool spans = RulesOfFile(from.file).packages_have_names;
    const auto members = program_.members.Find({space, name});
    if (!StepOver(members.size())) return out;
    for (const auto& pair : members) {
      // Members in a package's tests are visible in that package alone.
      const ProgramFile& file = program_.files[pair.value.file];
      const bool hidden =
          !spans && file.model().IsTest() && file.package != program_.files[from.file].package;
      if (!hidden) candidates.push_back(pair.value);
    }
    if (spans) program_.KeepNearest(from.file, candidates);
    if (!candidates.empty()) {
      Choose(from.file, candidates, wanted, EdgeRule::kPackageMember, out);
    }
    return out;
  }
  return LookInNamespace(space, from, name, wanted);
}

// Types that any file adds; other top-level definitions belong to their file alone.
Resolution Evaluator::LookInOpenNamespace(Space space, ScopeRef from, Name name,
                                          LookupKind wanted) {
  std::vector<SymbolRef> candidates;
  SymbolRef opened;
  const auto members = program_.members.Find({space, name});
  if (!StepOver(members.size())) return {};
  for (const auto& pair : members) {
    const SymbolRef symbol = pair.value;
    if (IsNamespace(symbol)) {
      opened = symbol;
    } else if (IsTypeKind(program_.Definition(symbol)) || symbol.file == from.file) {
      candidates.push_back(program_.CanonicalOf(symbol));
    }
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  KeepKind(candidates, wanted);
  program_.KeepNearest(from.file, candidates);
  if (candidates.empty() && opened.exists() && !wanted.IsFunction()) candidates = {opened};
  Resolution out;
  if (!candidates.empty()) Choose(from.file, candidates, wanted, EdgeRule::kPackageMember, out);
  return out;
}

// Declarations of the place itself and of its includes. A type that no include shows is accepted by
// its qualified name: pointers to it need no include.
Resolution Evaluator::LookInNamespace(Space space, ScopeRef from, Name name, LookupKind wanted) {
  std::vector<SymbolRef> here;
  std::vector<SymbolRef> seen;
  std::vector<SymbolRef> unseen;
  const auto members = program_.members.Find({space, name});
  if (members.size() > kMaxMembers && !StepOver(members.size())) return {};
  for (const auto& pair : members) {
    const SymbolRef symbol = pair.value;
    const bool opens = IsNamespace(symbol);
    const bool type = IsTypeKind(program_.Definition(symbol)) || opens;
    if (symbol.file == from.file) {
      here.push_back(symbol);
    } else if (visibility_.Sees(from.file, symbol.file)) {
      seen.push_back(symbol);
    } else if (type && (opens || !program_.IsApart(from.file, symbol.file))) {
      // The file that represents a namespace with several files may be a test.
      unseen.push_back(symbol);
    }
    if (here.size() + seen.size() + unseen.size() > kMaxNamed) break;
  }
  if (!StepOver(here.size() + seen.size() + unseen.size())) return {};
  const auto defines_type = [&](SymbolRef symbol) {
    const ModelDefinition& definition = program_.Definition(symbol);
    return IsTypeKind(definition) && !definition.Has(kSymbolDeclaration);
  };
  const bool own_type = std::any_of(here.begin(), here.end(), defines_type);
  const EdgeRule rule = here.empty() ? EdgeRule::kIncludedName : EdgeRule::kPackageMember;
  if (!own_type) here.insert(here.end(), seen.begin(), seen.end());
  if (here.empty()) here = std::move(unseen);
  Resolution out;
  if (!here.empty()) Choose(from.file, here, wanted, rule, out);
  return out;
}

}  // namespace waymark::indexer
