// Delegation: methods that forward to another object.
#include <string_view>
#include <vector>

#include "extract/extraction.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kTrueText = "true";
constexpr std::string_view kFalseText = "false";

}  // namespace

// The names that a delegating call contains.
Delegation ExtractionTexts::ReadDelegation(const Frame& frame) const {
  const ClassMacro& class_macro = *frame.class_macro;
  Delegation told;
  NodeIndex prefix = kNoIndex;
  for (const NodeIndex argument : ArgumentsOf(frame.node)) {
    const NodeIndex key =
        FindChild(argument, rules_.RuleOf(node(argument).symbol), ChildRole::kWord);
    if (key == kNoIndex) {
      if (!NameGivenBy(argument).empty()) told.methods.push_back(argument);
      continue;
    }
    const NodeIndex value = node(key).next;
    const std::string_view word = RoleOf(key) == Role::kMethodName ? NameGivenBy(key) : TextOf(key);
    if (value >= node(argument).next || class_macro.opens.empty()) continue;
    if (word == class_macro.opens) told.holder = value;
    if (word == class_macro.prefixes) prefix = value;
  }
  if (class_macro.opens.empty() && !told.methods.empty()) {
    told.holder = told.methods.front();
    told.methods.erase(told.methods.begin());
  }
  if (prefix == kNoIndex || told.holder == kNoIndex || TextOf(prefix) == kFalseText) return told;
  const bool is_own = TextOf(prefix) == kTrueText;
  told.prefix = NameGivenBy(is_own ? told.holder : prefix);
  told.is_renamed = !IsWord(told.prefix);
  if (!told.is_renamed) told.prefix += '_';
  return told;
}

// The object that the methods forward to, as seen from the type; kNoIndex if it is unknown.
ExpressionIndex Extraction::DelegateOf(const Frame& frame, NodeIndex holder) {
  const std::uint32_t byte = node(holder).begin;
  const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, byte);
  const ExpressionIndex own = AddUnary(ExpressionKind::kNew, self);
  const std::string_view written = NameGivenBy(holder);
  if (RoleOf(holder) == Role::kIdentifier) return AddName(frame, WordOf(holder), byte);
  if (written == "class" || written == "self.class") return self;
  if (written.starts_with('@')) return AddMember(own, draft_.words().Intern(written), byte);
  if (!IsWord(written)) return kNoIndex;
  const ExpressionIndex member = AddMember(own, draft_.words().Intern(written), byte);
  const ExpressionIndex call = AddUnary(ExpressionKind::kCall, member);
  draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
  return call;
}

// `delegate :size, to: :items`, `def_delegators :@items, :size`, `def_delegator :@items, :size,
// :count`. The call also stays a call: the macro may be defined in this repository.
void Extraction::DefineDelegators(Frame& frame) {
  const Delegation told = ReadDelegation(frame);
  const bool is_one = frame.class_macro->kind == ClassMacroKind::kDelegatesOne;
  frame.class_macro = nullptr;
  if (TypeAround(frame.scope) == kNoIndex || told.holder == kNoIndex) return;
  const ExpressionIndex object = DelegateOf(frame, told.holder);
  for (std::size_t i = 0; i < told.methods.size(); ++i) {
    const NodeIndex method = told.methods[i];
    const NodeIndex named = is_one && i + 1 < told.methods.size() ? told.methods[i + 1] : method;
    DefinitionIndex delegator = frame.owner;
    if (!told.is_renamed) {
      const std::string name = told.prefix + std::string(NameGivenBy(named));
      delegator = DefineMember(frame, named, name, frame.scope);
    }
    if (object == kNoIndex) {
      UseByName(frame, kNoIndex, NameGivenBy(method), node(method).begin);
    } else {
      const Word name = draft_.words().Intern(NameGivenBy(method));
      const ExpressionIndex call =
          AddUnary(ExpressionKind::kCall, AddMember(object, name, node(method).begin));
      draft_.AddReference(ReferenceRole::kCall, call, frame.scope, delegator);
      if (!told.is_renamed) draft_.facts().definitions[delegator].return_value = call;
    }
    if (is_one) return;
  }
}

}  // namespace waymark::indexer
