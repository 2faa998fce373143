// Decorators and attributes: what they decorate, and what they say about it.
#include <algorithm>

#include "extract/extraction.h"

namespace waymark::indexer {

// The beginning of the node without leading decorators among its modifiers.
std::uint32_t Extraction::BehindDecorators(NodeIndex index, std::uint32_t begin) const {
  NodeIndex modifiers = index + 1;
  for (; modifiers < node(index).next && RoleOf(modifiers) == Role::kDecorators;
       modifiers = node(modifiers).next) {
    begin = node(modifiers).end;
  }
  if (modifiers >= node(index).next || RoleOf(modifiers) != Role::kModifiers) return begin;
  for (NodeIndex child = modifiers + 1; child < node(modifiers).next; child = node(child).next) {
    const Role role = RoleOf(child);
    if (role != Role::kDecorator && role != Role::kComment) break;
    // A masked word stands between.
    const std::string_view between = draft_.bytes().substr(begin, node(child).begin - begin);
    if (between.find_first_not_of(" \t\r\n") != std::string_view::npos) break;
    begin = node(child).end;
  }
  return begin;
}

void Extraction::ExitDecorator(const Frame& frame) {
  const Role holder = Below(frame).rule->role;
  const bool is_modifier = holder == Role::kModifiers || holder == Role::kDecorators;
  Frame& wrapper = is_modifier ? Below(Below(frame)) : Below(frame);
  if (frame.value == kNoIndex) return;
  draft_.AddReference(ReferenceRole::kDecorator, frame.value, wrapper.scope, wrapper.owner,
                      wrapper.definition);
  const PendingDecorator decorator{static_cast<std::uint32_t>(draft_.facts().references.size() - 1),
                                   frame.node};
  NoteDecorator(frame);
  if (wrapper.definition == kNoIndex) {
    if (decorated_ != wrapper.node) decorators_.clear();
    if (decorators_.empty()) decorator_flags_ = 0;
    decorated_ = wrapper.node;
    decorates_next_ = !is_modifier;
    decorated_next_ = kNoIndex;
    decorator_flags_ |= DecoratorFlags(frame.node, frame.value);
    decorators_.push_back(decorator);
    return;
  }
  NoteFixtures(wrapper.definition, decorator);
  Definition& definition = draft_.facts().definitions[wrapper.definition];
  const std::string_view name = LastName(frame.value);
  definition.flags |= DecoratorFlags(frame.node, frame.value);
  if (!name.empty() && name == language().no_self_decorator) wrapper.takes_self = false;
}

// The flags of a decorator by its whole text, as in `#[cfg(test)]`, or by its name.
std::uint16_t Extraction::DecoratorFlags(NodeIndex decorator, ExpressionIndex named) const {
  std::uint16_t by_name = 0;
  const std::string_view name = LastName(named);
  const std::string_view text = TextOf(decorator);
  for (const NameFlags& row : language().decorator_flags) {
    if (row.name.find('(') != std::string_view::npos) {
      if (text.find(row.name) != std::string_view::npos) return row.flags;
    } else if (row.name == name) {
      by_name |= row.flags;
    }
  }
  return by_name;
}

// Decorators beside a declaration apply only to the next sibling.
void Extraction::KeepDecorators(const Frame& parent, NodeIndex next, Role role) {
  const bool is_between =
      role == Role::kDecorator || role == Role::kComment || role == Role::kModifier;
  if (!decorates_next_ || parent.node != decorated_ || is_between) return;
  if (decorated_next_ == kNoIndex) {
    decorated_next_ = next;
  } else if (decorated_next_ != next) {
    decorators_.clear();
  }
}

// Claims the decorators before a definition, or before the node that contains it. Returns the line
// on which the definition begins with them.
std::uint32_t Extraction::ClaimDecorators(DefinitionIndex definition, std::uint32_t begin) {
  std::uint32_t line = draft_.PositionOf(begin).line;
  if (decorators_.empty()) return line;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i].node != decorated_) continue;
    for (const PendingDecorator& decorator : decorators_) {
      Reference& reference = draft_.facts().references[decorator.reference];
      reference.subject = definition;
      line = std::min(line, reference.site.line);
    }
    for (const PendingDecorator& decorator : decorators_) NoteFixtures(definition, decorator);
    draft_.facts().definitions[definition].flags |= decorator_flags_;
    break;
  }
  decorators_.clear();
  return line;
}

}  // namespace waymark::indexer
