#include "syntax/template_condition.h"

#include "text/characters.h"

namespace waymark::indexer {

std::string FirstCondition(std::string_view head) {
  struct Start {
    std::string_view word;
    bool joins;  // all that follow hold
  };

  constexpr Start kStarts[] = {{"enable_if_t<", false}, {"enable_if<", false}, {"EnableIf<", true}};
  std::string text;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (!IsSpace(head[i])) {
      text += head[i];
      continue;
    }
    while (i + 1 < head.size() && IsSpace(head[i + 1])) ++i;
    const bool between = !text.empty() && IsWordCharacter(text.back()) && i + 1 < head.size() &&
                         IsWordCharacter(head[i + 1]);
    if (between) text += ' ';
  }
  for (const Start& start : kStarts) {
    const std::size_t at = text.find(start.word);
    if (at == text.npos) continue;
    std::string condition;
    int depth = 0;
    for (std::size_t i = at + start.word.size(); i < text.size(); ++i) {
      const char c = text[i];
      const bool opens = c == '(' || (c == '<' && IsWordCharacter(text[i - 1]));
      const bool compares = c == '>' && (text[i + 1] == '=' || text[i - 1] == '-');
      const bool closes = c == ')' || (c == '>' && !compares);
      if (depth == 0 && (closes || (c == ',' && !start.joins))) break;
      depth += opens - closes;
      if (depth == 0 && c == ',') {
        condition += "&&";
      } else {
        condition += c;
      }
    }
    return condition.size() > kMaxConditionBytes ? std::string() : condition;
  }
  return {};
}

}  // namespace waymark::indexer
