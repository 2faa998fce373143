#include "resolve/edges/functions_held.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "extract/stored_functions.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxHolderSteps = 8;            // from the callee to what holds the function
constexpr std::size_t kMaxEntriesRead = 256;  // stored functions under one name
constexpr std::size_t kMaxHeld = 8;           // more are not told apart
constexpr int kMaxFields = 256;               // of a type whose rows are read
constexpr int kMaxFollowed = 256;             // expressions that one search follows

bool HoldsValues(const ModelDefinition& definition) {
  return definition.kind == SymbolKind::kVar || definition.kind == SymbolKind::kConst ||
         definition.kind == SymbolKind::kField;
}

bool IsOfFunction(const FileModel& model, ScopeIndex scope) {
  const ScopeKind kind = model.scopes[scope].kind;
  return kind == ScopeKind::kFunction || kind == ScopeKind::kBlock;
}

// The innermost scope around a place that declares the name.
ScopeIndex DeclaringScope(const FileModel& model, ScopeIndex scope, Name name) {
  while (scope != kNoIndex && model.Find(scope, name).empty()) scope = model.scopes[scope].parent;
  return scope;
}

class HolderSearch {
 public:
  explicit HolderSearch(Evaluator& evaluator)
      : evaluator_(evaluator), program_(evaluator.program()) {}

  FunctionsHeld Run(ScopeRef place, ExpressionIndex callee, const Resolution& bound) {
    for (const Entity& entity : bound.entities()) {
      if (entity.kind != EntityKind::kSymbol) continue;
      if (program_.Definition(entity.symbol).kind == SymbolKind::kField) field_ = entity.symbol;
    }
    asking_ = place.file;
    const ModelExpression& called = At(place, callee);
    if (called.kind == ExpressionKind::kMember) {
      AddBound(called.name, bound);
      runs_ = Runs(place, called.name);
      if (!runs_) member_ = called.name;
      is_part_ = true;
      Follow(place, called.operand, 1);
      // The rows of a table are told apart from those of other tables.
      if (field_.exists() && out_.functions.empty() && !is_table_) AddRows();
    } else {
      runs_ = true;
      Follow(place, callee, 0);
    }
    std::sort(out_.functions.begin(), out_.functions.end());
    out_.functions.erase(std::unique(out_.functions.begin(), out_.functions.end()),
                         out_.functions.end());
    return std::move(out_);
  }

 private:
  // A local variable; what is looked for in it depends on `is_part`.
  struct FollowedName {
    FileIndex file;
    ScopeIndex scope;
    Name name;
    bool is_part;

    bool operator==(const FollowedName&) const = default;
  };

  const ModelExpression& At(ScopeRef place, ExpressionIndex expression) const {
    return evaluator_.ExpressionAt(place.file, expression);
  }

  // Rows of the type that declares the field.
  void AddRows() {
    const SymbolRef type = program_.ParentOf(field_);
    if (!program_.IsType(type)) return;
    AddStored(program_.Definition(type).name, [&](ScopeRef at, const ModelExpression& pair) {
      const Resolution named = evaluator_.AskType(at, pair.operand);
      return std::any_of(named.entities().begin(), named.entities().end(), [&](const Entity& one) {
        return one.kind == EntityKind::kInstance && one.symbol == type;
      });
    });
  }

  void Follow(ScopeRef place, ExpressionIndex expression, int step) {
    if (expression == kNoIndex || step > kMaxHolderSteps || left_-- <= 0) return;
    const ModelExpression& at = At(place, expression);
    switch (at.kind) {
      case ExpressionKind::kIndex:
        if (at.count > 0 && !HoldsElements(place, at.operand)) {
          return Follow(place, at.operand, step + 1);
        }
        out_.is_element = out_.is_element || runs_;
        if (at.count == 0) TakeKey(at.name);  // else the name is that of the operand
        is_part_ = true;
        return Follow(place, at.operand, step + 1);
      case ExpressionKind::kPointer:
      case ExpressionKind::kAwait:
        return Follow(place, at.operand, step + 1);
      case ExpressionKind::kUnion:
        Follow(place, at.operand, step + 1);
        return Follow(place, at.second, step + 1);
      case ExpressionKind::kName:
        return FollowName(place, expression, step);
      case ExpressionKind::kMember:
        return FollowMember(place, expression, step);
      case ExpressionKind::kCall:
        return FollowCall(place, at, step);
      case ExpressionKind::kParameter:  // of a callback that a method of a container gets
        if (at.name == Name::kEmpty && at.operand != kNoIndex &&
            At(place, at.operand).kind == ExpressionKind::kMember) {
          is_part_ = true;
          Follow(place, At(place, at.operand).operand, step + 1);
        }
        return;
      default:
        return;
    }
  }

  // `table[key](x)` looks like a call with type arguments.
  bool HoldsElements(ScopeRef place, ExpressionIndex operand) {
    const Resolution named = evaluator_.AskBinding(place, operand, {});
    return std::any_of(named.entities().begin(), named.entities().end(), [&](const Entity& one) {
      return one.kind == EntityKind::kSymbol ? HoldsValues(program_.Definition(one.symbol))
                                             : IsValue(one.kind);
    });
  }

  // table["sell"]
  void TakeKey(Name key) {
    if (key == Name::kEmpty || key == Name::kUnknown) return;
    const std::string_view text = program_.names.Text(key);
    if (text.size() > 1 && text.front() == kTextKey) key_ = text.substr(1);
  }

  void FollowName(ScopeRef place, ExpressionIndex expression, int step) {
    const Name name = At(place, expression).name;
    if (name == Name::kUnknown || name == Name::kEmpty) return;
    const FileModel& model = program_.files[place.file].model();
    const ScopeIndex scope = DeclaringScope(model, place.scope, name);
    if (scope == kNoIndex || !IsOfFunction(model, scope)) {
      return AddBound(name, evaluator_.AskBinding(place, expression, {}));
    }
    // Assigned values may name the variable again.
    const FollowedName followed{place.file, scope, name, is_part_};
    if (std::find(followed_.begin(), followed_.end(), followed) != followed_.end()) return;
    followed_.push_back(followed);
    AddLocal(place.file, scope, name);
    for (const ScopeEntry& entry : model.Find(scope, name)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const ModelBinding& binding = model.bindings[entry.index()];
      const bool has_value =
          binding.kind == BindingKind::kAssigned || binding.kind == BindingKind::kIterated;
      const bool is_callback = binding.kind == BindingKind::kParameter &&
                               binding.value != kNoIndex &&
                               At(place, binding.value).kind == ExpressionKind::kParameter;
      if (!has_value && !is_callback) continue;
      const bool was_part = is_part_;
      if (binding.kind == BindingKind::kIterated) is_part_ = true;
      Follow({place.file, binding.value_scope, place.substitution}, binding.value, step + 1);
      is_part_ = was_part;
    }
  }

  void FollowMember(ScopeRef place, ExpressionIndex expression, int step) {
    const ModelExpression& member = At(place, expression);
    AddBound(member.name, evaluator_.AskBinding(place, expression, {}));
    if (GivesItself(place, member.name)) Follow(place, member.operand, step + 1);
  }

  // `get` runs a supplier, but of a map it returns a value.
  bool Runs(ScopeRef place, Name member) const {
    const KnownNames& known = program_.KnownNamesOf(place.file);
    return known.IsMember(MemberUse::kRuns, member) &&
           !known.IsMember(MemberUse::kValueOfMap, member);
  }

  // Whether the member is one part of a pair, or something like its object.
  bool GivesItself(ScopeRef place, Name member) const {
    return Runs(place, member) ||
           program_.KnownNamesOf(place.file).IsMember(MemberUse::kItself, member);
  }

  // The result of a function here, or of a method of a container.
  void FollowCall(ScopeRef place, const ModelExpression& call, int step) {
    if (call.operand == kNoIndex) return;
    const ModelExpression& callee = At(place, call.operand);
    const Resolution bound = evaluator_.AskBinding(place, call.operand, {call.count});
    bool is_ours = false;
    for (const Entity& entity : bound.entities()) {
      if (entity.kind != EntityKind::kSymbol) continue;
      is_ours = true;
      if (!program_.Definition(entity.symbol).IsCallable()) continue;
      const SymbolRef function = entity.symbol;
      AddStored(program_.Definition(function).name, [&](ScopeRef at, const ModelExpression& pair) {
        return Names(at, pair.operand, function);
      });
    }
    if (is_ours || callee.kind != ExpressionKind::kMember || callee.operand == kNoIndex) return;
    is_part_ = true;
    Follow(place, callee.operand, step + 1);
  }

  void AddBound(Name name, const Resolution& bound) {
    for (const Entity& entity : bound.entities()) {
      if (entity.kind != EntityKind::kSymbol) continue;
      const SymbolRef holder = entity.symbol;
      const ModelDefinition& definition = program_.Definition(holder);
      if (!HoldsValues(definition)) continue;
      out_.is_element = out_.is_element || (runs_ && is_part_);
      is_table_ = is_table_ || (holder != field_ && definition.kind != SymbolKind::kField);
      AddStored(name, [&](ScopeRef at, const ModelExpression& pair) {
        return Names(at, pair.operand, holder);
      });
    }
  }

  bool Names(ScopeRef at, ExpressionIndex expression, SymbolRef symbol) {
    const Resolution named = evaluator_.AskBinding(at, expression, {});
    return std::any_of(named.entities().begin(), named.entities().end(), [&](const Entity& one) {
      return one.kind == EntityKind::kSymbol && one.symbol == symbol;
    });
  }

  // Functions stored in holders of the name that are no local variables, where the callee may find
  // them.
  template <typename Fits>
  void AddStored(Name name, const Fits& fits) {
    AddRowsOf(name, [&](ScopeRef at, const ModelExpression& pair) {
      return MayBeHere(at, pair) && fits(at, pair);
    });
  }

  template <typename Fits>
  void AddRowsOf(Name name, const Fits& fits) {
    const auto entries = program_.call_arguments.Find(name);
    if (entries.size() > kMaxEntriesRead) {
      out_.more = true;
      return;
    }
    for (const auto& entry : entries) {
      const FileModel& model = program_.files[entry.value.file].model();
      const ModelBinding& binding = model.bindings[entry.value.definition];
      if (binding.kind != BindingKind::kStored || IsOfFunction(model, binding.scope)) continue;
      if (program_.IsApart(asking_, entry.value.file)) continue;  // what tests store
      const ScopeRef at{entry.value.file, binding.value_scope};
      const ModelExpression& pair = At(at, binding.value);
      if (pair.second == kNoIndex || !fits(at, pair)) continue;
      AddFunction(at, pair);
      if (out_.functions.size() > kMaxHeld) break;
    }
  }

  void AddLocal(FileIndex file, ScopeIndex scope, Name name) {
    const FileModel& model = program_.files[file].model();
    for (const auto& entry : program_.call_arguments.Find(name)) {
      if (entry.value.file != file) continue;
      const ModelBinding& binding = model.bindings[entry.value.definition];
      if (binding.kind != BindingKind::kStored || binding.scope != scope) continue;
      const ScopeRef at{file, binding.value_scope};
      const ModelExpression& pair = At(at, binding.value);
      if (pair.kind == ExpressionKind::kParameter) {
        const DefinitionIndex function = model.scopes[scope].definition;
        const bool is_own =
            function != kNoIndex && model.definitions[function].inner_scope == scope;
        if (is_own) AddPassed({file, function}, pair.count, name);
      } else if (MayBeHere(at, pair)) {
        AddFunction(at, pair);
      }
    }
  }

  // Functions that calls of a function pass for a parameter.
  void AddPassed(SymbolRef function, int position, Name parameter) {
    if (is_part_) return;
    const std::string number = kPassedMark + std::to_string(position);
    const std::string keyword = kPassedMark + std::string(program_.names.Text(parameter));
    AddRowsOf(program_.Definition(function).name, [&](ScopeRef at, const ModelExpression& pair) {
      const std::string_view place = program_.names.Text(At(at, pair.second).name);
      return (place == number || place == keyword) && Names(at, pair.operand, function);
    });
  }

  // Whether the place of a stored function may be that of the member, if the callee names one.
  bool MayBeHere(ScopeRef at, const ModelExpression& pair) const {
    if (pair.second == kNoIndex) return false;
    const ModelExpression& given = At(at, pair.second);
    if (program_.names.Text(given.name).starts_with(kPassedMark)) return false;
    const bool is_inside = given.count == kAllElementsOf || given.name != Name::kEmpty;
    if (is_inside && !is_part_) return false;
    if (!key_.empty() && given.name != Name::kEmpty && program_.names.Text(given.name) != key_) {
      return false;
    }
    if (member_ == Name::kEmpty || given.name == member_) return true;
    if (!field_.exists()) return false;
    const std::string_view place = program_.names.Text(given.name);
    return place.empty() || place == std::to_string(NumberOfField());
  }

  // The place of the field among those of its type.
  int NumberOfField() const {
    const FileModel& model = program_.files[field_.file].model();
    const ScopeIndex scope = model.definitions[field_.definition].scope;
    int number = 0;
    for (DefinitionIndex i = field_.definition; i-- > 1 && number < kMaxFields;) {
      const ModelDefinition& definition = model.definitions[i];
      if (definition.inner_scope == scope) break;
      if (definition.scope == scope && definition.kind == SymbolKind::kField) ++number;
    }
    return number;
  }

  void AddFunction(ScopeRef at, const ModelExpression& pair) {
    const Resolution named = evaluator_.AskBinding(at, At(at, pair.second).operand, {});
    out_.more = out_.more || named.more;
    for (const Entity& entity : named.entities()) {
      const bool is_function = entity.kind == EntityKind::kSymbol &&
                               program_.Definition(entity.symbol).IsCallable() &&
                               !program_.Definition(entity.symbol).Has(kSymbolProperty);
      if (is_function) out_.functions.push_back(entity.symbol);
    }
  }

  Evaluator& evaluator_;
  const Program& program_;
  FileIndex asking_ = kNoIndex;
  SymbolRef field_ = {};        // that the callee names
  Name member_ = Name::kEmpty;  // likewise, by its name alone
  std::string_view key_;        // of the element that is called, if it is written
  std::vector<FollowedName> followed_;
  int left_ = kMaxFollowed;
  bool runs_ = false;      // the callee runs what it names, and is no member of that
  bool is_table_ = false;  // the callee is part of a variable of a file or a type
  bool is_part_ = false;   // an element or a field of the holder is called, not the holder
  FunctionsHeld out_;
};

}  // namespace

FunctionsHeld AskFunctionsHeld(Evaluator& evaluator, ScopeRef place, ExpressionIndex callee,
                               const Resolution& bound) {
  return HolderSearch(evaluator).Run(place, callee, bound);
}

bool IsLocalVariable(const Evaluator& evaluator, ScopeRef place, ExpressionIndex callee) {
  while (callee != kNoIndex &&
         evaluator.ExpressionAt(place.file, callee).kind == ExpressionKind::kPointer) {
    callee = evaluator.ExpressionAt(place.file, callee).operand;
  }
  if (callee == kNoIndex) return false;
  const ModelExpression& named = evaluator.ExpressionAt(place.file, callee);
  if (named.kind != ExpressionKind::kName) return false;
  const FileModel& model = evaluator.program().files[place.file].model();
  const ScopeIndex scope = DeclaringScope(model, place.scope, named.name);
  if (scope == kNoIndex || !IsOfFunction(model, scope)) return false;
  const auto entries = model.Find(scope, named.name);
  return std::all_of(entries.begin(), entries.end(),
                     [](const ScopeEntry& entry) { return entry.kind() == EntryKind::kBinding; });
}

}  // namespace waymark::indexer
