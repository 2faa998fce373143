#include "render/markdown_sentence.h"

#include <algorithm>
#include <vector>

#include "graph/ascii.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

constexpr std::string_view kProgram = "waymark";
constexpr std::string_view kOpening = "(";
constexpr std::string_view kClosing = ".,;:)";

bool IsLetterOrDigit(char c) { return IsLower(c) || IsUpper(c) || IsDigit(c); }

// A word in the parts that are set apart: "(`a.b`)," has all three.
struct Word {
  std::string_view opening;
  std::string_view body;
  std::string_view closing;
};

Word PartsOf(std::string_view word) {
  const std::size_t begin = std::min(word.find_first_not_of(kOpening), word.size());
  std::string_view body = word.substr(begin);
  std::size_t end = body.find_last_not_of(kClosing) + 1;  // npos + 1 is 0
  // "add(int)" keeps the parenthesis that belongs to it.
  const auto is_open = [&] { return body.substr(0, end).find('(') != std::string_view::npos; };
  if (end < body.size() && body[end] == ')' && is_open()) ++end;
  return {word.substr(0, begin), body.substr(0, end), body.substr(end)};
}

// Whether the word is one of a language, or a figure: "non-test", "0.72", "1,400", "index's".
bool IsPlain(std::string_view body) {
  constexpr std::string_view kBetween = "-,.'%";
  const bool has_digits_only =
      std::none_of(body.begin(), body.end(), [](char c) { return IsLower(c) || IsUpper(c); });
  if (!body.empty() && !IsLetterOrDigit(body.front())) return false;
  return std::all_of(body.begin(), body.end(), [&](char c) {
    const bool is_dot = c == '.' || c == ',';
    return IsLetterOrDigit(c) ||
           (kBetween.find(c) != std::string_view::npos && (!is_dot || has_digits_only));
  });
}

std::vector<std::string_view> BlankSeparated(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end != 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

std::string MarkdownSentence(std::string_view text) {
  const std::string visible = VisibleLine(text);
  const std::vector<std::string_view> words = BlankSeparated(visible);
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) out += ' ';
    const Word first = PartsOf(words[i]);
    if (first.body != kProgram && IsPlain(first.body)) {
      out += words[i];
      continue;
    }
    // Neighbours that are code too belong to the same span.
    Word last = first;
    while (i + 1 < words.size() && last.closing.empty()) {
      const Word next = PartsOf(words[i + 1]);
      if (first.body != kProgram && IsPlain(next.body)) break;
      last = next;
      ++i;
    }
    const auto* const begin = first.body.data();
    const auto* const end = last.body.data() + last.body.size();
    out += first.opening;
    out += CodeSpan({begin, static_cast<std::size_t>(end - begin)});
    out += last.closing;
  }
  return out;
}

}  // namespace waymark::services
