#include "languages/rust/primitive_macros.h"

#include <cstddef>

#include "text/characters.h"
#include "text/masked_text.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kPrimitiveTypes[] = {
    "bool",  "char", "f32",  "f64", "i128", "i16", "i32", "i64",   "i8",
    "isize", "str",  "u128", "u16", "u32",  "u64", "u8",  "usize",
};

// Whether the '!' at `mark` is that of a macro whose name is the word before it.
bool CallsMacro(std::string_view bytes, std::size_t mark) {
  std::size_t next = mark + 1;
  while (next < bytes.size() && IsBlank(bytes[next])) ++next;
  return next < bytes.size() && (bytes[next] == '(' || bytes[next] == '[' || bytes[next] == '{');
}

}  // namespace

std::string_view MaskPrimitiveMacros(std::string_view bytes, std::string& buffer) {
  MaskedText mask(bytes, buffer);
  for (std::size_t mark = bytes.find('!'); mark != std::string_view::npos;
       mark = bytes.find('!', mark + 1)) {
    const std::string_view word = WordAtEnd(bytes.substr(0, mark));
    if (!IsIn(kPrimitiveTypes, word) || !CallsMacro(bytes, mark)) continue;
    mask.Put(mark - word.size(), 1, '_');
  }
  return mask.text();
}

}  // namespace waymark::indexer
