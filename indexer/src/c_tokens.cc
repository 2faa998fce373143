#include "c_tokens.h"

#include <algorithm>

#include "characters.h"

namespace waymark::indexer {

namespace {

constexpr std::size_t kMaxRawDelimiter = 16;  // as the language has it

bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

// White space and comments. True when something was passed over.
bool CTokens::SkipBlank() {
  if (at_ >= bytes_.size()) return false;
  const char c = bytes_[at_];
  if (IsSpace(c)) {
    at_line_start_ |= c == '\n';
    ++at_;
    return true;
  }
  if (c == '\\' && at_ + 1 < bytes_.size() && bytes_[at_ + 1] == '\n') {
    at_ += 2;
    return true;
  }
  const std::string_view two = bytes_.substr(at_, 2);
  if (two == "//") {
    at_ = std::min(bytes_.find('\n', at_), bytes_.size());
    return true;
  }
  if (two != "/*") return false;
  const std::size_t end = bytes_.find("*/", at_ + 2);
  at_ = end == std::string_view::npos ? bytes_.size() : end + 2;
  return true;
}

// A string ends with its line when nothing else ends it, so that a stray quote costs one line.
void CTokens::SkipString(char quote) {
  for (++at_; at_ < bytes_.size() && bytes_[at_] != '\n'; ++at_) {
    if (bytes_[at_] == quote) {
      ++at_;
      return;
    }
    if (bytes_[at_] == '\\') ++at_;
  }
  at_ = std::min(at_, bytes_.size());
}

// R"delimiter( ... )delimiter"
void CTokens::SkipRawString() {
  const std::size_t open = bytes_.find('(', at_);
  if (open == std::string_view::npos || open - at_ - 1 > kMaxRawDelimiter) {
    SkipString('"');
    return;
  }
  char closing[kMaxRawDelimiter + 2];
  std::size_t size = 0;
  closing[size++] = ')';
  for (std::size_t i = at_ + 1; i < open; ++i) closing[size++] = bytes_[i];
  closing[size++] = '"';
  const std::size_t end = bytes_.find(std::string_view(closing, size), open);
  at_ = end == std::string_view::npos ? bytes_.size() : end + size;
}

// Lines that end in a backslash go on.
std::uint32_t CTokens::EndOfDirective() const {
  std::size_t end = at_;
  do {
    end = std::min(bytes_.find('\n', end + 1), bytes_.size());
  } while (end < bytes_.size() &&
           (bytes_[end - 1] == '\\' || (bytes_[end - 1] == '\r' && bytes_[end - 2] == '\\')));
  return static_cast<std::uint32_t>(end);
}

CToken CTokens::Next() {
  for (;;) {
    while (SkipBlank()) {
    }
    if (at_ >= bytes_.size()) return {};
    const char c = bytes_[at_];
    const auto begin = static_cast<std::uint32_t>(at_);
    const bool is_first = at_line_start_;
    at_line_start_ = false;
    if (c == '#' && is_first) {
      at_ = EndOfDirective();
      return {CTokenKind::kDirective, begin, static_cast<std::uint32_t>(at_)};
    }
    if (c == '"' || c == '\'') {
      SkipString(c);
    } else if (IsDigit(c)) {
      while (at_ < bytes_.size() &&
             (IsWordStart(bytes_[at_]) || IsDigit(bytes_[at_]) || bytes_[at_] == '\'')) {
        ++at_;
      }
    } else if (IsWordStart(c)) {
      while (at_ < bytes_.size() && (IsWordStart(bytes_[at_]) || IsDigit(bytes_[at_]))) ++at_;
      const bool is_raw = at_ < bytes_.size() && bytes_[at_] == '"' && bytes_[at_ - 1] == 'R';
      if (!is_raw) return {CTokenKind::kWord, begin, static_cast<std::uint32_t>(at_)};
      SkipRawString();
    } else {
      at_ += bytes_.substr(at_, 2) == "::" ? 2 : 1;
      return {CTokenKind::kOther, begin, static_cast<std::uint32_t>(at_)};
    }
  }
}

}  // namespace waymark::indexer
