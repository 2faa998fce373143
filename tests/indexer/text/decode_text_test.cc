#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "indexer/read_file.h"

namespace waymark::indexer {
namespace {

std::string Wide(std::u16string_view text, bool low_first) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    bytes += low_first ? std::string({low, high}) : std::string({high, low});
  }
  return bytes;
}

TEST(DecodeText, LeavesUtf8AsItIs) {
  for (const std::string text :
       {"", "x\n", "x = 1\n", "x = 1\r\ny = 2\r\n", "caf\u00E9\n", "\uFEFFclass A;\n"}) {
    EXPECT_EQ(DecodeText(text), text);
  }
}

TEST(DecodeText, ReadsUtf16InBothOrders) {
  constexpr std::u16string_view kText = u"class Caf\u00E9 { } // \u540D\U0001F600\r\n";
  const std::string text = "class Caf\u00E9 { } // \u540D\U0001F600\r\n";
  EXPECT_EQ(DecodeText(Wide(u"\uFEFF", true) + Wide(kText, true)), text);
  EXPECT_EQ(DecodeText(Wide(u"\uFEFF", false) + Wide(kText, false)), text);
  EXPECT_EQ(DecodeText(Wide(kText, true)), text);
  EXPECT_EQ(DecodeText(Wide(kText, false)), text);
  EXPECT_EQ(DecodeText(Wide(u"\uFEFFa\xD800z", true)), "a\uFFFDz") << "half of a pair";
}

TEST(DecodeText, LeavesBinaryFilesAsTheyAre) {
  constexpr std::string_view kBinary[] = {{"a\0b", 3},
                                          {"\x7F"
                                           "ELF\x02\x01\0\0",
                                           8},
                                          {"\xFF\xFE\0\0a\0\0\0", 8},
                                          {"\x01\0\x02\0\x03\0\x04\0", 8},
                                          {"a\0\0b", 4}};
  for (const std::string_view bytes : kBinary) EXPECT_EQ(DecodeText(std::string(bytes)), bytes);
}

TEST(DecodeText, ReadsWindows1252) {
  EXPECT_EQ(DecodeText("# caf\xE9, na\xEFve"), "# caf\u00E9, na\u00EFve");
  EXPECT_EQ(DecodeText("// \x93quoted\x94 \x80 don\x92t"),
            "// \u201Cquoted\u201D \u20AC don\u2019t");
  EXPECT_EQ(DecodeText("// \xE9t\xE9, d\xE9j\xE0 vu"), "// \u00E9t\u00E9, d\u00E9j\u00E0 vu");
  EXPECT_EQ(DecodeText("// it\x92s don\x92t"), "// it\u2019s don\u2019t");
}

TEST(DecodeText, ReadsShiftJis) {
  EXPECT_EQ(DecodeText("# coding: shift_jis\n\x96\xBC\x91\x4F = 1\n"),
            "# coding: shift_jis\n\u540D\u524D = 1\n");
  EXPECT_EQ(DecodeText("// \x8A\x6D\x94\x46\x82\xB7\x82\xE9 \xB1\xB2\n"),
            "// \u78BA\u8A8D\u3059\u308B \uFF71\uFF72\n")
      << "kanji, hiragana and half-width katakana, without a declaration";
  EXPECT_EQ(DecodeText("#!/usr/bin/ruby\n# -*- coding: Windows-31J -*-\n# \x83\x5C"),
            "#!/usr/bin/ruby\n# -*- coding: Windows-31J -*-\n# \u30BD")
      << "the second byte is a backslash";
}

TEST(DecodeText, ReadsEucJpThatIsDeclared) {
  EXPECT_EQ(DecodeText("# coding=euc_jp\n# \xCC\xBE\xC1\xB0 \x8E\xB1\n"),
            "# coding=euc_jp\n# \u540D\u524D \uFF71\n");
}

TEST(DecodeText, ADeclarationAfterTheSecondLineIsNone) {
  EXPECT_EQ(DecodeText("#\n#\n# coding: shift_jis\n# \xE9 "),
            "#\n#\n# coding: shift_jis\n# \u00E9 ");
}

TEST(DecodeText, EndsLinesAtLoneReturns) {
  EXPECT_EQ(DecodeText("a\rb\r\rd\r"), "a\nb\n\nd\n");
  EXPECT_EQ(DecodeText("a\rb\r\nc\r\rd\r"), "a\rb\r\nc\r\rd\r") << "feeds end its lines";
}

}  // namespace
}  // namespace waymark::indexer
