#include "integration/receiver_names.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

using ::testing::HasSubstr;

std::string Fixture() {
  std::ifstream file(std::filesystem::path(WM_SOURCE_DIR) /
                     "tests/fixtures/resolve/javascript/receiver_names.txt");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The fixture shows by each word that the graph is another one without it.
TEST(ReceiverWords, EachHasALineInTheFixture) {
  constexpr unsigned kRouterWord = 1, kClientWord = 2, kAskerWord = 4, kCarrierWord = 8,
                     kFlagWord = 16, kHolderWord = 32;

  constexpr struct {
    std::string_view word;
    unsigned does;
  } kWords[] = {

#define WM_RECEIVER_WORD(word, does) {word, does},
#include "integration/receiver_words.def"
  };
  const std::string fixture = Fixture();
  for (const auto& row : kWords) {
    const std::string_view word = row.word;
    const auto expect = [&](unsigned does_this, std::string_view line) {
      if ((row.does & does_this) != 0) {
        EXPECT_THAT(fixture, HasSubstr(line)) << word;
      }
    };
    expect(kRouterWord, fmt::format("GET%20/routes/{} -> routes.list handles_route\n", word));
    expect(kAskerWord | kHolderWord,
           fmt::format("GET%20/kept/{} -/> routes.list handles_route\n", word));
    expect(kClientWord,
           fmt::format("requests.ask -> endpoint://GET%20/asked/{} consumes_endpoint\n", word));
    expect(kCarrierWord, fmt::format("topics.send -> topic://{} publishes\n", word));
    expect(kFlagWord, fmt::format("flags.check -> flag://{} gated_by_flag\n", word));
  }
}

TEST(ReceiverNames, SayMoreThanOneThing) {
  EXPECT_EQ(ReceiverKindOf(LiteralRole::kEndpoint, "httpClient"), ReceiverKind::kIsOne);
  EXPECT_EQ(ReceiverKindOf(LiteralRole::kEndpoint, "clientCache"), ReceiverKind::kIsOther);
  EXPECT_EQ(ReceiverKindOf(LiteralRole::kEndpoint, "thing"), ReceiverKind::kNothing);
  EXPECT_EQ(ReceiverKindOfHead(LiteralRole::kRoute, "ItemRouter"), ReceiverKind::kIsOne);
  EXPECT_EQ(ReceiverKindOfHead(LiteralRole::kRoute, "RouterItem"), ReceiverKind::kIsOther);
}

}  // namespace
}  // namespace waymark::indexer
