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
        WM_RETURN_IF_ERROR(SkipText(c));
        continue;
      }
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      ++at_;
    }
    return depth <= 0 ? absl::OkStatus() : Error(begin, "a list or an object that does not end");
  }

  absl::Status SkipText(char quote) {
    const std::size_t begin = at_;
    const std::string triple(3, quote);
    const bool is_long = text_.substr(at_).starts_with(triple);
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (text_[at_] == '\\' && quote == '"') {
        at_ += 2;
        continue;
      }
      if (!is_long && text_[at_] == '\n') break;
      if (is_long ? text_.substr(at_).starts_with(triple) : text_[at_] == quote) {
        at_ += is_long ? 3 : 1;
        // Up to two more quotes belong to a multi-line string.
        for (int i = 0; is_long && i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
        return absl::OkStatus();
      }
      ++at_;
    }
    return Error(begin, "a text that does not end");
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  std::vector<TomlStatement> statements_;
};

}  // namespace

absl::StatusOr<std::vector<TomlStatement>> ScanTomlFile(std::string_view file) {
  return TomlScanner(file).Scan();
}

std::vector<TextRange> TomlStrings(std::string_view file, TextRange value) {
  std::vector<TextRange> strings;
  std::size_t at = value.begin;
  while (at < value.end) {
    const char c = file[at];
    if (c == '#') {
      at = std::min(file.find('\n', at), value.end);
    } else if (c == '"' || c == '\'') {
      const std::size_t begin = at++;
      while (at < value.end && file[at] != c) at += file[at] == '\\' && c == '"' ? 2 : 1;
      at = std::min(at + 1, value.end);
      strings.push_back({begin, at});
    } else {
      ++at;
    }
  }
  return strings;
}

}  // namespace waymark::services
