#include "text/code_text.h"

#include <algorithm>
#include <cstddef>

#include "graph/ascii.h"
#include "graph/languages.h"

namespace waymark::retrieval {
namespace {

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '@' || static_cast<unsigned char>(c) >= 0x80;
}

bool Separates(char c) { return std::string_view("()[]{},;:").find(c) != std::string_view::npos; }

class CodeReader {
 public:
  CodeReader(std::string_view text, const LanguageTraits& syntax) : text_(text), syntax_(syntax) {}

  CodeText Read() {
    while (at_ < text_.size()) {
      if (IsBlank(text_[at_])) {
        SkipBlanks();
      } else if (IsCommentHere()) {
        SkipComment();
      } else if (!TakeLiteral()) {
        TakeOne();
      }
    }
    EndStatement();
    return std::move(result_);
  }

 private:
  std::string_view Rest() const { return text_.substr(at_); }

  // A slash after a backslash belongs to a regular expression; a `#` inside a Ruby word does not
  // begin a comment.
  bool IsCommentHere() const {
    const char before = at_ == 0 ? '\n' : text_[at_ - 1];
    if (syntax_.has_block_comments && Rest().starts_with("/*")) return before != '\\';
    if (!Rest().starts_with(syntax_.line_comment)) return false;
    return syntax_.comments_follow_blanks ? IsBlank(before) : before != '\\';
  }

  void SkipComment() {
    const bool is_block = syntax_.has_block_comments && Rest().starts_with("/*");
    const std::string_view end = is_block ? "*/" : "\n";
    const std::size_t found = text_.find(end, at_ + (is_block ? 2 : 0));
    const std::size_t begin = at_;
    at_ = found == std::string_view::npos ? text_.size() : found + (is_block ? end.size() : 0);
    has_blank_ = true;
    KeepText(text_.substr(begin, at_ - begin));
  }

  bool IsDirective() const {
    return syntax_.directive_mark != '\0' && statement_.starts_with(syntax_.directive_mark);
  }

  void SkipBlanks() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
    has_blank_ = true;
    const std::string_view blanks = text_.substr(begin, at_ - begin);
    const std::size_t line = blanks.rfind('\n');
    if (line == std::string_view::npos || depth_ > 0 || statement_.ends_with('\\')) return;
    const bool goes_on = !syntax_.indentation_nests && Rest().starts_with('.');
    if (goes_on || !(syntax_.lines_end_statements || IsDirective())) return;
    EndStatement();
    if (syntax_.indentation_nests) indentation_ = blanks.substr(line + 1);
  }

  // Takes a string, or a character in Rust, where lifetimes have quotes too.
  bool TakeLiteral() {
    const char quote = text_[at_];
    if (quote != '\0' && quote == syntax_.lone_quote) return TakeLoneQuote();
    if (syntax_.quotes.find(quote) == std::string_view::npos) return false;
    const char before = at_ == 0 ? '\n' : text_[at_ - 1];
    if (quote == syntax_.digit_separator && before >= '0' && before <= '9') return false;
    std::size_t end = 0;
    if (quote == '"' && before != '\0' && before == syntax_.raw_string_mark) {
      const std::size_t open = std::min(text_.find('(', at_), text_.size());
      const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
      const std::size_t found = text_.find(close, open);
      end = found == std::string_view::npos ? text_.size() : found + close.size();
    } else {
      end = EndOfString(quote);
    }
    Append(text_.substr(at_, end - at_));
    KeepText(text_.substr(at_, end - at_));
    at_ = end;
    return true;
  }

  void KeepText(std::string_view text) {
    result_.texts += text;
    result_.texts += '\n';
  }

  std::size_t EndOfString(char quote) const {
    const std::string triple(3, quote);
    const bool is_triple = Rest().starts_with(triple);
    const std::string_view close =
        is_triple ? std::string_view(triple) : std::string_view(&quote, 1);
    const bool spans_lines =
        is_triple || syntax_.multiline_quotes.find(quote) != std::string_view::npos;
    for (std::size_t i = at_ + close.size(); i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_.substr(i).starts_with(close)) {
        return i + close.size();
      } else if (text_[i] == '\n' && !spans_lines) {
        return i;
      }
    }
    return text_.size();
  }

  // A character, or the quote alone.
  bool TakeLoneQuote() {
    const bool is_escape = Rest().starts_with("'\\");
    const std::size_t close = text_.find('\'', at_ + (is_escape ? 3 : 1));
    const bool is_character =
        close != std::string_view::npos && close - at_ <= (is_escape ? 12 : 5) &&
        (is_escape || close - at_ == 2 || static_cast<unsigned char>(text_[at_ + 1]) >= 0x80);
    const std::size_t end = is_character ? close + 1 : at_ + 1;
    Append(text_.substr(at_, end - at_));
    at_ = end;
    return true;
  }

  void TakeOne() {
    const char c = text_[at_++];
    if (c == '(' || c == '[') ++depth_;
    if ((c == ')' || c == ']') && depth_ > 0) --depth_;
    Append(std::string_view(&c, 1));
    if (c == ';' && depth_ == 0) EndStatement();
  }

  // Keeps a blank between words, and between operators that could otherwise join.
  void Append(std::string_view token) {
    if (has_blank_ && !statement_.empty()) {
      const char before = statement_.back();
      const bool are_words = IsWordByte(before) && IsWordByte(token.front());
      const bool are_signs = !IsWordByte(before) && !IsWordByte(token.front()) &&
                             !Separates(before) && !Separates(token.front());
      if (are_words || are_signs) statement_ += ' ';
    }
    has_blank_ = false;
    statement_ += token;
  }

  void EndStatement() {
    has_blank_ = false;
    if (statement_.empty()) return;
    const bool is_import = std::any_of(
        syntax_.import_begins.begin(), syntax_.import_begins.end(),
        [this](std::string_view begin) { return !begin.empty() && statement_.starts_with(begin); });
    std::string& out = is_import ? result_.imports : result_.code;
    if (!is_import) out += indentation_;
    out += statement_;
    out += '\n';
    statement_.clear();
  }

  std::string_view text_;
  const LanguageTraits& syntax_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;   // of parentheses and brackets
  bool has_blank_ = false;  // before what comes next
  std::string statement_;
  std::string_view indentation_;  // of it
  CodeText result_;
};

}  // namespace

CodeText CodeOf(std::string_view text, Language language) {
  const LanguageTraits& syntax = TraitsOf(language);
  if (!syntax.line_comment.empty()) return CodeReader(text, syntax).Read();
  return {.code = std::string(text), .imports = "", .texts = std::string(text)};
}

SignatureText SplitSignature(std::string_view signature) {
  SignatureText split;
  constexpr std::string_view kOperatorsBefore = "=!<>+-*/%&|^~:";
  std::size_t depth = 0;
  std::size_t value_depth = 0;
  bool is_value = false;
  for (std::size_t i = 0; i < signature.size(); ++i) {
    const char c = signature[i];
    const bool closes = c == ')' || c == ']' || c == '}';
    if (is_value && depth == value_depth && (closes || c == ',')) is_value = false;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (closes && depth > 0) --depth;
    if (is_value) {
      split.values += c;
      continue;
    }
    split.declared += c;
    const char before = i == 0 ? ' ' : signature[i - 1];
    const char after = i + 1 == signature.size() ? ' ' : signature[i + 1];
    const bool is_operator =
        kOperatorsBefore.find(before) != std::string_view::npos || after == '=' || after == '>';
    if (c != '=' || is_operator) continue;
    is_value = true;
    value_depth = depth;
    split.values += c;
  }
  return split;
}

}  // namespace waymark::retrieval
