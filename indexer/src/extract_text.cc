// Leaves: identifiers, the text of strings, documentation and signatures.
#include <algorithm>

#include "characters.h"
#include "extraction.h"

namespace waymark::indexer {

namespace {

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

// Position of the end of the string literal or comment that begins at `i`; i itself when none does.
std::size_t SkipQuoted(std::string_view text, std::size_t i) {
  const char quote = text[i];
  if (quote != '"' && quote != '\'') return i;
  for (std::size_t end = i + 1; end < text.size(); ++end) {
    if (text[end] == '\\') {
      ++end;
    } else if (text[end] == quote) {
      return end + 1;
    }
  }
  return text.size();
}

std::size_t SkipComment(std::string_view text, std::size_t i, std::string_view line_comment) {
  if (line_comment.empty() || !text.substr(i).starts_with(line_comment)) return i;
  return std::min(text.find('\n', i), text.size());
}

void CutAtCharacter(std::string& text, std::size_t size) {
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  text.resize(size);
}

}  // namespace

void Extraction::VisitIdentifier(Frame& parent, Part part, const SyntaxNode& leaf) {
  if (leaf.begin == leaf.end || part == Part::kName) return;
  const std::size_t size = std::min<std::size_t>(leaf.end - leaf.begin, kMaxNameBytes);
  const Word word = draft_.words().Intern(draft_.bytes().substr(leaf.begin, size));
  if (size >= kMinWordBytes && size <= kMaxWordBytes)
    draft_.CountWord(parent.owner, Field::kIdentifiers, word);
  switch (part) {
    case Part::kWord:
      return;
    case Part::kMemberName:
    case Part::kParameterName:
      if (parent.rule->role == Role::kParameters) {
        Frame parameter;
        parameter.rule = parent.rule;
        parameter.name = word;
        AddParameter(parent, parameter);
        return;
      }
      parent.name = word;
      parent.name_byte = leaf.begin;
      return;
    case Part::kTarget:
    case Part::kTargetElement:
      BindName(parent, part, word, leaf.begin);
      return;
    default:
      break;
  }
  if (parent.rule->role == Role::kPattern) {
    draft_.AddBinding({parent.scope, word, BindingKind::kAssigned, kNoIndex, parent.scope});
    return;
  }
  Deliver(parent, part, AddName(parent, word, leaf.begin));
}

void Extraction::VisitText(Frame& parent, const SyntaxNode& leaf) {
  const std::string_view text = draft_.bytes().substr(leaf.begin, leaf.end - leaf.begin);
  if ((parent.context & kInType) != 0 && parent.rule->role == Role::kString) {
    parent.value = ForwardType(parent, text, leaf.begin);
    return;
  }
  const bool documents = parent.node == doc_node_ && doc_node_ != 0;
  draft_.CountText(parent.owner, documents ? Field::kDocumentation : Field::kStrings, text);
}

void Extraction::VisitDotted(Frame& parent, Part part, NodeIndex index) {
  CountIdentifiers(parent.owner, index);
  const NodeIndex end = node(index).next;
  ExpressionIndex expression = kNoIndex;
  for (NodeIndex child = index + 1; child < end; child = node(child).next) {
    const Word word = draft_.words().Intern(TextOf(child));
    const std::uint32_t byte = node(child).begin;
    if (parent.rule->role == Role::kPattern && child == index + 1 && node(child).next == end) {
      draft_.AddBinding({parent.scope, word, BindingKind::kAssigned, kNoIndex, parent.scope});
      return;
    }
    expression =
        expression == kNoIndex ? AddName(parent, word, byte) : AddMember(expression, word, byte);
  }
  Deliver(parent, part, expression);
}

void Extraction::CountIdentifiers(DefinitionIndex owner, NodeIndex index) {
  for (NodeIndex at = index; at < node(index).next; ++at) {
    if (rules_.RuleOf(node(at).symbol).role != Role::kIdentifier) continue;
    const std::string_view text = TextOf(at);
    if (text.size() < kMinWordBytes || text.size() > kMaxWordBytes) continue;
    draft_.CountWord(owner, Field::kIdentifiers, draft_.words().Intern(text));
  }
}

// A type written as a string: a dotted name, perhaps with one argument in brackets.
ExpressionIndex Extraction::ForwardType(const Frame& frame, std::string_view text,
                                        std::uint32_t begin) {
  std::size_t i = 0;
  const auto read_name = [&] {
    while (i < text.size() && IsSpace(text[i])) ++i;
    ExpressionIndex name = kNoIndex;
    while (i < text.size() && IsNameCharacter(text[i])) {
      const std::size_t start = i;
      while (i < text.size() && IsNameCharacter(text[i]) && text[i] != '.') ++i;
      const std::string_view component = text.substr(start, std::min(i - start, kMaxNameBytes));
      const auto byte = begin + static_cast<std::uint32_t>(start);
      const Word word = draft_.words().Intern(component);
      draft_.CountWord(frame.owner, Field::kIdentifiers, word);
      if (word != 0)
        name = name == kNoIndex ? AddName(frame, word, byte) : AddMember(name, word, byte);
      if (i < text.size() && text[i] == '.') ++i;
    }
    while (i < text.size() && IsSpace(text[i])) ++i;
    return name;
  };
  const ExpressionIndex outer = read_name();
  if (outer == kNoIndex || i >= text.size() || text[i] != '[') return outer;
  ++i;
  Frame index = frame;
  index.operand = outer;
  index.second = read_name();
  Use(frame, Part::kUsed, index.second);
  return ExitIndex(index);
}

void Extraction::FindDocstring(DefinitionIndex definition, NodeIndex body) {
  doc_node_ = 0;
  if (language().documentation != DocStyle::kDocstring) return;
  NodeIndex statement = body + 1;
  while (statement < node(body).next &&
         rules_.RuleOf(node(statement).symbol).role == Role::kComment)
    ++statement;
  const NodeIndex string = statement + 1;
  if (string >= node(body).next || rules_.RuleOf(node(statement).symbol).role != Role::kStatement)
    return;
  if (rules_.RuleOf(node(string).symbol).role != Role::kString ||
      node(string).next != node(statement).next)
    return;
  doc_node_ = string;
  Definition& documented = draft_.facts().definitions[definition];
  for (NodeIndex part = string + 1; part < node(string).next; part = node(part).next) {
    if (rules_.RuleOf(node(part).symbol).role != Role::kText) continue;
    if (documented.doc_end == 0) documented.doc_begin = node(part).begin;
    documented.doc_end = node(part).end;
  }
}

StringId Extraction::Signature(std::uint32_t begin, std::uint32_t end) {
  const std::string_view text = draft_.bytes().substr(begin, end - begin);
  std::string folded;
  bool space = false;
  for (std::size_t i = 0; i < text.size() && folded.size() <= kMaxSignatureBytes;) {
    const std::size_t after_comment = SkipComment(text, i, language().line_comment);
    if (after_comment > i || IsSpace(text[i])) {
      space = true;
      i = std::max(after_comment, i + 1);
      continue;
    }
    if (space && !folded.empty() && folded.back() != '(' && text[i] != ')') folded += ' ';
    space = false;
    const std::size_t after = std::max(SkipQuoted(text, i), i + 1);
    folded.append(text.substr(i, std::min(after - i, kMaxSignatureBytes)));
    i = after;
  }
  while (!folded.empty() && (folded.back() == ':' || folded.back() == '{' || folded.back() == ' ' ||
                             folded.back() == ';')) {
    folded.pop_back();
  }
  if (folded.size() > kMaxSignatureBytes) {
    CutAtCharacter(folded, kMaxSignatureBytes - 3);
    folded += "...";
  }
  return draft_.AddText(std::move(folded));
}

}  // namespace waymark::indexer
