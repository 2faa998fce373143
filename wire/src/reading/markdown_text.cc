#include "reading/markdown_text.h"

#include <algorithm>
#include <cctype>

#include "wire/utf8.h"

namespace waymark::wire {

void AppendCodeSpan(std::string& out, std::string_view code) {
  const std::string text = VisibleLine(code);
  const std::string fence(LongestRunOfBackticks(text) + 1, '`');
  const bool is_padded = text.empty() || text.front() == '`' || text.back() == '`' ||
                         (text.front() == ' ' && text.back() == ' ');
  out += fence;
  if (is_padded) out += ' ';
  out += text;
  if (is_padded) out += ' ';
  out += fence;
}

void AppendWord(std::string& out, std::string_view text) {
  const bool is_word = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
  if (is_word) {
    out += text;
  } else {
    AppendCodeSpan(out, text);
  }
}

}  // namespace waymark::wire
