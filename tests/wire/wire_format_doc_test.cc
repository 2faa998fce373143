// The examples of docs/WIRE_FORMAT.md are what the codecs write.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "one_line.h"
#include "testing/golden.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"
#include "wire/content_root.h"

namespace waymark::wire {
namespace {

using testing::IsOk;

// The fenced block of that kind; the page has one of each.
std::string Block(std::string_view kind) {
  const std::string page =
      testing::ReadFile(std::filesystem::path(WM_SOURCE_DIR) / "docs/WIRE_FORMAT.md");
  const std::string fence = "\n```" + std::string(kind) + "\n";
  const std::size_t begin = page.find(fence);
  if (begin == std::string::npos) return "";
  const std::size_t text = begin + fence.size();
  return page.substr(text, page.find("```", text) - text);
}

class WireFormatPage : public ::testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<Payload> payload = codecs_.Decode("json", Block("json"));
    ASSERT_THAT(payload, IsOk());
    payload_ = *std::move(payload);
  }

  CodecRegistry codecs_ = CodecRegistry::BuiltIn();
  Payload payload_;
};

TEST_F(WireFormatPage, ShowsJsonAsItIsWritten) {
  EXPECT_THAT(codecs_.Encode("json", payload_, kFullAnswer),
              testing::IsOkAndHolds(InOneLine(Block("json"))));
}

TEST_F(WireFormatPage, ShowsGcfWithItsOwnTokenCount) {
  EXPECT_THAT(codecs_.EncodeCounted("gcf", payload_, kFullAnswer, kDefaultTokenizer),
              testing::IsOkAndHolds(Block("gcf")));
}

TEST_F(WireFormatPage, ShowsEveryFormatForReadingAsItIsWritten) {
  for (const char* format : {"gcf3", "xml", "markdown", "gcx"}) {
    EXPECT_THAT(codecs_.Encode(format, payload_, kFullAnswer),
                testing::IsOkAndHolds(Block(format)));
  }
}

TEST_F(WireFormatPage, ShowsGcb1InHexadecimal) {
  const absl::StatusOr<std::string> bytes = codecs_.Encode("gcb1", payload_, kGraphOnly);
  ASSERT_THAT(bytes, IsOk());
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr std::size_t kBytesALine = 32;
  std::string hex;
  for (std::size_t i = 0; i < bytes->size(); ++i) {
    if (i > 0 && i % kBytesALine == 0) hex += '\n';
    const auto byte = static_cast<std::uint8_t>((*bytes)[i]);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 0xF];
  }

  EXPECT_EQ(hex + '\n', Block("hex"));
}

TEST_F(WireFormatPage, ShowsSourceWithThePlacesOfItsSymbols) {
  const auto symbol = [](const char* name, std::uint32_t first, std::uint32_t last) {
    Symbol made;
    made.qualified_name = name;
    made.kind = SymbolKind::kMethod;
    made.path = "src/shop/cart.py";
    made.start_line = first;
    made.end_line = last;
    return made;
  };
  Payload payload;
  payload.tool = "context";
  payload.symbols = {symbol("pay", 10, 20), symbol("check", 22, 24), symbol("Cart", 3, 40)};
  payload.symbols[0].text =
      "def pay(self, amount: int) -> Receipt:\n    self.check(amount)\n…\n    return receipt";
  payload.symbols[0].source = {.numbers = {10, 11, 0, 20}, .indent = "    "};
  payload.symbols[1].text =
      "def check(self, amount: int) -> None:\n    if amount < 0:\n        raise "
      "ValueError(amount)";
  payload.symbols[1].source = {.numbers = {22, 23, 24}, .indent = "    "};
  payload.symbols[2].signature = "class Cart(Base)";

  WM_ASSERT_OK_AND_ASSIGN(const std::string text, codecs_.Encode("gcf", payload, kFullAnswer));

  const std::string page =
      testing::ReadFile(std::filesystem::path(WM_SOURCE_DIR) / "docs/WIRE_FORMAT.md");
  const std::string source = text.substr(text.find("## source\n"));
  EXPECT_NE(page.find("\n````\n" + source + "````\n"), std::string::npos) << source;
}

TEST_F(WireFormatPage, ShowsTheContentRootOfItsPayload) {
  EXPECT_EQ(payload_.pack_root, ContentRoot(payload_));
}

}  // namespace
}  // namespace waymark::wire
