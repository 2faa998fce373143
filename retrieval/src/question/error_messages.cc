#include "question/error_messages.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "graph/ascii.h"
#include "graph/tokenize.h"
#include "text/letter_case.h"
#include "text/name_bytes.h"
#include "text/text_lines.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Last words of names and phrases before an error message, in byte order.
constexpr std::string_view kErrorWords[] = {
    "abort", "argument", "assertion", "corruption", "err",     "error", "errors", "exception",
    "fail",  "failed",   "failure",   "fatal",      "invalid", "panic", "warning"};

constexpr std::string_view kColon = ": ";

bool IsErrorWord(std::string_view name) {
  std::vector<std::string_view> parts;
  graph::SplitIdentifier(name, parts);
  return !parts.empty() && std::binary_search(std::begin(kErrorWords), std::end(kErrorWords),
                                              LowerCase(parts.back()));
}

// The word at the end of `head`; empty if it ends otherwise.
std::string_view LastName(std::string_view head) {
  std::size_t begin = head.size();
  while (begin > 0 && IsNameByte(head[begin - 1])) --begin;
  return head.substr(begin);
}

// The text after the first word for an error; empty if the line has none.
std::string_view MessageOf(std::string_view line) {
  for (std::size_t colon = line.find(kColon); colon != std::string_view::npos;
       colon = line.find(kColon, colon + 1)) {
    if (IsErrorWord(LastName(line.substr(0, colon)))) return line.substr(colon + kColon.size());
  }
  return {};
}

}  // namespace

std::vector<std::string_view> ErrorMessagesIn(std::string_view text) {
  std::vector<std::string_view> messages;
  const auto add = [&](std::string_view message) {
    message = Trimmed(message.substr(0, kMaxMessageBytes));
    if (!message.empty()) messages.push_back(message);
  };
  ForEachLine(text, [&](std::string_view line) {
    const std::string_view message = MessageOf(line);
    add(message);
    if (message.find(kColon) != std::string_view::npos) {
      for (std::string_view rest = message; !rest.empty();) {
        const std::size_t colon = std::min(rest.find(kColon), rest.size());
        add(rest.substr(0, colon));
        rest.remove_prefix(std::min(colon + kColon.size(), rest.size()));
      }
    }
  });
  return messages;
}

}  // namespace waymark::retrieval
