// Expressions, built bottom-up, and their references.
#include <algorithm>
#include <limits>

#include "extract/expressions/unnamed_function.h"
#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "extract/typed_literals.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

bool IsListed(std::span<const std::string_view> list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::uint8_t Saturate(std::uint32_t count) {
  constexpr std::uint32_t kMax = std::numeric_limits<std::uint8_t>::max();
  return static_cast<std::uint8_t>(std::min(count, kMax));
}

// The first of possibly several type arguments.
ExpressionIndex FirstOf(const FactsDraft& draft, ExpressionIndex arguments) {
  if (arguments == kNoIndex) return kNoIndex;
  const Expression& first = draft.expression(arguments);
  return first.kind == ExpressionKind::kArguments ? first.operand : arguments;
}

// Union[A, B, C]: the arguments as alternatives.
ExpressionIndex UnionOf(FactsDraft& draft, const Frame& generic) {
  ExpressionIndex all = FirstOf(draft, generic.second);
  if (all == generic.second) return AddUnion(draft, all, generic.value);
  for (ExpressionIndex at = draft.expression(generic.second).second; at != kNoIndex;) {
    const Expression argument = draft.expression(at);
    all = AddUnion(draft, all, argument.operand);
    at = argument.second;
  }
  return all;
}

// The key in the brackets of a type: `["total"]`, `[0]`, or `[number]` for any element; 0 if it is
// computed.
Word KeyOfType(FactsDraft& draft, std::string_view text) {
  constexpr std::string_view kAnyKeys[] = {"number", "string"};
  const bool is_quoted = text.size() > 2 && (text[0] == '"' || text[0] == '\'');
  if (is_quoted && text.find(text[0], 1) == text.size() - 1) {
    return draft.words().Intern(text.substr(1, text.size() - 2));
  }
  if (IsIn(kAnyKeys, text)) return draft.words().Intern(kIterationKey);
  const bool is_number = !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
  return is_number ? draft.words().Intern(text) : Word{0};
}

// The name in a key, so that changes of a member of that name reach the file. kNoIndex if the key
// is no text.
ExpressionIndex NameInKey(FactsDraft& draft, Word key, ExpressionIndex holder) {
  const std::string text(draft.words().Text(key));
  if (!text.starts_with(kTextKey) || text.size() == 1) return kNoIndex;
  const Word name = draft.words().Intern(std::string_view(text).substr(1));
  return draft.AddExpression({ExpressionKind::kName, 0, name}, draft.expression_site(holder));
}

// Two subscripts are two type arguments: Repo[Key, Job].
Frame WithAllArguments(FactsDraft& draft, const Frame& generic) {
  if (generic.second == kNoIndex || generic.value == kNoIndex) return generic;
  const std::uint32_t byte = draft.expression_site(generic.second);
  Frame all = generic;
  all.count = 2;
  all.second = draft.AddExpression(
      {ExpressionKind::kArguments, kTypeArgument, 0, generic.value, kNoIndex}, byte);
  all.second = draft.AddExpression(
      {ExpressionKind::kArguments, kTypeArgument, 0, generic.second, all.second}, byte);
  return all;
}

// A name with the type arguments that followed another expression.
ExpressionIndex Reapply(FactsDraft& draft, ExpressionIndex named, ExpressionIndex applied) {
  const Expression generic = draft.expression(applied);
  if (named == kNoIndex || generic.kind != ExpressionKind::kIndex) return named;
  return draft.AddExpression({ExpressionKind::kIndex, generic.count, 0, named, generic.second},
                             draft.expression_site(named));
}

// make(Type): an instance of the first argument, if the table lists the function.
ExpressionIndex MadeByArgument(const LanguageRules& language, FactsDraft& draft,
                               std::string_view function, ExpressionIndex argument) {
  if (argument == kNoIndex) return kNoIndex;
  const auto& calls = language.typed_calls;
  const bool makes = std::any_of(calls.begin(), calls.end(), [&](const TypedCall& call) {
    return call.by_argument && call.name == function;
  });
  if (!makes) return kNoIndex;
  const Expression& type = draft.expression(argument);
  const auto is_variable = language.hooks.is_variable;
  const bool may_name_type =
      type.kind == ExpressionKind::kName &&
      (is_variable == nullptr || !is_variable(draft.words().Text(type.name)));
  if (!may_name_type && type.kind != ExpressionKind::kSelf) return kNoIndex;
  return draft.AddExpression({ExpressionKind::kNew, 0, 0, argument},
                             draft.expression_site(argument));
}

// jobs << job
void AddByOperator(FactsDraft& draft, const LanguageRules& language, const Frame& frame) {
  if (frame.operand == kNoIndex || frame.second == kNoIndex) return;
  const std::uint32_t begin = draft.expression_site(frame.operand);
  const std::uint32_t end = draft.expression_site(frame.second);
  const Expression& object = draft.expression(frame.operand);
  if (object.kind != ExpressionKind::kName || end <= begin) return;
  const std::size_t size = draft.words().Text(object.name).size();
  const std::string_view between = draft.bytes().substr(begin, end - begin);
  const std::string_view sign = TrimmedSpace(between.substr(std::min(size, between.size())));
  for (const ElementAdder& adder : language.element_adders) {
    if (!sign.starts_with(adder.name)) continue;
    AddToContainer(draft, language, frame, frame.operand, adder);
  }
}

// Reads, sets or removes an element of an object: `c[1]`, `c[1] = x`, `del c[1]`.
void AddElementUse(FactsDraft& draft, const LanguageRules& language, const Frame& frame,
                   std::string_view before) {
  constexpr std::string_view kReads = "[]";
  constexpr std::string_view kSets = "[]=";
  constexpr std::string_view kRemoves = "[]!";
  const bool sets = frame.part == ChildRole::kTarget || frame.part == ChildRole::kTargetElement;
  const bool removes = EndsWithWord(before, language.removing_word);
  ImplicitCalls calls(language, draft);
  Operation use{kReads, draft.expression_site(frame.operand), frame.operand, frame.second, true};
  if (sets || removes) use.text = removes ? kRemoves : kSets;
  calls.AddOperator(frame, use);
  if (frame.part != ChildRole::kUpdated) return;
  use.text = kSets;
  calls.AddOperator(frame, use);
}

// The result type of the function that an error leaves; kNoIndex if a closure or a block may take
// it, or if no type is written.
ExpressionIndex ResultLeftTo(FactsDraft& draft, const std::vector<Frame>& frames,
                             const SyntaxTree& tree) {
  constexpr std::string_view kTakers[] = {"async", "try"};
  for (std::size_t i = frames.size(); i-- > 0;) {
    const Frame& around = frames[i];
    if (around.rule->role == Role::kLambda) return kNoIndex;
    if (around.rule->role == Role::kDefinition) {
      return around.definition == kNoIndex
                 ? kNoIndex
                 : draft.facts().definitions[around.definition].return_type;
    }
    const std::string_view text = draft.bytes().substr(tree.nodes[around.node].begin);
    for (const std::string_view word : kTakers) {
      const bool takes = text.starts_with(word) && text.size() > word.size() &&
                         !IsWordCharacter(text[word.size()]);
      if (takes) return kNoIndex;
    }
  }
  return kNoIndex;
}

// New[int](4): a function with type arguments, or a conversion to a generic type.
bool IsNamedGeneric(const FactsDraft& draft, ExpressionIndex applied) {
  if (applied == kNoIndex) return false;
  const Expression& generic = draft.expression(applied);
  if (generic.kind != ExpressionKind::kIndex || generic.operand == kNoIndex) return false;
  const ExpressionKind named = draft.expression(generic.operand).kind;
  return named == ExpressionKind::kName || named == ExpressionKind::kMember;
}

bool HasPart(const Rule& rule, ChildRole part) {
  return std::any_of(rule.parts.begin(), rule.parts.end(), [part](const PartRule& known) {
    return !known.child.empty() && known.part == part;
  });
}

// The name under which the member is declared.
Word NameOfMember(FactsDraft& draft, const Rule& rule, Word written) {
  if (rule.role != Role::kMember || rule.text.empty()) return written;
  const std::string name = std::string(rule.text) + std::string(draft.words().Text(written));
  return draft.words().Intern(std::string_view(name).substr(0, kMaxNameBytes));
}

}  // namespace

ExpressionIndex ExtractionRoutes::AddName(const Frame& frame, Word word, std::uint32_t byte) {
  if (word == frame.self) return draft_.AddExpression({ExpressionKind::kSelf}, byte);
  if (language().name_begins != NameBegins::kWithScope) draft_.MarkNamed(frame.scope, word);
  const std::string_view text = draft_.words().Text(word);
  const bool is_constant =
      language().capitals_are_constants && !text.empty() && text[0] >= 'A' && text[0] <= 'Z';
  const auto count = static_cast<std::uint8_t>(is_constant ? 1 : 0);
  return draft_.AddExpression({ExpressionKind::kName, count, word}, byte);
}

// A nested function has another `this` than the enclosing type: there it is an ordinary name.
ExpressionIndex Extraction::AddSelf(const Frame& frame, NodeIndex index) {
  const std::uint32_t byte = node(index).begin;
  const bool names_type = rules_.RuleOf(node(index).symbol).is_type;
  if (frame.has_object && (names_type || !frame.rule->is_path)) {
    return draft_.AddExpression({ExpressionKind::kSelf}, byte);
  }
  return draft_.AddExpression({ExpressionKind::kName, 0, WordOf(index)}, byte);
}

ExpressionIndex ExtractionRoutes::AddMember(ExpressionIndex operand, Word name,
                                            std::uint32_t byte) {
  return draft_.AddExpression({ExpressionKind::kMember, 0, name, operand}, byte);
}

ExpressionIndex ExtractionRoutes::AddPathMember(ExpressionIndex operand, Word name,
                                                std::uint32_t byte) {
  return draft_.AddExpression({ExpressionKind::kMember, kOfPath, name, operand}, byte);
}

ExpressionIndex Extraction::AddLiteral(const Rule& rule, NodeIndex index) {
  if (language().keeps_types && rule.role != Role::kMembers) return AddTypedLiteral(rule, index);
  if (rule.text.empty()) {
    return draft_.AddExpression({ExpressionKind::kLiteral, 0, WordOf(index)}, node(index).begin);
  }
  std::string_view type = rule.text;
  const std::string_view text = TextOf(index);
  for (const LiteralSuffix& suffix : language().literal_suffixes) {
    const bool ends = !text.empty() && suffix.letters.find(text.back()) != suffix.letters.npos;
    if (ends && suffix.of == rule.text) type = suffix.type;
  }
  return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(type)},
                              node(index).begin);
}

ExpressionIndex ExtractionRoutes::AddUnary(ExpressionKind kind, ExpressionIndex operand,
                                           std::uint32_t count) {
  if (operand == kNoIndex) return kNoIndex;
  return draft_.AddExpression({kind, Saturate(count), 0, operand}, draft_.expression_site(operand));
}

ExpressionIndex Extraction::ExitMember(const Frame& frame) {
  if (language().keeps_type_arguments && frame.type != kNoIndex) {
    Frame plain = frame;
    plain.type = kNoIndex;
    return Reapply(draft_, ExitMember(plain), frame.type);
  }
  if (frame.operand != kNoIndex && frame.is_marked) {
    if (frame.rule->is_function_name) Use(frame, ChildRole::kUsed, frame.operand);
    return AddUnary(ExpressionKind::kNew, frame.operand);
  }
  if (frame.operand == kNoIndex) return kNoIndex;
  if (frame.name == 0) {
    Use(frame, ChildRole::kUsed, frame.operand);
    if (HasPart(*frame.rule, ChildRole::kMemberName)) {  // object?[key]
      UseIndexMember(frame, frame.operand);
    } else {
      UseByName(frame, frame.operand, {}, node(frame.node).begin);
    }
    return kNoIndex;
  }
  if (frame.rule->is_path) return AddPathMember(frame.operand, frame.name, frame.name_byte);
  const Expression& operand = draft_.expression(Untested(draft_, frame.operand));
  // `self.field.method()` accesses the field too.
  const bool is_field = operand.kind == ExpressionKind::kMember &&
                        draft_.expression(operand.operand).kind == ExpressionKind::kSelf;
  if (is_field || (language().reads_operands && (frame.context & kInType) == 0)) {
    Use(frame, ChildRole::kUsed, frame.operand);
  }
  if (IsMemberTable(frame.name)) UseByName(frame, frame.operand, {}, frame.name_byte);
  const bool is_self = draft_.expression(frame.operand).kind == ExpressionKind::kSelf;
  const ExpressionIndex object = frame.is_arrow && !is_self
                                     ? AddUnary(ExpressionKind::kPointer, frame.operand)
                                     : frame.operand;
  const std::uint8_t is_function = frame.rule->is_function_name ? kFunctionOf : kOfAny;
  const Word name = NameOfMember(draft_, *frame.rule, frame.name);
  return draft_.AddExpression({ExpressionKind::kMember, is_function, name, object},
                              frame.name_byte);
}

// The callee of a call. A call that names its function apart from an unknown object is not bound by
// the name alone.
ExpressionIndex Extraction::CalleeOf(const Frame& frame) {
  if (frame.name == 0) return frame.operand;
  if (FindChild(frame.node, *frame.rule, ChildRole::kOperand) != kNoIndex) return ExitMember(frame);
  return AddName(frame, frame.name, frame.name_byte);
}

// A function that makes objects of its type argument may run a constructor of this repository.
void Extraction::UseMaker(const Frame& frame, ExpressionIndex callee) {
  const Expression& generic = draft_.expression(draft_.expression(callee).operand);
  const bool is_standard =
      generic.kind == ExpressionKind::kMember && LastName(generic.operand) == "std";
  if (!language().keeps_types || is_standard) return;
  draft_.AddReference(ReferenceRole::kCall, AddUnary(ExpressionKind::kCall, callee, frame.count),
                      frame.scope, frame.owner);
}

ExpressionIndex Extraction::ExitCall(const Frame& frame) {
  const ExpressionIndex operand = CalleeOf(frame);
  if (operand == kNoIndex) return kNoIndex;
  const Expression callee = draft_.expression(operand);
  const std::string_view name = LastName(operand);
  if (callee.kind == ExpressionKind::kName && !name.empty() && name == language().super_function) {
    return draft_.AddExpression({ExpressionKind::kSuper}, draft_.expression_site(operand));
  }
  if (callee.kind == ExpressionKind::kIndex && callee.second != kNoIndex) {
    for (const TypedCall& typed : language().typed_calls) {
      if (typed.name != name) continue;
      const ExpressionIndex type = FirstOf(draft_, callee.second);
      const ExpressionIndex made = AddUnary(ExpressionKind::kNew, type, frame.count);
      if (typed.constructs) {
        UseMaker(frame, operand);
        KeepArguments(frame, made);
        draft_.AddReference(ReferenceRole::kCall, made, frame.scope, frame.owner);
      }
      return made;
    }
  }
  if (callee.kind == ExpressionKind::kSuper && !language().constructor.empty()) {
    // The constructor of the base.
    const Word constructor = draft_.words().Intern(language().constructor);
    const std::uint32_t site = draft_.expression_site(operand);
    const ExpressionIndex base =
        AddUnary(ExpressionKind::kCall, AddMember(operand, constructor, site), frame.count);
    draft_.AddReference(ReferenceRole::kCall, base, frame.scope, frame.owner);
    return kNoIndex;
  }
  if (callee.kind == ExpressionKind::kName && !name.empty()) {
    const auto& makers = language().new_functions;
    if (std::find(makers.begin(), makers.end(), name) != makers.end()) {
      return AddUnary(ExpressionKind::kNew, frame.second);
    }
    const auto& loads = language().load_functions;
    if (std::find(loads.begin(), loads.end(), name) != loads.end()) {
      const bool is_known = std::find(loads_.begin(), loads_.end(), frame.node) != loads_.end();
      if (is_known) return kNoIndex;
      if (LoadedModule(frame.node) != kNoIndex) return LoadInPlace(frame);
    }
  }
  ReadReflection(frame, name, callee);
  InheritByCall(frame, operand);
  const ExpressionIndex call = AddUnary(ExpressionKind::kCall, operand, frame.count);
  KeepArguments(frame, call);
  if (language().keeps_values) {
    GiveArguments(frame, operand, frame.second);
  }
  if (callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex) {
    AddContentOfCall(frame, callee);
  }
  if (callee.kind == ExpressionKind::kMember && callee.count == kOfPath && frame.count == 1 &&
      IsListed(language().transparent_types, LastName(callee.operand))) {
    draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
    return AddUnary(ExpressionKind::kPointer, frame.second, kHandleOf);
  }
  // A method of a literal belongs to the language.
  const bool on_literal = callee.kind == ExpressionKind::kMember &&
                          draft_.expression(callee.operand).kind == ExpressionKind::kLiteral;
  const bool is_own = on_literal && !language().extends_literals;
  if (!is_own && (frame.context & kDecorates) == 0) {
    draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
  }
  ExpressionIndex held = kNoIndex;
  if (language().keeps_values) held = ResultOfContainerFunction(frame, callee);
  const bool may_be_known = !language().keeps_values || callee.kind != ExpressionKind::kName;
  if (held == kNoIndex && may_be_known) held = KnownResult(frame, operand, call);
  if (held != kNoIndex) return held;
  return AddUnion(draft_, call, MadeByArgument(language(), draft_, name, frame.second));
}

void Extraction::KeepArguments(const Frame& frame, ExpressionIndex call) {
  if (call == kNoIndex) return;
  draft_.facts().expressions[call].second =
      language().keeps_arguments ? frame.second : frame.arguments;
}

ExpressionIndex Extraction::ExitNew(const Frame& frame) {
  const ExpressionIndex type = frame.operand != kNoIndex ? frame.operand : TargetType(frame);
  const NodeIndex written = FindChild(frame.node, *frame.rule, ChildRole::kOperand);
  if (language().keeps_types && written != kNoIndex && type != kNoIndex) {
    const std::size_t behind = draft_.bytes().find_first_not_of(" \t\r\n", node(written).end);
    if (draft_.bytes().substr(std::min(behind, draft_.bytes().size())).starts_with('*')) {
      Use(frame, ChildRole::kType, type);  // new Job*[n] makes pointers
      return AddUnary(ExpressionKind::kNew, Shaped(type, 2));
    }
  }
  const ExpressionIndex made = AddUnary(ExpressionKind::kNew, type, frame.count);
  KeepArguments(frame, made);
  const bool is_literal =
      made != kNoIndex && draft_.expression(type).kind == ExpressionKind::kLiteral;
  if (made != kNoIndex && !is_literal) {
    draft_.AddReference(ReferenceRole::kCall, made, frame.scope, frame.owner);
  }
  return made;
}

ExpressionIndex Extraction::ExitTuple(const Frame& frame) {
  ExpressionIndex elements = kNoIndex;
  for (; values_.size() > frame.values_begin; values_.pop_back()) {
    ExpressionIndex element = values_.back();
    Word name = 0;
    if (element != kNoIndex && draft_.expression(element).kind == ExpressionKind::kArguments &&
        draft_.expression(element).count == kKeyedElement) {  // `(Job job, int count)`
      name = draft_.expression(element).name;
      element = draft_.expression(element).operand;
    }
    elements = draft_.AddExpression({ExpressionKind::kArguments, 0, name, element, elements},
                                    node(frame.node).begin);
  }
  return elements;
}

ExpressionIndex Extraction::ExitCast(const Frame& frame) {
  if (frame.is_marked) return frame.value;
  if (frame.rule->is_function_name && IsNamedGeneric(draft_, frame.operand)) {
    const ExpressionIndex call = AddUnary(ExpressionKind::kCall, frame.operand, 1);
    draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
    return call;
  }
  ExpressionIndex type = frame.type != kNoIndex ? frame.type : frame.operand;
  Use(frame, ChildRole::kType, frame.operand);
  if (type != kNoIndex && !frame.rule->text.empty()) {
    type = AddContainers(frame, ChildRole::kType, type);
  }
  const ExpressionIndex made = AddUnary(ExpressionKind::kNew, type);
  ImplicitCalls(language(), draft_).AddConversion(frame, frame.value, made);
  return made;
}

const TypeWrapper* Extraction::FindWrapper(ExpressionIndex type) const {
  if (language().type_wrappers.empty()) return nullptr;
  const std::string_view name = LastName(type);
  for (const TypeWrapper& wrapper : language().type_wrappers) {
    if (wrapper.name == name) return &wrapper;
  }
  return nullptr;
}

// The operand of a subscript is used for itself. A generic type with its arguments is a longer
// name.
ExpressionIndex Extraction::ExitIndex(const Frame& frame) {
  if (frame.operand == kNoIndex) return kNoIndex;
  const bool in_type = (frame.context & kInType) != 0;
  if (in_type) {
    if (const TypeWrapper* wrapper = FindWrapper(frame.operand)) {
      return WrapType(frame, wrapper->wrapping);
    }
  }
  if (in_type && language().has_keyed_members) {
    UseKeys(frame, HolderOfKeys(frame));
    if (!frame.is_generic) {
      Use(frame, ChildRole::kType, frame.operand);
      const NodeIndex key = node(frame.node + 1).next;
      const Word part = key < frame.end ? KeyOfType(draft_, TextOf(key)) : Word{0};
      if (part == 0) return AddUnary(ExpressionKind::kCall, frame.operand);  // it is computed
      const std::uint32_t byte = draft_.expression_site(frame.operand);
      const ExpressionIndex named = AddName(frame, part, byte);
      return draft_.AddExpression({ExpressionKind::kIndex, 0, part, frame.operand, named}, byte);
    }
  }
  if (in_type && !frame.is_generic && language().keeps_type_arguments) {
    return Apply(frame.operand, WithAllArguments(draft_, frame));
  }
  if (frame.is_generic || in_type) return Apply(frame.operand, frame);
  if (language().has_keyed_members) {
    const NodeIndex subscript = FindChild(frame.node, *frame.rule, ChildRole::kSecond);
    // Elements of an array have numbers, too.
    const std::string_view key = subscript == kNoIndex ? std::string_view() : TextOf(subscript);
    const bool may_be_element =
        !key.empty() && IsDigit(key.front()) && Below(frame).rule->role != Role::kCall;
    const Word name = may_be_element ? Word{0} : MemberKey(subscript);
    if (name != 0) {
      return draft_.AddExpression({ExpressionKind::kMember, kByKey, name, frame.operand},
                                  node(subscript).begin);
    }
  }
  Use(frame, ChildRole::kUsed, frame.operand);
  UseIndexMember(frame, frame.operand);
  const NodeIndex subscript = FindChild(frame.node, *frame.rule, ChildRole::kSecond);
  if (subscript == kNoIndex && TextOf(frame.node).ends_with('?')) {
    const ExpressionIndex result = ResultLeftTo(draft_, frames_, tree_);
    ImplicitCalls calls(language(), draft_);
    if (calls.converts_by_call()) calls.AddErrorConversion(frame, frame.operand, result);
  }
  if (subscript != kNoIndex) {
    const bool is_listed = Below(frame).rule->role == Role::kValues;
    const NodeIndex whole = is_listed ? Below(frame).node : frame.node;
    AddElementUse(draft_, language(), frame, draft_.bytes().substr(0, node(whole).begin));
  }
  const Word key = subscript == kNoIndex || !language().keeps_values ? Word{0} : KeyOf(subscript);
  // Box[Job](): the subscript may be a type argument.
  const bool may_apply = (language().keeps_values || language().first_result_is_value) &&
                         language().keeps_type_arguments && frame.part == ChildRole::kOperand &&
                         Below(frame).rule->role == Role::kCall && IsNamedType(frame.second);
  ExpressionIndex applied = may_apply ? frame.second : kNoIndex;
  if (key != 0 && language().keeps_type_arguments) {
    applied = NameInKey(draft_, key, frame.operand);
  }
  return draft_.AddExpression({ExpressionKind::kIndex, 0, key, frame.operand, applied},
                              draft_.expression_site(frame.operand));
}

ExpressionIndex Extraction::WrapType(const Frame& frame, Wrapping wrapping) {
  switch (wrapping) {
    case Wrapping::kOptional: {
      const Word null_type = draft_.words().Intern(language().null_type);
      return AddUnion(draft_, FirstOf(draft_, frame.second),
                      draft_.AddExpression({ExpressionKind::kLiteral, 0, null_type},
                                           draft_.expression_site(frame.operand)));
    }
    case Wrapping::kUnion:
      return UnionOf(draft_, frame);
    case Wrapping::kTransparent:
      return FirstOf(draft_, frame.second);
    case Wrapping::kOpaque:
      return kNoIndex;
  }
  return kNoIndex;
}

ExpressionIndex Extraction::ExitUnion(const Frame& frame) {
  const Role role = frame.rule->role;
  const bool is_union = role == Role::kUnion || (role == Role::kChoice && frame.is_marked) ||
                        (role == Role::kTypeUnion && (frame.context & kInType) != 0);
  const bool has_first =
      frame.operand != kNoIndex && draft_.expression_site(frame.operand) < node(frame.node + 1).end;
  if (role == Role::kUnion && has_first && !frame.rule->text.empty()) {
    ImplicitCalls(language(), draft_).AddTest(frame, frame.operand);
  }
  if (is_union) return AddUnion(draft_, frame.operand, frame.second);
  if (frame.second == kNoIndex) Use(frame, ChildRole::kBranch, frame.operand);
  if (role == Role::kChoice) AddByOperator(draft_, language(), frame);
  const bool runs = role != Role::kUnion && !language().implicit_methods.operators.empty();
  return runs ? ExitOperation(frame) : kNoIndex;
}

bool Extraction::IsPlainType(ExpressionIndex type) const {
  const std::string_view name = draft_.words().Text(draft_.expression(type).name);
  const auto& plain = language().plain_types;
  return std::find(plain.begin(), plain.end(), name) != plain.end();
}

// A name or member that is used for itself is a reference. All other expressions have made their
// references already.
void Extraction::Use(const Frame& parent, ChildRole part, ExpressionIndex expression) {
  if (expression == kNoIndex || (parent.context & kOwns) != 0) return;
  const Expression* used = &draft_.expression(expression);
  // The operands of an operator have been used.
  if (used->kind == ExpressionKind::kPointer && used->count == kComputed) return;
  const bool is_whole = used->kind == ExpressionKind::kIndex && language().counts_type_parameters;
  const ExpressionIndex whole = expression;
  while (used->kind == ExpressionKind::kPointer || used->kind == ExpressionKind::kAwait ||
         ((used->kind == ExpressionKind::kIndex || used->kind == ExpressionKind::kTypeOf) &&
          used->count > 0)) {
    expression = used->operand;
    used = &draft_.expression(expression);
  }
  const bool is_member = used->kind == ExpressionKind::kMember;
  if (!is_member && used->kind != ExpressionKind::kName) return;
  ReferenceRole role = ReferenceRole::kValue;
  const bool is_length = part == ChildRole::kUsed && parent.rule->role == Role::kContainer;
  const bool is_type = ((parent.context & kInType) != 0 && !is_length) ||
                       part == ChildRole::kType || part == ChildRole::kReturnType ||
                       part == ChildRole::kUnderlying || draft_.IsType(expression);
  if (is_type && (parent.context & kAreArguments) == 0) {
    if (!is_member && IsPlainType(expression)) return;
    if (FindWrapper(expression) != nullptr) return;
    role = ReferenceRole::kType;
  } else if (is_member && draft_.expression(used->operand).kind == ExpressionKind::kSelf) {
    role = ReferenceRole::kFieldAccess;
  }
  draft_.AddReference(role, is_whole ? whole : expression, ScopeFor(parent, part), parent.owner);
  if (part == ChildRole::kUpdated && is_member) {
    draft_.AddReference(role, Written(expression), ScopeFor(parent, part), parent.owner);
  }
}

// The name of a name or member expression, also when called or with type arguments; 0 if there is
// none.
Word Extraction::NameOf(ExpressionIndex expression) const {
  while (expression != kNoIndex) {
    const Expression& last = draft_.expression(expression);
    if (last.kind == ExpressionKind::kName || last.kind == ExpressionKind::kMember) {
      return last.name;
    }
    if (last.kind != ExpressionKind::kCall && last.kind != ExpressionKind::kIndex) return 0;
    expression = last.operand;
  }
  return 0;
}

std::string_view Extraction::LastName(ExpressionIndex expression) const {
  return draft_.words().Text(NameOf(expression));
}

ExpressionIndex Extraction::ExitOperator(const Frame& frame) {
  if (frame.rule->role == Role::kOperation) return ExitOperation(frame);
  const std::string_view takes = language().element_operator;
  if (!takes.empty() && TextOf(frame.node).starts_with(takes)) return ElementAt(frame.operand, 0);
  const bool has_handles = !language().transparent_types.empty();
  if (!language().keeps_types && !has_handles) {
    return AddUnary(ExpressionKind::kPointer, frame.operand);
  }
  const bool is_address = TextOf(frame.node).starts_with('&');
  if (!is_address) {
    const ExpressionIndex computed =
        ImplicitCalls(language(), draft_)
            .AddOperator(frame, {TextOf(frame.node), node(frame.node).begin, frame.operand});
    if (computed != kNoIndex && !language().keeps_types) {
      Use(frame, ChildRole::kUsed, frame.operand);
      return computed;
    }
  }
  return AddUnary(ExpressionKind::kPointer, frame.operand, is_address ? kAddress : kPointedTo);
}

// For languages that select overloads by the shape of a function literal.
ExpressionIndex Extraction::YieldFunction(const Frame& frame) {
  if (frame.rule->text.empty()) return kNoIndex;
  return AddUnnamedFunction(draft_, language().function_types, frame.scope, TextOf(frame.node),
                            node(frame.node).begin);
}

// The expression that a node passes to its parent.
ExpressionIndex Extraction::Yield(Frame& frame) {
  switch (frame.rule->role) {
    case Role::kPass:
      if (frame.operand != kNoIndex || frame.rule->is_update) {
        ImplicitCalls(language(), draft_).AddAssignment(frame, OperationOf(frame));
      }
      [[fallthrough]];
    case Role::kDefaulted:
    case Role::kAssignment:
    case Role::kSequence:
      return frame.rule->is_type ? DescribedType(frame) : frame.value;
    case Role::kOptional: {
      const bool is_literal = frame.value != kNoIndex &&
                              draft_.expression(frame.value).kind == ExpressionKind::kLiteral;
      if (!is_literal) return frame.value;
      const std::string whole = WholeLiteral(TextOf(frame.node));
      if (whole == TextOf(frame.node)) return AddLiteral(*frame.rule, frame.node);
      return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(whole)},
                                  node(frame.node).begin);
    }
    case Role::kValues:
      return ExitValues(frame);
    case Role::kMethodCall:
      return ExitSend(frame);
    case Role::kContainer:
      if (frame.value != kNoIndex) {
        return Apply(AddLiteral(*frame.rule, frame.node), WithAllArguments(draft_, frame));
      }
      return AddContainers(frame, ChildRole::kArgument, frame.second);
    case Role::kComposite:
      return ExitComposite(frame);
    case Role::kFields:
      return ExitFields(frame);
    case Role::kObject:
      return ExitObject(frame);
    case Role::kElement:
      return ExitElement(frame);
    case Role::kBlock:
    case Role::kContainerLiteral:
    case Role::kKeyed:
    case Role::kSpread:
    case Role::kMembers:
    case Role::kLiteral:
      return YieldContainer(frame);
    case Role::kTypeQuery:
      Use(frame, ChildRole::kUsed, frame.operand);
      return AddUnary(ExpressionKind::kTypeOf, frame.operand);
    case Role::kTuple:
      return ExitTuple(frame);
    case Role::kFunctionType:
      return ExitFunctionType(frame);
    case Role::kScope:
      return IsBodyOfLambda(frame) ? frame.value : kNoIndex;
    case Role::kString:
      return (frame.context & kInType) != 0 ? frame.value : AddLiteral(*frame.rule, frame.node);
    case Role::kMember:
      return ExitMember(frame);
    case Role::kPath:
      return frame.operand;
    case Role::kCall:
      return ExitCall(frame);
    case Role::kNew:
      return frame.definition == kNoIndex ? ExitNew(frame) : frame.value;
    case Role::kMacroCall:
      return ExitMacroCall(frame);
    case Role::kCast:
      return ExitCast(frame);
    case Role::kIndex:
      return ExitIndex(frame);
    case Role::kAwait:
      ImplicitCalls(language(), draft_)
          .AddProtocol(frame, language().implicit_methods.awaited, frame.operand);
      return AddUnary(ExpressionKind::kAwait, frame.operand);
    case Role::kPointer:
    case Role::kOperation:
      return ExitOperator(frame);
    case Role::kUnion:
    case Role::kChoice:
    case Role::kTypeUnion:
      return ExitUnion(frame);
    case Role::kDefinition:
      return YieldType(frame);
    default:
      return frame.rule->role == Role::kLambda ? YieldFunction(frame) : kNoIndex;
  }
}

}  // namespace waymark::indexer
