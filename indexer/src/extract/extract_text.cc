// Leaves: identifiers and the text of strings.
#include <algorithm>

#include "extract/extraction.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kTagWords[] = {"struct", "union", "enum"};

// The member that a class pattern gives a name: `case Box(job=found)`, `case Box(found)`. kNoIndex
// for other patterns, which end at `at`.
ExpressionIndex CapturedBy(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft,
                           const std::vector<Frame>& frames, std::size_t at) {
  Word key = 0;
  std::size_t i = at;
  for (; i > 0 && frames[i].rule->role == Role::kPattern; --i) {
    const NodeIndex first = frames[i].node + 1;
    const bool is_keyed = rules.PartOf(*frames[i].rule, tree.nodes[first].field,
                                       tree.nodes[first].symbol) == ChildRole::kWord;
    if (!is_keyed) continue;
    const SyntaxNode& word = tree.nodes[first];
    key = draft.words().Intern(draft.bytes().substr(word.begin, word.end - word.begin));
  }
  const Frame& pattern = frames[i];
  const bool is_class = i < at + 1 && pattern.rule->role == Role::kPass &&
                        pattern.value != kNoIndex && i + 1 < frames.size();
  if (!is_class || i + 1 > at) return kNoIndex;
  const std::uint32_t byte = draft.expression_site(pattern.value);
  const ExpressionIndex made =
      draft.AddExpression({ExpressionKind::kNew, 0, 0, pattern.value}, byte);
  if (key != 0) return draft.AddExpression({ExpressionKind::kMember, 0, key, made}, byte);
  int position = -1;  // the type comes first
  for (NodeIndex child = pattern.node + 1; child < frames[i + 1].node;
       child = tree.nodes[child].next) {
    ++position;
  }
  const Word place = draft.words().Intern(std::to_string(position));
  return draft.AddExpression({ExpressionKind::kIndex, 0, place, made}, byte);
}

bool IsDottedNameCharacter(char c) {
  return IsWordCharacter(c) || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

Word Extraction::WordOf(NodeIndex index) {
  return draft_.words().Intern(TextOf(index).substr(0, kMaxNameBytes));
}

// A tag in the arguments of a macro: container_of(node, struct item, link), where `struct` is
// masked.
bool Extraction::IsTag(std::uint32_t byte) const {
  if (!language().has_old_style_functions) return false;
  std::string_view before = draft_.bytes().substr(0, byte);
  const std::size_t end = before.find_last_not_of(" \t\n");
  if (end == std::string_view::npos || end + 1 == before.size()) return false;
  before = before.substr(0, end + 1);
  return std::any_of(std::begin(kTagWords), std::end(kTagWords), [&](std::string_view word) {
    return before.ends_with(word) &&
           (before.size() == word.size() ||
            !IsDottedNameCharacter(before[before.size() - word.size() - 1]));
  });
}

// `{ name: x }` and `{ name }` in an object, and `<Box name={x}>`: a field of some type. In a
// pattern: any member. `make(name=x)`: perhaps a field of the result.
void Extraction::NoteKey(const Frame& parent, ChildRole part, NodeIndex key) {
  const Role role = parent.rule->role;
  if (!language().has_keyed_members && role != Role::kKeyed) return;
  const Frame& around = IndexOf(parent) == 0 ? parent : frames_[IndexOf(parent) - 1];
  const bool in_pattern =
      (role == Role::kProperty && part == ChildRole::kMemberName) || role == Role::kProperties;
  const Frame* const statement = in_pattern ? EnclosingAssignment() : nullptr;
  const bool is_bound =
      statement != nullptr && !statement->rule->rebinds && PropertyOf(parent, WordOf(key)) != 0;
  if (is_bound) return;  // used when its value is known
  bool is_key = (role == Role::kPair && part == ChildRole::kName) || in_pattern ||
                role == Role::kObject ||
                (around.rule->role == Role::kElement && part == ChildRole::kWord);
  ExpressionIndex callee = kNoIndex;
  if (role == Role::kKeyed && around.part == ChildRole::kArguments) {
    const Frame& call = frames_[IndexOf(around) - 1];
    callee = call.rule->role == Role::kCall ? call.operand : kNoIndex;
    is_key = part == ChildRole::kWord && callee != kNoIndex;
  }
  if (!is_key) return;
  const ExpressionIndex field = draft_.AddExpression(
      {ExpressionKind::kMember, in_pattern ? kOfAny : kOfObject, WordOf(key), callee},
      node(key).begin);
  draft_.AddReference(ReferenceRole::kByName, field, parent.scope, parent.owner);
}

void Extraction::VisitIdentifier(Frame& parent, ChildRole part, NodeIndex index, const Rule& rule) {
  const SyntaxNode& leaf = node(index);
  NoteKey(parent, part, index);
  if (leaf.begin == leaf.end || part == ChildRole::kName || index == name_node_) return;
  const std::size_t size = leaf.end - leaf.begin;
  const Word word = WordOf(index);
  if (size >= kMinWordBytes && size <= kMaxWordBytes) {
    draft_.CountWord(parent.owner, Field::kIdentifiers, word);
  }
  switch (part) {
    case ChildRole::kWord:
    case ChildRole::kDeclarator:
      return;
    case ChildRole::kMemberName:
    case ChildRole::kParameterName:
    case ChildRole::kParameters:
      if (parent.rule->role == Role::kParameters || parent.rule->role == Role::kLambda) {
        Frame parameter;
        parameter.rule = parent.rule;
        parameter.node = index;
        parameter.name = word;
        // Only a variadic last parameter can have its type at the list.
        parameter.type = parent.rule->role == Role::kParameters ? parent.type : kNoIndex;
        parameter.is_variadic = parameter.type != kNoIndex;
        AddParameter(parent, parameter);
        return;
      }
      ++parent.target_count;
      parent.name = word;
      parent.name_byte = leaf.begin;
      return;
    case ChildRole::kEnumerator:
      DefineEnumerator(parent, index);
      return;
    case ChildRole::kSwitched:
      EnterTypeSwitch(Below(parent), word);
      return;
    case ChildRole::kTarget:
    case ChildRole::kTargetElement:
      BindName(parent, part, word, leaf.begin);
      return;
    default:
      break;
  }
  const auto is_variable = language().hooks.is_variable;
  const bool may_bind = is_variable == nullptr || is_variable(draft_.words().Text(word));
  if (parent.rule->role == Role::kPattern && part == ChildRole::kUsed && may_bind) {
    const bool in_type = (parent.context & kInType) != 0;
    ScopeIndex scope = parent.scope;
    if (in_type && KindOf(scope) == ScopeKind::kType) scope = draft_.facts().scopes[scope].parent;
    if (in_type && !IsLocal(scope)) return;  // no scope is narrow enough
    if (Frame* const statement =
            in_type || !language().keeps_positions ? nullptr : StatementOfPattern(frames_)) {
      parts_.Add(statement->node, CommasBefore(index, node(parent.node).begin), word,
                 OpenScope(*statement, word));
      return;
    }
    const bool is_parameter =
        language().keeps_type_arguments && Below(parent).rule->role == Role::kTypeParameters;
    if (is_parameter) draft_.KeepBindings(scope);
    const BindingKind kind = is_parameter ? BindingKind::kParameter : BindingKind::kAssigned;
    draft_.AddBinding({scope, word, kind, kNoIndex, scope});
    return;
  }
  if (rule.is_type && TextOf(index) == language().inferred_type) return;
  PassBlock(parent, part, index);
  if (rule.is_method_call && draft_.LocalScope(parent.scope, word) == kNoIndex) {
    VisitMessage(parent, part, word, leaf.begin);
    return;
  }
  const bool is_exported = (parent.context & kExported) != 0 && parent.rule->role == Role::kObject;
  if (is_exported && parent.is_marked) exports_.push_back(word);
  const ExpressionIndex name = AddName(parent, word, leaf.begin);
  const bool is_tag = part == ChildRole::kArgument && IsTag(leaf.begin);
  if (rule.is_type || is_tag) draft_.MarkType(name);
  if (parent.rule->role == Role::kObject) BindInObject(parent, word, name);
  ReturnToParent(parent, part, name);
}

// Base::operator=(other), value.operator()(), object->~Type(), "text"_suffix: a suffix operator
// gets the text with its length.
void Extraction::VisitSpecialName(Frame& parent, ChildRole part, NodeIndex index) {
  const Word word = draft_.words().Intern(NameText(index));
  const std::uint32_t byte = node(index).begin;
  if (part == ChildRole::kMemberName) {
    parent.name = word;
    parent.name_byte = byte;
  } else if (part == ChildRole::kRest && parent.rule->role == Role::kPath) {
    ReturnToParent(parent, part, AddName(parent, word, byte));
  } else if (part == ChildRole::kOperand && TextOf(index).starts_with('_')) {
    const std::string name = std::string(rules_.RuleOf(node(index).symbol).text) + NameText(index);
    parent.count = draft_.bytes()[byte - 1] == '"' ? 2 : 1;
    ReturnToParent(parent, part, AddName(parent, draft_.words().Intern(name), byte));
  }
}

void Extraction::VisitText(Frame& parent, const SyntaxNode& leaf) {
  const std::string_view text = draft_.bytes().substr(leaf.begin, leaf.end - leaf.begin);
  if ((parent.context & kInType) != 0 && parent.rule->role == Role::kString) {
    parent.value = ForwardType(parent, text, leaf.begin);
    return;
  }
  const Field field = parent.node == doc_node_ ? Field::kDocumentation : Field::kStrings;
  draft_.CountText(parent.owner, field, text);
}

void Extraction::VisitDotted(Frame& parent, ChildRole part, NodeIndex index) {
  CountIdentifiers(parent.owner, index);
  if (part == ChildRole::kName) return;
  const NodeIndex end = node(index).next;
  ExpressionIndex expression = kNoIndex;
  for (NodeIndex child = index + 1; child < end; child = node(child).next) {
    const Word word = WordOf(child);
    const std::uint32_t byte = node(child).begin;
    if (parent.rule->role == Role::kPattern && child == index + 1 && node(child).next == end) {
      const ExpressionIndex captured = CapturedBy(rules_, tree_, draft_, frames_, IndexOf(parent));
      draft_.AddBinding({parent.scope, word, BindingKind::kAssigned, captured, parent.scope});
      return;
    }
    expression =
        expression == kNoIndex ? AddName(parent, word, byte) : AddMember(expression, word, byte);
  }
  ReturnToParent(parent, part, expression);
}

void Extraction::CountIdentifiers(DefinitionIndex owner, NodeIndex index) {
  for (NodeIndex at = index; at < node(index).next; ++at) {
    const std::string_view text = TextOf(at);
    if (RoleOf(at) != Role::kIdentifier) continue;
    if (text.size() < kMinWordBytes || text.size() > kMaxWordBytes) continue;
    draft_.CountWord(owner, Field::kIdentifiers, draft_.words().Intern(text));
  }
}

// A type written as a string: a dotted name, perhaps with one argument in brackets.
ExpressionIndex Extraction::ForwardType(const Frame& frame, std::string_view text,
                                        std::uint32_t begin) {
  std::size_t i = 0;
  const auto skip_space = [&] {
    while (i < text.size() && IsSpace(text[i])) ++i;
  };
  const auto read_name = [&] {
    skip_space();
    ExpressionIndex name = kNoIndex;
    while (i < text.size() && IsDottedNameCharacter(text[i])) {
      const std::size_t start = i;
      while (i < text.size() && IsDottedNameCharacter(text[i]) && text[i] != '.') ++i;
      const auto byte = begin + static_cast<std::uint32_t>(start);
      const Word word =
          draft_.words().Intern(text.substr(start, std::min(i - start, kMaxNameBytes)));
      if (word != 0) {
        draft_.CountWord(frame.owner, Field::kIdentifiers, word);
        name = name == kNoIndex ? AddName(frame, word, byte) : AddMember(name, word, byte);
      }
      if (i < text.size() && text[i] == '.') ++i;
    }
    skip_space();
    return name;
  };
  const ExpressionIndex outer = read_name();
  if (outer == kNoIndex || i >= text.size() || text[i] != '[') return outer;
  ++i;
  Frame index = frame;
  index.operand = outer;
  index.second = read_name();
  index.is_generic = true;
  Use(frame, ChildRole::kType, index.second);
  return ExitIndex(index);
}

}  // namespace waymark::indexer
