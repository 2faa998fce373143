#include "install/toml_scan.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr std::string_view kTomlSpaces = " \t\r";

// Splits "a.'b c'.\"d\"" into its parts, without quotes.
std::vector<std::string> KeyParts(std::string_view key) {
  std::vector<std::string> parts(1);
  char quote = 0;
  for (const char c : Trimmed(key, kTomlSpaces)) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
    } else if (quote == 0 && c == '.') {
      parts.emplace_back();
    } else if (quote != 0 || kTomlSpaces.find(c) == std::string_view::npos) {
      parts.back() += c;
    }
  }
  return parts;
}

// Behind the text in quotes that begins at `at`, of one line or of several; npos if it does not
// end.
std::size_t EndOfText(std::string_view file, std::size_t at) {
  const char quote = file[at];
  const std::string triple(3, quote);
  const bool is_long = file.substr(at).starts_with(triple);
  for (at += is_long ? 3 : 1; at < file.size(); ++at) {
    if (file[at] == '\\' && quote == '"') {
      ++at;
    } else if (!is_long && file[at] == '\n') {
      return std::string_view::npos;
    } else if (is_long ? file.substr(at).starts_with(triple) : file[at] == quote) {
      at += is_long ? 3 : 1;
      // Up to two more quotes belong to a text of several lines.
      for (int i = 0; is_long && i < 2 && at < file.size() && file[at] == quote; ++i) ++at;
      return at;
    }
  }
  return std::string_view::npos;
}

// The first byte from `at` that is no white space and in no comment; the end of `range` if there is
// none.
std::size_t SkipBlank(std::string_view file, TextRange range, std::size_t at) {
  for (;;) {
    at = std::min(file.find_first_not_of(" \t\r\n", at), range.end);
    if (at == range.end || file[at] != '#') return at;
    at = std::min(file.find('\n', at), range.end);
  }
}

bool IsText(std::string_view file, TextRange range, std::size_t at) {
  return at < range.end && (file[at] == '"' || file[at] == '\'');
}

class TomlScanner {
 public:
  explicit TomlScanner(std::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<TomlStatement>> Scan() {
    while (at_ < text_.size()) WM_RETURN_IF_ERROR(ReadStatement());
    return std::move(statements_);
  }

 private:
  absl::Status Error(std::size_t at, std::string_view what) const {
    return absl::InvalidArgumentError(fmt::format("line {}: {}", LineOf(text_, at), what));
  }

  absl::Status ReadStatement() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size());
    const std::size_t content = at_;
    WM_RETURN_IF_ERROR(SkipLogicalLine());
    const std::string_view all = text_.substr(content, at_ - content);
    const std::string_view line = Trimmed(all.substr(0, all.find('\n')), kTomlSpaces);
    if (line.empty() || line.starts_with('#')) return absl::OkStatus();
    if (line.starts_with('[')) {
      const bool is_array = line.starts_with("[[");
      const std::size_t close = line.rfind(']', line.find('#'));
      if (close == std::string_view::npos) return Error(content, "a table's name has no ']'");
      const std::size_t first = is_array ? 2 : 1;
      const std::size_t last = is_array ? line.find("]]") : close;
      if (last == std::string_view::npos || last < first) {
        return Error(content, "a table's name does not end");
      }
      statements_.push_back({.begin = begin,
                             .line = LineOf(text_, content),
                             .is_table = true,
                             .is_array = is_array,
                             .key = KeyParts(line.substr(first, last - first))});
      return absl::OkStatus();
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return Error(content, "neither a table nor KEY = VALUE");
    statements_.push_back({.begin = begin,
                           .line = LineOf(text_, content),
                           .key = KeyParts(line.substr(0, equals)),
                           .value = {content + all.find('=') + 1, at_}});
    return absl::OkStatus();
  }

  // Skips to the line break that ends the statement, outside strings and brackets.
  absl::Status SkipLogicalLine() {
    int depth = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' && depth <= 0) {
        ++at_;
        return absl::OkStatus();
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '"' || c == '\'') {
        WM_RETURN_IF_ERROR(SkipText());
        continue;
      }
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      ++at_;
    }
    return depth <= 0 ? absl::OkStatus() : Error(begin, "a list or an object that does not end");
  }

  absl::Status SkipText() {
    const std::size_t begin = at_;
    at_ = EndOfText(text_, begin);
    return at_ <= text_.size() ? absl::OkStatus() : Error(begin, "a text that does not end");
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  std::vector<TomlStatement> statements_;
};

}  // namespace

absl::StatusOr<std::vector<TomlStatement>> ScanTomlFile(std::string_view file) {
  return TomlScanner(file).Scan();
}

std::optional<TextRange> TomlText(std::string_view file, TextRange value) {
  const std::size_t begin = SkipBlank(file, value, value.begin);
  if (!IsText(file, value, begin)) return std::nullopt;
  const std::size_t end = EndOfText(file, begin);
  if (end > value.end || SkipBlank(file, value, end) != value.end) return std::nullopt;
  return TextRange{begin, end};
}

std::optional<TomlTextList> TomlTexts(std::string_view file, TextRange value) {
  TomlTextList list;
  std::size_t at = SkipBlank(file, value, value.begin);
  if (at == value.end || file[at] != '[') return std::nullopt;
  list.range.begin = at;
  at = SkipBlank(file, value, at + 1);
  while (IsText(file, value, at)) {
    const std::size_t end = EndOfText(file, at);
    if (end > value.end) return std::nullopt;
    list.texts.push_back({at, end});
    at = SkipBlank(file, value, end);
    if (at == value.end || file[at] != ',') break;
    at = SkipBlank(file, value, at + 1);
  }
  if (at == value.end || file[at] != ']') return std::nullopt;
  list.range.end = at + 1;
  if (SkipBlank(file, value, at + 1) != value.end) return std::nullopt;
  return list;
}

}  // namespace waymark::services
