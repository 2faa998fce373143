#include "text/comment_text.h"

#include "wire/utf8.h"

namespace waymark::wire {
namespace {

void AppendEscapingControls(std::string& out, std::string_view text, char for_line_feed) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t control = FindControl(text, at);
    out += text.substr(at, control - at);
    if (control == text.size()) return;
    const CodePoint read = DecodeUtf8(text, control);
    if (read.value == '\n') {
      out += for_line_feed;
    } else if (read.value == '\r') {
      out += ' ';
    } else if (read.value == '\t') {
      out += '\t';
    } else {
      AppendControlEscape(out, read.value);
    }
    at = control + read.size;
  }
}

}  // namespace

void AppendCommentText(std::string& out, std::string_view text) {
  AppendEscapingControls(out, text, ' ');
}

std::string CommentedText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  AppendEscapingControls(out, text, '\n');
  return out;
}

}  // namespace waymark::wire
