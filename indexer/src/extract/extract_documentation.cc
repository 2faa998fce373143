// Documentation, comments and signatures.
#include <algorithm>

#include "extract/extraction.h"
#include "graph/languages.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

// The end of the string literal that begins at `i`; `i` if there is none.
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

// 'a without a closing quote; 'a' and '\n' are literals.
bool IsLoneQuote(std::string_view text) {
  return text.size() > 2 && text[1] != '\\' && text[2] != text[0];
}

std::size_t SkipComment(std::string_view text, std::size_t i, const LanguageTraits& traits) {
  const std::string_view rest = text.substr(i);
  if (!traits.line_comment.empty() && rest.starts_with(traits.line_comment)) {
    return std::min(text.find('\n', i), text.size());
  }
  if (traits.has_block_comments && rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", i + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  return i;
}

// Skips the backslash that joins a docstring's first line to the next, and the indentation there.
// `prefix` opens the string: in a raw string the backslash is text.
std::uint32_t BehindJoint(std::string_view bytes, std::string_view prefix, std::uint32_t begin) {
  if (prefix.find_first_of("rR") != std::string_view::npos) return begin;
  std::string_view rest = bytes.substr(begin);
  if (!rest.starts_with("\\\n") && !rest.starts_with("\\\r\n")) return begin;
  rest.remove_prefix(rest.find('\n') + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return static_cast<std::uint32_t>(bytes.size() - rest.size());
}

// Removes the unmatched parenthesis of a head that a masked macro begins: `Status, Table::Get) (int
// key)`.
void CloseHead(std::string& head) {
  int depth = 0;
  std::size_t end = 0;
  while (end < head.size() && (head[end] != ')' || depth > 0)) {
    depth += head[end] == '(' ? 1 : head[end] == ')' ? -1 : 0;
    const std::size_t behind = SkipQuoted(head, end);
    end = behind == end ? end + 1 : behind;
  }
  if (end >= head.size()) return;
  const bool has_space = head.compare(end + 1, 1, " ") == 0;
  head.erase(end, has_space ? 2 : 1);
  const std::size_t comma = head.rfind(',', end);
  if (comma != std::string::npos) head.erase(comma, 1);
}

}  // namespace

void Extraction::FindDocstring(DefinitionIndex definition, NodeIndex body) {
  doc_node_ = kNoIndex;
  if (language().documentation != DocStyle::kDocstring) return;
  NodeIndex statement = body + 1;
  while (statement < node(body).next && RoleOf(statement) == Role::kComment) ++statement;
  const NodeIndex string = statement + 1;
  if (string >= node(body).next || RoleOf(statement) != Role::kStatement) return;
  if (RoleOf(string) != Role::kString || node(string).next != node(statement).next) return;
  doc_node_ = string;
  Definition& documented = draft_.facts().definitions[definition];
  for (NodeIndex part = string + 1; part < node(string).next; part = node(part).next) {
    if (RoleOf(part) != Role::kText) continue;
    if (documented.doc_end == 0) {
      const std::uint32_t begin = node(part).begin;
      const std::string_view prefix =
          draft_.bytes().substr(node(string).begin, begin - node(string).begin);
      documented.doc_begin = BehindJoint(draft_.bytes().substr(0, node(part).end), prefix, begin);
    }
    documented.doc_end = node(part).end;
  }
}

// Comments on consecutive lines are one comment; a definition on the next line may claim it.
void Extraction::VisitComment(const Frame& parent, const SyntaxNode& leaf) {
  SyntaxNode comment = leaf;  // some grammars include the end of the line
  while (comment.end > comment.begin && IsSpace(draft_.bytes()[comment.end - 1])) --comment.end;
  const std::string_view text = draft_.bytes().substr(comment.begin, comment.end - comment.begin);
  if (language().documentation != DocStyle::kLeadingComment) {
    draft_.CountText(parent.owner, Field::kComments, text);
    return;
  }
  const std::uint32_t first_line = draft_.PositionOf(comment.begin).line;
  const std::uint32_t last_line = draft_.PositionOf(comment.end).line;
  std::vector<Definition>& definitions = draft_.facts().definitions;
  Definition& last = definitions.back();
  if (definitions.size() > 1 && last.range.end.line == first_line && last.doc_end == 0) {
    last.doc_begin = comment.begin;
    last.doc_end = comment.end;
    draft_.CountText(static_cast<DefinitionIndex>(definitions.size() - 1), Field::kDocumentation,
                     text);
    return;
  }
  const bool continues = comment_.end != 0 && comment_.owner == parent.owner &&
                         (first_line == comment_.last_line || first_line == comment_.last_line + 1);
  if (!continues) {
    FlushComment();
    comment_.begin = comment.begin;
    comment_.owner = parent.owner;
  }
  comment_.end = comment.end;
  comment_.last_line = last_line;
}

void Extraction::FlushComment() {
  if (comment_.end == 0) return;
  const std::string_view text =
      draft_.bytes().substr(comment_.begin, comment_.end - comment_.begin);
  draft_.CountText(comment_.owner, Field::kComments, text);
  comment_.end = 0;
}

// A definition at the byte, on that line, claims a comment that ends there or on the line before.
void Extraction::ClaimComment(DefinitionIndex definition, std::uint32_t begin, std::uint32_t line) {
  if (comment_.end == 0 || comment_.end > begin) return;
  if (line != comment_.last_line && line != comment_.last_line + 1) return;
  Definition& documented = draft_.facts().definitions[definition];
  documented.doc_begin = comment_.begin;
  documented.doc_end = comment_.end;
  draft_.CountText(definition, Field::kDocumentation,
                   draft_.bytes().substr(comment_.begin, comment_.end - comment_.begin));
  comment_.end = 0;
}

// The text on one line without comments, cut slightly above the limit of a signature.
std::string Extraction::Fold(std::uint32_t begin, std::uint32_t end) const {
  const std::string_view text = draft_.bytes().substr(begin, end - begin);
  const LanguageTraits& traits = TraitsOf(grammar_.language);
  std::string folded;
  bool has_space = false;
  for (std::size_t i = 0; i < text.size() && folded.size() <= kMaxSignatureBytes;) {
    const std::size_t after_comment = SkipComment(text, i, traits);
    if (after_comment > i || IsSpace(text[i])) {
      has_space = true;
      i = std::max(after_comment, i + 1);
      continue;
    }
    if (has_space && !folded.empty() && folded.back() != '(' && text[i] != ')') folded += ' ';
    has_space = false;
    const bool is_name = text[i] == traits.lone_quote && IsLoneQuote(text.substr(i));
    const std::size_t after = is_name ? i + 1 : std::max(SkipQuoted(text, i), i + 1);
    folded.append(text.substr(i, std::min(after - i, kMaxSignatureBytes)));
    i = after;
  }
  return folded;
}

StringId Extraction::Signature(std::string folded) {
  if (language().hooks.read_masked != nullptr) CloseHead(folded);
  const std::size_t last = folded.find_last_not_of(" :;{");
  folded.resize(last == std::string::npos ? 0 : last + 1);
  if (folded.size() > kMaxSignatureBytes) {
    std::size_t size = kMaxSignatureBytes - 3;
    while (size > 0 && (static_cast<unsigned char>(folded[size]) & 0xC0) == 0x80) --size;
    folded.resize(size);
    folded += "...";
  }
  return draft_.AddText(std::move(folded));
}

}  // namespace waymark::indexer
