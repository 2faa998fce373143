#include "syntax/syntax_repair.h"

namespace waymark::indexer {

void TextChange::Blank(std::string_view source, std::uint32_t begin, std::uint32_t end) {
  if (begin >= end) return;
  const bool goes_on = !pieces.empty() && pieces.back().begin + pieces.back().text.size() == begin;
  std::string text(end - begin, ' ');
  for (std::uint32_t i = begin; i < end; ++i) {
    if (source[i] == '\n') text[i - begin] = '\n';
  }
  if (goes_on) {
    pieces.back().text += text;
  } else {
    Put(begin, std::move(text));
  }
}

}  // namespace waymark::indexer
