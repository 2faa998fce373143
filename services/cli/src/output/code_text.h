// Source with line numbers and the colours of its syntax.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/search/text_search.h"
#include "indexer/syntax_tokens.h"
#include "output/screen.h"

namespace waymark::services {

// Lines of one file. To show them in colours costs what indexer::SyntaxTokens costs for all.
class CodeText {
 public:
  // `text` is whole lines, the first of which has the number `first_line`; the path tells the
  // language.
  CodeText(std::string_view path, std::string text, std::uint32_t first_line);

  std::size_t size() const { return lines_.size(); }

  // A line without its end, as it is in the file; lines are counted from 0.
  std::string_view Line(std::size_t line) const;

  // Each of `shown`, which ascend, on a line with its number. "⋯" follows a line behind which lines
  // are left out.
  std::string Numbered(std::span<const std::uint32_t> shown, const Screen& screen) const;
  // All lines.
  std::string Numbered(const Screen& screen) const;

  // Text in the colours of a language, on one line and without a number: a signature. `marked` are
  // parts of it that stand out, in order.
  static std::string OneLine(std::string_view path, std::string_view text, const Screen& screen,
                             std::span<const indexer::TextMatch> marked = {});

 private:
  struct LineSpan {
    std::uint32_t begin;
    std::uint32_t end;
  };

  // None in a plain style.
  std::vector<indexer::SyntaxToken> Tokens(const TextStyle& style) const;
  // A line with its colours, in at most `columns`; 0: no limit.
  std::string Colored(LineSpan line, std::span<const indexer::SyntaxToken> tokens,
                      std::span<const indexer::TextMatch> marked, const TextStyle& style,
                      std::size_t columns) const;

  std::string path_;
  std::string text_;
  std::uint32_t first_line_;
  std::vector<LineSpan> lines_;
};

}  // namespace waymark::services
