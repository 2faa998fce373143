#include "extract/expressions/function_shape.h"

#include <algorithm>
#include <charconv>

#include "integration/argument_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxFunctionBytes =
    8192;  // the result of a longer function is not determined
constexpr std::string_view kStatic = "static";
constexpr std::string_view kAsync = "async";
constexpr std::string_view kListWord = "delegate";

// The position after the token at `at`, with everything that it quotes or encloses.
std::size_t Behind(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (IsOneOf(rest[0], "\"'")) return at + EndOfString(rest);
  if (!IsOneOf(rest[0], "([{")) return at + 1;
  return at + std::min(EndOfBracket(rest), rest.size());
}

// The number of parameters in the text between the parentheses.
int CountOfParameters(std::string_view list) {
  if (Trimmed(list).empty()) return 0;
  int count = 1;
  int depth = 0;
  for (std::size_t at = 0; at < list.size(); at = Behind(list, at)) {
    if (list[at] == '<') ++depth;
    if (list[at] == '>') --depth;
    if (list[at] == ',' && depth == 0) ++count;
  }
  return count;
}

bool IsArrow(std::string_view text, std::size_t at) {
  return text.substr(at, 2) == "=>" || text.substr(at, 2) == "->";
}

// Comments, strings and nested functions hide the results of a block from a scan of its text.
FunctionResult ResultOf(std::string_view body) {
  if (body.starts_with('{')) return FunctionResult::kOpen;
  // Expressions that can be statements: calls, and changes of something.
  const bool changes = body.find('=') != body.npos || body.ends_with("++") || body.ends_with("--");
  return changes || body.ends_with(')') ? FunctionResult::kOpen : FunctionResult::kValue;
}

// Removes the word from the front.
bool TakeWord(std::string_view& text, std::string_view word) {
  const bool is_word =
      text.starts_with(word) && (text.size() == word.size() || !IsWordCharacter(text[word.size()]));
  if (is_word) text = Trimmed(text.substr(word.size()));
  return is_word;
}

}  // namespace

FunctionParts PartsInText(std::string_view function) {
  FunctionParts parts;
  const bool is_whole = function.size() <= kMaxFunctionBytes;
  function = function.substr(0, kMaxFunctionBytes);
  TakeWord(function, kStatic);
  const bool is_async = TakeWord(function, kAsync);
  TakeWord(function, kStatic);
  const bool is_listed = TakeWord(function, kListWord);
  std::size_t behind = 0;
  if (function.starts_with('(')) {
    behind = Behind(function, 0);
    parts.parameters = CountOfParameters(function.substr(1, behind - 2));
  } else if (is_listed) {
    parts.parameters = kAnyParameters;
  } else {
    while (behind < function.size() && !IsArrow(function, behind)) ++behind;
    parts.parameters = 1;
  }
  std::string_view body = Trimmed(function.substr(behind));
  if (IsArrow(body, 0)) body = Trimmed(body.substr(2));
  if (is_whole) parts.result = is_async ? FunctionResult::kValue : ResultOf(body);
  return parts;
}

std::string NameOfFunction(FunctionParts parts) {
  std::string name(kFunctionMark);
  name += std::to_string(std::min(parts.parameters, kMaxFunctionParameters));
  name += static_cast<char>(parts.result);
  return name;
}

std::vector<std::string> NamesOfFunctions() {
  std::vector<std::string> names;
  for (int parameters = kAnyParameters; parameters <= kMaxFunctionParameters; ++parameters) {
    for (const FunctionResult result :
         {FunctionResult::kNone, FunctionResult::kValue, FunctionResult::kTask,
          FunctionResult::kTaskOf, FunctionResult::kOpen}) {
      names.push_back(NameOfFunction({parameters, result}));
    }
  }
  return names;
}

FunctionResult ResultNamed(std::string_view type, bool is_generic) {
  if (type != "Task" && type != "ValueTask") return FunctionResult::kValue;
  return is_generic ? FunctionResult::kTaskOf : FunctionResult::kTask;
}

std::string_view CalledIn(std::string_view function) {
  if (function.size() > kMaxFunctionBytes) return {};
  const std::size_t arrow = function.find(kFunctionMark);
  if (arrow == function.npos) return {};
  const std::string_view body = Trimmed(function.substr(arrow + kFunctionMark.size()));
  std::size_t end = 0;
  while (end < body.size() && IsWordCharacter(body[end])) ++end;
  const bool is_call = end > 0 && end < body.size() && body[end] == '(';
  if (!is_call || Behind(body, end) != body.size()) return {};
  const std::string_view called = body.substr(0, end);
  const bool is_own = function.substr(0, arrow).find(called) != function.npos;  // a parameter
  return is_own ? std::string_view() : called;
}

FunctionParts PartsOfFunction(std::string_view name) {
  FunctionParts parts;
  const char* const digits = name.data() + kFunctionMark.size();
  std::from_chars(digits, name.data() + name.size() - 1, parts.parameters);
  parts.result = static_cast<FunctionResult>(name.back());
  return parts;
}

}  // namespace waymark::indexer
