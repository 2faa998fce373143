#include "template_condition.h"

#include <algorithm>

#include "characters.h"

namespace waymark::indexer {
namespace {

// The text in the brackets that open at the place, up to a comma outside of others if `first`.
std::string_view Inside(std::string_view text, std::size_t open, bool first) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    const bool ends = depth == 0 || (first && depth == 1 && c == ',');
    if (ends) return text.substr(open + 1, at - open - 1);
  }
  return {};
}

std::string WithoutBlanks(std::string_view text) {
  std::string folded;
  bool is_behind = false;
  for (const char c : text) {
    if (IsSpace(c)) {
      is_behind = true;
      continue;
    }
    const bool parts = is_behind && !folded.empty() && IsWordCharacter(folded.back());
    if (parts && IsWordCharacter(c)) folded += ' ';
    folded += c;
    is_behind = false;
  }
  return folded;
}

// "typename T = int" names T.
std::string_view ParameterName(std::string_view parameter) {
  parameter = parameter.substr(0, parameter.find('='));
  while (!parameter.empty() && !IsWordCharacter(parameter.back())) parameter.remove_suffix(1);
  std::size_t begin = parameter.size();
  while (begin > 0 && IsWordCharacter(parameter[begin - 1])) --begin;
  return parameter.substr(begin);
}

std::string NamesIn(std::string_view parameters) {
  std::string names;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= parameters.size(); ++at) {
    const char c = at < parameters.size() ? parameters[at] : ',';
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c != ',' || depth > 0) continue;
    if (begin > 0) names += ',';
    names += ParameterName(parameters.substr(begin, at - begin));
    begin = at + 1;
  }
  return names;
}

}  // namespace

std::string ConditionIn(std::string_view head) {
  constexpr std::string_view kTemplate = "template";
  constexpr std::string_view kEnable = "enable_if";
  const std::size_t condition = head.find(kEnable);
  const std::size_t parameters = head.rfind(kTemplate);
  if (condition == head.npos || parameters == head.npos) return {};
  if (head.find(kEnable, condition + 1) != head.npos) return {};
  const std::size_t opens[] = {head.find('<', parameters), head.find('<', condition)};
  if (opens[0] == head.npos || opens[1] == head.npos) return {};
  const std::string names = NamesIn(WithoutBlanks(Inside(head, opens[0], false)));
  const std::string demanded = WithoutBlanks(Inside(head, opens[1], true));
  if (demanded.empty() || names.size() + demanded.size() > kMaxConditionBytes) return {};
  return names + '|' + demanded;
}

}  // namespace waymark::indexer
