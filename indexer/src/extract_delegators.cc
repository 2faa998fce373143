// Methods that hand what they are sent on to another object.
#include <string_view>
#include <vector>

#include "characters.h"
#include "extraction.h"

namespace waymark::indexer {
namespace {

// What such a call names.
struct Delegation {
  NodeIndex holder = kNoIndex;     // names what has the methods
  std::vector<NodeIndex> methods;  // names of them
  bool is_renamed = false;         // here they have names that are put together
};

}  // namespace

// `delegate :size, to: :items`, `def_delegators :@items, :size`, `def_delegator :@items, :size,
// :count`. The call is one all the same: what makes the methods may be ours.
void Extraction::DefineDelegators(Frame& frame) {
  const Directive& directive = *frame.directive;
  frame.directive = nullptr;
  if (TypeAround(frame.scope) == kNoIndex) return;
  Delegation told;
  for (const NodeIndex argument : ArgumentsOf(frame.node)) {
    const NodeIndex key = FindChild(argument, rules_.RuleOf(node(argument).symbol), Part::kWord);
    if (key != kNoIndex) {
      const NodeIndex value = node(key).next;
      const bool names_holder = !directive.opens.empty() && TextOf(key) == directive.opens;
      if (names_holder && value < node(argument).next) told.holder = value;
      told.is_renamed = told.is_renamed || !names_holder;
    } else if (!NameGivenBy(argument).empty()) {
      told.methods.push_back(argument);
    }
  }
  if (directive.opens.empty() && !told.methods.empty()) {
    told.holder = told.methods.front();
    told.methods.erase(told.methods.begin());
  }
  if (told.holder == kNoIndex) return;

  const std::uint32_t byte = node(told.holder).begin;
  const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, byte);
  const ExpressionIndex own = AddUnary(ExpressionKind::kNew, self);
  const std::string_view written = NameGivenBy(told.holder);
  ExpressionIndex object = kNoIndex;
  if (RoleOf(told.holder) == Role::kIdentifier) {
    object = AddName(frame, WordOf(told.holder), byte);
  } else if (written == "class" || written == "self.class") {
    object = self;
  } else if (written.starts_with('@')) {
    object = AddMember(own, draft_.words().Intern(written), byte);
  } else if (IsWord(written)) {
    const ExpressionIndex holder = AddMember(own, draft_.words().Intern(written), byte);
    object = AddUnary(ExpressionKind::kCall, holder);
    draft_.AddReference(ReferenceRole::kCall, object, frame.scope, frame.owner);
  }
  for (std::size_t i = 0; i < told.methods.size(); ++i) {
    const NodeIndex method = told.methods[i];
    const Word name = draft_.words().Intern(NameGivenBy(method));
    DefinitionIndex delegator = frame.owner;
    const bool has_name =
        directive.directs == Directs::kDelegatesOne && i + 1 < told.methods.size();
    const NodeIndex named = has_name ? told.methods[i + 1] : method;
    if (!told.is_renamed) delegator = DefineMember(frame, named, NameGivenBy(named), frame.scope);
    if (object == kNoIndex) {
      Reach(frame, kNoIndex, NameGivenBy(method), node(method).begin);
    } else {
      const ExpressionIndex call =
          AddUnary(ExpressionKind::kCall, AddMember(object, name, node(method).begin));
      draft_.AddReference(ReferenceRole::kCall, call, frame.scope, delegator);
      if (!told.is_renamed) draft_.facts().definitions[delegator].return_value = call;
    }
    if (directive.directs == Directs::kDelegatesOne) return;
  }
}

}  // namespace waymark::indexer
