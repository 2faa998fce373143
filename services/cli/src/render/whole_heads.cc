#include "render/whole_heads.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "indexer/syntax_tokens.h"

namespace waymark::services {
namespace {

constexpr std::string_view kOpeningBrackets = "([";
constexpr std::string_view kClosingBrackets = ")]";
constexpr std::string_view kWhiteSpace = " \t\r\n";

struct WholeHead {
  std::string text;
  std::size_t end = 0;  // in the source: that of the last line, before its line end
};

// The offset behind a line end and the white space that follows it.
std::size_t BehindLineEnd(std::string_view source, std::size_t at) {
  return std::min(source.find_first_not_of(kWhiteSpace, at), source.size());
}

// The head that begins at `begin`; none if its brackets do not close.
std::optional<WholeHead> HeadAt(std::string_view source, std::size_t begin,
                                const std::vector<indexer::SyntaxToken>& tokens) {
  WholeHead head;
  int depth = 0;
  auto token = tokens.begin();
  for (std::size_t at = begin; at < source.size();) {
    while (token != tokens.end() && token->end <= at) ++token;
    const bool is_in_token = token != tokens.end() && token->begin <= at;
    const char c = source[at];
    if (c == '\n' && depth <= 0) {
      head.end = at;
      return head;
    }
    if (c == '\n') {
      head.text.erase(head.text.find_last_not_of(kWhiteSpace) + 1);
      head.text += ' ';
      at = BehindLineEnd(source, at);
      continue;
    }
    ++at;
    if (is_in_token && token->kind == indexer::TokenKind::kComment) continue;
    head.text += c;
    if (is_in_token && token->kind == indexer::TokenKind::kString) continue;
    if (kOpeningBrackets.find(c) != std::string_view::npos) ++depth;
    if (kClosingBrackets.find(c) != std::string_view::npos) --depth;
  }
  if (depth > 0) return std::nullopt;
  head.end = source.size();
  return head;
}

std::vector<std::size_t> LineBegins(std::string_view source) {
  std::vector<std::size_t> begins = {0};
  for (std::size_t at = 0; (at = source.find('\n', at)) != std::string_view::npos;) {
    begins.push_back(++at);
  }
  return begins;
}

}  // namespace

std::string WithWholeHeads(std::string_view path, std::string_view source,
                           std::span<const std::uint32_t> lines) {
  const std::vector<indexer::SyntaxToken> tokens = indexer::SyntaxTokens(path, source);
  const std::vector<std::size_t> begins = LineBegins(source);
  std::string out;
  std::size_t copied = 0;
  for (const std::uint32_t line : lines) {
    const std::size_t begin = begins[line];
    if (begin < copied) continue;  // a head before has taken it up
    const std::optional<WholeHead> head = HeadAt(source, begin, tokens);
    if (!head.has_value()) continue;
    const std::string_view taken = source.substr(begin, head->end - begin);
    const auto line_ends = std::count(taken.begin(), taken.end(), '\n');
    if (line_ends == 0) continue;
    out += source.substr(copied, begin - copied);
    out += head->text;
    out.append(static_cast<std::size_t>(line_ends), '\n');
    copied = head->end;
  }
  out += source.substr(copied);
  return out;
}

}  // namespace waymark::services
