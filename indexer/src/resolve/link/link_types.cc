// Bases of types, and the order in which members are looked up in a type's lineage.
#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "resolve/evaluate/evaluator.h"
#include "resolve/link/link.h"
#include "resolve/rules/resolution_rules.h"
#include "resources/parallel.h"

namespace waymark::indexer {
namespace {

inline constexpr std::size_t kMaxLineage = 256;  // types; a longer lineage is cut

bool IsForwarding(const Program& program, const FileModel& model, ExpressionIndex base) {
  const auto& known = model.rules->forwarding_bases;
  const std::string_view name = program.names.Text(model.expressions[base].name);
  return std::find(known.begin(), known.end(), name) != known.end();
}

struct TypeBases {
  std::vector<ResolvedBase> bases;
  std::uint8_t flags = 0;
};

// The rule that found the name of a base.
EdgeRule RuleOf(Evaluator& evaluator, ScopeRef place, ExpressionIndex base) {
  const Resolution bound = evaluator.AskBinding(place, base, {kUnknownArity, true});
  return bound.size() == 1 ? bound.entities()[0].rule : EdgeRule::kAnnotatedReceiver;
}

// class Library::Type, whose original definition is external.
bool AddsToForeign(const Program& program, SymbolRef type) {
  const Space owner = program.OwnerSpaceOf(type);
  return owner.exists() && program.partial_definitions.Find(owner).empty();
}

// Whether the type has a method that stands for any member that it does not declare.
bool HasAnyMember(const Program& program, const FileModel& model, const ModelDefinition& type) {
  if (type.inner_scope == kNoIndex) return false;
  const auto& methods = model.rules->missing_methods;
  return std::any_of(methods.begin(), methods.end(), [&](const MissingMethod& method) {
    return !method.gives_member &&
           !model.Find(type.inner_scope, program.names.Find(method.name)).empty();
  });
}

TypeBases FindBases(Evaluator& evaluator, SymbolRef type) {
  TypeBases out;
  const FileModel& model = evaluator.program().files[type.file].model();
  const ModelDefinition& definition = model.definitions[type.definition];
  if (HasAnyMember(evaluator.program(), model, definition)) out.flags |= kTypeUnknownBase;
  if (AddsToForeign(evaluator.program(), type)) out.flags |= kTypeExternalBase;
  for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
    const std::uint32_t index = definition.bases_begin + i;
    const Base& written = model.bases[index];
    const std::uint8_t flags = written.flags;
    const bool inside = (flags & kBaseInside) != 0 && definition.inner_scope != kNoIndex;
    const ScopeRef place{type.file, inside ? definition.inner_scope : definition.scope};
    const Resolution answer = evaluator.AskType(place, written.type);
    const bool single = answer.size() == 1 && answer.entities()[0].kind == EntityKind::kInstance;
    // Only the type's own members can be members of its instances.
    const bool of_type = (flags & kBaseOwn) != 0;
    const SymbolRef head = evaluator.program().CanonicalOf(type);
    if (single && (answer.entities()[0].symbol != head || of_type)) {
      const Entity& base = answer.entities()[0];
      out.bases.push_back(
          {base.symbol, index, RuleOf(evaluator, place, written.type), written.relation, flags});
    } else if (!of_type) {
      const bool external =
          !single && answer.IsForeign() && !IsForwarding(evaluator.program(), model, written.type);
      out.flags |= external ? kTypeExternalBase : kTypeUnknownBase;
    }
  }
  return out;
}

// The bases that `impl Base for Type` gives, wherever it stands.
std::vector<Implementation> FindImplementations(Evaluator& evaluator, FileIndex file) {
  std::vector<Implementation> out;
  for (const ModelBinding& binding : evaluator.program().files[file].model().bindings) {
    if (binding.kind != BindingKind::kImplements || binding.value == kNoIndex) continue;
    const ScopeRef place{file, binding.value_scope};
    const ModelExpression& pair = evaluator.ExpressionAt(file, binding.value);
    const Resolution types = evaluator.AskType(place, pair.operand);
    const Resolution bases = evaluator.AskType(place, pair.second);
    const bool known = bases.size() == 1 && bases.entities()[0].kind == EntityKind::kInstance;
    for (const Entity& type : types.entities()) {
      if (type.kind != EntityKind::kInstance) continue;
      if (!known) {
        out.push_back({type.symbol, {}, type.rule});
      } else if (bases.entities()[0].symbol != type.symbol) {
        out.push_back(
            {type.symbol, bases.entities()[0].symbol, RuleOf(evaluator, place, pair.second)});
      }
    }
  }
  return out;
}

// Computes the lineages of the types of some files, each at most once; those of other files are
// known.
class LineageBuilder {
 public:
  LineageBuilder(const Program& program, std::span<const FileIndex> files)
      : program_(program), begins_(program.files.size(), kNoIndex) {
    std::uint32_t count = 0;
    for (const FileIndex file : files) {
      begins_[file] = count;
      count += static_cast<std::uint32_t>(program.files[file].types.size());
    }
    begun_.resize(count);
    lineages_.resize(count);
  }

  // Empty for a type without bases. A type that derives from itself has the part that is known.
  std::span<const SymbolRef> Build(SymbolRef type, LineageOrder order, int depth = 0) {
    if (begins_[type.file] == kNoIndex) return program_.LineageOf(type);
    const std::size_t index = IndexOf(type);
    std::vector<SymbolRef>& out = lineages_[index];
    if (begun_[index] || depth > kMaxOwnerDepth) return out;
    begun_[index] = true;
    if (order == LineageOrder::kMixins) {
      out = BuildMixed(type, depth);
      return out;
    }
    std::vector<ResolvedBase> bases;
    for (const SymbolRef part : program_.PartialDefinitionsOf(type)) {
      const auto of_part = program_.BasesOf(part);
      bases.insert(bases.end(), of_part.begin(), of_part.end());
    }
    if (!bases.empty()) {
      if (order == LineageOrder::kBreadthFirst) {
        out = Levels(type);
      } else {
        std::vector<std::vector<SymbolRef>> lists;
        for (const ResolvedBase& base : bases) {
          const std::span<const SymbolRef> lineage = Build(base.type, order, depth + 1);
          lists.emplace_back(lineage.begin(), lineage.end());
          if (lists.back().empty()) lists.back() = {base.type};
        }
        out =
            order == LineageOrder::kC3 ? Merge(type, bases, std::move(lists)) : Chain(type, lists);
      }
    }
    return out;
  }

  const std::vector<SymbolRef>& Built(SymbolRef type) const { return lineages_[IndexOf(type)]; }

 private:
  std::size_t IndexOf(SymbolRef type) const {
    return begins_[type.file] + program_.Definition(type).type_number;
  }

  static void Append(SymbolRef type, std::vector<SymbolRef>& out) {
    if (out.size() >= kMaxLineage) return;
    if (std::find(out.begin(), out.end(), type) == out.end()) out.push_back(type);
  }

  // Python's C3 merge. If it has no solution, which is an error in the source, the bases follow
  // depth first.
  static std::vector<SymbolRef> Merge(SymbolRef type, std::span<const ResolvedBase> bases,
                                      std::vector<std::vector<SymbolRef>> lists) {
    std::vector<SymbolRef> fallback = Chain(type, lists);
    std::vector<SymbolRef> direct;
    for (const ResolvedBase& base : bases) direct.push_back(base.type);
    lists.push_back(std::move(direct));
    std::vector<SymbolRef> out = {type};
    const auto in_tail = [&](SymbolRef candidate) {
      return std::any_of(lists.begin(), lists.end(), [&](const auto& list) {
        return !list.empty() && std::find(list.begin() + 1, list.end(), candidate) != list.end();
      });
    };
    for (;;) {
      std::erase_if(lists, [](const auto& list) { return list.empty(); });
      if (lists.empty() || out.size() >= kMaxLineage) return out;
      const auto list = std::find_if(lists.begin(), lists.end(),
                                     [&](const auto& l) { return !in_tail(l.front()); });
      if (list == lists.end()) return fallback;
      const SymbolRef next = list->front();
      if (next == type) return fallback;
      out.push_back(next);
      for (auto& other : lists) {
        if (!other.empty() && other.front() == next) other.erase(other.begin());
      }
    }
  }

  static std::vector<SymbolRef> Chain(SymbolRef type,
                                      const std::vector<std::vector<SymbolRef>>& lists) {
    std::vector<SymbolRef> out = {type};
    for (const auto& list : lists) {
      for (const SymbolRef base : list) Append(base, out);
    }
    return out;
  }

  // Mixins of a type come between the type and its base, the last one first; prepended ones come
  // before the type. All partial definitions of the type contribute.
  std::vector<SymbolRef> BuildMixed(SymbolRef type, int depth) {
    std::vector<SymbolRef> before;
    std::vector<SymbolRef> mixed;
    std::vector<SymbolRef> above;
    for (const SymbolRef opening : program_.PartialDefinitionsOf(type)) {
      for (const ResolvedBase& base : program_.BasesOf(opening)) {
        if ((base.flags & kBaseOwn) != 0 || base.type == type) continue;
        const bool extends = base.relation == EdgeType::kExtends;
        auto& list = extends ? above : (base.flags & kBaseFirst) != 0 ? before : mixed;
        list.push_back(base.type);
      }
    }
    std::reverse(before.begin(), before.end());
    std::reverse(mixed.begin(), mixed.end());
    std::vector<SymbolRef> out;
    const auto add = [&](const std::vector<SymbolRef>& bases) {
      for (const SymbolRef base : bases) {
        const std::span<const SymbolRef> lineage = Build(base, LineageOrder::kMixins, depth + 1);
        if (lineage.empty()) Append(base, out);
        for (const SymbolRef ancestor : lineage) Append(ancestor, out);
      }
    };
    add(before);
    Append(type, out);
    add(mixed);
    add(above);
    return out;
  }

  std::vector<SymbolRef> Levels(SymbolRef type) const {
    std::vector<SymbolRef> out = {type};
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (const ResolvedBase& base : program_.BasesOf(out[i])) {
        Append(base.type, out);
      }
    }
    return out;
  }

  const Program& program_;
  std::vector<std::uint32_t> begins_;  // start of each file's types in the others; kNoIndex: known
  std::vector<bool> begun_;
  std::vector<std::vector<SymbolRef>> lineages_;
};

// The types of one file.
struct FileTypes {
  std::vector<TypeBases> types;
  std::vector<Implementation> implementations;
};

void StoreBases(const std::vector<TypeBases>& types, ProgramFile& file) {
  file.bases.clear();
  file.own_type_flags.clear();
  file.bases_begin.assign(1, 0);
  for (const TypeBases& type : types) {
    file.bases.insert(file.bases.end(), type.bases.begin(), type.bases.end());
    file.bases_begin.push_back(static_cast<std::uint32_t>(file.bases.size()));
    file.own_type_flags.push_back(type.flags);
  }
}

template <typename Visit>
void ForEachType(const Program& program, FileIndex file, Visit&& visit) {
  for (const DefinitionIndex definition : program.files[file].types) {
    visit(SymbolRef{file, definition});
  }
}

void BuildLineages(std::span<const FileIndex> files, Program& program) {
  LineageBuilder builder(program, files);
  for (const FileIndex i : files) {
    const LineageOrder order = std::as_const(program).files[i].model().rules->lineage;
    ForEachType(program, i, [&](SymbolRef type) {
      if (program.CanonicalOf(type) == type) builder.Build(type, order);
    });
  }
  for (const FileIndex i : files) {
    ProgramFile& file = program.files[i];
    file.lineage.clear();
    file.lineage_begin.assign(1, 0);
    ForEachType(program, i, [&](SymbolRef type) {
      const std::vector<SymbolRef>& lineage = builder.Built(type);
      file.lineage.insert(file.lineage.end(), lineage.begin(), lineage.end());
      file.lineage_begin.push_back(static_cast<std::uint32_t>(file.lineage.size()));
    });
  }
}

// A mixin calls methods of the types that use it.
void CollectMixinUsers(Program& program) {
  std::vector<MultiTable<SymbolRef, SymbolRef>::Pair> users;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (!std::as_const(program).files[i].model().rules->members_are_calls) continue;
    ForEachType(program, i, [&](SymbolRef type) {
      for (const ResolvedBase& base : program.BasesOf(type)) {
        const bool mixed = base.relation == EdgeType::kImplements && (base.flags & kBaseOwn) == 0;
        if (mixed) users.push_back({base.type, program.CanonicalOf(type)});
      }
    });
  }
  std::sort(users.begin(), users.end());
  users.erase(std::unique(users.begin(), users.end()), users.end());
  program.mixin_users = MultiTable<SymbolRef, SymbolRef>(std::move(users));
}

// Unknown bases of one opening are unknown bases of the type.
void JoinFlagsOfOpenings(Program& program) {
  for (FileIndex i = 0; i < program.files.size() && program.has_partial_types; ++i) {
    ForEachType(program, i, [&](SymbolRef type) {
      const SymbolRef head = program.CanonicalOf(type);
      if (head == type) return;
      const auto number_of = [&](SymbolRef of) { return program.Definition(of).type_number; };
      const std::uint8_t flags = program.files[i].own_type_flags[number_of(type)];
      program.files[head.file].own_type_flags[number_of(head)] |= flags;
    });
  }
}

// Unknown bases of a base are unknown bases of the type.
void InheritFlags(std::span<const FileIndex> files, Program& program) {
  const Program& known = program;
  for (const FileIndex i : files) {
    std::vector<std::uint8_t> flags = known.files[i].own_type_flags;
    ForEachType(known, i, [&](SymbolRef type) {
      for (const SymbolRef ancestor : known.LineageOf(type)) {
        flags[known.Definition(type).type_number] |=
            known.files[ancestor.file].own_type_flags[known.Definition(ancestor).type_number];
      }
    });
    program.files[i].type_flags = std::move(flags);
  }
}

// Adds bases that types get outside their definitions.
void AddImplementations(const std::vector<Implementation>& implementations,
                        std::vector<FileTypes>& found, Program& program) {
  for (const Implementation& implementation : implementations) {
    if (!program.IsType(implementation.type)) continue;
    program.implementations.push_back(implementation);
    TypeBases& type =
        found[implementation.type.file].types[program.Definition(implementation.type).type_number];
    if (implementation.base.exists()) {
      type.bases.push_back({implementation.base, kNoIndex, implementation.rule});
    } else {
      type.flags |= kTypeExternalBase;
    }
  }
}

}  // namespace

std::vector<FileIndex> UsedBy(const Program& program, FileIndex index) {
  const ProgramFile& file = program.files[index];
  std::vector<FileIndex> used;
  for (const auto& pair : file.owners) used.push_back(pair.second.file);
  for (const ResolvedBase& base : file.bases) used.push_back(base.type.file);
  for (const SymbolRef type : file.lineage) used.push_back(type.file);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::erase(used, index);
  return used;
}

void LinkBases(std::span<const FileIndex> files, unsigned threads, Program& program) {
  const Program& known = program;
  std::vector<FileTypes> found(program.files.size());
  std::vector<std::unique_ptr<Evaluator>> evaluators(threads);
  ParallelFor(threads, files.size(), [&](unsigned thread, std::size_t i) {
    if (evaluators[thread] == nullptr) evaluators[thread] = std::make_unique<Evaluator>(known);
    FileTypes& out = found[files[i]];
    out.types.reserve(known.files[files[i]].types.size());
    ForEachType(known, files[i],
                [&](SymbolRef type) { out.types.push_back(FindBases(*evaluators[thread], type)); });
    out.implementations = FindImplementations(*evaluators[thread], files[i]);
  });
  for (const FileIndex file : files) {
    AddImplementations(found[file].implementations, found, program);
  }
  for (const FileIndex file : files) StoreBases(found[file].types, program.files[file]);
  program.bases_known = true;
  const bool all = files.size() == program.files.size();
  BuildLineages(files, program);
  if (all) CollectMixinUsers(program);
  if (all) JoinFlagsOfOpenings(program);
  InheritFlags(files, program);
}

}  // namespace waymark::indexer
