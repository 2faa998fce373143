// Calls through interfaces that no definition stands for: those of the library, and those without a
// name. Values that are passed to the library, which calls their methods through its interfaces.
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "resolve/edges/file_resolver.h"
#include "resolve/program/method_sets.h"
#include "text/characters.h"
#include "text/sort_unique.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxRunThrough = 4;  // methods that one call gets edges to

class InterfaceCalls {
 public:
  InterfaceCalls(Evaluator& evaluator, ScopeRef place)
      : evaluator_(evaluator), program_(evaluator.program()), place_(place) {}

  // The methods of the name that a call of a member of the value may run. `is_declared`: its type
  // in the repository has the member.
  std::vector<SymbolRef> MethodsOf(ExpressionIndex value, Name method, bool is_declared) {
    const Resolution held = evaluator_.AskValue(place_, value);
    AddSet(held.method_set);
    for (const Entity& entity : held.entities()) {
      const bool is_open = !is_declared && entity.kind == EntityKind::kInstance;
      if (is_open && program_.IsType(entity.symbol)) AddSetsOf(entity.symbol);
    }
    std::vector<SymbolRef> methods;
    for (const Name set : sets_) Add(set, method, methods);
    SortUnique(methods);
    return methods;
  }

  bool is_unnamed() const { return is_unnamed_; }

  // The methods that the library runs when a function of a module gets the value, by names. An
  // empty module is any.
  std::vector<SymbolRef> MethodsRunBy(std::string_view module, ExpressionIndex value) {
    const Resolution held = evaluator_.AskValue(place_, value);
    std::vector<SymbolRef> methods;
    if (held.size() != 1) return methods;
    const Entity& entity = held.entities()[0];
    const bool is_value =
        entity.kind == EntityKind::kInstance || entity.kind == EntityKind::kElements;
    if (!is_value || !entity.symbol.exists() || !program_.IsType(entity.symbol)) return methods;
    for (const auto& pair : program_.outside_interfaces.Find(entity.symbol)) {
      const SetMethod& run = pair.value;
      if (!RunsSet(module, run.set)) continue;
      std::vector<SymbolRef> all;
      Add(run.set, run.method, all);
      std::copy_if(all.begin(), all.end(), std::back_inserter(methods), [&](SymbolRef method) {
        return IsPartOf(program_.ParentOf(method), entity.symbol);
      });
    }
    SortUnique(methods);
    return methods;
  }

 private:
  const Satisfaction& rules() const {
    return *program_.files[place_.file].model().rules->satisfaction;
  }

  void AddSet(Name set) {
    if (set == Name::kEmpty || set == Name::kUnknown) return;
    sets_.push_back(set);
    is_unnamed_ = is_unnamed_ || program_.names.Text(set).starts_with(rules().unnamed);
  }

  // The interfaces outside that a type embeds, or is defined as.
  void AddSetsOf(SymbolRef type) {
    const std::span<const SymbolRef> lineage = program_.LineageOf(type);
    const std::span<const SymbolRef> alone(&type, 1);
    const bool is_open = program_.TypeFlags(type) != 0;
    for (const SymbolRef part : lineage.empty() ? alone : lineage) {
      const FileModel& model = program_.files[part.file].model();
      const ModelDefinition& definition = model.definitions[part.definition];
      const ScopeRef inside{part.file, definition.scope};
      if (definition.declared_type != kNoIndex) {
        AddSet(evaluator_.AskType(inside, definition.declared_type).method_set);
      }
      for (std::uint32_t i = 0; is_open && i < definition.bases_count; ++i) {
        const ExpressionIndex base = model.bases[definition.bases_begin + i].type;
        AddSet(evaluator_.AskType(inside, base).method_set);
      }
    }
  }

  void Add(Name set, Name method, std::vector<SymbolRef>& methods) const {
    for (const auto& pair : program_.run_through.Find({set, method})) {
      const FileIndex file = pair.value.file;
      // A lower-case name is a different name in each package.
      const bool is_seen = program_.Definition(pair.value).Has(kSymbolExported) ||
                           program_.files[file].package == program_.files[place_.file].package;
      if (is_seen && MayMeet(file)) methods.push_back(pair.value);
    }
  }

  // Whether values of types of the other file may come here. Those of tests stay in their
  // directory.
  bool MayMeet(FileIndex other) const {
    if (program_.IsApart(place_.file, other)) return false;
    return !program_.files[other].model().IsTest() ||
           program_.paths.DirectoryOfFile(other) == program_.paths.DirectoryOfFile(place_.file);
  }

  bool RunsSet(std::string_view module, Name set) const {
    const OutsideInterface* const outside = OutsideInterfaceOf(rules(), program_.names.Text(set));
    if (outside == nullptr) return false;
    return module.empty() || outside->run_by.empty() || !rules().is_library(module) ||
           IsWordOf(outside->run_by, module);
  }

  bool IsPartOf(SymbolRef part, SymbolRef type) const {
    const std::span<const SymbolRef> lineage = program_.LineageOf(type);
    return part == type || std::find(lineage.begin(), lineage.end(), part) != lineage.end();
  }

  Evaluator& evaluator_;
  const Program& program_;
  const ScopeRef place_;
  std::vector<Name> sets_;
  bool is_unnamed_ = false;
};

// Whether the value of the argument may have a type of the repository.
bool MayBeOurs(const ModelExpression& argument) {
  return argument.kind == ExpressionKind::kName || argument.kind == ExpressionKind::kMember ||
         argument.kind == ExpressionKind::kCall || argument.kind == ExpressionKind::kNew ||
         argument.kind == ExpressionKind::kPointer || argument.kind == ExpressionKind::kIndex;
}

// The methods of its arguments that an external function may run.
std::vector<SymbolRef> RunByCallee(Evaluator& evaluator, ScopeRef place, const Expression& call) {
  const ModelExpression& callee = evaluator.ExpressionAt(place.file, call.operand);
  const Name from = evaluator.ExpressionAt(place.file, callee.operand).name;
  const Program& program = evaluator.program();
  const std::string_view module =
      program.names.Text(ImportedFromOutside(program, place.file, from));
  std::vector<SymbolRef> methods;
  for (ExpressionIndex at = call.second; at != kNoIndex;) {
    const ModelExpression& argument = evaluator.ExpressionAt(place.file, at);
    if (argument.kind != ExpressionKind::kArguments) break;
    at = argument.second;
    const ExpressionIndex value = argument.operand;
    if (value == kNoIndex || !MayBeOurs(evaluator.ExpressionAt(place.file, value))) continue;
    const std::vector<SymbolRef> run = InterfaceCalls(evaluator, place).MethodsRunBy(module, value);
    methods.insert(methods.end(), run.begin(), run.end());
  }
  return methods;
}

}  // namespace

// A call of a method of such an interface may run the methods of the types that satisfy it, besides
// the `known` ones. True if it does and nothing is known.
bool FileResolver::AddThroughInterface(const Reference& reference, const Resolution& bound,
                                       std::span<const Meant> known) {
  if (program_.run_through.size() == 0) return false;
  const Satisfaction* const rules = evaluator_.RulesOfFile(file_).satisfaction;
  if (rules == nullptr || rules->outside.empty()) return false;
  const ScopeRef place = PlaceOf(reference);
  const Expression& call = At(reference.expression);
  const ModelExpression callee = evaluator_.ExpressionAt(file_, call.operand);
  if (callee.kind != ExpressionKind::kMember || callee.operand == kNoIndex) return false;
  if (bound.empty() && bound.external) {
    for (const SymbolRef method : RunByCallee(evaluator_, place, call)) {
      const Meant meant{method, EdgeRule::kCandidate};
      AddAmbiguous(reference.owner, program_.names.Text(DefinitionAt(method).name),
                   EdgeType::kCalls, reference.site, {&meant, 1});
    }
  }
  // A written type is stronger than an assigned value.
  const bool may_be_others = std::all_of(known.begin(), known.end(), [](const Meant& one) {
    return one.rule == EdgeRule::kConstructedReceiver || one.rule == EdgeRule::kReturnedReceiver;
  });
  if (!may_be_others) return false;
  InterfaceCalls calls(evaluator_, place);
  std::vector<Meant> targets;
  for (const SymbolRef method : calls.MethodsOf(callee.operand, callee.name, !known.empty())) {
    const bool is_known = std::any_of(known.begin(), known.end(),
                                      [&](const Meant& one) { return one.symbol == method; });
    if (!is_known) targets.push_back({method, EdgeRule::kCandidate});
  }
  if (targets.empty()) return false;
  const bool is_outside = known.empty() && !calls.is_unnamed();
  std::vector<Meant> named = targets;
  if (known.empty() && !is_outside) AddOthersNamed(callee.name, call.count, false, named);
  const bool is_only = known.empty() && !is_outside &&
                       std::all_of(named.begin(), named.end(), [&](const Meant& one) {
                         return one.symbol == targets[0].symbol;
                       });
  const EdgeRule rule = is_only ? EdgeRule::kUniqueGlobal : EdgeRule::kCandidate;
  for (const Meant& target : targets) {
    if (targets.size() > kMaxRunThrough) break;
    // No edge `tests`: a test of one type does not test the others.
    out_->edges.push_back({RunnerOf(reference.owner, EdgeType::kCalls),
                           program_.IdOf(target.symbol), EdgeType::kCalls, rule, reference.site});
  }
  const std::string_view name = NameOf(call.operand);
  AddAmbiguous(reference.owner, name, EdgeType::kCalls, reference.site, named);
  if (is_outside) {
    AddUnresolved(reference.owner, name, EdgeType::kCalls, reference.site, bound);
  }
  return true;
}

}  // namespace waymark::indexer
