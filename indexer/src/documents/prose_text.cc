#include "documents/prose_text.h"

#include <algorithm>

#include "documents/prose.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// The bytes of a separator between two parts of a path; 0 if there is none.
std::size_t JointAt(std::string_view bytes, std::size_t at, std::size_t end) {
  const std::string_view rest = bytes.substr(at, end - at);
  std::size_t length = 0;
  if (rest.starts_with("::") || rest.starts_with("->")) length = 2;
  if (rest.starts_with(".") || rest.starts_with("#")) length = 1;
  return length > 0 && length < rest.size() && BeginsWord(rest[length]) ? length : 0;
}

}  // namespace

bool IsCompoundName(std::string_view name) {
  bool upper_inside = false;
  bool lower = false;
  bool underscore_inside = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    lower |= IsLower(name[i]);
    upper_inside |= i > 0 && IsUpper(name[i]);
    const bool inside = i > 0 && i + 1 < name.size();
    underscore_inside |= inside && name[i] == '_' && name[i - 1] != '_' && name[i + 1] != '_';
  }
  return underscore_inside || (lower && upper_inside);
}

// Whether a byte begins a name rather than the rest of a word, an option or a path.
bool ProseText::BeginsName(std::size_t at) const {
  constexpr std::string_view kJoined = "-/$%\\.~";
  if (!BeginsWord(bytes_[at])) return false;
  if (at == 0) return true;
  const char before = bytes_[at - 1];
  if (before == '>' && at > 1 && bytes_[at - 2] == '-') return false;
  return !IsWordCharacter(before) && static_cast<unsigned char>(before) < 0x80 &&
         kJoined.find(before) == kNowhere;
}

ProseText::Path ProseText::ReadPath(std::size_t at, std::size_t end) const {
  Path path;
  for (;;) {
    const std::size_t begin = at;
    while (at < end && IsWordCharacter(bytes_[at])) ++at;
    if (path.parts < kMaxMentionParts) {
      path.begins[path.parts] = begin;
      path.ends[path.parts] = at;
    }
    ++path.parts;
    const std::size_t joint = JointAt(bytes_, at, end);
    if (joint == 0) break;
    at += joint;
  }
  path.end = at;
  const char next = at < end ? bytes_[at] : ' ';
  path.is_call = next == '(';
  const bool goes_on = at + 1 < end && !IsBlank(bytes_[at + 1]);
  path.is_part = static_cast<unsigned char>(next) >= 0x80 || next == '@' || next == '\\' ||
                 ((next == '-' || next == '/') && goes_on);
  return path;
}

bool ProseText::HasForm(const Path& path) const {
  if (path.is_call || path.parts > 1) return true;
  return IsCompoundName(TextAt(path.begins[0], path.ends[0]));
}

void ProseText::AddMention(const Path& path) {
  if (path.is_part || path.parts > kMaxMentionParts) return;
  const std::size_t last = path.parts - 1;
  const std::size_t length = path.ends[last] - path.begins[last];
  if (length < kMinMentionBytes || length > kMaxWordBytes) return;
  if (mentions_ >= kMaxProseMentions) {
    draft_.facts().truncated = true;
    return;
  }
  ++mentions_;
  Expression expression;
  ExpressionIndex named = kNoIndex;
  for (std::size_t i = 0; i < path.parts; ++i) {
    expression.kind = i == 0 ? ExpressionKind::kName : ExpressionKind::kMember;
    expression.name = draft_.words().Intern(TextAt(path.begins[i], path.ends[i]));
    expression.operand = named;
    named = draft_.AddExpression(expression, static_cast<std::uint32_t>(path.begins[i]));
  }
  draft_.AddReference(ReferenceRole::kValue, named, 0, section_);
}

void ProseText::AddCode(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    if (!BeginsName(at)) {
      ++at;
      continue;
    }
    const Path path = ReadPath(at, end);
    if (HasForm(path)) AddMention(path);
    at = path.end;
  }
}

// A single name counts whatever its form.
void ProseText::AddSpan(std::size_t begin, std::size_t end) {
  while (begin < end && (IsBlank(bytes_[begin]) || bytes_[begin] == '@')) ++begin;
  while (end > begin && IsBlank(bytes_[end - 1])) --end;
  if (begin == end || !BeginsWord(bytes_[begin])) return AddCode(begin, end);
  const Path path = ReadPath(begin, end);
  if (path.end != end) return AddCode(begin, end);
  AddMention(path);
}

// The text between two marks: `name`, or in reStructuredText also `~module.name` and `text
// <target>`.
void ProseText::AddMarked(std::size_t begin, std::size_t end) {
  const std::size_t open = TextAt(begin, end).rfind('<');
  if (!is_markdown_ && open != kNowhere && end > begin && bytes_[end - 1] == '>') {
    begin += open + 1;
    --end;
  }
  while (begin < end && (bytes_[begin] == '~' || bytes_[begin] == '!')) ++begin;
  AddSpan(begin, end);
}

// The closing backquotes of a code span, as many as open it; kNowhere if there are none.
std::size_t ProseText::SpanEnd(std::size_t at, std::size_t end, std::size_t& marks) const {
  std::size_t begin = at;
  while (begin < end && bytes_[begin] == '`') ++begin;
  marks = begin - at;
  const std::size_t limit = std::min(end, begin + kMaxMarkedBytes);
  for (std::size_t i = begin; i < limit;) {
    if (bytes_[i] != '`') {
      ++i;
      continue;
    }
    const std::size_t run = i;
    while (i < end && bytes_[i] == '`') ++i;
    if (i - run == marks) return run;
  }
  return kNowhere;
}

// Skips the address of a link that begins at `at`, "(" included.
std::size_t ProseText::PassLinkTarget(std::size_t at, std::size_t end) const {
  int depth = 0;
  const std::size_t limit = std::min(end, at + kMaxMarkedBytes);
  for (std::size_t i = at; i < limit; ++i) {
    if (bytes_[i] == '(') ++depth;
    if (bytes_[i] == ')' && --depth == 0) return i + 1;
  }
  return at + 1;
}

std::size_t ProseText::PassUrl(std::size_t at, std::size_t end) const {
  while (at < end && !IsBlank(bytes_[at]) && bytes_[at] != ')' && bytes_[at] != '>' &&
         bytes_[at] != '"' && bytes_[at] != '`' && bytes_[at] != ']') {
    ++at;
  }
  return at;
}

// Skips `:role:` before a marked name; `at` if there is none.
std::size_t ProseText::PassRole(std::size_t at, std::size_t end) const {
  std::size_t i = at + 1;
  const std::size_t limit = std::min(end, at + kMaxWordBytes);
  while (i < limit && (IsWordCharacter(bytes_[i]) || bytes_[i] == ':' || bytes_[i] == '-')) ++i;
  const bool is_role = i > at + 2 && i < end && bytes_[i] == '`' && bytes_[i - 1] == ':';
  return is_role ? i : at;
}

// Skips tags, addresses, images and roles; `at` if none begins there.
std::size_t ProseText::PassMarkup(std::size_t at, std::size_t end) const {
  const std::string_view rest = TextAt(at, end);
  if (!is_markdown_) {
    if (rest[0] == ':') return PassRole(at, end);
    // `text <address>`_ and ``|image|`` have no further marks.
    if (rest[0] != '<') return at;
    const std::size_t close = rest.substr(0, kMaxMarkedBytes).find(">`");
    return close == kNowhere ? at : at + close + 1;
  }
  if (rest[0] == '<' && rest.size() > 1 &&
      (BeginsWord(rest[1]) || rest[1] == '/' || rest[1] == '!')) {
    const std::size_t close = rest.substr(0, kMaxMarkedBytes).find('>');
    return close == kNowhere ? at : at + close + 1;
  }
  if (rest.starts_with("{%") || rest.starts_with("{{")) {  // of a template
    const std::size_t close = rest.substr(0, kMaxMarkedBytes).find('}', 2);
    return close == kNowhere ? at : at + close + 1;
  }
  if (rest.starts_with("![")) {
    const std::size_t close = rest.substr(0, kMaxMarkedBytes).find(']');
    return close == kNowhere ? at : at + close;
  }
  if (rest.starts_with("](")) return PassLinkTarget(at + 1, end);
  if (rest.starts_with("][")) {
    const std::size_t close = rest.substr(0, kMaxMarkedBytes).find(']', 2);
    return close == kNowhere ? at : at + close + 1;
  }
  if (rest.starts_with("]: ")) return PassUrl(at + 3, end);
  return at;
}

void ProseText::Read(std::size_t begin, std::size_t end, bool counts) {
  std::size_t counted = begin;  // words up to here are counted or skipped
  const auto count_to = [&](std::size_t at) {
    if (counts && at > counted) {
      draft_.CountText(section_, Field::kComments, TextAt(counted, at));
    }
  };
  for (std::size_t at = begin; at < end;) {
    if (bytes_[at] == '`') {
      std::size_t marks = 0;
      const std::size_t close = SpanEnd(at, end, marks);
      if (close == kNowhere) {
        at += marks;
        continue;
      }
      const bool is_link = !is_markdown_ && close + 1 < end && bytes_[close + 1] == '_';
      if (is_link && marks == 1) {
        ++at;  // text with an address, which is skipped like other addresses
        continue;
      }
      AddMarked(at + marks, close);
      at = close + marks;
      continue;
    }
    if (const std::size_t behind = PassMarkup(at, end); behind > at) {
      count_to(at);
      at = counted = behind;
      continue;
    }
    if (!BeginsName(at)) {
      ++at;
      continue;
    }
    const Path path = ReadPath(at, end);
    if (TextAt(path.end, end).starts_with("://")) {
      count_to(at);
      at = counted = PassUrl(path.end, end);
      continue;
    }
    if (HasForm(path)) AddMention(path);
    at = path.end;
  }
  count_to(end);
}

std::string ProseText::Plain(std::size_t begin, std::size_t end) const {
  std::string plain;
  for (std::size_t at = begin; at < end;) {
    const std::size_t behind = PassMarkup(at, end);
    if (behind > at) {
      at = behind;
      continue;
    }
    const char c = bytes_[at++];
    if (c == '`' || c == '*' || c == '[' || c == ']') continue;
    if (!IsBlank(c) && static_cast<unsigned char>(c) >= 0x20) {
      plain += c;
    } else if (!plain.empty() && plain.back() != ' ') {
      plain += ' ';
    }
  }
  std::size_t length = std::min(plain.size(), kMaxHeadingBytes);
  const auto is_inside = [&](std::size_t at) {
    return at < plain.size() && (static_cast<unsigned char>(plain[at]) & 0xC0) == 0x80;
  };
  while (length > 0 && is_inside(length)) --length;
  while (length > 0 && plain[length - 1] == ' ') --length;
  plain.resize(length);
  return plain;
}

}  // namespace waymark::indexer
