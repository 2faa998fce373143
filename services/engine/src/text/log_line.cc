#include "services/log_line.h"

#include <algorithm>
#include <cstddef>

#include "wire/utf8.h"

namespace waymark::services {
namespace {

bool NeedsQuotes(std::string_view value) {
  return value.find_first_of(" \"=\\") != std::string_view::npos || value.empty() ||
         !wire::IsUtf8(value) || wire::FindControl(value) != value.size();
}

void AppendQuoted(std::string& text, std::string_view value) {
  text += '"';
  for (std::size_t at = 0; at < value.size();) {
    const wire::CodePoint read = wire::DecodeUtf8(value, at);
    const std::string_view bytes = value.substr(at, std::max(read.size, 1U));
    if (bytes == "\"" || bytes == "\\") {
      text += '\\';
      text += bytes;
    } else if (bytes == "\n") {
      text += "\\n";
    } else {
      text += wire::VisibleLine(bytes);
    }
    at += bytes.size();
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
