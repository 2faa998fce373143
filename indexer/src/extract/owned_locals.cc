#include "extract/owned_locals.h"

#include <vector>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr NodeIndex kMaxNodesAfter = 1 << 12;  // in the rest of a block
constexpr int kMaxWrappers = 4;                // around a new value: open()?
constexpr std::string_view kTypeMark = "::";

// Code that may run later, and takes what it names.
bool IsLater(Role role, std::string_view text) {
  return role == Role::kLambda || text.starts_with("async") || text.starts_with("move");
}

}  // namespace

std::string_view OwnedLocals::TextOf(NodeIndex index) const {
  return bytes_.substr(At(index).begin, At(index).end - At(index).begin);
}

NodeIndex OwnedLocals::ChildOf(NodeIndex parent, ChildRole part) const {
  const Rule& rule = RuleAt(parent);
  for (NodeIndex child = parent + 1; child < At(parent).next; child = At(child).next) {
    if (rules_.PartOf(rule, At(child).field, At(child).symbol) == part) return child;
  }
  return kNoIndex;
}

// Whether it names a method of a library's holder that returns the value in it: `open().unwrap`.
bool OwnedLocals::GivesAway(NodeIndex method) const {
  if (RuleAt(method).role != Role::kMember) return false;
  const NodeIndex name = ChildOf(method, ChildRole::kMemberName);
  const std::string_view words = rules_.language().implicit_methods.owned_through;
  return name != kNoIndex && IsWordOf(words, TextOf(name));
}

// A literal of a type, or the result of a function of a type.
bool OwnedLocals::IsNew(NodeIndex value) const {
  for (int depth = 0; depth < kMaxWrappers; ++depth) {
    const Role role = RuleAt(value).role;
    if (role == Role::kComposite) return true;
    if (role == Role::kIdentifier) return BeginsWithCapital(TextOf(value));
    const bool is_tried = role == Role::kIndex && TextOf(value).ends_with('?');
    if (role != Role::kCall && !is_tried) return false;
    NodeIndex inner = ChildOf(value, ChildRole::kOperand);
    if (inner == kNoIndex) return false;
    if (role == Role::kCall && GivesAway(inner)) inner = ChildOf(inner, ChildRole::kOperand);
    if (inner == kNoIndex) return false;
    if (role == Role::kCall && RuleAt(inner).is_path) {
      std::string_view type = TextOf(inner);
      type = type.substr(0, type.rfind(kTypeMark));
      const std::size_t last = type.rfind(kTypeMark);
      if (last != std::string_view::npos) type.remove_prefix(last + kTypeMark.size());
      return BeginsWithCapital(type);
    }
    value = inner;
  }
  return false;
}

// Whether the parent of a name lets the variable keep its value.
bool OwnedLocals::Borrows(NodeIndex user, NodeIndex name) const {
  switch (RuleAt(user).role) {
    case Role::kMember:  // methods of a type that runs code at its end hardly ever take the object
      return name == user + 1;
    case Role::kPointer:
      return TextOf(user).starts_with('&');
    case Role::kTokens: {
      const char before = At(name).begin == 0 ? '\0' : bytes_[At(name).begin - 1];
      const char after = At(name).end < bytes_.size() ? bytes_[At(name).end] : '\0';
      return before == '&' || after == '.';
    }
    default:
      return false;
  }
}

bool OwnedLocals::Keeps(const Frame& let, NodeIndex block) const {
  const LanguageRules& language = rules_.language();
  if (language.implicit_methods.owned_end.empty() || RuleAt(block).role != Role::kScope) {
    return false;
  }
  const NodeIndex value = ChildOf(let.node, ChildRole::kValue);
  const NodeIndex type = ChildOf(let.node, ChildRole::kType);
  const std::string_view name = TextOf(let.pattern);
  const bool is_variable = RuleAt(let.pattern).role == Role::kIdentifier &&
                           name != language.blank_name && !BeginsWithCapital(name);
  const bool is_borrowed = type != kNoIndex && TextOf(type).starts_with('&');
  if (!is_variable || is_borrowed || value == kNoIndex || !IsNew(value)) return false;
  const NodeIndex begin = At(let.node).next;
  const NodeIndex end = At(block).next;
  if (end - begin > kMaxNodesAfter) return false;
  std::vector<NodeIndex> open = {block};
  for (NodeIndex at = begin; at < end; ++at) {
    while (At(open.back()).next <= at) open.pop_back();
    const bool is_leaf = At(at).next == at + 1;
    if (is_leaf && TextOf(at) == name) {
      bool keeps = Borrows(open.back(), at);
      for (const NodeIndex around : open) {
        keeps = keeps && (around == block || !IsLater(RuleAt(around).role, TextOf(around)));
      }
      if (!keeps) return false;
    }
    if (!is_leaf) open.push_back(at);
  }
  return true;
}

}  // namespace waymark::indexer
