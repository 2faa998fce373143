#include "syntax/c_tokens.h"

#include <algorithm>

#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr std::size_t kMaxRawDelimiter = 16;  // the limit of the language

bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::size_t EndOfPiece(std::string_view bytes, std::size_t at) {
  const std::string_view two = bytes.substr(at, 2);
  if (two == "//") return std::min(bytes.find('\n', at), bytes.size());
  if (two == "/*") {
    const std::size_t end = bytes.find("*/", at + 2);
    return end == std::string_view::npos ? bytes.size() : end + 2;
  }
  const char c = bytes[at++];
  if (c != '"' && c != '\'') return at;
  for (; at < bytes.size() && bytes[at] != '\n'; ++at) {
    if (bytes[at] == c) return at + 1;
    if (bytes[at] == '\\') ++at;
  }
  return std::min(at, bytes.size());
}

// Skips white space and comments. True if something was skipped.
std::string_view BehindHash(std::string_view directive) {
  directive.remove_prefix(1);
  directive.remove_prefix(std::min(directive.find_first_not_of(" \t"), directive.size()));
  return directive;
}

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
  if (two != "//" && two != "/*") return false;
  at_ = EndOfPiece(bytes_, at_);
  return true;
}

// R"delimiter( ... )delimiter"
void CTokens::SkipRawString() {
  const std::size_t open = bytes_.find('(', at_);
  if (open == std::string_view::npos || open - at_ - 1 > kMaxRawDelimiter) {
    at_ = EndOfPiece(bytes_, at_);
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

// Continues over lines that end in a backslash, and over comments.
std::uint32_t CTokens::EndOfDirective() const {
  const auto is_continued = [&](std::size_t end) {
    return bytes_[end - 1] == '\\' || (bytes_[end - 1] == '\r' && bytes_[end - 2] == '\\');
  };
  std::size_t at = at_ + 1;
  while (at < bytes_.size() && (bytes_[at] != '\n' || is_continued(at))) {
    at = EndOfPiece(bytes_, at);
  }
  return static_cast<std::uint32_t>(at);
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
      at_ = EndOfPiece(bytes_, at_);
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
