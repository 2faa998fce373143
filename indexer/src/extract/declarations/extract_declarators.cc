// Declarations in the manner of C: a type followed by one declarator per name.
#include <algorithm>

#include "extract/declarations/function_types.h"
#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "text/characters.h"
#include "text/compact_text.h"

namespace waymark::indexer {
namespace {

// The first node of a subtree that takes parameters: that of `*() const` in `operator Text*()
// const`.
NodeIndex FirstFunction(const SyntaxTree& tree, const RuleTable& rules, NodeIndex subtree) {
  if (subtree == kNoIndex) return kNoIndex;
  for (NodeIndex at = subtree; at < tree.nodes[subtree].next; ++at) {
    if (rules.RuleOf(tree.nodes[at].symbol).wrap == Wrap::kFunction) return at;
  }
  return kNoIndex;
}

}  // namespace

std::uint16_t ExtractionRoutes::ModifiersOf(NodeIndex leaf) const {
  const Role role = RoleOf(leaf);
  if (role != Role::kModifier && role != Role::kAccess) return 0;
  const std::string_view text = TextOf(leaf);
  for (const ModifierWord& row : language().modifiers) {
    if (row.word == text) return row.modifiers;
  }
  return 0;
}

// Modifiers precede what they modify.
void Extraction::ReadModifiers(Frame& frame) {
  if (language().modifiers.empty()) return;
  for (NodeIndex child = frame.node + 1; child < frame.end; child = node(child).next) {
    const ChildRole part = rules_.PartOf(*frame.rule, node(child).field, node(child).symbol);
    if (part == ChildRole::kDeclarator || part == ChildRole::kBody) return;
    frame.modifiers |= ModifiersOf(child);
    if (RoleOf(child) != Role::kModifiers) continue;
    for (NodeIndex word = child + 1; word < node(child).next; word = node(word).next) {
      frame.modifiers |= ModifiersOf(word);
    }
  }
}

// Declarators are read from the outside in; the one next to the name decides.
void Extraction::ReadWrap(Declarator& declarator, NodeIndex at, const Rule& rule) const {
  switch (rule.wrap) {
    case Wrap::kNothing:
      return;
    case Wrap::kFunction:
      declarator.function = at;
      declarator.is_pointer = false;
      return;
    case Wrap::kPointer:
    case Wrap::kArray:
      declarator.is_callable |= declarator.function != kNoIndex;
      declarator.function = kNoIndex;
      declarator.is_pointer = true;
      if (rule.wrap == Wrap::kArray) return;
      declarator.is_constant = false;
      for (NodeIndex child = at + 1; child < node(at).next; child = node(child).next) {
        declarator.is_constant |= (ModifiersOf(child) & kModifierConst) != 0;
      }
      declarator.points = true;
      return;
  }
}

Declarator Extraction::ReadDeclarator(const Frame& frame, NodeIndex at) {
  Declarator declarator;
  while (at != kNoIndex) {
    const Rule& rule = rules_.RuleOf(node(at).symbol);
    switch (rule.role) {
      case Role::kDeclarator:
        ReadWrap(declarator, at, rule);
        at = FindChild(at, rule, ChildRole::kDeclarator);
        break;
      case Role::kPath: {
        const NodeIndex scope = FindChild(at, rule, ChildRole::kOperand);
        const Declarator component =
            scope == kNoIndex ? Declarator{} : ReadDeclarator(frame, scope);
        if (component.owner != kNoIndex) {
          declarator.owner = Append(declarator.owner, component.owner);
        }
        if (component.name != kNoIndex) {
          const ExpressionIndex name =
              AddName(frame, WordOf(component.name), node(component.name).begin);
          declarator.owner = Append(declarator.owner, name);
        }
        at = FindChild(at, rule, ChildRole::kRest);
        break;
      }
      case Role::kIndex:
        declarator.arguments = FindChild(at, rule, ChildRole::kArguments);
        at = FindChild(at, rule, ChildRole::kOperand);
        break;
      case Role::kConversion:
        declarator.function =
            FirstFunction(tree_, rules_, FindChild(at, rule, ChildRole::kDeclarator));
        declarator.name = at;
        return declarator;
      case Role::kIdentifier:
      case Role::kSpecialName:
        if (node(at).end > node(at).begin) declarator.name = at;
        return declarator;
      default:
        return declarator;
    }
  }
  return declarator;
}

std::string Extraction::NameText(NodeIndex name) const {
  std::string_view text = TextOf(name).substr(0, kMaxNameBytes);
  const Rule& rule = rules_.RuleOf(node(name).symbol);
  if (rule.role == Role::kIdentifier) return std::string(text);
  if (rule.role == Role::kPass && name + 1 < node(name).next) {  // [kKey]() {}
    const std::optional<std::string_view> constant = constants_.Find(TextOf(name + 1));
    if (constant.has_value()) return std::string(constant->substr(0, kMaxNameBytes));
  }
  const NodeIndex parameters =
      FirstFunction(tree_, rules_, FindChild(name, rule, ChildRole::kDeclarator));
  if (parameters != kNoIndex) {  // operator const Text*() const
    text = text.substr(0, node(parameters).begin - node(name).begin);
  }
  return Compact(text);
}

// Looks ahead from the outermost declarator; inner ones are passed through.
void Extraction::VisitDeclarator(Frame& parent, NodeIndex index) {
  switch (parent.rule->role) {
    case Role::kDeclaration:
      Declare(parent, index);
      return;
    case Role::kParameter:
    case Role::kVariadic: {
      const Declarator declarator = ReadDeclarator(parent, index);
      parent.is_pointer =
          RoleOf(index) == Role::kTransparent;  // an abstract declarator, as in `char*`
      if (declarator.name != kNoIndex) parent.name = WordOf(declarator.name);
      return;
    }
    default:
      return;
  }
}

namespace {

// A call that was read as a type in front of parameters. The use of the type becomes the call.
ExpressionIndex CallInArguments(FactsDraft& draft, ExpressionIndex callee, std::uint32_t count,
                                ExpressionIndex arguments) {
  const auto arity = static_cast<std::uint8_t>(std::min(count, 255u));
  const ExpressionIndex call = draft.AddExpression(
      {ExpressionKind::kCall, arity, 0, callee, arguments}, draft.expression_site(callee));
  const Expression& named = draft.expression(callee);
  const ExpressionIndex used = named.kind == ExpressionKind::kIndex ? named.operand : callee;
  std::vector<Reference>& references = draft.facts().references;
  const auto use = std::find_if(references.rbegin(), references.rend(), [&](const Reference& one) {
    return one.expression == used && one.role == ReferenceRole::kValue;
  });
  if (use == references.rend()) return kNoIndex;
  use->role = ReferenceRole::kCall;
  use->expression = call;
  return call;
}

}  // namespace

void Extraction::EnterDeclarator(Frame& frame) {
  const Frame& parent = Below(frame);
  if (frame.node == function_.node) {
    frame.definition = function_.definition;
    frame.inner_scope = function_.scope;
    if (frame.definition != kNoIndex) frame.owner = frame.definition;
    function_ = {};
  } else if (parent.rule->role == Role::kDeclaration &&
             FindChild(frame.node, *frame.rule, ChildRole::kValue) != kNoIndex) {
    // The initialiser belongs to this declarator, not to the whole declaration.
    frame.target_kind = parent.target_kind;
    frame.name = parent.name;
    frame.name_byte = parent.name_byte;
    frame.target_scope = parent.target_scope;
    frame.definition = parent.definition;
    frame.is_pointer = parent.is_pointer;
    frame.is_callable = parent.is_callable;
    frame.shape = parent.shape;
    if (frame.definition != kNoIndex) frame.owner = frame.definition;
    Below(frame).target_kind = AssignmentKind::kNone;
  } else if (parent.rule->role == Role::kDeclaration && parent.is_constructed) {
    frame.context |= kAreArguments;
  }
}

void Extraction::ExitDeclarator(Frame& frame) {
  Frame& parent = Below(frame);
  if (frame.value != kNoIndex && parent.rule->role == Role::kDeclaration) {
    ImplicitCalls(language(), draft_).AddParts(parent, parts_.Bind(draft_, parent, frame.value));
  }
  if (frame.target_kind != AssignmentKind::kNone) FinishVariable(frame, parent);
  const bool is_argument = (frame.context & kAreArguments) != 0 && parent.type != kNoIndex &&
                           parent.rule->role == Role::kParameter;
  if (is_argument && frame.rule->wrap == Wrap::kFunction) {  // T x(f(a)): a call
    parent.type = CallInArguments(draft_, parent.type, frame.count, frame.second);
  }
  if (parent.rule->role == Role::kDeclaration && (frame.context & kAreArguments) != 0) {
    parent.argument_count = frame.count;
    parent.second = frame.second;
  }
}

void Extraction::ExitInitializer(const Frame& frame) {
  if (frame.name == 0) return;
  InitializeBase(frame);
  const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, frame.name_byte);
  Use(frame, ChildRole::kUsed, AddMember(self, frame.name, frame.name_byte));
}

bool Extraction::HasMoreDeclarators(const Frame& declaration, NodeIndex index) const {
  for (NodeIndex child = node(index).next; child < declaration.end; child = node(child).next) {
    const SyntaxNode& at = node(child);
    if (rules_.PartOf(*declaration.rule, at.field, at.symbol) == ChildRole::kDeclarator)
      return true;
  }
  return false;
}

void Extraction::Declare(Frame& declaration, NodeIndex index) {
  FinishVariable(declaration, declaration);
  declaration.definition = kNoIndex;
  const Declarator declarator = ReadDeclarator(declaration, index);
  if (declarator.name == kNoIndex) return;
  const bool is_alias = declaration.rule->binding == BindingKind::kAlias;
  const bool is_function = declarator.function != kNoIndex && !is_alias;
  // Inside a function, `T x(a, b);` mostly declares a variable, rarely a function.
  if (is_function && !IsLocal(DeclarationScope(declaration.scope))) {
    DeclareFunction(declaration, index, declarator);
  } else if (!is_function || language().has_overloads) {
    DeclareVariable(declaration, index, declarator);
  }
  ++declaration.count;
}

void Extraction::DeclareFunction(Frame& declaration, NodeIndex index,
                                 const Declarator& declarator) {
  const std::string text = NameText(declarator.name);
  if (IsIn(language().keywords, text)) return;
  Definition definition;
  definition.name = draft_.words().Intern(text);
  definition.scope = DeclarationScope(declaration.scope);
  definition.owner = declarator.owner;
  definition.kind =
      KindOf(definition.scope) == ScopeKind::kType ? SymbolKind::kMethod : SymbolKind::kFunction;
  definition.flags =
      static_cast<std::uint16_t>(FlagsOf(declaration, text, definition.scope) | kSymbolDeclaration);
  if (IsConstructor(definition, text)) definition.flags |= kSymbolConstructor;
  const NodeIndex value = FindChild(declaration.node, *declaration.rule, ChildRole::kDefault);
  if (value != kNoIndex && TextOf(value) == "0") definition.flags |= kSymbolAbstract;
  definition.return_type = declaration.type;
  if (language().keeps_types) {
    const std::uint8_t shape = ShapeOf(declaration.node, index, declarator.name);
    definition.return_type = Shaped(declaration.type, shape);
  }
  definition.range = draft_.RangeOf(declaration.begin, node(declaration.node).end);
  definition.name_position = draft_.PositionOf(node(declarator.name).begin);
  definition.signature = Signature(Fold(declaration.begin, node(index).end));
  if (language().has_overloads) {
    definition.discriminator = Discriminator(declarator.function, declarator.arguments);
  }
  name_node_ = declarator.name;
  const DefinitionIndex added = AddDefinition(definition, declaration.begin);
  TakeReferences(declaration, added);
  ScopeIndex inside = kNoIndex;
  if (language().keeps_types && declaration.scope != definition.scope) {
    // The parameter types may use the parameters of the enclosing template.
    inside = draft_.AddScope(declaration.scope, ScopeKind::kFunction, added);
    draft_.facts().definitions[added].inner_scope = inside;
  }
  function_ = {declarator.function, added, inside};
}

// Moves the references of the type in front: they were read before the definition was known.
void Extraction::TakeReferences(const Frame& declaration, DefinitionIndex definition) {
  std::vector<Reference>& references = draft_.facts().references;
  if (declaration.count > 0) return;
  for (std::size_t i = declaration.first_reference; i < references.size(); ++i) {
    if (references[i].owner == declaration.owner) references[i].owner = definition;
  }
}

void Extraction::DeclareVariable(Frame& declaration, NodeIndex index,
                                 const Declarator& declarator) {
  const Word word = draft_.words().Intern(NameText(declarator.name));
  declaration.target_kind = AssignmentKind::kName;
  declaration.name = word;
  declaration.name_byte = node(declarator.name).begin;
  declaration.is_pointer = declarator.is_pointer;
  declaration.is_callable = declarator.is_callable;
  declaration.shape =
      language().keeps_types ? ShapeOf(declaration.node, index, declarator.name) : std::uint8_t{0};
  declaration.target_scope = OpenScope(declaration, word);
  const ScopeIndex scope = DeclarationScope(declaration.scope);
  if (IsLocal(scope)) {
    if (declarator.function != kNoIndex) declaration.is_constructed = true;
    return;
  }
  declaration.target_scope = scope;
  const bool is_alias = declaration.rule->binding == BindingKind::kAlias;
  const ExpressionIndex type = declaration.type;
  if (is_alias && type != kNoIndex && draft_.expression(type).name == word &&
      declaration.defines_type) {
    declaration.target_kind = AssignmentKind::kNone;  // typedef struct { } Name;
    return;
  }
  Definition definition;
  definition.name = word;
  definition.owner = declarator.owner;
  definition.scope = scope;
  const bool is_field = KindOf(scope) == ScopeKind::kType || declarator.owner != kNoIndex;
  const bool is_constant =
      declarator.points ? declarator.is_constant : (declaration.modifiers & kModifierConst) != 0;
  const bool is_static = (declaration.modifiers & kModifierStatic) != 0;
  definition.kind = is_alias                                  ? SymbolKind::kType
                    : declaration.rule->is_constant           ? SymbolKind::kConst
                    : is_constant && (!is_field || is_static) ? SymbolKind::kConst
                    : is_field                                ? SymbolKind::kField
                                                              : SymbolKind::kVar;
  definition.flags = FlagsOf(declaration, draft_.words().Text(word), scope);
  const bool has_value =
      FindChild(index, rules_.RuleOf(node(index).symbol), ChildRole::kValue) != kNoIndex;
  const bool is_elsewhere = (declaration.modifiers & kModifierExtern) != 0 &&
                            language().visibility != Visibility::kModifier;
  if (is_elsewhere && !has_value) {
    definition.flags |= kSymbolDeclaration;
  }
  // The first declarator carries the type in front of it, unless that defines a type.
  const bool is_whole = declaration.count == 0 && !declaration.defines_type;
  const std::uint32_t begin = is_whole ? declaration.begin : node(index).begin;
  const std::uint32_t end =
      HasMoreDeclarators(declaration, index) ? node(index).end : node(declaration.node).end;
  definition.range = draft_.RangeOf(begin, end);
  definition.name_position = draft_.PositionOf(node(declarator.name).begin);
  const bool is_keyed = declaration.begin < node(declaration.node).begin;
  const NodeIndex outer = is_keyed ? Below(declaration).node : declaration.node;
  const std::uint32_t head = BehindDecorators(outer, declaration.begin);
  std::string signature = Fold(is_whole ? head : begin, end);
  if (!is_whole && !declaration.defines_type) {
    const NodeIndex first = FindChild(declaration.node, *declaration.rule, ChildRole::kDeclarator);
    signature = Fold(head, node(first).begin) + " " + signature;
  }
  definition.signature = Signature(std::move(signature));
  name_node_ = declarator.name;
  declaration.definition = AddDefinition(definition, begin);
  if (KindOf(scope) == ScopeKind::kType) {  // that assignments to the own object mean
    draft_.VariableOf(scope, word) = declaration.definition + 1;
  }
  TakeReferences(declaration, declaration.definition);
}

// `if (T x = f())` tests the variable, `using var x = f()` leaves it at the end of its scope, where
// an object of C++ is destroyed.
void Extraction::UseVariable(const Frame& holder, const Frame& declaration) {
  ImplicitCalls calls(language(), draft_);
  if (declaration.part == ChildRole::kTested) {
    calls.AddTest(declaration, AddName(declaration, holder.name, holder.name_byte));
  }
  const Frame& around = frames_[IndexOf(declaration) - 1];
  if (calls.Enters(declaration, around, TextOf(around.node))) {
    calls.AddContext(declaration, AddName(declaration, holder.name, holder.name_byte),
                     EntersAsync(declaration));
  }
  const bool is_static = (declaration.modifiers & (kModifierStatic | kModifierExtern)) != 0;
  const bool is_plain = !holder.is_pointer && !holder.is_callable &&
                        (holder.shape & (kPointers | kReference | kTemporary)) == 0 && !is_static &&
                        declaration.rule->binding == BindingKind::kAssigned;
  if (!is_plain || !IsLocal(holder.target_scope)) return;
  const ExpressionIndex type = declaration.type;
  const bool is_simple =
      type != kNoIndex && draft_.expression(type).kind == ExpressionKind::kLiteral;
  if (!is_simple) calls.AddScopeEnd(declaration, holder.name, holder.name_byte);
}

// Runs once type and value are known.
void Extraction::FinishVariable(Frame& holder, const Frame& declaration) {
  if (holder.target_kind == AssignmentKind::kNone) return;
  holder.target_kind = AssignmentKind::kNone;
  // A function that the variable is set to tells more than its type.
  const bool is_set = holder.value != kNoIndex || !language().keeps_types;
  const ExpressionIndex type = !holder.is_callable ? Shaped(declaration.type, holder.shape)
                               : is_set
                                   ? kNoIndex
                                   : AddFunctionPointer(draft_, declaration.type, holder.shape);
  if (holder.definition != kNoIndex) {
    draft_.facts().definitions[holder.definition].declared_type = type;
  }
  if (BecameFunction(holder)) return;
  ImplicitCalls calls(language(), draft_);
  const bool is_set_to = declaration.rule->binding == BindingKind::kAssigned;
  if (calls.converts() && is_set_to && type != kNoIndex) {
    calls.AddConversion(holder, holder.value, AddUnary(ExpressionKind::kNew, type));
  }
  BindingKind kind = declaration.rule->binding;
  if (kind != BindingKind::kAlias && type != kNoIndex) kind = BindingKind::kAnnotated;
  const ExpressionIndex value = type != kNoIndex ? type : holder.value;
  draft_.AddBinding({holder.target_scope, holder.name, kind, value, declaration.scope});
  UseVariable(holder, declaration);
  const bool makes_object = holder.is_constructed && language().has_overloads &&
                            !holder.is_pointer && type != kNoIndex &&
                            draft_.expression(declaration.type).kind != ExpressionKind::kLiteral;
  if (!makes_object) DeclareObject(holder, declaration);
  holder.is_constructed = false;
  if (!makes_object) return;
  const ExpressionIndex made =
      AddUnary(ExpressionKind::kNew, declaration.type, holder.argument_count);
  if (language().keeps_arguments && made != kNoIndex) {
    draft_.facts().expressions[made].second = holder.second;
  }
  draft_.AddReference(ReferenceRole::kCall, made, declaration.scope, holder.owner);
}

}  // namespace waymark::indexer
