// Prefixes of routes in the same file: by the variable that holds a group, by the call around a
// route (in its arguments or block), by the chain before it.
#include <algorithm>
#include <utility>

#include "extract/extraction.h"
#include "integration/argument_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxGroupDepth = 48;              // steps between groups; farther ones are unknown
constexpr std::uint32_t kMaxGroupSteps = 2000;  // for one route
constexpr std::size_t kMaxPrefixes = 4;         // ways to one route
constexpr std::size_t kMaxAssignment = 200;     // bytes before a value that are searched

// "/api" and "items/" make "/api/items".
std::string JoinedPrefix(std::string_view before, std::string_view behind) {
  while (before.ends_with('/')) before.remove_suffix(1);
  while (behind.starts_with('/')) behind.remove_prefix(1);
  std::string whole(before);
  if (!behind.empty()) whole.append("/").append(behind);
  return whole;
}

Prefixes AllJoined(const Prefixes& before, const Prefixes& behind) {
  Prefixes whole;
  for (const std::string& first : before) {
    for (const std::string& second : behind) {
      if (whole.size() < kMaxPrefixes) whole.push_back(JoinedPrefix(first, second));
    }
  }
  return whole;
}

bool HasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !IsWordCharacter(text[at - 1]);
    if (begins && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

// The rows of a name in a list sorted by name.
template <typename Row>
std::span<const Row> Named(const std::vector<Row>& rows, std::string_view name) {
  const auto [begin, end] =
      std::equal_range(rows.begin(), rows.end(), Row{name},
                       [](const Row& a, const Row& b) { return a.name < b.name; });
  return {begin, end};
}

}  // namespace

bool ExtractionRoutes::IsCallNode(NodeIndex index) const {
  const Role role = RoleOf(index);
  return role == Role::kCall || role == Role::kNew || role == Role::kMethodCall;
}

bool ExtractionRoutes::IsFunctionNode(NodeIndex index) const {
  const Rule& rule = rules_.RuleOf(node(index).symbol);
  if (rule.role == Role::kLambda) return true;
  return rule.role == Role::kDefinition && rule.scope == ScopeKind::kFunction;
}

CalleeParts ExtractionRoutes::CalleePartsOf(NodeIndex call) const {
  const Rule& rule = rules_.RuleOf(node(call).symbol);
  const NodeIndex name = FindChild(call, rule, ChildRole::kMemberName);
  NodeIndex operand = FindChild(call, rule, ChildRole::kOperand);
  if (name != kNoIndex) return {operand, TextOf(name)};
  if (operand == kNoIndex) return {};
  if (RoleOf(operand) == Role::kIndex) {  // with type arguments
    operand = FindChild(operand, rules_.RuleOf(node(operand).symbol), ChildRole::kOperand);
    if (operand == kNoIndex) return {};
  }
  if (RoleOf(operand) != Role::kMember) return {kNoIndex, TextOf(operand)};
  const Rule& member = rules_.RuleOf(node(operand).symbol);
  const NodeIndex last = FindChild(operand, member, ChildRole::kMemberName);
  if (last == kNoIndex) return {};
  return {FindChild(operand, member, ChildRole::kOperand), TextOf(last)};
}

const GroupUse* ExtractionRoutes::FindGroup(NodeIndex call, GroupForm form) const {
  const CalleeParts parts = CalleePartsOf(call);
  for (const GroupUse& use : language().routes->groups) {
    if (use.form != form) continue;
    const bool of_object = use.callee.starts_with('.');
    if (of_object && parts.object == kNoIndex) continue;
    if (parts.name == use.callee.substr(of_object ? 1 : 0)) return &use;
  }
  return nullptr;
}

// The variable or field that the value is assigned to; empty if there is none.
std::string_view ExtractionRoutes::NameGivenTo(NodeIndex value) const {
  const std::size_t end = node(value).begin;
  const std::size_t begin = end < kMaxAssignment ? 0 : end - kMaxAssignment;
  std::string_view before = Trimmed(draft_.bytes().substr(begin, end - begin));
  if (before.ends_with("await")) before = Trimmed(before.substr(0, before.size() - 5));
  if (!before.ends_with('=')) return {};
  before.remove_suffix(1);
  if (before.ends_with(':')) before.remove_suffix(1);
  if (before.empty() || IsOneOf(before.back(), kOfOperators)) return {};
  for (int words = 0; words < 2; ++words) {
    before = Trimmed(before);
    if (before.ends_with('>')) before = Trimmed(before.substr(0, before.rfind('<')));
    const std::size_t last = before.find_last_not_of(kNameCharacters);
    const std::string_view name = before.substr(last + 1);  // npos + 1 is the start
    before = before.substr(0, last + 1);
    while (before.ends_with(' ')) before.remove_suffix(1);
    const bool is_type = before.ends_with(':') && !before.ends_with("::");
    if (!is_type) return before.ends_with('(') || before.ends_with(',') ? std::string_view() : name;
    before.remove_suffix(1);
  }
  return {};
}

// The name under which other code passes the function.
std::string_view ExtractionRoutes::FunctionName(NodeIndex function) const {
  const NodeIndex name =
      FindChild(function, rules_.RuleOf(node(function).symbol), ChildRole::kName);
  return name == kNoIndex ? NameGivenTo(function) : TextOf(name);
}

// Scans the file once. O(nodes).
void ExtractionRoutes::FindGroups() {
  if (!parents_.empty() || language().routes == nullptr) return;
  parents_.assign(tree_.nodes.size(), kNoIndex);
  std::vector<NodeIndex> open;
  std::vector<NodeIndex> functions;
  for (NodeIndex index = 0; index < tree_.nodes.size(); ++index) {
    while (!open.empty() && index >= node(open.back()).next) open.pop_back();
    while (!functions.empty() && index >= node(functions.back()).next) functions.pop_back();
    if (!open.empty()) parents_[index] = open.back();
    if (!tree_.IsLeaf(index)) open.push_back(index);
    const NodeIndex around = functions.empty() ? kNoIndex : functions.back();
    if (IsFunctionNode(index)) functions.push_back(index);
    if (!IsCallNode(index)) continue;
    NoteTaken(index, around);
    // The parts of a chain begin at the same byte.
    const bool is_whole =
        assigned_calls_.empty() || node(assigned_calls_.back().call).begin != node(index).begin;
    const std::string_view name = is_whole ? NameGivenTo(index) : std::string_view();
    if (!name.empty()) assigned_calls_.push_back({name, around, index});
  }
  const auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  std::stable_sort(assigned_calls_.begin(), assigned_calls_.end(), by_name);
  std::stable_sort(taken_routers_.begin(), taken_routers_.end(), by_name);
}

void ExtractionRoutes::NoteTaken(NodeIndex call, NodeIndex around) {
  for (const GroupForm form : {GroupForm::kTakes, GroupForm::kHolds}) {
    const GroupUse* use = FindGroup(call, form);
    if (use == nullptr) continue;
    const std::vector<NodeIndex> arguments = ArgumentsOf(call);
    if (arguments.empty()) continue;
    NodeIndex router = use->key.empty() ? arguments.back() : arguments.front();
    if (RoleOf(router) == Role::kPointer && router + 1 < node(router).next) ++router;
    std::string_view name = TextOf(router);
    if (IsCallNode(router)) {
      const CalleeParts parts = CalleePartsOf(router);
      name = parts.object == kNoIndex ? parts.name : std::string_view();
    }
    if (!name.empty()) taken_routers_.push_back({name, around, call, use});
  }
}

NodeIndex ExtractionRoutes::FunctionAround(NodeIndex index) const {
  NodeIndex at = parents_[index];
  while (at != kNoIndex && !IsFunctionNode(at)) at = parents_[at];
  return at;
}

bool ExtractionRoutes::HasParameter(NodeIndex function, std::string_view name) const {
  const Rule& rule = rules_.RuleOf(node(function).symbol);
  for (const ChildRole part : {ChildRole::kParameters, ChildRole::kParameterName}) {
    const NodeIndex list = FindChild(function, rule, part);
    if (list != kNoIndex && HasWord(TextOf(list), name)) return true;
  }
  return false;
}

// The prefix that a call adds; nullopt if it is unknown.
std::optional<std::string> ExtractionRoutes::PathOfGroup(NodeIndex call,
                                                         const GroupUse& use) const {
  if (use.form == GroupForm::kHolds) return "";
  const std::vector<NodeIndex> arguments = ArgumentsOf(call);
  if (arguments.empty()) return "";
  std::vector<std::string_view> paths;
  if (!use.key.empty()) {
    const Rule& rule = rules_.RuleOf(node(call).symbol);
    auto value = ArgumentNamed(TextOf(FindChild(call, rule, ChildRole::kArguments)), use.key);
    for (const NodeIndex argument : arguments) {
      if (RoleOf(argument) == Role::kObject) value = ArgumentNamed(TextOf(argument), use.key);
    }
    if (!value.has_value()) return "";
    SkipAny(*value, "=:>");
    if (value->starts_with("None")) return "";
    if (!ReadPaths(*value, constants_, paths) || paths.size() != 1) return std::nullopt;
    return std::string(paths[0]);
  }
  NodeIndex first = arguments.front();
  while (RoleOf(first) == Role::kPass && !tree_.IsLeaf(first)) ++first;
  if (IsFunctionNode(first)) return "";
  std::string_view text = TextOf(first);
  if (ReadPaths(text, constants_, paths) && paths.size() == 1) return std::string(paths[0]);
  // A router that is passed alone, or after arguments that are no path, has no prefix.
  const bool is_name = !TextOf(first).empty() && !IsOneOf(TextOf(first)[0], "\"'`[{(/");
  if (use.form == GroupForm::kTakes && is_name) return "";
  return std::nullopt;
}

// Prefixes of the routes of `object`, or, without one, of the routes at `at`.
Prefixes ExtractionRoutes::PrefixesOf(NodeIndex object, NodeIndex at, int depth) const {
  if (depth > kMaxGroupDepth || ++group_steps_ > kMaxGroupSteps) return {};
  if (object == kNoIndex) return PrefixesAround(at, depth + 1);
  if (IsCallNode(object)) {
    const GroupUse* made = FindGroup(object, GroupForm::kMakes);
    if (made != nullptr) return PrefixesInside(object, *made, depth + 1);
    return PrefixesOf(CalleePartsOf(object).object, at, depth + 1);
  }
  const auto named = PrefixesOfName(TextOf(object), object, depth + 1);
  return named.has_value() ? *named : PrefixesAround(at, depth + 1);
}

// Prefixes of what is added to the group that the call makes, or to the router that it is passed.
Prefixes ExtractionRoutes::PrefixesInside(NodeIndex call, const GroupUse& use, int depth) const {
  const std::optional<std::string> path = PathOfGroup(call, use);
  if (!path.has_value()) return {};
  return AllJoined(PrefixesOf(CalleePartsOf(call).object, call, depth + 1), {*path});
}

// Prefixes that enclosing calls add to their arguments or block.
Prefixes ExtractionRoutes::PrefixesAround(NodeIndex index, int depth) const {
  if (depth > kMaxGroupDepth || ++group_steps_ > kMaxGroupSteps) return {};
  for (NodeIndex child = index, at = parents_[index]; at != kNoIndex;
       child = at, at = parents_[at]) {
    if (IsFunctionNode(at)) return PrefixesOfFunction(at, depth + 1);
    if (!IsCallNode(at)) continue;
    const Rule& rule = rules_.RuleOf(node(at).symbol);
    if (FindChild(at, rule, ChildRole::kOperand) == child) continue;
    if (FindChild(at, rule, ChildRole::kBody) == child) {
      const GroupUse* made = FindGroup(at, GroupForm::kMakes);
      if (made != nullptr) return PrefixesInside(at, *made, depth + 1);
    }
    for (const GroupForm form : {GroupForm::kTakes, GroupForm::kHolds}) {
      const GroupUse* use = FindGroup(at, form);
      if (use != nullptr) return PrefixesInside(at, *use, depth + 1);
    }
  }
  return {""};
}

// Prefixes of the routers that mount a name.
Prefixes ExtractionRoutes::PrefixesTaken(std::string_view name, NodeIndex around,
                                         const Prefixes& own, int depth) const {
  Prefixes all;
  bool is_taken = false;
  for (const TakenRouter& taken : Named(taken_routers_, name)) {
    if (++group_steps_ > kMaxGroupSteps) return {};
    NodeIndex at = taken.around;
    while (at != around && at != kNoIndex) at = FunctionAround(at);
    if (at != around) continue;
    const Prefixes outer = PrefixesInside(taken.call, *taken.use, depth + 1);
    const std::optional<std::string> path = PathOfGroup(taken.call, *taken.use);
    const bool replaces = taken.use->replaces && path.has_value() && !path->empty();
    for (const std::string& prefix : replaces ? outer : AllJoined(outer, own)) {
      if (all.size() < kMaxPrefixes) all.push_back(prefix);
    }
    is_taken = true;
  }
  return is_taken ? all : own;
}

// Prefixes of the routers that a function makes and returns. A function literal without parameters
// adds to the group that it is passed to.
Prefixes ExtractionRoutes::PrefixesOfFunction(NodeIndex function, int depth) const {
  if (depth > kMaxGroupDepth || ++group_steps_ > kMaxGroupSteps) return {};
  const std::string_view name = FunctionName(function);
  if (name.empty()) {
    const Rule& rule = rules_.RuleOf(node(function).symbol);
    const NodeIndex list = FindChild(function, rule, ChildRole::kParameters);
    const bool has_none = list != kNoIndex && tree_.IsLeaf(list);
    return has_none ? PrefixesOfParameter(function, depth + 1) : Prefixes{""};
  }
  return PrefixesTaken(name, FunctionAround(function), {""}, depth + 1);
}

// Prefixes of the router that a function gets.
Prefixes ExtractionRoutes::PrefixesOfParameter(NodeIndex function, int depth) const {
  NodeIndex list = parents_[function];
  while (list != kNoIndex && RoleOf(list) == Role::kPass) list = parents_[list];
  const NodeIndex call = list == kNoIndex ? kNoIndex : parents_[list];
  if (call != kNoIndex && IsCallNode(call) && FunctionName(function).empty()) {
    for (const GroupForm form : {GroupForm::kMakes, GroupForm::kTakes, GroupForm::kHolds}) {
      const GroupUse* use = FindGroup(call, form);
      if (use != nullptr) return PrefixesInside(call, *use, depth + 1);
    }
    return {""};
  }
  return FunctionName(function).empty() ? Prefixes{""} : PrefixesOfFunction(function, depth + 1);
}

// nullopt if no variable has the name.
std::optional<Prefixes> ExtractionRoutes::PrefixesOfName(std::string_view name, NodeIndex at,
                                                         int depth) const {
  if (depth > kMaxGroupDepth || ++group_steps_ > kMaxGroupSteps) return Prefixes();
  const NodeIndex inner = FunctionAround(at);
  for (NodeIndex function = inner;; function = FunctionAround(function)) {
    const AssignedCall* found = nullptr;
    for (const AssignedCall& assigned : Named(assigned_calls_, name)) {
      if (++group_steps_ > kMaxGroupSteps) return Prefixes();
      if (assigned.around != function) continue;
      const bool is_before = node(assigned.call).end <= node(at).begin;
      if (is_before || (function != inner && found == nullptr)) found = &assigned;
    }
    if (found != nullptr) {
      return PrefixesTaken(name, function, PrefixesOf(found->call, found->call, depth + 1),
                           depth + 1);
    }
    if (function == kNoIndex) return std::nullopt;
    if (HasParameter(function, name)) return PrefixesOfParameter(function, depth + 1);
  }
}

}  // namespace waymark::indexer
