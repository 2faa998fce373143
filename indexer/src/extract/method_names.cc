#include "extract/method_names.h"

#include <algorithm>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

// Arrays, and other literals with parts.
bool IsList(Role role) { return role == Role::kLiteral || role == Role::kContainerLiteral; }

}  // namespace

NodeIndex MethodNames::ChildIn(NodeIndex parent, ChildRole part) const {
  const Rule& rule = RuleAt(parent);
  for (NodeIndex child = parent + 1; child < At(parent).next; child = At(child).next) {
    if (rules_.PartOf(rule, At(child).field, At(child).symbol) == part) return child;
  }
  return kNoIndex;
}

std::string_view MethodNames::Of(NodeIndex argument) const {
  const Role role = RuleAt(argument).role;
  if (role == Role::kMethodName) return TextOf(argument).substr(1);
  const NodeIndex text = argument + 1;
  const bool is_plain = role == Role::kLiteral && text < At(argument).next &&
                        RuleAt(text).role == Role::kText && At(text).next == At(argument).next;
  return is_plain ? TextOf(text) : std::string_view();
}

std::vector<std::string_view> MethodNames::InList(NodeIndex list) const {
  std::vector<std::string_view> names;
  if (!IsList(RuleAt(list).role)) return names;
  for (NodeIndex element = list + 1; element < At(list).next; element = At(element).next) {
    const NodeIndex text = element + 1;
    const bool is_bare = RuleAt(element).role == Role::kTransparent && text < At(element).next &&
                         RuleAt(text).role == Role::kText;
    const std::string_view name = is_bare ? TextOf(text) : Of(element);
    if (name.empty()) return {};
    names.push_back(name);
  }
  return names;
}

bool MethodNames::IsLabel(std::string_view option) const {
  const auto& methods = rules_.language().reflective_methods;
  return std::any_of(methods.begin(), methods.end(), [option](const ReflectiveMethod& row) {
    return row.does == Reflection::kLabels && row.name == option;
  });
}

void MethodNames::InArgument(NodeIndex argument, std::vector<WrittenName>& names, int depth) const {
  if (depth > kMaxPatternDepth) return;
  const Role role = RuleAt(argument).role;
  if (role == Role::kMethodName) {
    names.push_back({Of(argument), At(argument).begin});
    return;
  }
  if (const NodeIndex key = ChildIn(argument, ChildRole::kWord); key != kNoIndex) {
    const NodeIndex value = At(key).next;
    std::string_view option = TextOf(key);
    option.remove_prefix(std::min(option.find_first_not_of(':'), option.size()));
    if (value < At(argument).next && !IsLabel(option)) InArgument(value, names, depth + 1);
    return;
  }
  if (!IsList(role) || depth == 0) return;
  const std::vector<std::string_view> listed = InList(argument);
  for (const std::string_view name : listed) names.push_back({name, At(argument).begin});
  if (!listed.empty()) return;
  for (NodeIndex child = argument + 1; child < At(argument).next; child = At(child).next) {
    if (!IsList(RuleAt(child).role)) InArgument(child, names, depth + 1);
  }
}

// The value of a constant of the file; the node itself for anything else.
NodeIndex MethodNames::ListNamedBy(NodeIndex written) const {
  const bool is_constant =
      RuleAt(written).role == Role::kIdentifier && BeginsWithCapital(TextOf(written));
  if (!is_constant) return written;
  for (NodeIndex at = 1; at < At(0).next; ++at) {
    if (RuleAt(at).role != Role::kAssignment) continue;
    const NodeIndex target = ChildIn(at, ChildRole::kTarget);
    const NodeIndex value = ChildIn(at, ChildRole::kValue);
    if (target == kNoIndex || value == kNoIndex || TextOf(target) != TextOf(written)) continue;
    if (RuleAt(value).role != Role::kMethodCall) return value;
    const NodeIndex frozen = ChildIn(value, ChildRole::kOperand);  // %i[a b].freeze
    return frozen == kNoIndex ? value : frozen;
  }
  return written;
}

std::vector<std::string_view> MethodNames::OfParameter(const std::vector<Frame>& frames,
                                                       std::string_view parameter) const {
  for (std::size_t i = frames.size(); i-- > 1;) {
    if (frames[i].rule->role == Role::kDefinition) return {};
    const Frame& send = frames[i - 1];
    if (frames[i].rule->role != Role::kBlock || send.rule->role != Role::kMethodCall) continue;
    const NodeIndex list = ChildIn(frames[i].node, ChildRole::kParameters);
    const bool is_first = list != kNoIndex && list + 1 < At(list).next &&
                          RuleAt(list + 1).role == Role::kIdentifier &&
                          TextOf(list + 1) == parameter;
    if (!is_first) continue;
    const NodeIndex object = ChildIn(send.node, ChildRole::kOperand);
    return object == kNoIndex ? std::vector<std::string_view>() : InList(ListNamedBy(object));
  }
  return {};
}

}  // namespace waymark::indexer
