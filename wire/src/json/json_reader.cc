#include "json/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "graph/status.h"
#include "json/json_text.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Describes the value at the beginning of `text`, which is not empty, for an error message.
std::string_view Describe(std::string_view text) {
  if (text.starts_with("true") || text.starts_with("false")) return "a truth value";
  if (text.starts_with("null")) return "null";
  switch (text.front()) {
    case '{':
      return "an object";
    case '[':
      return "an array";
    case '"':
      return "a string";
    default:
      return IsDigit(text.front()) || text.front() == '-' ? "a number" : "something else";
  }
}

constexpr bool IsHighSurrogate(std::uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }

constexpr bool IsLowSurrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

}  // namespace

std::string_view JsonReader::Found() const {
  return at_ < text_.size() ? Describe(text_.substr(at_)) : "the end of the text";
}

absl::Status JsonReader::ReadString(std::string& out) {
  const char next = Peek();
  if (next != '"') return Error(fmt::format("expected a string, found {}", Found()));
  ++at_;
  out.clear();
  for (;;) {
    const std::size_t plain = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
           static_cast<std::uint8_t>(text_[at_]) >= 0x20) {
      ++at_;
    }
    const std::string_view run = text_.substr(plain, at_ - plain);
    if (const std::size_t valid = FindInvalidUtf8(run); valid != run.size()) {
      at_ = plain + valid;
      return Error("a byte that is not UTF-8");
    }
    out += run;
    if (at_ == text_.size()) return Error("the string has no end");
    const char c = text_[at_++];
    if (c == '"') return absl::OkStatus();
    if (c != '\\') {
      --at_;
      return Error("a control character in a string; write it as an escape");
    }
    WM_RETURN_IF_ERROR(ReadEscape(out));
  }
}

absl::Status JsonReader::ReadEscape(std::string& out) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char letter = at_ < text_.size() ? text_[at_++] : '\0';
  if (const std::size_t i = kLetters.find(letter); letter != '\0' && i != std::string_view::npos) {
    out.push_back(kMeanings[i]);
    return absl::OkStatus();
  }
  if (letter != 'u') return Error("an unknown escape in a string");
  std::uint32_t unit = 0;
  WM_RETURN_IF_ERROR(ReadCodeUnit(unit));
  if (IsLowSurrogate(unit)) return Error("half of a surrogate pair in a string");
  if (IsHighSurrogate(unit)) {
    std::uint32_t low = 0;
    if (!text_.substr(at_).starts_with("\\u")) return Error("half of a surrogate pair in a string");
    at_ += 2;
    WM_RETURN_IF_ERROR(ReadCodeUnit(low));
    if (!IsLowSurrogate(low)) return Error("half of a surrogate pair in a string");
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  }
  AppendUtf8(out, unit);
  return absl::OkStatus();
}

absl::Status JsonReader::ReadCodeUnit(std::uint32_t& out) {
  constexpr std::size_t kDigits = 4;
  const std::string_view digits = text_.substr(at_, kDigits);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out, 16);
  if (error != std::errc() || end != digits.data() + kDigits) {
    return Error("\\u needs four hexadecimal digits");
  }
  at_ += kDigits;
  return absl::OkStatus();
}

std::string_view JsonReader::ScanNumber() {
  const std::size_t begin = at_;
  const auto digits = [this] {
    const std::size_t first = at_;
    while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
    return at_ - first;
  };
  const auto take = [this](std::string_view any) {
    const bool found = at_ < text_.size() && any.find(text_[at_]) != std::string_view::npos;
    at_ += found ? 1 : 0;
    return found;
  };
  take("-");
  const bool leading_zero = at_ < text_.size() && text_[at_] == '0';
  const std::size_t whole = digits();
  bool valid = whole > 0 && !(leading_zero && whole > 1);
  if (take(".")) valid = digits() > 0 && valid;
  if (take("eE")) {
    take("+-");
    valid = digits() > 0 && valid;
  }
  const std::string_view number = text_.substr(begin, at_ - begin);
  if (!valid) at_ = begin;
  return valid ? number : std::string_view();
}

absl::Status JsonReader::ReadUnsigned(std::uint64_t& out) {
  Peek();  // goes past blanks
  const std::size_t begin = at_;
  const std::string_view number = ScanNumber();
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out);
  if (!number.empty() && error == std::errc() && end == number.data() + number.size()) {
    return absl::OkStatus();
  }
  at_ = begin;
  return Error(fmt::format("expected a whole number from 0 to 2^64 - 1, found {}",
                           number.empty() ? Found() : number));
}

absl::Status JsonReader::ReadFloat(float& out) {
  Peek();  // goes past blanks
  const std::size_t begin = at_;
  const std::string_view number = ScanNumber();
  const char* const last = number.data() + number.size();
  const auto result = std::from_chars(number.data(), last, out);
  if (result.ec == std::errc::result_out_of_range) {
    // The number is too large or too small for a float: compare it as a double.
    double wide = 0;
    const bool is_tiny =
        std::from_chars(number.data(), last, wide).ec == std::errc() && std::fabs(wide) < 1;
    out = 0;
    if (is_tiny) return absl::OkStatus();
  }
  if (!number.empty() && result.ec == std::errc() && std::isfinite(out)) return absl::OkStatus();
  at_ = begin;
  return Error(fmt::format("expected a number of single precision, found {}",
                           number.empty() ? Found() : number));
}

absl::Status JsonReader::ReadBool(bool& out) {
  out = TryWord("true");
  if (out || TryWord("false")) return absl::OkStatus();
  return Error(fmt::format("expected true or false, found {}", Found()));
}

bool JsonReader::TryNull() { return TryWord("null"); }

bool JsonReader::TryWord(std::string_view word) {
  SkipBlanks();
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

absl::Status JsonReader::SkipValue() {
  const std::size_t outside = levels_.size();
  WM_RETURN_IF_ERROR(BeginSkipped());
  while (levels_.size() > outside) {
    if (levels_.size() > kMaxJsonDepth) {
      return Error(fmt::format("nested more than {} deep", kMaxJsonDepth));
    }
    bool more = false;
    WM_RETURN_IF_ERROR(levels_.back().is_array ? NextElement(more) : NextKey(skipped_, more));
    if (more) WM_RETURN_IF_ERROR(BeginSkipped());
  }
  return absl::OkStatus();
}

absl::Status JsonReader::BeginSkipped() {
  const char next = Peek();
  if (next == '{') return BeginObject();
  if (next == '[') return BeginArray();
  if (next == '"') return ReadString(skipped_);
  for (const std::string_view word : {"null", "true", "false"}) {
    if (TryWord(word)) return absl::OkStatus();
  }
  if (!ScanNumber().empty()) return absl::OkStatus();
  return Error(fmt::format("expected a value, found {}", Found()));
}

absl::Status JsonReader::ReadCompact(std::string& out) {
  if (levels_.size() > kMaxJsonDepth) {
    return Error(fmt::format("nested more than {} deep", kMaxJsonDepth));
  }
  const char next = Peek();
  if (next != '{' && next != '[') {
    const std::size_t begin = at_;
    WM_RETURN_IF_ERROR(BeginSkipped());
    if (next == '"') {
      AppendJsonString(out, skipped_);
    } else {
      out += text_.substr(begin, at_ - begin);
    }
    return absl::OkStatus();
  }
  const bool is_array = next == '[';
  WM_RETURN_IF_ERROR(is_array ? BeginArray() : BeginObject());
  out += next;
  std::string key;
  for (bool is_first = true;; is_first = false) {
    bool more = false;
    WM_RETURN_IF_ERROR(is_array ? NextElement(more) : NextKey(key, more));
    if (!more) break;
    if (!is_first) out += ',';
    if (!is_array) {
      AppendJsonString(out, key);
      out += ':';
    }
    WM_RETURN_IF_ERROR(ReadCompact(out));
  }
  out += is_array ? ']' : '}';
  return absl::OkStatus();
}

absl::Status JsonReader::BeginObject() { return Open('{', "an object"); }

absl::Status JsonReader::BeginArray() { return Open('[', "an array"); }

absl::Status JsonReader::Open(char bracket, std::string_view what) {
  const char next = Peek();
  if (next != bracket) return Error(fmt::format("expected {}, found {}", what, Found()));
  ++at_;
  levels_.push_back({.is_array = bracket == '[', .is_first = true, .index = 0, .key = {}});
  return absl::OkStatus();
}

absl::Status JsonReader::NextItem(char close, bool& more) {
  const char next = Peek();
  Level& level = levels_.back();
  more = next != close;
  if (!more) {
    ++at_;
    levels_.pop_back();
    return absl::OkStatus();
  }
  if (!level.is_first) {
    if (next != ',') {
      level.key.clear();
      return Error(fmt::format("expected ',' or '{}', found {}", close, Found()));
    }
    ++at_;
    ++level.index;
  }
  level.is_first = false;
  return absl::OkStatus();
}

absl::Status JsonReader::NextKey(std::string& key, bool& more) {
  WM_RETURN_IF_ERROR(NextItem('}', more));
  if (!more) return absl::OkStatus();
  levels_.back().key.clear();
  WM_RETURN_IF_ERROR(ReadString(key));
  if (Peek() != ':') return Error("expected ':' after the name of a field");
  ++at_;
  levels_.back().key = key;
  return absl::OkStatus();
}

absl::Status JsonReader::NextElement(bool& more) { return NextItem(']', more); }

absl::Status JsonReader::ExpectEnd() {
  if (Peek() == '\0' && at_ == text_.size()) return absl::OkStatus();
  return Error("text after the end of the value");
}

absl::Status JsonReader::Error(std::string_view what) const { return ErrorAt(at_, Path(), what); }

absl::Status JsonReader::ErrorAt(std::size_t at, std::string_view path,
                                 std::string_view what) const {
  const std::string_view before = text_.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 if there is none
  return absl::InvalidArgumentError(fmt::format("decode json: {} (line {}, column {}): {}", path,
                                                line, at - line_begin + 1, what));
}

std::string JsonReader::Path() const {
  std::string path;
  for (const Level& level : levels_) {
    if (level.is_array) {
      path += fmt::format("[{}]", level.index);
    } else if (!level.key.empty()) {
      path += fmt::format("{}{}", path.empty() ? "" : ".", level.key);
    }
  }
  return path.empty() ? "top level" : path;
}

void JsonReader::SkipBlanks() {
  while (at_ < text_.size() &&
         std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
    ++at_;
}

char JsonReader::Peek() {
  SkipBlanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

}  // namespace waymark::wire
