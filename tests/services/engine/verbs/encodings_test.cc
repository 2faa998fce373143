// Source files that are not UTF-8: their symbols, their places and their text.
#include <algorithm>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Wide(std::string_view ascii, bool low_first) {
  std::string bytes;
  for (const char c : ascii) {
    bytes += low_first ? std::string({c, '\0'}) : std::string({'\0', c});
  }
  return bytes;
}

constexpr std::string_view kScale =
    "namespace Depot;\nclass Scale\n{\n    public static int Weigh(int n) => n;\n}\n";

class EncodingsTest : public CallersTest {
 protected:
  // Line, signature and text of the symbol.
  void ExpectSymbol(const std::string& name, std::uint32_t line, const std::string& text) {
    const auto answer = engine_->Symbol({.root = root_, .name = name, .with_source = true}, {});
    ASSERT_TRUE(answer.ok()) << answer.status();
    const wire::Symbol& symbol = answer->payload.symbols.front();
    EXPECT_EQ(symbol.name_line, line);
    EXPECT_THAT(symbol.text, HasSubstr(text));
  }
};

TEST_F(EncodingsTest, Utf16IsReadWithAByteOrderMarkAndWithout) {
  const std::string mark_low = "\xFF\xFE";
  const std::string mark_high = "\xFE\xFF";
  for (const std::string& bytes : {mark_low + Wide(kScale, true), mark_high + Wide(kScale, false),
                                   Wide(kScale, true), Wide(kScale, false)}) {
    Write("Scale.cs", bytes);
    Index();
    ExpectSymbol("Depot.Scale.Weigh", 4, "public static int Weigh(int n) => n;");
  }
}

TEST_F(EncodingsTest, Latin1IsReadByItsLetters) {
  Write("menu.py", "# -*- coding: latin-1 -*-\ndef caf\xE9():\n    return '\xE9t\xE9'\n");
  Index();
  ExpectSymbol("menu.caf\u00E9", 2, "return '\u00E9t\u00E9'");
}

TEST_F(EncodingsTest, ShiftJisIsReadIfItIsDeclaredOrLooksLikeIt) {
  // The name of the function is "namae" in kanji, that of the other "kakunin".
  Write("declared.py", "# coding: shift_jis\ndef \x96\xBC\x91\x4F():\n    return 1\n");
  Write("plain.cs",
        "class Plain\n{\n    // \x8A\x6D\x94\x46\x82\xB7\x82\xE9\n    int \x8A\x6D\x94\x46() => "
        "1;\n}\n");
  Index();
  ExpectSymbol("declared.\u540D\u524D", 2, "def \u540D\u524D():");
  ExpectSymbol("Plain.\u78BA\u8A8D", 4, "int \u78BA\u8A8D() => 1;");
}

TEST_F(EncodingsTest, ALoneCarriageReturnEndsALine) {
  std::string text(kScale);
  std::replace(text.begin(), text.end(), '\n', '\r');
  Write("Scale.cs", text);
  Index();
  ExpectSymbol("Depot.Scale.Weigh", 4, "public static int Weigh(int n) => n;");
}

TEST_F(EncodingsTest, AFileThatCannotBeReadIsNamedWhenANameIsNotFound) {
  Write("Scale.cs", std::string(kScale));
  Write("Broken.cs", std::string("class Broken { }\n\0\x01\x02", 20));
  Index();
  EXPECT_THAT(engine_->Symbol({.root = root_, .name = "Broken"}, {}).status().message(),
              HasSubstr("not read: Broken.cs (binary)"));
  const auto found = engine_->Search({.root = root_, .query = "Broken"}, {});
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_THAT(found->payload.completeness.reason, HasSubstr("not read: Broken.cs (binary)"));
}

TEST_F(EncodingsTest, OtherBytesStayAsTheyAre) {
  Write("Scale.cs", "\xEF\xBB\xBF" + std::string(kScale));
  Write("crlf.py", "def weigh():\r\n    return '\u540D'\r\n");
  Index();
  ExpectSymbol("Depot.Scale.Weigh", 4, "Weigh");
  ExpectSymbol("crlf.weigh", 1, "return '\u540D'");
  EXPECT_THAT(engine_->Symbol({.root = root_, .name = "Broken"}, {}).status().message(),
              Not(HasSubstr("not read")));
}

}  // namespace
}  // namespace waymark::services
