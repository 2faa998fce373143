#include "languages/rust/primitive_macros.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

std::string ForParser(const std::string& text) {
  std::string buffer;
  return std::string(MaskPrimitiveMacros(text, buffer));
}

TEST(MaskPrimitiveMacros, ChangesTheFirstCharacterOfTheName) {
  EXPECT_EQ(ForParser("let x = str![\"\"];"), "let x = _tr![\"\"];");
  EXPECT_EQ(ForParser("a::u8!(1); bool! { y }"), "a::_8!(1); _ool! { y }");
}

TEST(MaskPrimitiveMacros, LeavesOtherTextAlone) {
  for (const char* text : {"if str != u8 {}", "my_str![1]", "vec![0u8]", "fn f(x: u8) -> ! {}", "!",
                           "str!", "i32!;"}) {
    EXPECT_EQ(ForParser(text), text);
  }
}

}  // namespace
}  // namespace waymark::indexer
