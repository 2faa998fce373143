#include "services/log_line.h"

#include <algorithm>
#include <iterator>

namespace waymark::services {
namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

bool NeedsQuotes(std::string_view value) {
  return value.empty() || std::any_of(value.begin(), value.end(), [](char c) {
           return c == ' ' || c == '"' || c == '=' || c == '\\' || IsControl(c);
         });
}

void AppendQuoted(std::string& text, std::string_view value) {
  text += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (IsControl(c)) {
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  text += '"';
}

}  // namespace

LogLine& LogLine::With(std::string_view key, std::string_view value) {
  if (!text_.empty()) text_ += ' ';
  text_ += key;
  text_ += '=';
  if (NeedsQuotes(value)) {
    AppendQuoted(text_, value);
  } else {
    text_ += value;
  }
  return *this;
}

}  // namespace waymark::services
