// Bases of types, and the order in which a type's lineage is asked for members.
#include <algorithm>
#include <memory>

#include "parallel.h"
#include "resolve/evaluator.h"
#include "resolve/link.h"
#include "resolve/resolution_rules.h"

namespace waymark::indexer {
namespace {

inline constexpr std::size_t kMaxLineage = 256;  // types; a longer lineage is cut

struct TypeBases {
  std::vector<ResolvedBase> bases;
  std::uint8_t flags = 0;
};

// How the name of a base was found.
EdgeRule RuleOf(Evaluator& evaluator, Place place, ExpressionIndex base) {
  const Answer bound = evaluator.AskBinding(place, base, {kUnknownArity, true});
  return bound.size() == 1 ? bound.entities()[0].rule : EdgeRule::kAnnotatedReceiver;
}

TypeBases FindBases(Evaluator& evaluator, SymbolRef type) {
  TypeBases out;
  const FileModel& model = evaluator.program().files[type.file].model();
  const ModelDefinition& definition = model.definitions[type.definition];
  for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
    const std::uint32_t index = definition.bases_begin + i;
    const Base& written = model.bases[index];
    const std::uint8_t flags = written.flags;
    const bool inside = (flags & kBaseInside) != 0 && definition.inner_scope != kNoIndex;
    const Place place{type.file, inside ? definition.inner_scope : definition.scope};
    const Answer answer = evaluator.AskType(place, written.type);
    const bool single = answer.size() == 1 && answer.entities()[0].kind == EntityKind::kInstance;
    // Only a type's own members can be those of its instances.
    const bool of_type = (flags & kBaseOwn) != 0;
    const SymbolRef head = evaluator.program().HeadOf(type);
    if (single && (answer.entities()[0].symbol != head || of_type)) {
      const Entity& base = answer.entities()[0];
      out.bases.push_back(
          {base.symbol, index, RuleOf(evaluator, place, written.type), written.relation, flags});
    } else if (!of_type) {
      const bool external = !single && answer.IsForeign();
      out.flags |= external ? kTypeExternalBase : kTypeUnknownBase;
    }
  }
  return out;
}

// What `impl Base for Type` says, wherever it stands.
std::vector<Implementation> FindImplementations(Evaluator& evaluator, FileIndex file) {
  std::vector<Implementation> out;
  for (const ModelBinding& binding : evaluator.program().files[file].model().bindings) {
    if (binding.kind != BindingKind::kImplements || binding.value == kNoIndex) continue;
    const Place place{file, binding.value_scope};
    const ModelExpression& pair = evaluator.ExpressionAt(file, binding.value);
    const Answer types = evaluator.AskType(place, pair.operand);
    const Answer bases = evaluator.AskType(place, pair.second);
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

// Computes lineages of one program; each type at most once.
class LineageBuilder {
 public:
  explicit LineageBuilder(const Program& program)
      : program_(program), begun_(program.type_count), lineages_(program.type_count) {}

  // Empty for a type without bases; for one that derives from itself, as far as that is known.
  const std::vector<SymbolRef>& Build(SymbolRef type, LineageOrder order, int depth = 0) {
    const TypeIndex index = *program_.TypeOf(type);
    std::vector<SymbolRef>& out = lineages_[index];
    if (begun_[index] || depth > kMaxOwnerDepth) return out;
    begun_[index] = true;
    if (order == LineageOrder::kMixins) {
      out = BuildMixed(type, depth);
      return out;
    }
    std::vector<ResolvedBase> bases;
    for (const SymbolRef part : program_.OpeningsOf(type)) {
      const auto of_part = program_.BasesOf(*program_.TypeOf(part));
      bases.insert(bases.end(), of_part.begin(), of_part.end());
    }
    if (!bases.empty()) {
      if (order == LineageOrder::kBreadthFirst) {
        out = Levels(type);
      } else {
        std::vector<std::vector<SymbolRef>> lists;
        for (const ResolvedBase& base : bases) {
          lists.push_back(Build(base.type, order, depth + 1));
          if (lists.back().empty()) lists.back() = {base.type};
        }
        out =
            order == LineageOrder::kC3 ? Merge(type, bases, std::move(lists)) : Chain(type, lists);
      }
    }
    return out;
  }

  std::vector<std::vector<SymbolRef>> Take() { return std::move(lineages_); }

 private:
  static void Append(SymbolRef type, std::vector<SymbolRef>& out) {
    if (out.size() >= kMaxLineage) return;
    if (std::find(out.begin(), out.end(), type) == out.end()) out.push_back(type);
  }

  // Python's C3 merge. Where it has no solution, which is an error in the source, the bases follow
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

  // What a type mixes in stands between it and its base, the last first; but for what it puts
  // before itself. All openings of the type add to both.
  std::vector<SymbolRef> BuildMixed(SymbolRef type, int depth) {
    std::vector<SymbolRef> before;
    std::vector<SymbolRef> mixed;
    std::vector<SymbolRef> above;
    for (const SymbolRef opening : program_.OpeningsOf(type)) {
      for (const ResolvedBase& base : program_.BasesOf(*program_.TypeOf(opening))) {
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
        const std::vector<SymbolRef> lineage = Build(base, LineageOrder::kMixins, depth + 1);
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
      for (const ResolvedBase& base : program_.BasesOf(*program_.TypeOf(out[i]))) {
        Append(base.type, out);
      }
    }
    return out;
  }

  const Program& program_;
  std::vector<bool> begun_;
  std::vector<std::vector<SymbolRef>> lineages_;
};

void StoreBases(std::vector<TypeBases> found, Program& program) {
  program.bases_begin.assign(1, 0);
  for (TypeBases& type : found) {
    program.bases.insert(program.bases.end(), type.bases.begin(), type.bases.end());
    program.bases_begin.push_back(static_cast<std::uint32_t>(program.bases.size()));
    program.type_flags.push_back(type.flags);
  }
}

template <typename Visit>
void ForEachType(const Program& program, FileIndex file, Visit&& visit) {
  for (const DefinitionIndex definition : program.files[file].types) {
    visit(SymbolRef{file, definition});
  }
}

void BuildLineages(Program& program) {
  LineageBuilder builder(program);
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    const LineageOrder order = RulesOf(FamilyOf(program.files[i].model().language)).lineage;
    ForEachType(program, i, [&](SymbolRef type) {
      if (program.HeadOf(type) == type) builder.Build(type, order);
    });
  }
  program.lineage_begin.assign(1, 0);
  for (const std::vector<SymbolRef>& lineage : builder.Take()) {
    program.lineage.insert(program.lineage.end(), lineage.begin(), lineage.end());
    program.lineage_begin.push_back(static_cast<std::uint32_t>(program.lineage.size()));
  }
}

// A mixin calls what the types that use it have.
void CollectMixinUsers(Program& program) {
  if (program.heads.empty()) return;
  std::vector<MultiTable<SymbolRef, SymbolRef>::Pair> users;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    ForEachType(program, i, [&](SymbolRef type) {
      for (const ResolvedBase& base : program.BasesOf(*program.TypeOf(type))) {
        const bool mixed = base.relation == EdgeType::kImplements && (base.flags & kBaseOwn) == 0;
        if (mixed) users.push_back({base.type, program.HeadOf(type)});
      }
    });
  }
  std::sort(users.begin(), users.end());
  users.erase(std::unique(users.begin(), users.end()), users.end());
  program.mixin_users = MultiTable<SymbolRef, SymbolRef>(std::move(users));
}

// What is unknown above a type is unknown of the type.
void InheritFlags(Program& program) {
  for (FileIndex i = 0; i < program.files.size() && !program.heads.empty(); ++i) {
    ForEachType(program, i, [&](SymbolRef type) {
      const TypeIndex head = *program.TypeOf(program.HeadOf(type));
      program.type_flags[head] |= program.type_flags[*program.TypeOf(type)];
    });
  }
  std::vector<std::uint8_t> inherited = program.type_flags;
  for (TypeIndex type = 0; type < program.type_count; ++type) {
    for (const SymbolRef ancestor : program.LineageOf(type)) {
      inherited[type] |= program.type_flags[*program.TypeOf(ancestor)];
    }
  }
  program.type_flags = std::move(inherited);
}

}  // namespace

void LinkTypes(Program& program, unsigned threads) {
  std::vector<TypeBases> found(program.type_count);
  std::vector<std::vector<Implementation>> implementations(program.files.size());
  std::vector<std::unique_ptr<Evaluator>> evaluators(threads);
  ParallelFor(threads, program.files.size(), [&](unsigned thread, std::size_t i) {
    if (evaluators[thread] == nullptr) evaluators[thread] = std::make_unique<Evaluator>(program);
    ForEachType(program, static_cast<FileIndex>(i), [&](SymbolRef type) {
      found[*program.TypeOf(type)] = FindBases(*evaluators[thread], type);
    });
    implementations[i] = FindImplementations(*evaluators[thread], static_cast<FileIndex>(i));
  });
  for (const std::vector<Implementation>& of_file : implementations) {
    for (const Implementation& implementation : of_file) {
      const std::optional<TypeIndex> type = program.TypeOf(implementation.type);
      if (!type.has_value()) continue;
      program.implementations.push_back(implementation);
      if (implementation.base.exists()) {
        found[*type].bases.push_back({implementation.base, kNoIndex, implementation.rule});
      } else {
        found[*type].flags |= kTypeExternalBase;
      }
    }
  }
  StoreBases(std::move(found), program);
  BuildLineages(program);
  CollectMixinUsers(program);
  InheritFlags(program);
}

}  // namespace waymark::indexer
