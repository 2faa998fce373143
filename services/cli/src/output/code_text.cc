#include "output/code_text.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "output/display_width.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

constexpr std::string_view kGap = " ⋯";
constexpr std::size_t kGapColumns = 2;
constexpr std::size_t kTabColumns = 4;
// Between a number and its line.
constexpr std::string_view kGutter = "  ";
constexpr int kLeastNumberColumns = 6;

Ink InkOf(indexer::TokenKind kind) {
  switch (kind) {
    case indexer::TokenKind::kKeyword:
      return Ink::kKeyword;
    case indexer::TokenKind::kString:
      return Ink::kString;
    case indexer::TokenKind::kComment:
      return Ink::kComment;
    case indexer::TokenKind::kNumber:
      return Ink::kNumber;
    case indexer::TokenKind::kType:
      return Ink::kType;
    case indexer::TokenKind::kFunction:
      return Ink::kFunction;
  }
  return Ink::kPlain;
}

// A line in pieces, each of a colour.
class ColoredLine {
 public:
  // `columns`: the most that it takes; 0: no limit.
  ColoredLine(const TextStyle& style, std::size_t columns) : style_(style), columns_(columns) {}

  void Add(Ink ink, std::string_view text) {
    Piece piece{.ink = ink, .text = WithoutTabs(VisibleText(text))};
    piece.columns = DisplayWidth(piece.text);
    used_ += piece.columns;
    pieces_.push_back(std::move(piece));
  }

  std::string Text() const {
    const bool is_cut = columns_ != 0 && used_ > columns_;
    std::size_t room = is_cut ? columns_ - 1 : used_;
    std::string line;
    for (const Piece& piece : pieces_) {
      if (piece.columns > room) {
        return line + Painted(style_, piece.ink, CutToWidth(piece.text + "…", room + 1));
      }
      line += Painted(style_, piece.ink, piece.text);
      room -= piece.columns;
    }
    return line;
  }

 private:
  struct Piece {
    Ink ink = Ink::kPlain;
    std::string text;
    std::size_t columns = 0;
  };

  // Tabs stay where lines are not cut, so that they can be copied.
  std::string WithoutTabs(std::string text) const {
    if (columns_ == 0) return text;
    std::string blanks;
    std::size_t column = used_;
    for (std::string_view rest = text;;) {
      const std::string_view part = rest.substr(0, rest.find('\t'));
      blanks += part;
      column += DisplayWidth(part);
      if (part.size() == rest.size()) return blanks;
      const std::size_t gap = kTabColumns - column % kTabColumns;
      blanks.append(gap, ' ');
      column += gap;
      rest.remove_prefix(part.size() + 1);
    }
  }

  const TextStyle& style_;
  std::size_t columns_;
  std::size_t used_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace

CodeText::CodeText(std::string_view path, std::string text, std::uint32_t first_line)
    : path_(path), text_(std::move(text)), first_line_(first_line) {
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    const bool has_return = end > begin && text_[end - 1] == '\r';
    lines_.push_back({static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(has_return ? end - 1 : end)});
    begin = end + 1;
  }
}

std::string_view CodeText::Line(std::size_t line) const {
  return std::string_view(text_).substr(lines_[line].begin, lines_[line].end - lines_[line].begin);
}

std::vector<indexer::SyntaxToken> CodeText::Tokens(const TextStyle& style) const {
  return style.is_colored ? indexer::SyntaxTokens(path_, text_)
                          : std::vector<indexer::SyntaxToken>();
}

std::string CodeText::Colored(LineSpan line, std::span<const indexer::SyntaxToken> tokens,
                              std::span<const indexer::TextMatch> marked, const TextStyle& style,
                              std::size_t columns) const {
  ColoredLine colored(style, columns);
  const std::string_view text = text_;
  std::uint32_t at = line.begin;
  const auto add = [&](std::size_t end, Ink ink) {
    if (end <= at) return;
    colored.Add(ink, text.substr(at, end - at));
    at = static_cast<std::uint32_t>(end);
  };
  auto mark = marked.begin();
  const auto fill = [&](std::uint32_t end, Ink ink) {
    for (; mark != marked.end() && mark->begin < end; ++mark) {
      add(mark->begin, ink);
      add(std::min<std::size_t>(mark->end, end), Ink::kMark);
      if (mark->end > end) return;  // the rest is in what follows
    }
    add(end, ink);
  };
  auto token = std::lower_bound(
      tokens.begin(), tokens.end(), line.begin,
      [](const indexer::SyntaxToken& row, std::uint32_t begin) { return row.end <= begin; });
  for (; token != tokens.end() && token->begin < line.end; ++token) {
    fill(std::max(token->begin, at), Ink::kPlain);
    fill(std::min(token->end, line.end), InkOf(token->kind));
  }
  fill(line.end, Ink::kPlain);
  return colored.Text();
}

std::string CodeText::Numbered(std::span<const std::uint32_t> shown, const Screen& screen) const {
  const std::string last = fmt::format("{}", first_line_ + lines_.size());
  const int width = std::max(kLeastNumberColumns, static_cast<int>(last.size()));
  const std::size_t gutter = static_cast<std::size_t>(width) + kGutter.size() + kGapColumns;
  const bool is_cut = screen.columns > gutter;
  const std::vector<indexer::SyntaxToken> tokens = Tokens(screen.style);
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::uint32_t line = shown[i];
    const std::uint32_t next =
        i + 1 < shown.size() ? shown[i + 1] : static_cast<std::uint32_t>(size());
    out += Painted(screen.style, Ink::kFaint, fmt::format("{:>{}}", first_line_ + line, width));
    const std::string text =
        Colored(lines_[line], tokens, {}, screen.style, is_cut ? screen.columns - gutter : 0);
    if (!text.empty()) out += std::string(kGutter) + text;
    if (next != line + 1) out += Painted(screen.style, Ink::kFaint, kGap);
    out += '\n';
  }
  return out;
}

std::string CodeText::Numbered(const Screen& screen) const {
  std::vector<std::uint32_t> all(lines_.size());
  std::iota(all.begin(), all.end(), 0U);
  return Numbered(all, screen);
}

std::string CodeText::OneLine(std::string_view path, std::string_view text, const Screen& screen,
                              std::span<const indexer::TextMatch> marked) {
  const CodeText code(path, std::string(text), 1);
  if (code.lines_.empty()) return "";
  return code.Colored(code.lines_.front(), code.Tokens(screen.style), marked, screen.style,
                      screen.columns);
}

}  // namespace waymark::services
