#include "documents/prose.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "documents/prose_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMinUnderline = 3;
constexpr std::size_t kMinFence = 3;
constexpr std::size_t kMaxHeadingLevel = 6;  // of Markdown

// Directives of reStructuredText, by the content of their indented lines. The lines of other
// directives are text.
enum class Block : std::uint8_t { kText, kCode, kSkipped };

struct MarkupDirective {
  std::string_view name;
  Block block = Block::kText;
};

constexpr std::array<MarkupDirective, 17> kMarkupDirectives = {{{"code", Block::kCode},
                                                                {"code-block", Block::kCode},
                                                                {"sourcecode", Block::kCode},
                                                                {"parsed-literal", Block::kCode},
                                                                {"testcode", Block::kCode},
                                                                {"doctest", Block::kCode},
                                                                {"ipython", Block::kCode},
                                                                {"image", Block::kSkipped},
                                                                {"figure", Block::kSkipped},
                                                                {"include", Block::kSkipped},
                                                                {"literalinclude", Block::kSkipped},
                                                                {"toctree", Block::kSkipped},
                                                                {"raw", Block::kSkipped},
                                                                {"math", Block::kSkipped},
                                                                {"highlight", Block::kSkipped},
                                                                {"index", Block::kSkipped},
                                                                {"contents", Block::kSkipped}}};

// Directives whose argument names code: autoclass, py:function.
constexpr std::array<std::string_view, 9> kSubjects = {
    "class", "function", "method", "module", "attribute", "data", "exception", "decorator", "func"};

class ProseReader {
 public:
  ProseReader(Grammar grammar, FactsDraft& draft)
      : is_markdown_(grammar == Grammar::kMarkdown),
        draft_(draft),
        bytes_(draft.bytes()),
        text_(grammar, draft) {}

  void Run() {
    draft_.AddFile();
    if (is_markdown_) next_ = FrontMatterEnd();
    while (next_ < bytes_.size()) {
      begin_ = next_;
      end_ = std::min(bytes_.find('\n', begin_), bytes_.size());
      next_ = std::min(end_ + 1, bytes_.size());
      is_markdown_ ? ReadMarkdown() : ReadRestructured();
    }
    Flush();
    EndSection(bytes_.size());
  }

 private:
  std::size_t FrontMatterEnd() const;
  void ReadMarkdown();
  bool ReadFence();
  bool ReadAtxHeading();
  bool ReadComment();
  void ReadRestructured();
  void ReadExplicit();
  bool IsInBlock() const;
  bool ReadUnderline();
  void AddHeading(std::size_t line, std::size_t begin, std::size_t end);
  void EndSection(std::size_t end);
  void AddLine();
  void Flush();

  std::string_view Line() const { return bytes_.substr(begin_, end_ - begin_); }

  // The line without surrounding blanks; its first byte is at `content_`.
  std::string_view Content() {
    content_ = begin_;
    std::size_t end = end_;
    while (content_ < end && IsLineBlank(bytes_[content_])) ++content_;
    while (end > content_ && IsLineBlank(bytes_[end - 1])) --end;
    return bytes_.substr(content_, end - content_);
  }

  const bool is_markdown_;
  FactsDraft& draft_;
  const std::string_view bytes_;
  ProseText text_;

  // The current line, its end without the line feed, and the next line.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t next_ = 0;
  std::size_t content_ = 0;
  // The paragraph that is being collected; empty if begin equals end.
  std::size_t paragraph_begin_ = 0;
  std::size_t paragraph_end_ = 0;
  std::uint32_t paragraph_lines_ = 0;
  // Markdown: the marks that close the fenced block. reStructuredText: the indentation that the
  // lines of a block exceed, and the kind of block.
  std::string_view fence_;
  bool in_block_ = false;
  Block block_ = Block::kText;
  std::size_t block_indent_ = 0;
  // The last line of one repeated mark without text above it, and the line below it.
  std::size_t overline_ = 0;
  std::size_t below_overline_ = 0;
  std::uint32_t sections_ = 0;
  DefinitionIndex open_ = 0;  // the current section; 0: none
  std::size_t section_begin_ = 0;
};

// The end of the front matter before the text; 0 if there is none.
std::size_t ProseReader::FrontMatterEnd() const {
  const std::string_view mark = bytes_.substr(0, kMinFence);
  if ((mark != "---" && mark != "+++") || bytes_.size() <= mark.size()) return 0;
  std::size_t line = bytes_.find('\n');
  if (line == kNowhere || line > mark.size() + 1) return 0;
  while (line != kNowhere && line + 1 < bytes_.size()) {
    const std::size_t begin = line + 1;
    line = bytes_.find('\n', begin);
    std::string_view text = bytes_.substr(begin, std::min(line, bytes_.size()) - begin);
    while (!text.empty() && IsLineBlank(text.back())) text.remove_suffix(1);
    if (text == mark || (mark == "---" && text == "...")) return std::min(line, bytes_.size());
  }
  return 0;
}

void ProseReader::AddLine() {
  if (paragraph_begin_ == paragraph_end_) {
    paragraph_begin_ = begin_;
    paragraph_lines_ = 0;
  }
  paragraph_end_ = end_;
  ++paragraph_lines_;
}

void ProseReader::Flush() {
  if (paragraph_begin_ != paragraph_end_) text_.AddText(paragraph_begin_, paragraph_end_);
  paragraph_begin_ = paragraph_end_ = 0;
  paragraph_lines_ = 0;
}

void ProseReader::EndSection(std::size_t end) {
  if (open_ == 0) return;
  draft_.facts().definitions[open_].range =
      draft_.RangeOf(static_cast<std::uint32_t>(section_begin_), static_cast<std::uint32_t>(end));
}

// The section begins at `line`; the text of its heading is [begin, end).
void ProseReader::AddHeading(std::size_t line, std::size_t begin, std::size_t end) {
  Flush();
  const std::string name = text_.Plain(begin, end);
  if (name.empty()) return;
  if (sections_ == kMaxProseSections) {
    draft_.facts().truncated = true;
    text_.AddText(begin, end);
    return;
  }
  ++sections_;
  EndSection(line);
  Definition section;
  section.name = draft_.words().Intern(name);
  section.kind = SymbolKind::kResource;
  section.name_position = draft_.PositionOf(static_cast<std::uint32_t>(begin));
  section_begin_ = line;
  section.range = {section.name_position, section.name_position};
  open_ = draft_.AddDefinition(section);
  text_.SetSection(open_);
  text_.AddHeading(begin, end);
}

// A line of one repeated mark turns the line of text above it into a heading; reStructuredText may
// have another such line above the text.
bool ProseReader::ReadUnderline() {
  const std::string_view line = Content();
  if (line.size() < kMinUnderline || paragraph_lines_ > 1) return false;
  const std::string_view marks = is_markdown_ ? "=-" : "=-~^\"'`#*+.:_<>!$%&";
  if (marks.find(line[0]) == kNowhere || line.find_first_not_of(line[0]) != kNowhere) return false;
  if (paragraph_lines_ == 0) {
    overline_ = begin_;
    below_overline_ = next_;
    return true;
  }
  const std::size_t top = below_overline_ == paragraph_begin_ ? overline_ : paragraph_begin_;
  std::size_t begin = paragraph_begin_;
  std::size_t end = paragraph_end_;
  while (begin < end && IsLineBlank(bytes_[begin])) ++begin;
  while (end > begin && IsLineBlank(bytes_[end - 1])) --end;
  // A character takes up to four bytes, and one column.
  if (!is_markdown_ && line.size() * 4 < end - begin) return false;
  paragraph_begin_ = paragraph_end_ = 0;
  paragraph_lines_ = 0;
  AddHeading(top, begin, end);
  return true;
}

// Whether the line belongs to a fenced block, including its marks.
bool ProseReader::ReadFence() {
  const std::string_view line = Content();
  if (in_block_) {
    const std::size_t marks = std::min(line.find_first_not_of(fence_[0]), line.size());
    if (marks >= fence_.size() && marks == line.size()) {
      in_block_ = false;
    } else {
      text_.AddCode(begin_, end_);
    }
    return true;
  }
  if (line.size() < kMinFence || (line[0] != '`' && line[0] != '~')) return false;
  const std::size_t marks = std::min(line.find_first_not_of(line[0]), line.size());
  if (marks < kMinFence || line.find('`', marks) != kNowhere) return false;
  Flush();
  fence_ = line.substr(0, marks);
  in_block_ = true;
  return true;
}

bool ProseReader::ReadAtxHeading() {
  std::string_view line = Content();
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > kMaxHeadingLevel) return false;
  if (level < line.size() && !IsLineBlank(line[level])) return false;
  std::size_t begin = content_ + level;
  std::size_t end = content_ + line.size();
  while (begin < end && IsLineBlank(bytes_[begin])) ++begin;
  while (end > begin && bytes_[end - 1] == '#') --end;
  while (end > begin && IsLineBlank(bytes_[end - 1])) --end;
  AddHeading(begin_, begin, end);
  return true;
}

// A comment that begins in the line: the text before it is read as text, the text after it as
// another line.
bool ProseReader::ReadComment() {
  const std::size_t open = Line().find("<!--");
  if (open == kNowhere) return false;
  const std::string_view before = Line().substr(0, open);
  if (std::count(before.begin(), before.end(), '`') % 2 != 0) return false;  // inside a code span
  end_ = begin_ + open;
  if (open > 0) AddLine();
  Flush();
  const std::size_t close = bytes_.find("-->", end_);
  next_ = close == kNowhere ? bytes_.size() : close + 3;
  return true;
}

void ProseReader::ReadMarkdown() {
  if (ReadFence()) return;
  if (Content().empty()) return Flush();
  if (ReadComment() || ReadAtxHeading() || ReadUnderline()) return;
  AddLine();
}

// Whether the line belongs to the open block of a directive or literal text; ends the block
// otherwise.
bool ProseReader::IsInBlock() const {
  std::size_t indent = begin_;
  while (indent < end_ && IsLineBlank(bytes_[indent])) ++indent;
  return indent == end_ || indent - begin_ > block_indent_;
}

// A line that begins with two dots: a directive, a target or a comment.
void ProseReader::ReadExplicit() {
  std::string_view line = Content();
  in_block_ = true;
  block_ = Block::kSkipped;
  block_indent_ = content_ - begin_;
  const std::size_t colons = line.find("::");
  if (line.size() < 4 || line[3] == '_' || line[3] == '|' || colons == kNowhere) return;
  std::string_view name = line.substr(3, colons - 3);
  name = name.substr(name.rfind(':') + 1);
  block_ = Block::kText;
  for (const MarkupDirective& known : kMarkupDirectives) {
    if (known.name == name) block_ = known.block;
  }
  if (block_ != Block::kText) return;
  const std::size_t argument = content_ + colons + 2;
  const std::string_view subject = name.starts_with("auto") ? name.substr(4) : name;
  const bool names_code = std::find(kSubjects.begin(), kSubjects.end(), subject) != kSubjects.end();
  if (names_code) {
    text_.AddSpan(argument, content_ + line.size());
  } else {
    text_.AddText(argument, content_ + line.size());
  }
}

void ProseReader::ReadRestructured() {
  const std::string_view line = Content();
  if (in_block_ && IsInBlock()) {
    if (block_ == Block::kSkipped) return;
    if (block_ == Block::kCode) return text_.AddCode(begin_, end_);
    // Options of a directive.
    if (line.size() > 1 && line[0] == ':' && line[1] != ':' && line.find('`') == kNowhere) return;
  } else {
    in_block_ = false;
  }
  if (line.empty()) return Flush();
  if (line.starts_with(".. ") || line == "..") {
    Flush();
    return ReadExplicit();
  }
  if (line.starts_with(">>> ")) return text_.AddCode(begin_, end_);
  if (ReadUnderline()) return;
  AddLine();
  if (!line.ends_with("::")) return;
  Flush();
  in_block_ = true;
  block_ = Block::kCode;
  block_indent_ = content_ - begin_;
}

}  // namespace

void CollectProse(Grammar grammar, FactsDraft& draft) { ProseReader(grammar, draft).Run(); }

}  // namespace waymark::indexer
