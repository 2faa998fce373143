// Method calls (Ruby): receiver, arguments and parentheses may all be missing, and a name is a call
// unless a variable has it.
#include <algorithm>
#include <string>

#include "extract/extraction.h"
#include "extract/method_names.h"
#include "extract/typed_literals.h"
#include "graph/open_names.h"
#include "text/characters.h"
#include "text/text_pattern.h"

namespace waymark::indexer {
namespace {

// jobs.map { Job.new }: what the block results in, or a container of it.
ExpressionIndex ResultByBlock(const LanguageRules& language, FactsDraft& draft, const Frame& send,
                              std::string_view message) {
  if (send.arguments == kNoIndex) return kNoIndex;
  for (const ContainerFunction& function : language.container_functions) {
    if (function.name != message) continue;
    if (function.result == ContainerResult::kItself) return send.arguments;
    return ValueOfContainer(draft, kArrayName, TypeOfValue(draft, send.arguments), send.name_byte);
  }
  return kNoIndex;
}

}  // namespace

std::vector<NodeIndex> ExtractionRoutes::ArgumentsOf(NodeIndex send) const {
  std::vector<NodeIndex> arguments;
  const NodeIndex list = FindChild(send, rules_.RuleOf(node(send).symbol), ChildRole::kArguments);
  if (list == kNoIndex) return arguments;
  for (NodeIndex child = list + 1; child < node(list).next; child = node(child).next) {
    if (RoleOf(child) != Role::kComment) arguments.push_back(child);
  }
  return arguments;
}

// The name in a symbol or plain string; empty for anything else.
std::string_view ExtractionRoutes::NameGivenBy(NodeIndex argument) const {
  return MethodNames(rules_, tree_, draft_.bytes()).Of(argument);
}

const ClassMacro* ExtractionRoutes::FindClassMacro(std::string_view name) const {
  for (const ClassMacro& class_macro : language().class_macros) {
    if (class_macro.name == name) return &class_macro;
  }
  return nullptr;
}

const TypeMaker* ExtractionRoutes::FindTypeMaker(std::string_view receiver,
                                                 std::string_view message) const {
  for (const TypeMaker& maker : language().type_makers) {
    if (maker.receiver == receiver && maker.message == message) return &maker;
  }
  return nullptr;
}

void Extraction::EnterSend(Frame& frame) {
  const NodeIndex method = FindChild(frame.node, *frame.rule, ChildRole::kMemberName);
  if (method == kNoIndex) {  // `handler.(x)` sends the message that Rule::text names
    const NodeIndex list = FindChild(frame.node, *frame.rule, ChildRole::kArguments);
    if (frame.rule->text.empty() || list == kNoIndex) return;
    frame.name = draft_.words().Intern(frame.rule->text);
    frame.name_byte = node(list).begin;
    return;
  }
  const NodeIndex last = LastIn(frame, ChildRole::kArguments);
  const bool gives_block = last != kNoIndex && RoleOf(last) == Role::kBlockArgument;
  const NodeIndex block = gives_block && last + 1 < node(last).next ? last + 1 : kNoIndex;
  if (block != kNoIndex && RoleOf(block) == Role::kMethodName) frame.pattern = block;
  const NodeIndex receiver = FindChild(frame.node, *frame.rule, ChildRole::kOperand);
  if (receiver == kNoIndex) {
    frame.class_macro = FindClassMacro(TextOf(method));
    if (frame.class_macro != nullptr) ApplyClassMacro(frame);
    return;
  }
  const TypeMaker* const maker = FindTypeMaker(TextOf(receiver), TextOf(method));
  if (maker != nullptr) MakeType(frame, *maker);
}

// The name of the enclosing method; 0 outside of methods.
Word ExtractionRoutes::MethodAround(const Frame& frame) const {
  return frame.returns_to == kNoIndex ? 0 : draft_.facts().definitions[frame.returns_to].name;
}

void Extraction::VisitSuperSend(Frame& parent, ChildRole part, NodeIndex index) {
  const std::uint32_t byte = node(index).begin;
  const Word name = MethodAround(parent);
  const ExpressionIndex super = draft_.AddExpression({ExpressionKind::kSuper}, byte);
  if (part == ChildRole::kMemberName) {  // with arguments
    parent.operand = super;
    parent.name = name;
    parent.name_byte = byte;
    return;
  }
  if (name == 0) return;
  const ExpressionIndex call = AddUnary(ExpressionKind::kCall, AddMember(super, name, byte));
  draft_.AddReference(ReferenceRole::kCall, call, parent.scope, parent.owner);
  ReturnToParent(parent, part, call);
}

// The type that the nearest block of such a call describes; kNoIndex if there is none.
ExpressionIndex Extraction::DescribedAround(std::string_view message, std::uint32_t byte) {
  for (std::size_t i = frames_.size(); i-- > 1;) {
    const Frame& send = frames_[i - 1];
    if (frames_[i].rule->role != Role::kBlock || send.rule->role != Role::kMethodCall) continue;
    if (draft_.words().Text(send.name) != message) continue;
    const std::vector<NodeIndex> arguments = ArgumentsOf(send.node);
    if (arguments.empty()) continue;
    const Declarator type = ReadDeclarator(send, arguments[0]);
    if (type.name == kNoIndex || !BeginsWithCapital(TextOf(type.name))) continue;
    return Append(type.owner, AddName(send, WordOf(type.name), byte));
  }
  return kNoIndex;
}

// A name without a variable: a call on self without arguments.
void Extraction::VisitMessage(Frame& parent, ChildRole part, Word word, std::uint32_t byte) {
  const std::string_view name = draft_.words().Text(word);
  const ClassMacro* const class_macro = FindClassMacro(name);
  if (class_macro != nullptr && ApplyBareClassMacro(parent, *class_macro)) return;
  if (class_macro != nullptr && class_macro->kind == ClassMacroKind::kDescribed) {
    const ExpressionIndex type = DescribedAround(class_macro->opens, byte);
    if (type != kNoIndex) return ReturnToParent(parent, part, type);
  }
  ExpressionIndex sent;
  if (name == language().constructor_method && parent.has_object) {
    sent = AddUnary(ExpressionKind::kNew, draft_.AddExpression({ExpressionKind::kSelf}, byte));
  } else {
    sent = AddUnary(ExpressionKind::kCall, AddName(parent, word, byte));
  }
  draft_.AddReference(ReferenceRole::kCall, sent, parent.scope, parent.owner);
  ReturnToParent(parent, part, sent);
}

void Extraction::VisitOwnField(Frame& parent, ChildRole part, NodeIndex index) {
  const std::string_view text = TextOf(index);
  const std::string_view plain = text.substr(std::min(text.find_first_not_of('@'), text.size()));
  if (plain.size() >= kMinWordBytes && plain.size() <= kMaxWordBytes) {
    draft_.CountWord(parent.owner, Field::kIdentifiers, draft_.words().Intern(plain));
  }
  const std::uint32_t byte = node(index).begin;
  if (!parent.has_object) return VisitFieldOfBlock(parent, part, WordOf(index), byte);
  if (part == ChildRole::kTarget) KeepBlock(parent, index);
  const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, byte);
  ReturnToParent(parent, part, AddMember(self, WordOf(index), byte));
}

// Outside of types, sibling blocks and functions mostly run for one object: its fields behave like
// variables of the block around them.
void Extraction::VisitFieldOfBlock(Frame& parent, ChildRole part, Word field, std::uint32_t byte) {
  const bool is_target = part == ChildRole::kTarget || part == ChildRole::kTargetElement;
  Frame* const statement = is_target ? EnclosingAssignment() : nullptr;
  if (statement == nullptr) {
    return ReturnToParent(parent, part,
                          draft_.AddExpression({ExpressionKind::kName, 0, field}, byte));
  }
  AssignedName target;
  target.name = field;
  target.scope = statement->scope;
  const ScopeIndex around = draft_.facts().scopes[target.scope].parent;
  if (around != kNoIndex) target.scope = around;
  statement->name_byte = byte;
  AddTarget(*statement, part, target);
}

void Extraction::VisitMethodName(Frame& parent, ChildRole part, NodeIndex index) {
  const std::string_view name = NameGivenBy(index);
  if (name.size() >= kMinWordBytes && name.size() <= kMaxWordBytes) {
    draft_.CountWord(parent.owner, Field::kIdentifiers, draft_.words().Intern(name));
  }
  const Word symbol = draft_.words().Intern("Symbol");
  ReturnToParent(parent, part,
                 draft_.AddExpression({ExpressionKind::kLiteral, 0, symbol}, node(index).begin));
}

// The member `name` of the receiver; kNoIndex if the receiver is a value of unknown type.
ExpressionIndex Extraction::Addressed(const Frame& frame, Word name, std::uint32_t byte) {
  if (frame.operand != kNoIndex) return AddMember(frame.operand, name, byte);
  const bool has_receiver = FindChild(frame.node, *frame.rule, ChildRole::kOperand) != kNoIndex;
  return has_receiver ? kNoIndex : AddName(frame, name, byte);
}

// `send(:name)` is a call; `method(:name)` is a value.
bool Extraction::ExitNaming(const Frame& frame, std::string_view message) {
  const std::optional<Reflection> reflection = ReflectionOf(message);
  const bool calls = reflection == Reflection::kCalls;
  if (!calls && reflection != Reflection::kNames) return false;
  const std::vector<NodeIndex> arguments = ArgumentsOf(frame.node);
  const std::string_view name = arguments.empty() ? "" : NameGivenBy(arguments[0]);
  const auto use = [&](std::string_view used) {
    const ExpressionIndex named =
        Addressed(frame, draft_.words().Intern(used), node(arguments[0]).begin);
    if (named == kNoIndex) return;
    draft_.AddReference(calls ? ReferenceRole::kCall : ReferenceRole::kValue,
                        calls ? AddUnary(ExpressionKind::kCall, named, frame.count - 1) : named,
                        frame.scope, frame.owner);
  };
  if (name.empty()) {
    const MethodNames written(rules_, tree_, draft_.bytes());
    const std::vector<std::string_view> names =
        arguments.empty() ? std::vector<std::string_view>()
                          : written.OfParameter(frames_, TextOf(arguments[0]));
    for (const std::string_view one : names) use(one);
    if (!names.empty()) return true;
    const NodeIndex receiver = FindChild(frame.node, *frame.rule, ChildRole::kOperand);
    const std::uint32_t byte = node(frame.node).begin;
    const ExpressionIndex holder =
        receiver == kNoIndex ? draft_.AddExpression({ExpressionKind::kSelf}, byte) : frame.operand;
    if (arguments.empty()) return false;
    const std::string pattern = PatternOf(TextOf(arguments[0]));
    UseByName(frame, holder, pattern.empty() ? kAnyLiteralMember : std::string_view(pattern), byte);
    return false;
  }
  use(name);
  return true;
}

// In the body of a type, or in a block that runs for a type, a method's name as an argument stands
// for the method. So do the names in options: `if: :paid?`, `only: %i[show edit]`.
void Extraction::UseMethodNames(const Frame& frame) {
  const ScopeIndex body = DeclarationScope(frame.scope);
  const bool is_body = KindOf(body) == ScopeKind::kType && frame.operand == kNoIndex &&
                       draft_.facts().scopes[body].definition == frame.owner;
  if (!is_body) return;
  if (body != frame.scope) {
    const Frame* const taker = TakerAround();
    const bool mixes =
        taker != nullptr && ReflectionOf(draft_.words().Text(taker->name)) == Reflection::kMixes;
    if (!mixes) return;
  }
  std::vector<WrittenName> names;
  const MethodNames written(rules_, tree_, draft_.bytes());
  for (const NodeIndex argument : ArgumentsOf(frame.node)) written.InArgument(argument, names);
  for (const WrittenName& name : names) {
    const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, name.byte);
    const ExpressionIndex member = AddMember(AddUnary(ExpressionKind::kNew, self),
                                             draft_.words().Intern(name.text), name.byte);
    draft_.AddReference(ReferenceRole::kValue, member, frame.scope, frame.owner);
  }
}

ExpressionIndex Extraction::ExitSend(const Frame& frame) {
  if (frame.pattern != kNoIndex) {  // map(&:name): called on what the block gets
    const std::uint32_t byte = node(frame.pattern).begin;
    ExpressionIndex element = ArgumentOfBlock(draft_, frame, 0, false);
    if (element == kNoIndex) element = draft_.AddExpression({ExpressionKind::kParameter}, byte);
    const Word called = draft_.words().Intern(NameGivenBy(frame.pattern));
    draft_.AddReference(ReferenceRole::kCall,
                        AddUnary(ExpressionKind::kCall, AddMember(element, called, byte)),
                        frame.scope, frame.owner);
  }
  if (frame.class_macro != nullptr) {
    ExitClassMacro(frame);
    if (frame.class_macro->kind == ClassMacroKind::kDefines) AddBlockReceiver(frame, {}, kNoIndex);
    return kNoIndex;
  }
  if (frame.definition != kNoIndex || frame.name == 0) return kNoIndex;
  const std::string_view message = draft_.words().Text(frame.name);
  if (ExitNaming(frame, message)) return kNoIndex;
  if (frame.operand != kNoIndex) {
    const Expression& receiver = draft_.expression(Untested(draft_, frame.operand));
    const bool is_own_field = receiver.kind == ExpressionKind::kMember &&
                              draft_.expression(receiver.operand).kind == ExpressionKind::kSelf;
    if (is_own_field) Use(frame, ChildRole::kUsed, frame.operand);
  }
  ExpressionIndex sent = kNoIndex;
  if (message == language().constructor_method) {
    ExpressionIndex type = frame.operand;
    const bool has_receiver = FindChild(frame.node, *frame.rule, ChildRole::kOperand) != kNoIndex;
    if (!has_receiver && frame.has_object) {
      type = draft_.AddExpression({ExpressionKind::kSelf}, frame.name_byte);
    }
    sent = AddUnary(ExpressionKind::kNew, type, frame.count);
  } else {
    const bool assigns =
        frame.part == ChildRole::kTarget || frame.part == ChildRole::kTargetElement;
    const Word name = assigns ? draft_.words().Intern(std::string(message) + "=") : frame.name;
    const std::uint32_t count = assigns ? 1 : frame.count;
    if (assigns && Below(frame).rule->is_update) {
      const ExpressionIndex read = Addressed(frame, frame.name, frame.name_byte);
      if (read != kNoIndex) {
        draft_.AddReference(ReferenceRole::kCall, AddUnary(ExpressionKind::kCall, read),
                            frame.scope, frame.owner);
      }
    }
    sent = AddUnary(ExpressionKind::kCall, Addressed(frame, name, frame.name_byte), count);
    UseMethodNames(frame);
  }
  if (sent == kNoIndex) return kNoIndex;
  AddBlockReceiver(frame, message, sent);
  const ExpressionIndex callee = draft_.expression(sent).operand;
  const ExpressionIndex receiver = draft_.expression(callee).operand;
  const bool on_literal =
      receiver != kNoIndex && draft_.expression(receiver).kind == ExpressionKind::kLiteral;
  const bool is_own = on_literal && !language().extends_literals;
  if (!is_own) draft_.AddReference(ReferenceRole::kCall, sent, frame.scope, frame.owner);
  if (frame.operand != kNoIndex) {
    AddContentOfCall(frame, {ExpressionKind::kMember, 0, frame.name, frame.operand});
  }
  const ExpressionIndex base = BaseMade(frame, message);
  if (base != kNoIndex) return base;
  const ExpressionIndex made = ResultByBlock(language(), draft_, frame, message);
  return AddUnion(draft_, sent, made);
}

// `Class.new(Base)` is a type with the base, if that has a name.
ExpressionIndex Extraction::BaseMade(const Frame& send, std::string_view message) {
  const NodeIndex receiver = FindChild(send.node, *send.rule, ChildRole::kOperand);
  if (receiver == kNoIndex) return kNoIndex;
  const TypeMaker* const maker = FindTypeMaker(TextOf(receiver), message);
  if (maker == nullptr || !maker->derives) return kNoIndex;
  const std::vector<NodeIndex> arguments = ArgumentsOf(send.node);
  if (arguments.empty()) return kNoIndex;
  const std::uint32_t byte = node(arguments[0]).begin;
  if (RoleOf(arguments[0]) == Role::kSelf) {
    return draft_.AddExpression({ExpressionKind::kSelf}, byte);
  }
  if (RoleOf(arguments[0]) != Role::kIdentifier) return kNoIndex;
  return AddName(send, WordOf(arguments[0]), byte);
}

}  // namespace waymark::indexer
