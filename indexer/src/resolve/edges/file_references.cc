// Edges from the body of a file: calls, uses, annotations, raised errors.
#include <algorithm>

#include "resolve/edges/file_resolver.h"
#include "resolve/edges/functions_held.h"
#include "resolve/edges/implicit_run.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxSeveral = 4;  // possible callees of one call that get edges
// Members of functions that run the function.
constexpr std::string_view kCallers[] = {"apply", "call"};
constexpr int kMaxHeldSteps = 3;  // variables between a call and the function it runs

// Whether a type of C++ is declared but defined nowhere: its constructors are not in this
// repository.
bool IsElsewhere(const Evaluator& evaluator, SymbolRef type) {
  const Program& program = evaluator.program();
  return evaluator.RulesOfFile(type.file).has_textual_includes &&
         program.Definition(type).Has(kSymbolDeclaration) &&
         program.definitions_of.Find(type).empty();
}

}  // namespace

ScopeRef FileResolver::PlaceOf(const Reference& reference) const {
  const FileModel& model = program_.files[file_].model();
  const ModelDefinition& owner = model.definitions[reference.owner];
  const bool in_head = reference.owner != 0 && owner.scope == reference.scope &&
                       owner.inner_scope != kNoIndex && owner.owner != kNoIndex;
  return {file_, in_head ? owner.inner_scope : reference.scope};
}

void FileResolver::AddReferences() {
  if (!IsCode(program_.files[file_].model().language)) return AddWords();
  for (const Reference& reference : out_->facts.references) AddReference(reference);
}

void FileResolver::AddReference(const Reference& reference) {
  const bool is_read = reference.role == ReferenceRole::kValue ||
                       reference.role == ReferenceRole::kType ||
                       reference.role == ReferenceRole::kFieldAccess;
  if (is_read) AddOperands(reference, reference.expression);
  switch (reference.role) {
    case ReferenceRole::kCall:
      AddCall(reference);
      break;
    case ReferenceRole::kValue:
      AddValue(reference);
      break;
    case ReferenceRole::kType:
      AddType(reference);
      break;
    case ReferenceRole::kDecorator:
      AddDecorator(reference);
      break;
    case ReferenceRole::kRaise:
      AddRaise(reference);
      break;
    case ReferenceRole::kFieldAccess:
      AddFieldAccess(reference);
      break;
    case ReferenceRole::kMacro:
      AddMacro(reference);
      break;
    case ReferenceRole::kHandler:
      AddHandler(reference);
      break;
    case ReferenceRole::kFixture:
      AddFixture(reference);
      break;
    case ReferenceRole::kByName:
      AddByName(reference);
      break;
  }
}

// The functions or types that a call of the entity runs.
void FileResolver::CallTargets(const Entity& entity, int depth, std::vector<Meant>& out) {
  const auto add = [&](SymbolRef symbol, EdgeRule rule) {
    const auto same = [&](const Meant& target) { return target.symbol == symbol; };
    if (std::none_of(out.begin(), out.end(), same)) {
      out.push_back({symbol, Weaker(entity.rule, rule)});
    }
  };
  if (entity.kind == EntityKind::kInstance) {
    const ResolutionRules& rules = evaluator_.RulesOfFile(entity.symbol.file);
    if (rules.call_method.empty()) return;
    const Name method = program_.names.Find(rules.call_method);
    const Resolution called = evaluator_.AskMember(entity.symbol, method, {}, false);
    for (const Entity& function : called.entities()) {
      if (function.kind == EntityKind::kSymbol) add(function.symbol, EdgeRule::kImplicit);
    }
    return;
  }
  if (entity.kind == EntityKind::kModule && depth < kMaxHeldSteps) {
    const Resolution value = evaluator_.AskDefault(entity);
    for (const Entity& held : value.entities()) CallTargets(held, depth + 1, out);
  }
  if (entity.kind != EntityKind::kSymbol) return;
  const ModelDefinition& definition = DefinitionAt(entity.symbol);
  const bool holds = definition.Has(kSymbolProperty) &&
                     evaluator_.RulesOfFile(entity.symbol.file).methods_are_values;
  const bool object = IsVariable(definition);  // an object that is its own type
  if ((definition.IsCallable() && !holds) || (IsTypeLike(entity.symbol) && !object)) {
    add(entity.symbol, entity.rule);
    return;
  }
  if (depth >= kMaxHeldSteps) return;
  if (!IsVariable(definition) && !definition.Has(kSymbolProperty)) {
    const Resolution aliased = evaluator_.AskAliased(entity);
    for (const Entity& type : aliased.entities()) {
      // Not what a pointer or a library's handle holds.
      const bool is_plain = PointersOf(type.shape) == 0 && (type.shape & kWrapped) == 0;
      if (type.kind == EntityKind::kInstance && is_plain) out.push_back({type.symbol, entity.rule});
    }
    return;
  }
  const Resolution held = evaluator_.AskHeld(entity);
  for (Entity next : held.entities()) {
    next.rule = Weaker(next.rule, entity.rule);
    if (!next.SameThing(entity)) CallTargets(next, depth + 1, out);
  }
}

// A call that the source does not write. One that may run several functions is recorded as such.
void FileResolver::AddImplicit(const Reference& reference, const Resolution& run) {
  const std::vector<Meant> targets = SymbolsIn(run);
  if (targets.size() == 1 && !run.more) {
    AddEdge(reference.owner, targets[0].symbol, EdgeType::kCalls,
            Weaker(targets[0].rule, EdgeRule::kImplicit), reference.site);
  } else if (!targets.empty()) {
    const Name name = DefinitionAt(targets[0].symbol).name;
    AddAmbiguous(reference.owner, program_.names.Text(name), EdgeType::kCalls, reference.site,
                 targets);
  }
}

void FileResolver::AddCall(const Reference& reference) {
  if (IsImplicitCall(evaluator_, file_, reference.expression)) {
    for (const Resolution& run :
         RunImplicitly(evaluator_, PlaceOf(reference), reference.expression)) {
      AddImplicit(reference, run);
    }
    return;
  }
  if (At(reference.expression).kind == ExpressionKind::kPointer) return AddDeclared(reference);
  const Expression& call = At(reference.expression);
  const bool is_new = call.kind == ExpressionKind::kNew;
  const int arity = call.count;
  const ExpressionIndex callee = call.operand;
  if (callee == kNoIndex) return;
  if (IsDelegation(callee)) return AddDelegation(reference, arity);
  AddOperands(reference, callee);
  Resolution bound;
  bool cut = false;
  if (At(callee).kind == ExpressionKind::kSelf) {
    bound = evaluator_.AskValue(PlaceOf(reference), callee);
    for (Entity& entity : bound.entities()) entity.kind = EntityKind::kSymbol;  // cls(...)
  } else {
    LookupKind wanted{arity, is_new};
    wanted.caller = PlaceOf(reference);
    wanted.arguments = call.second;
    bound = AskCallee(PlaceOf(reference), callee, wanted, cut);
    // A conversion and a call of a generic function look alike.
    if (is_new && bound.empty()) {
      bound = evaluator_.AskBinding(PlaceOf(reference), callee, {arity, false});
      cut = evaluator_.was_cut();
    }
  }
  std::vector<Meant> targets;
  for (const Entity& entity : bound.entities()) CallTargets(entity, 0, targets);
  if (!targets.empty()) AddStandIns(reference, callee, bound, targets);
  if (targets.size() > 1 || bound.more) {
    const bool each = evaluator_.RulesOfFile(file_).follows_values && !bound.more &&
                      targets.size() <= kMaxSeveral;
    const bool is_held =
        !each && !bound.more && IsLocalVariable(evaluator_, PlaceOf(reference), callee);
    if (is_held && AddFewOf(reference, callee, targets)) return;
    if (!each) {
      AddAmbiguous(reference.owner, NameOf(callee), EdgeType::kCalls, reference.site, targets);
      return;
    }
    for (Meant& target : targets) target.rule = Weaker(target.rule, EdgeRule::kCandidate);
  }
  const bool protocol =
      At(callee).kind == ExpressionKind::kMember && At(callee).count == kOfProtocol;
  for (Meant& target : targets) {
    if (protocol) target.rule = Weaker(target.rule, EdgeRule::kImplicit);
    AddRun(reference, NameOf(callee), target, arity);
  }
  for (const Resolution& run :
       ConvertingArguments(evaluator_, PlaceOf(reference), bound, call.second)) {
    AddImplicit(reference, run);
  }
  const bool is_through = !protocol && AddThroughInterface(reference, bound, targets);
  if (!targets.empty() || protocol || is_through) return;
  for (const Resolution& run :
       RunByFunction(evaluator_, PlaceOf(reference), bound, reference.expression)) {
    AddImplicit(reference, run);
  }
  AddUnknownCallee(reference, callee, bound, cut);
}

// A call of what the callee is not known to be. `cut`: the look-up was ended by its allowance.
void FileResolver::AddUnknownCallee(const Reference& reference, ExpressionIndex callee,
                                    Resolution bound, bool cut) {
  const Expression& call = At(reference.expression);
  // A variable with unknown content is still used.
  for (const Entity& entity : bound.entities()) {
    bound.dynamic = bound.dynamic || entity.kind == EntityKind::kFunction ||
                    entity.kind == EntityKind::kContainerLiteral;
    if (entity.kind != EntityKind::kSymbol) continue;
    AddEdge(reference.owner, entity.symbol, EdgeType::kReferences, entity.rule, reference.site);
    // A conversion to an alias of a foreign type runs nothing of this repository.
    if (!IsVariable(DefinitionAt(entity.symbol))) return;
    bound.dynamic = true;
  }
  if (AddAssigned(reference, bound)) return;
  if (!cut && bound.empty() && AddRunByMember(reference, callee)) return;
  // Type arguments do not select among methods.
  const bool applied = At(callee).kind == ExpressionKind::kIndex && At(callee).count > 0 &&
                       evaluator_.RulesOfFile(file_).has_type_arguments;
  const ExpressionIndex named = applied ? At(callee).operand : callee;
  // using std::swap; swap(a, b): in C++ an overload of this repository may be found by the
  // arguments.
  const bool by_arguments = At(callee).kind == ExpressionKind::kName && bound.IsForeign() &&
                            bound.escaped && evaluator_.RulesOfFile(file_).classes_have_operators();
  if (by_arguments) {
    Resolution anything;
    anything.dynamic = true;
    return AddUnresolved(reference.owner, CalleeName(reference, callee), EdgeType::kCalls,
                         reference.site, anything);
  }
  // A message in a block may reach a receiver of this repository even if its own type is external.
  const bool may_be_ours =
      !bound.external || (bound.escaped && At(callee).kind == ExpressionKind::kName);
  if (!cut && bound.empty() && may_be_ours && named != kNoIndex &&
      AddFallback({reference.owner, EdgeType::kCalls, reference}, named, call.count, call.second)) {
    return;
  }
  if (!bound.external && bound.undeclared && AddHomonyms(reference, callee, EdgeType::kCalls))
    return;
  AddUnresolved(reference.owner, CalleeName(reference, callee), EdgeType::kCalls, reference.site,
                bound);
}

// A call through a field, a table or a variable runs one of the functions that are stored there, if
// they are few.
bool FileResolver::AddAssigned(const Reference& reference, const Resolution& bound) {
  const ExpressionIndex callee = At(reference.expression).operand;
  FunctionsHeld held = AskFunctionsHeld(evaluator_, PlaceOf(reference), callee, bound);
  std::vector<Meant> targets;
  for (const SymbolRef function : held.functions) {
    targets.push_back({function, EdgeRule::kCandidate});
  }
  const bool is_field = bound.size() == 1 && bound.entities()[0].kind == EntityKind::kSymbol &&
                        DefinitionAt(bound.entities()[0].symbol).kind == SymbolKind::kField;
  std::vector<Meant> designated;
  if (is_field && evaluator_.RulesOfFile(file_).calls_through_fields) {
    const Resolution given = evaluator_.AskAssigned(bound.entities()[0].symbol);
    held.more = held.more || given.more;
    for (const Entity& function : given.entities()) {
      if (!given.more) designated.push_back({function.symbol, EdgeRule::kCandidate});
    }
  }
  targets.insert(targets.end(), designated.begin(), designated.end());
  if (!held.more && AddFewOf(reference, callee, targets)) return true;
  if (AddFewOf(reference, callee, designated)) return true;
  if (!held.is_element || !bound.IsForeign()) return false;
  Resolution anything;
  anything.dynamic = true;
  AddUnresolved(reference.owner, CalleeName(reference, callee), EdgeType::kCalls, reference.site,
                anything);
  return true;
}

// A call of one of several functions, if they are few: an edge to each. Others may be meant.
bool FileResolver::AddFewOf(const Reference& reference, ExpressionIndex callee,
                            std::vector<Meant>& targets) {
  const auto is_before = [](const Meant& a, const Meant& b) { return a.symbol < b.symbol; };
  const auto is_same = [](const Meant& a, const Meant& b) { return a.symbol == b.symbol; };
  std::sort(targets.begin(), targets.end(), is_before);
  targets.erase(std::unique(targets.begin(), targets.end(), is_same), targets.end());
  if (targets.empty() || targets.size() > kMaxSeveral) return false;
  for (const Meant& target : targets) {
    AddEdge(reference.owner, target.symbol, EdgeType::kCalls,
            Weaker(target.rule, EdgeRule::kCandidate), reference.site);
  }
  AddAmbiguous(reference.owner, CalleeName(reference, callee), EdgeType::kCalls, reference.site,
               targets);
  return true;
}

// Resolves the callee. If evaluation through parameters exceeds the allowance, repeats without
// call-site arguments.
Resolution FileResolver::AskCallee(ScopeRef place, ExpressionIndex callee, const LookupKind& wanted,
                                   bool& cut) {
  Resolution bound = evaluator_.AskBinding(place, callee, wanted);
  cut = evaluator_.was_cut();
  if (!cut || !evaluator_.RulesOfFile(file_).follows_values) return bound;
  plain_.SetBody(file_, body_);
  bound = plain_.AskBinding(place, callee, wanted);
  cut = plain_.was_cut();
  return bound;
}

// Adds one callee and what runs with it: the constructor of a type, the function that a decorator
// substitutes.
void FileResolver::AddRun(const Reference& reference, std::string_view called, const Meant& target,
                          int arity) {
  const bool type = IsTypeLike(target.symbol);
  const bool filled =
      type && (IsFilled(reference, target.symbol, arity) || IsElsewhere(evaluator_, target.symbol));
  AddEdge(reference.owner, target.symbol, filled ? EdgeType::kReferences : EdgeType::kCalls,
          target.rule, reference.site);
  if (filled) return;
  if (type) return AddConstructors(reference, target, arity);
  // A call by another name may bypass the decorator.
  const bool by_name = program_.names.Text(DefinitionAt(target.symbol).name) == called;
  if (!by_name || !evaluator_.RulesOfFile(target.symbol.file).follows_values) return;
  const Resolution wrappers = evaluator_.AskWrappers(target.symbol);
  if (wrappers.size() > kMaxSeveral) return;
  for (const Entity& wrapper : wrappers.entities()) {
    AddEdge(reference.owner, wrapper.symbol, EdgeType::kCalls, Weaker(wrapper.rule, target.rule),
            reference.site);
  }
}

// `Base.call(this)` runs Base.
bool FileResolver::AddRunByMember(const Reference& reference, ExpressionIndex callee) {
  const Expression& member = At(callee);
  const bool may =
      !evaluator_.RulesOfFile(file_).prototype.empty() && member.kind == ExpressionKind::kMember &&
      member.operand != kNoIndex &&
      std::find(std::begin(kCallers), std::end(kCallers), NameOf(callee)) != std::end(kCallers);
  if (!may) return false;
  const Resolution bound =
      evaluator_.AskBinding(PlaceOf(reference), member.operand, {kUnknownArity, false});
  std::vector<Meant> targets;
  for (const Entity& entity : bound.entities()) CallTargets(entity, 0, targets);
  if (targets.size() != 1 || bound.more) return false;
  AddRun(reference, NameOf(member.operand), targets[0], kUnknownArity);
  return true;
}

void FileResolver::AddMacro(const Reference& reference) {
  const Resolution bound = evaluator_.AskMacro(PlaceOf(reference), reference.expression);
  const std::vector<Meant> targets = SymbolsIn(bound);
  if (targets.size() == 1 && !bound.more) {
    AddEdge(reference.owner, targets[0].symbol, EdgeType::kCalls, targets[0].rule, reference.site);
  } else if (targets.size() > 1) {
    AddAmbiguous(reference.owner, NameOf(reference.expression), EdgeType::kCalls, reference.site,
                 targets);
  } else if (bound.external || !bound.undeclared ||
             !AddHomonyms(reference, reference.expression, EdgeType::kCalls)) {
    AddUnresolved(reference.owner, NameOf(reference.expression), EdgeType::kCalls, reference.site,
                  bound);
  }
}

// Fallbacks of lower confidence when the rules of the language find nothing.
bool FileResolver::AddFallback(const Use& use, ExpressionIndex callee, int arity,
                               ExpressionIndex arguments) {
  const ModelExpression& expression = evaluator_.ExpressionAt(file_, callee);
  if (expression.name == Name::kUnknown || expression.name == Name::kEmpty) return false;
  if (IsMemberOfResult(evaluator_, file_, expression)) return false;
  LookupKind wanted{arity, false};
  wanted.caller = PlaceOf(use.reference);
  wanted.arguments = arguments;
  Resolution found;
  if (expression.kind == ExpressionKind::kName) {
    // Only C and C++ let a name reach another file without an import. A message to self may reach
    // methods that the type gets at run time.
    if (evaluator_.RulesOfFile(file_).members_are_calls) {
      const bool message =
          expression.count == 0 && !program_.IsForeignMember(file_, expression.name);
      if (!message || !evaluator_.HasObject(PlaceOf(use.reference))) return false;
      found = evaluator_.AskMethodNamed(file_, expression.name, {arity, false});
    } else if (!evaluator_.RulesOfFile(file_).has_textual_includes) {
      return false;
    } else {
      found = evaluator_.AskUnseen(PlaceOf(use.reference), expression.name, wanted);
    }
  } else if (expression.kind == ExpressionKind::kMember && expression.operand != kNoIndex) {
    const Resolution receiver = evaluator_.AskValue(PlaceOf(use.reference), expression.operand);
    if (!receiver.empty() || receiver.IsForeign()) return false;
    if (evaluator_.was_cut()) return false;
    const std::string_view called = VariableNamed(expression.operand);
    if (called.empty() && program_.IsForeignMember(file_, expression.name)) return false;
    found = evaluator_.AskMethodNamed(file_, expression.name, wanted,
                                      ReceiverNamed(called, use.reference.owner));
  }
  std::vector<Meant> targets;
  for (const Entity& entity : found.entities()) {
    targets.push_back({entity.symbol, Weaker(entity.rule, EdgeRule::kUniqueGlobal)});
  }
  if (targets.empty()) return false;
  const bool is_guessed = targets.size() == 1 && !found.more;
  if (is_guessed) {
    AddEdge(use.source, targets[0].symbol, use.type, targets[0].rule, use.reference.site);
  }
  const bool is_member =
      expression.kind == ExpressionKind::kMember || evaluator_.RulesOfFile(file_).members_are_calls;
  if (is_member) AddOthersNamed(expression.name, arity, is_guessed, targets);
  if (!targets.empty()) {
    AddAmbiguous(use.source, NameOf(callee), use.type, use.reference.site, targets);
  }
  return true;
}

std::vector<FileResolver::Meant> FileResolver::SymbolsIn(const Resolution& bound) {
  std::vector<Meant> symbols;
  for (const Entity& entity : bound.entities()) {
    if (entity.kind == EntityKind::kSymbol) symbols.push_back({entity.symbol, entity.rule});
  }
  return symbols;
}

void FileResolver::AddValue(const Reference& reference) {
  const Resolution bound = evaluator_.AskBinding(PlaceOf(reference), reference.expression, {});
  const std::vector<Meant> targets = NamedIn(bound, reference.expression);
  const bool other = targets.size() < bound.size();
  if (targets.size() == 1 && !bound.more) {
    const SymbolRef used = targets[0].symbol;
    if (DefinitionAt(used).kind == SymbolKind::kPackage) return;  // begins a longer name
    AddEdge(reference.owner, used, UseOf(used), targets[0].rule, reference.site);
    AddInstantiation(reference, targets[0]);
  } else if (!targets.empty()) {
    AddAmbiguous(reference.owner, NameOf(reference.expression), EdgeType::kReferences,
                 reference.site, targets);
  } else if (!other && (!bound.external || bound.escaped)) {
    AddUnboundValue(reference, EdgeType::kReferences, bound);
  } else if (!other && !bound.declared) {
    // CALL(file, read): a member passed to a macro may share its name with a library function.
    const Name name = program_.names.Find(NameOf(reference.expression));
    if (program_.IsMemberName(file_, name)) {
      AddHomonyms(reference, reference.expression, EdgeType::kReferences);
    }
  }
}

// An unbound name is a function of C without a visible declaration, or a local variable. A missing
// member could be any of that name: it counts against completeness.
void FileResolver::AddUnboundValue(const Reference& reference, EdgeType type,
                                   const Resolution& bound) {
  const ExpressionIndex expression = reference.expression;
  if (At(expression).kind == ExpressionKind::kName) {
    if (bound.external) return;
    if (At(expression).count == kMacroArgument && !bound.declared)
      return AddUnconsumedIdentifier(reference);
    const Use use{reference.owner, type, reference};
    const bool is_guessed = !evaluator_.was_cut() && AddFallback(use, expression, kUnknownArity);
    if (!is_guessed) AddHomonyms(reference, expression, type);
    return;
  }
  const bool is_foreign = bound.undeclared && !bound.escaped;
  if (At(expression).kind != ExpressionKind::kMember || is_foreign) return;
  // A method name that the own type lacks is an ordinary word.
  const ExpressionIndex operand = At(expression).operand;
  if (operand != kNoIndex && IsOwnInstance(operand)) return;
  const Name name = evaluator_.ExpressionAt(file_, expression).name;
  if (!program_.IsMemberName(file_, name)) return;
  const bool may_guess =
      evaluator_.RulesOfFile(file_).members_are_calls && !evaluator_.was_cut() && bound.empty();
  if (may_guess && AddFallback({reference.owner, type, reference}, expression, kUnknownArity)) {
    return;
  }
  AddUnresolved(reference.owner, NameOf(expression), type, reference.site, bound);
}

void FileResolver::AddType(const Reference& reference) {
  const Resolution bound =
      evaluator_.AskBinding(PlaceOf(reference), reference.expression, {kUnknownArity, true});
  const std::vector<Meant> targets = SymbolsIn(bound);
  if (targets.size() == 1 && !bound.more) {
    AddEdge(reference.owner, targets[0].symbol, EdgeType::kTypeHintOf, targets[0].rule,
            reference.site);
  } else if (!targets.empty()) {
    AddAmbiguous(reference.owner, NameOf(reference.expression), EdgeType::kTypeHintOf,
                 reference.site, targets);
  } else if (bound.empty() && !bound.IsForeign()) {
    AddUnresolved(reference.owner, NameOf(reference.expression), EdgeType::kTypeHintOf,
                  reference.site, bound);
  } else if (bound.empty() && !bound.external) {
    AddHomonyms(reference, reference.expression, EdgeType::kTypeHintOf);
  }
}

void FileResolver::AddRaise(const Reference& reference) {
  ExpressionIndex raised = reference.expression;
  const bool made =
      At(raised).kind == ExpressionKind::kCall || At(raised).kind == ExpressionKind::kNew;
  if (made && At(raised).operand != kNoIndex) raised = At(raised).operand;
  Resolution bound = evaluator_.AskBinding(PlaceOf(reference), raised, {});
  std::vector<Meant> targets;
  for (const Entity& entity : bound.entities()) {
    const bool type = entity.kind == EntityKind::kInstance ||
                      (entity.kind == EntityKind::kSymbol && IsTypeLike(entity.symbol));
    if (type) targets.push_back({entity.symbol, entity.rule});
  }
  const bool held = targets.empty() && bound.size() == 1 &&
                    bound.entities()[0].kind == EntityKind::kSymbol &&
                    IsVariable(DefinitionAt(bound.entities()[0].symbol));
  if (held) {
    AddStandIns(reference, raised, bound, {});
    bound = evaluator_.AskHeld(bound.entities()[0]);
    for (const Entity& entity : bound.entities()) {
      const bool type = entity.kind == EntityKind::kInstance ||
                        (entity.kind == EntityKind::kSymbol && IsTypeLike(entity.symbol));
      if (type) targets.push_back({entity.symbol, entity.rule});
    }
  }
  if (targets.size() == 1 && !bound.more) {
    AddEdge(reference.owner, targets[0].symbol, EdgeType::kThrows, targets[0].rule, reference.site);
    const bool type = bound.entities()[0].kind == EntityKind::kSymbol;
    if (type && !made && evaluator_.RulesOfFile(file_).raising_makes) {
      AddEdge(reference.owner, targets[0].symbol, EdgeType::kCalls, targets[0].rule,
              reference.site);
      AddConstructors(reference, targets[0], 0);
    }
  } else if (!targets.empty()) {
    AddAmbiguous(reference.owner, NameOf(raised), EdgeType::kThrows, reference.site, targets);
  } else if (bound.empty()) {
    AddUnresolved(reference.owner, NameOf(raised), EdgeType::kThrows, reference.site, bound);
  }
}

void FileResolver::AddFieldAccess(const Reference& reference) {
  const Resolution bound = evaluator_.AskBinding(PlaceOf(reference), reference.expression, {});
  if (bound.empty() && AddContainerKey(reference)) return;
  if (bound.empty() && (!bound.external || bound.escaped)) {
    AddUnboundValue(reference, EdgeType::kAccessesField, bound);
    return;
  }
  const std::vector<Meant> targets = NamedIn(bound, reference.expression);
  if (targets.size() == 1 && !bound.more) {
    const bool variable = IsVariable(DefinitionAt(targets[0].symbol));
    AddEdge(reference.owner, targets[0].symbol,
            variable ? EdgeType::kAccessesField : EdgeType::kReferences, targets[0].rule,
            reference.site);
  } else if (!targets.empty()) {
    AddAmbiguous(reference.owner, NameOf(reference.expression), EdgeType::kAccessesField,
                 reference.site, targets);
  }
}

}  // namespace waymark::indexer
