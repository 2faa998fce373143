// Functions and objects as values: container literals, additions to containers, arguments of calls,
// and entered contexts.
#include <algorithm>

#include "extract/expressions/container_results.h"
#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "extract/typed_literals.h"
#include "integration/argument_text.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr std::size_t kMaxKeyBytes = 64;         // a longer key counts as unknown
constexpr std::size_t kMaxLiteralElements = 64;  // elements that are kept of a container
constexpr std::size_t kMaxResults = 8;           // values that a function returns or yields
constexpr std::size_t kMaxContextHead = 400;     // bytes before the expression that a `with` enters
constexpr std::size_t kMaxTargetDepth = 4;       // nesting of patterns that is examined
constexpr std::string_view kGeneratorName = "Generator";
constexpr std::string_view kAnyTextKey = "\"";  // an unknown key of a table

bool IsShortInteger(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  return !text.empty() && text.size() < 10 && std::all_of(text.begin(), text.end(), IsDigit);
}

// The result of a block, for the call that takes it. One that depends on names of the block is not
// known outside.
void KeepBlockResult(const FactsDraft& draft, const Frame& block, Frame& send) {
  ExpressionIndex root = block.value;
  while (root != kNoIndex && draft.expression(root).operand != kNoIndex) {
    root = draft.expression(root).operand;
  }
  if (root == kNoIndex) return;
  const Expression& named = draft.expression(root);
  const bool is_inner = named.kind == ExpressionKind::kName &&
                        draft.LocalScope(block.scope, named.name) == block.scope;
  if (!is_inner) send.arguments = block.value;
}

// `value` with what a comprehension binds in the place of the name `root`, on which it is built.
// kNoIndex if it is the name itself, or if nothing is known of the name.
ExpressionIndex WithElement(FactsDraft& draft, ExpressionIndex root, ExpressionIndex value,
                            const Binding* bound) {
  if (root == value || bound == nullptr || bound->value == kNoIndex) return kNoIndex;
  const bool iterates = bound->kind == BindingKind::kIterated;
  if (!iterates && bound->kind != BindingKind::kAssigned) return kNoIndex;
  ExpressionIndex replaced = bound->value;
  if (iterates) {
    replaced = draft.AddExpression(
        {ExpressionKind::kIndex, 0, draft.words().Intern(kIterationKey), replaced},
        draft.expression_site(replaced));
  }
  std::vector<ExpressionIndex> chain;
  for (ExpressionIndex at = value; at != root; at = draft.expression(at).operand) {
    chain.push_back(at);
  }
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    Expression copy = draft.expression(*at);
    copy.operand = replaced;
    replaced = draft.AddExpression(copy, draft.expression_site(*at));
  }
  return replaced;
}

// How many elements of a list stand before a byte in it, with those that are left out: [, b]
std::uint32_t CommasIn(const SyntaxTree& tree, std::string_view bytes, NodeIndex list,
                       std::uint32_t end) {
  std::uint32_t commas = 0;
  std::uint32_t at = tree.nodes[list].begin;
  for (NodeIndex child = list + 1; child < tree.nodes[list].next && tree.nodes[child].begin <= end;
       child = tree.nodes[child].next) {
    const std::string_view between = bytes.substr(at, tree.nodes[child].begin - at);
    commas += static_cast<std::uint32_t>(std::count(between.begin(), between.end(), ','));
    at = tree.nodes[child].end;
  }
  return commas;
}

NodeIndex ChildAt(const SyntaxTree& tree, NodeIndex parent, std::uint32_t byte) {
  for (NodeIndex child = parent + 1; child < tree.nodes[parent].next;
       child = tree.nodes[child].next) {
    if (tree.nodes[child].begin <= byte && byte < tree.nodes[child].end) return child;
  }
  return kNoIndex;
}

// The alternatives of a union that was joined from the left.
std::size_t BranchesOf(const FactsDraft& draft, ExpressionIndex value) {
  std::size_t count = 1;
  while (value != kNoIndex && draft.expression(value).kind == ExpressionKind::kUnion) {
    value = draft.expression(value).operand;
    ++count;
  }
  return count;
}

}  // namespace

// The key of an element, or of a subscript; 0 if it is computed.
Word Extraction::KeyOf(NodeIndex index) {
  const std::string_view text = TextOf(index);
  if (text.size() > kMaxKeyBytes) return 0;
  if (IsShortInteger(text)) return draft_.words().Intern(text);
  const bool quoted = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') &&
                      text.find(text[0], 1) == text.size() - 1;
  if (quoted) {
    if (text.find('\\') != std::string_view::npos) return 0;
    return draft_.words().Intern(kTextKey + std::string(text.substr(1, text.size() - 2)));
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find_first_of("\"'[(") != std::string_view::npos) {
    return 0;
  }
  const std::string_view first = text.substr(0, colon);
  const bool known = first.empty() || (IsShortInteger(first) && first[0] != '-');
  const bool steps = text.find(':', colon + 1) != std::string_view::npos;
  return draft_.words().Intern(kSliceKey + std::string(known && !steps ? first : "-"));
}

ExpressionIndex Extraction::AddElement(Word key, ElementShape shape, ExpressionIndex value,
                                       ExpressionIndex rest, std::uint32_t byte) {
  return draft_.AddExpression({ExpressionKind::kArguments, shape, key, value, rest}, byte);
}

ExpressionIndex Extraction::ElementAt(ExpressionIndex container, Word key) {
  if (container == kNoIndex) return kNoIndex;
  return draft_.AddExpression({ExpressionKind::kIndex, 0, key, container},
                              draft_.expression_site(container));
}

// key = value, in a table or among arguments.
ExpressionIndex Extraction::ExitKeyed(const Frame& frame) {
  if (frame.value == kNoIndex || Below(frame).part == ChildRole::kBases) return kNoIndex;
  const NodeIndex parameter = FindChild(frame.node, *frame.rule, ChildRole::kWord);
  Word key = parameter != kNoIndex ? WordOf(parameter) : KeyOf(frame.node + 1);
  if (key == 0) key = draft_.words().Intern(kAnyTextKey);
  return AddElement(key, kKeyedElement, frame.value, kNoIndex, node(frame.node).begin);
}

ExpressionIndex Extraction::ExitSpread(const Frame& frame) {
  const bool in_type = (frame.context & kInType) != 0;
  if (frame.value == kNoIndex || in_type) return kNoIndex;
  return AddElement(0, kSpreadElement, frame.value, kNoIndex, node(frame.node).begin);
}

// The known values of a frame as elements. Without a key they have their numbers as keys, where
// there are such.
ExpressionIndex Extraction::TakeElements(const Frame& frame, bool numbered) {
  ExpressionIndex elements = kNoIndex;
  const std::size_t count = values_.size() - frame.values_begin;
  const auto is_spread = [&](ExpressionIndex value) {
    return value != kNoIndex && draft_.expression(value).kind == ExpressionKind::kArguments &&
           draft_.expression(value).count == kSpreadElement;
  };
  std::size_t first_spread = 0;
  while (first_spread < count && !is_spread(values_[frame.values_begin + first_spread])) {
    ++first_spread;
  }
  const std::uint32_t byte = node(frame.node).begin;
  for (std::size_t i = count; i-- > 0;) {
    const ExpressionIndex value = values_[frame.values_begin + i];
    if (value == kNoIndex && elements == kNoIndex) continue;
    const Expression written = value == kNoIndex ? Expression() : draft_.expression(value);
    const bool keyed = written.kind == ExpressionKind::kArguments && written.count == kKeyedElement;
    if (keyed || is_spread(value)) {
      const ElementShape plain = numbered ? kOneElement : kKeyedElement;
      elements =
          AddElement(written.name, keyed ? plain : kAllElementsOf, written.operand, elements, byte);
    } else if (value != kNoIndex && written.kind == ExpressionKind::kLiteral) {
      if (!numbered) elements = AddElement(0, kOneElement, kNoIndex, elements, byte);
    } else if (value != kNoIndex || !numbered) {
      const bool known = numbered && i < first_spread;
      const Word key = known ? draft_.words().Intern(std::to_string(i)) : Word{0};
      elements = AddElement(key, kOneElement, value, elements, byte);
    }
  }
  values_.resize(frame.values_begin);
  return count > kMaxLiteralElements ? kNoIndex : elements;
}

// A container literal. Where elements are not followed, the first types all: [...all], [new
// User()].
ExpressionIndex Extraction::ExitContainerLiteral(const Frame& frame) {
  if (!language().keeps_values) {
    const std::vector<ExpressionIndex> elements(
        values_.begin() + static_cast<std::ptrdiff_t>(frame.values_begin), values_.end());
    const ExpressionIndex first = elements.empty() ? kNoIndex : elements.front();
    values_.resize(frame.values_begin);
    const std::uint32_t byte = node(frame.node).begin;
    if (first != kNoIndex && TextOf(frame.node + 1).starts_with("...")) {
      return AddUnary(ExpressionKind::kCall,
                      AddMember(first, draft_.words().Intern("slice"), byte));
    }
    const bool is_map = IsIn(language().keyed_types, frame.rule->text);
    const ExpressionIndex known =
        is_map ? ValueOfMap(draft_, frame.rule->text, TypeOfAny(draft_, elements), byte)
               : ValueOfArray(draft_, frame.rule->text, elements, byte);
    if (known == kNoIndex) return AddLiteral(*frame.rule, frame.node);
    if (!language().extends_literals) return known;
    return AddUnion(draft_, AddLiteral(*frame.rule, frame.node), known);
  }
  const ExpressionIndex elements = TakeElements(frame, true);
  const bool in_type = (frame.context & kInType) != 0;
  return in_type || elements == kNoIndex ? AddLiteral(*frame.rule, frame.node) : elements;
}

// [value for name in container]
ExpressionIndex Extraction::ExitComprehension(const Frame& frame) {
  ExpressionIndex value = frame.value;
  ElementShape shape = kOneElement;
  Word key = 0;
  if (value != kNoIndex && draft_.expression(value).kind == ExpressionKind::kArguments &&
      draft_.expression(value).count == kKeyedElement) {
    value = draft_.expression(value).operand;
    key = draft_.words().Intern(kAnyTextKey);
  }
  ExpressionIndex root = value;
  while (root != kNoIndex && draft_.expression(root).operand != kNoIndex) {
    root = draft_.expression(root).operand;
  }
  if (root == kNoIndex || draft_.expression(root).kind == ExpressionKind::kLiteral) {
    return AddLiteral(*frame.rule, frame.node);
  }
  const Expression& named = draft_.expression(root);
  if (named.kind == ExpressionKind::kName &&
      draft_.BindingScope(frame.scope, named.name) == frame.scope) {
    const Binding* const bound = draft_.LastBinding(frame.scope, named.name);
    if (const ExpressionIndex part = WithElement(draft_, root, value, bound); part != kNoIndex) {
      return AddElement(key, kOneElement, part, kNoIndex, node(frame.node).begin);
    }
    const bool whole = root == value && bound != nullptr && bound->value != kNoIndex &&
                       bound->kind == BindingKind::kIterated;
    if (!whole) return AddLiteral(*frame.rule, frame.node);
    value = bound->value;
    shape = kAllElementsOf;
  }
  return AddElement(key, shape, value, kNoIndex, node(frame.node).begin);
}

// A generator returns the values that it yields.
void Extraction::ExitYield(const Frame& frame) {
  if (frame.returns_to == kNoIndex) return;
  if (frame.returns_to == last_fixture_) return ExitReturn(frame);  // tests get this value
  Definition& definition = draft_.facts().definitions[frame.returns_to];
  if (definition.return_type != kNoIndex) return;
  const bool whole = frame.is_marked;  // yield from
  if (frame.value == kNoIndex) return;
  if (!language().keeps_values) {
    const ExpressionIndex yielded =
        whole ? frame.value
              : ValueOfContainer(draft_, kGeneratorName, TypeOfValue(draft_, frame.value),
                                 draft_.expression_site(frame.value));
    ExpressionIndex& known = draft_.facts().definitions[frame.returns_to].return_value;
    if (known == kNoIndex) known = yielded;
    return;
  }
  const ExpressionIndex first = definition.return_value;
  const ExpressionIndex last =
      first != kNoIndex && draft_.expression(first).kind == ExpressionKind::kUnion
          ? draft_.expression(first).second
          : first;
  const bool yields = last != kNoIndex &&
                      draft_.expression(last).kind == ExpressionKind::kArguments &&
                      draft_.expression(last).name == 0;
  if (yields && BranchesOf(draft_, first) >= kMaxResults) return;
  const ExpressionIndex elements = AddElement(0, whole ? kAllElementsOf : kOneElement, frame.value,
                                              kNoIndex, draft_.expression_site(frame.value));
  draft_.facts().definitions[frame.returns_to].return_value =
      yields ? AddUnion(draft_, first, elements) : elements;
}

// Adds another result of a function to the known ones.
void Extraction::AddResult(Definition& function, ExpressionIndex value) {
  ExpressionIndex& known = function.return_value;
  if (known == kNoIndex || draft_.expression(known).kind == ExpressionKind::kLiteral) {
    known = value;
    return;
  }
  const bool says_nothing = draft_.expression(value).kind == ExpressionKind::kLiteral ||
                            BranchesOf(draft_, known) >= kMaxResults;
  if (!says_nothing) known = AddUnion(draft_, known, value);
}

// The part of the value that a target gets: keys from the outermost pattern inwards.
ExpressionIndex Extraction::PartFor(ExpressionIndex value, const AssignedName& target) {
  for (std::size_t i = 0; i < target.path_size; ++i) {
    const Word key = target.path[i];
    bool found = false;
    if (value != kNoIndex && draft_.expression(value).kind == ExpressionKind::kArguments) {
      for (ExpressionIndex at = value; at != kNoIndex; at = draft_.expression(at).second) {
        const Expression& element = draft_.expression(at);
        if (element.count != kOneElement || element.name != key) continue;
        value = element.operand;
        found = true;
        break;
      }
    }
    if (!found) value = ElementAt(value, key);
  }
  return value;
}

bool Extraction::KeepsPath(const Frame& statement) const {
  const BindingKind binding = statement.rule->binding;
  return (language().keeps_values || language().keeps_positions) &&
         (binding == BindingKind::kAssigned || binding == BindingKind::kIterated);
}

// The position in its statement's pattern of the name at the byte.
void Extraction::SetPath(const Frame& statement, std::uint32_t byte, AssignedName& target) {
  for (std::size_t i = IndexOf(statement) + 1; i < frames_.size(); ++i) {
    const Frame& list = frames_[i];
    if (list.rule->role != Role::kList) continue;
    if (target.path_size == kMaxTargetDepth) return;
    if (!language().keeps_values) {  // elements may be left out: [, b]
      const std::string key = std::to_string(CommasIn(tree_, draft_.bytes(), list.node, byte));
      const NodeIndex direct = ChildAt(tree_, list.node, byte);
      const bool is_rest = direct != kNoIndex && RoleOf(direct) == Role::kVariadic;
      target.path[target.path_size++] = draft_.words().Intern(is_rest ? kSliceKey + key : key);
      continue;
    }
    int before = 0;
    int behind = 0;
    bool starred = false;
    bool is_starred = false;
    for (NodeIndex at = list.node + 1; at < list.end; at = node(at).next) {
      if (RoleOf(at) == Role::kComment) continue;
      const bool variadic = RoleOf(at) == Role::kVariadic;
      if (node(at).end <= byte) {
        ++before;
        starred |= variadic;
      } else if (node(at).begin > byte) {
        ++behind;
      } else {
        is_starred = variadic;
      }
    }
    const std::string key = is_starred ? kSliceKey + std::to_string(before)
                            : starred  ? std::to_string(-1 - behind)
                                       : std::to_string(before);
    target.path[target.path_size++] = draft_.words().Intern(key);
  }
}

// Adds to the content of a variable, of a field of the own object, or of an element of either.
void Extraction::AddContent(const Frame& frame, ExpressionIndex container, ExpressionIndex content,
                            int depth) {
  if (container == kNoIndex || content == kNoIndex) return;
  container = Untested(draft_, container);
  const Expression to = draft_.expression(container);
  if (to.kind == ExpressionKind::kIndex && depth < static_cast<int>(kMaxTargetDepth)) {
    const Word key = to.name != 0 ? to.name : draft_.words().Intern(kAnyTextKey);
    const ExpressionIndex element =
        AddElement(key, kOneElement, content, kNoIndex, draft_.expression_site(container));
    return AddContent(frame, to.operand, element, depth + 1);
  }
  if (to.kind == ExpressionKind::kName) {
    const ScopeIndex bound = draft_.BindingScope(frame.scope, to.name);
    const ScopeIndex scope = bound == kNoIndex ? 0 : bound;
    draft_.AddBinding({scope, to.name, BindingKind::kAssigned, content, frame.scope});
  } else if (to.kind == ExpressionKind::kMember &&
             draft_.expression(to.operand).kind == ExpressionKind::kSelf) {
    const ScopeIndex type = EnclosingType(frame.scope);
    // A field of a base keeps its content there.
    if (type == kNoIndex || draft_.VariableOf(type, to.name) == 0) return;
    draft_.AddBinding({type, to.name, BindingKind::kField, content, frame.scope});
  }
}

// container[key] = value
void Extraction::ExitElementAssignment(const Frame& statement, ExpressionIndex value) {
  if (value == kNoIndex || draft_.expression(value).kind == ExpressionKind::kLiteral) return;
  AddContent(statement, statement.operand, value, 0);
}

// container.append(value) and the like.
void Extraction::AddContentOfCall(const Frame& call, const Expression& callee) {
  const std::string_view name = draft_.words().Text(callee.name);
  for (const ElementAdder& adder : language().element_adders) {
    if (adder.name != name) continue;
    if (!language().keeps_values) {
      return AddToContainer(draft_, language(), call, callee.operand, adder);
    }
    ExpressionIndex argument = call.second;
    for (int i = 0; i < adder.argument && argument != kNoIndex; ++i) {
      argument = draft_.expression(argument).second;
    }
    if (argument == kNoIndex || draft_.expression(argument).count != kOneElement) return;
    const ExpressionIndex value = draft_.expression(argument).operand;
    if (value == kNoIndex) return;
    const ExpressionIndex content =
        adder.is_whole ? value
                       : AddElement(0, kOneElement, value, kNoIndex, draft_.expression_site(value));
    return AddContent(call, callee.operand, content, 0);
  }
}

// Records the arguments of a call for the parameters of the callee.
void Extraction::GiveArguments(const Frame& frame, ExpressionIndex callee,
                               ExpressionIndex arguments) {
  const Expression called = draft_.expression(callee);
  const bool is_named =
      called.kind == ExpressionKind::kName || called.kind == ExpressionKind::kMember;
  if (!is_named || called.name == 0 || arguments == kNoIndex) return;
  const ExpressionIndex call = draft_.AddExpression(
      {ExpressionKind::kCall, 0, 0, callee, arguments}, draft_.expression_site(callee));
  const Word name = called.name;
  if (draft_.words().Text(name) == language().constructor) return;
  draft_.AddBinding({0, CallArgumentsName(name), BindingKind::kCallArguments, call, frame.scope});
  if (called.kind != ExpressionKind::kName) return;
  // Under another name: a variable holds the callee.
  for (ScopeIndex scope = frame.scope; scope != kNoIndex;
       scope = draft_.facts().scopes[scope].parent) {
    const Binding* const bound = draft_.LastBinding(scope, name);
    if (bound == nullptr) continue;
    const ExpressionIndex value = bound->value;
    const bool is_alias = bound->kind == BindingKind::kAssigned && value != kNoIndex &&
                          (draft_.expression(value).kind == ExpressionKind::kName ||
                           draft_.expression(value).kind == ExpressionKind::kMember);
    if (is_alias && draft_.expression(value).name != name) {
      const Word meant = draft_.expression(value).name;
      draft_.AddBinding(
          {0, CallArgumentsName(meant), BindingKind::kCallArguments, call, frame.scope});
    }
    return;
  }
}

Word Extraction::CallArgumentsName(Word name) {
  return draft_.words().Intern(std::string(draft_.words().Text(name)) + kCallArgumentsMark);
}

// The call-site argument for a parameter without a type.
ExpressionIndex Extraction::CallSiteArgument(const Frame& function, Word name,
                                             std::uint32_t position, std::uint32_t byte) {
  if (!language().keeps_values || function.definition == kNoIndex || position > 255) {
    return kNoIndex;
  }
  const Definition& definition = draft_.facts().definitions[function.definition];
  Word called = definition.name;
  if (draft_.words().Text(called) == language().constructor) {
    const DefinitionIndex type = draft_.facts().scopes[definition.scope].definition;
    if (type == kNoIndex || type == 0) return kNoIndex;
    called = draft_.facts().definitions[type].name;
  }
  const ExpressionIndex parameter = draft_.AddExpression({ExpressionKind::kName, 0, name}, byte);
  return draft_.AddExpression({ExpressionKind::kParameter, static_cast<std::uint8_t>(position),
                               CallArgumentsName(called), parameter},
                              byte);
}

// Whether it is part of `async with a as b, c as d:`; the masked text lacks those words.
// Whether `async with`, `await using` or the like stands before the frame.
bool Extraction::EntersAsync(const Frame& frame) const {
  const std::size_t end = node(frame.node).begin;
  const std::size_t begin = end - std::min(end, kMaxContextHead);
  const std::string_view before = draft_.bytes().substr(begin, end - begin);
  const std::size_t word = before.rfind(language().implicit_methods.context_word);
  if (word == std::string_view::npos) return false;
  const std::string_view head = Trimmed(before.substr(0, word));
  return head.ends_with("async") || head.ends_with("await");
}

// Functions of the library whose result holds elements of their arguments. Their callbacks get such
// elements.
ExpressionIndex Extraction::ResultOfContainerFunction(const Frame& call, const Expression& callee) {
  ContainerResults results(language(), draft_);
  const ContainerFunction* const function = results.Find(callee);
  const bool sorts = callee.kind == ExpressionKind::kMember && function == nullptr &&
                     IsIn(language().visitors, draft_.words().Text(callee.name));
  if (function == nullptr && !sorts) return kNoIndex;
  const ContainerResult result = sorts ? ContainerResult::kSame : function->result;
  const std::uint32_t byte = node(call.node).begin;
  ExpressionIndex arguments = call.second;
  if (sorts) arguments = AddElement(0, kOneElement, callee.operand, arguments, byte);
  int position = 0;
  for (const NodeIndex written : ArgumentsOf(call.node)) {
    const bool is_keyed = RoleOf(written) == Role::kKeyed;
    const int argument = is_keyed ? -1 : position++;
    for (const KnownLambda& lambda : lambdas_) {
      if (lambda.node < written || lambda.node >= node(written).next) continue;
      const bool is_direct =
          lambda.node == written || (is_keyed && node(lambda.node).next == node(written).next);
      for (std::size_t i = 0; is_direct && i < lambda.parameters.size(); ++i) {
        const ExpressionIndex passed = results.PassedTo(result, arguments, argument, i);
        if (passed == kNoIndex) continue;
        draft_.AddBinding(
            {lambda.scope, lambda.parameters[i], BindingKind::kIterated, passed, call.scope});
      }
    }
  }
  std::erase_if(lambdas_, [&](const KnownLambda& lambda) { return lambda.node > call.node; });
  if (sorts || arguments == kNoIndex) return kNoIndex;
  const ExpressionIndex callback = draft_.expression(arguments).operand;
  const bool runs = result == ContainerResult::kMapped || result == ContainerResult::kFiltered ||
                    result == ContainerResult::kReduced;
  if (callback != kNoIndex && runs) {
    const ExpressionIndex run = AddUnary(ExpressionKind::kCall, callback, 1);
    draft_.AddReference(ReferenceRole::kCall, run, call.scope, call.owner);
    const ExpressionIndex passed = results.PassedTo(result, arguments, 0, 0);
    if (passed != kNoIndex) {
      GiveArguments(call, callback,
                    AddElement(0, kOneElement, results.EachOf(passed), kNoIndex, byte));
    }
  }
  return results.Of(result, arguments, byte);
}

void Extraction::ConcludeValue(const Frame& frame) {
  switch (frame.rule->role) {
    case Role::kUnevaluated:
      draft_.MakeValues(frame.first_reference);
      break;
    case Role::kYield:
      return ExitYield(frame);
    case Role::kWrapper:
      return ExitDecorated(frame);
    case Role::kEntering:
      return ImplicitCalls(language(), draft_).AddContext(frame, frame.value, EntersAsync(frame));
    case Role::kPass:
    case Role::kCast:
    case Role::kCall:
      return DeriveObject(frame);
    default:
      return;
  }
}

ExpressionIndex Extraction::YieldContainer(const Frame& frame) {
  switch (frame.rule->role) {
    case Role::kContainerLiteral:
      return ExitContainerLiteral(frame);
    case Role::kKeyed:
      return ExitKeyed(frame);
    case Role::kSpread:
      return ExitSpread(frame);
    case Role::kMembers: {
      const auto name_of = language().hooks.name_of_unnamed;
      const std::string name = name_of == nullptr || (frame.context & kAnonymous) == 0
                                   ? std::string()
                                   : name_of(rules_, tree_, draft_.bytes(), frame.node);
      if (name.empty()) {
        return frame.second == kNoIndex ? AddLiteral(*frame.rule, frame.node) : frame.second;
      }
      const ExpressionIndex listed = draft_.AddExpression(
          {ExpressionKind::kLiteral, 0, draft_.words().Intern(name)}, node(frame.node).begin);
      return AddUnion(draft_, listed, frame.second);
    }
    case Role::kBlock:
      ExitFunction(frame);
      if (Below(frame).rule->role == Role::kMethodCall)
        KeepBlockResult(draft_, frame, Below(frame));
      if (language().keeps_values) return ExitComprehension(frame);
      [[fallthrough]];
    default:
      return AddLiteral(*frame.rule, frame.node);
  }
}

// Decorators are called with the function, the nearest one first, and its name is bound to the
// result.
void Extraction::ExitDecorated(const Frame& wrapper) {
  if (!language().keeps_values || wrapper.definition == kNoIndex) return;
  const Definition defined = draft_.facts().definitions[wrapper.definition];
  const std::uint16_t own = kSymbolProperty | kSymbolStatic | kSymbolDeclaration;
  if ((defined.flags & own) != 0) return;
  const Word name = defined.name;
  const ScopeIndex scope = defined.scope;
  const std::uint32_t byte = node(wrapper.node).begin;
  ExpressionIndex value = draft_.AddExpression({ExpressionKind::kName, 0, name}, byte);
  const auto& references = draft_.facts().references;
  bool calls = false;
  for (std::size_t i = references.size(); i-- > wrapper.first_reference;) {
    const Reference decorator = references[i];
    if (decorator.role != ReferenceRole::kDecorator || decorator.subject != wrapper.definition) {
      continue;
    }
    const ExpressionIndex arguments = AddElement(0, kOneElement, value, kNoIndex, byte);
    Frame around = wrapper;
    around.scope = scope;
    GiveArguments(around, decorator.expression, arguments);
    value = AddUnary(ExpressionKind::kCall, decorator.expression, 1);
    calls = true;
  }
  if (!calls || defined.kind == SymbolKind::kClass) return;
  // Without a variable: the name is that of the function.
  draft_.facts().bindings.push_back({scope, name, BindingKind::kAssigned, value, scope});
}

}  // namespace waymark::indexer
