#include "syntax/macro_text.h"

#include <algorithm>
#include <optional>

#include "syntax/c_tokens.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

using MacroTokens = std::vector<std::string>;

constexpr std::string_view kRestParameter = "...";
constexpr std::string_view kRestName = "__VA_ARGS__";
constexpr std::string_view kNotTypes[] = {"return", "else", "if", "for", "while", "switch", "do"};

// Splits into words, numbers, "##", and every other character or literal by itself.
MacroTokens TokensOf(std::string_view text) {
  MacroTokens tokens;
  for (std::size_t at = 0; at < text.size() && tokens.size() < kMaxMacroTokens;) {
    std::size_t end = at + 1;
    if (IsDirectiveBlank(text[at])) {
      at = end;
      continue;
    }
    if (IsWordCharacter(text[at])) {
      while (end < text.size() && IsWordCharacter(text[end])) ++end;
    } else if (text.substr(at, 2) == kPaste) {
      end = at + 2;
    } else {
      end = std::max(EndOfPiece(text, at), end);
      if (text[at] == '/' && end > at + 1) {  // a comment
        at = end;
        continue;
      }
    }
    tokens.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

// The position after the parenthesis that closes the one at `at`; the size if none does.
std::size_t BehindParentheses(std::span<const std::string> tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    if (tokens[at] == "(") ++depth;
    if (tokens[at] == ")" && --depth == 0) return at + 1;
  }
  return tokens.size();
}

// The text with arguments for parameters, and pasted tokens.
std::optional<MacroTokens> Substitute(const MacroText& macro,
                                      std::span<const std::string_view> arguments) {
  MacroTokens out;
  bool pastes = false;
  const auto add = [&](const std::string& token) {
    if (pastes && !out.empty()) {
      out.back() += token;
    } else {
      out.push_back(token);
    }
    pastes = false;
  };
  for (const std::string& token : TokensOf(macro.text)) {
    if (out.size() > kMaxMacroTokens) return std::nullopt;
    if (token == kPaste) {
      pastes = true;
      continue;
    }
    const auto parameter = std::find(macro.parameters.begin(), macro.parameters.end(),
                                     token == kRestName ? kRestParameter : std::string_view(token));
    if (parameter == macro.parameters.end()) {
      add(token);
      continue;
    }
    const auto position = static_cast<std::size_t>(parameter - macro.parameters.begin());
    const std::size_t end = *parameter == kRestParameter ? arguments.size() : position + 1;
    for (std::size_t i = position; i < end; ++i) {
      if (i >= arguments.size()) return std::nullopt;
      if (i > position) out.emplace_back(",");
      for (const std::string& part : TokensOf(arguments[i])) add(part);
    }
    pastes = false;
  }
  return out;
}

}  // namespace

void MacroTexts::Add(std::string_view name, const MacroText& macro) {
  const auto [found, is_new] = macros_.try_emplace(name, macro);
  if (!is_new) found->second = {};
}

std::string MacroTexts::FunctionDefinedBy(std::string_view name,
                                          std::span<const std::string_view> arguments) const {
  std::string called(name);
  std::vector<std::string> texts(arguments.begin(), arguments.end());
  for (int depth = 0; depth < kMaxMacroDepth; ++depth) {
    const auto found = macros_.find(std::string_view(called));
    if (found == macros_.end()) return {};
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const std::optional<MacroTokens> whole = Substitute(found->second, views);
    if (!whole.has_value()) return {};
    // Skips definitions and declarations before the head is complete.
    std::size_t begin = 0;
    for (std::size_t i = 0; i < whole->size(); ++i) {
      if ((*whole)[i] == ";" || (*whole)[i] == "}") begin = i + 1;
    }
    std::span<const std::string> head = std::span(*whole).subspan(begin);
    std::size_t at = 0;
    while (at < head.size() && head[at] != "(") ++at;
    const std::size_t end = BehindParentheses(head, at);
    if (at == 0 || at == head.size() || !IsWord(head[at - 1])) return {};
    const auto is_type = [](const std::string& token) {
      return token == "*" || (IsWord(token) && std::find(std::begin(kNotTypes), std::end(kNotTypes),
                                                         token) == std::end(kNotTypes));
    };
    if (!std::all_of(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(at), is_type) ||
        end != head.size()) {
      return {};
    }
    if (at > 1) return head[at - 1];
    called = head[0];  // stands for another macro alone
    std::string inside;
    for (std::size_t i = at; i < end; ++i) inside += head[i] + " ";
    texts.clear();
    for (const std::string_view text : MacroArguments(inside)) texts.emplace_back(text);
  }
  return {};
}

std::vector<std::string_view> MacroArguments(std::string_view text) {
  std::vector<std::string_view> arguments;
  int depth = 0;
  std::size_t begin = 1;
  for (std::size_t at = 0; at < text.size(); at = std::max(EndOfPiece(text, at), at + 1)) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    const bool ends = depth == 0;
    if (!ends && (c != ',' || depth != 1)) continue;
    const std::string_view argument = TrimmedDirective(text.substr(begin, at - begin));
    if (!ends || !argument.empty() || !arguments.empty()) arguments.push_back(argument);
    begin = at + 1;
    if (ends) return arguments;
  }
  return {};
}

}  // namespace waymark::indexer
