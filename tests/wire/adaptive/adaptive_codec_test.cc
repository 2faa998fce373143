// The format `adaptive`: every field of a payload, in fewer tokens than JSON.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"
#include "wire/tokens.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOkAndHolds;
using ::testing::StartsWith;
using testing::StatusIs;

constexpr std::uint32_t kRandomPayloads = 200;

TEST(AdaptiveCodec, GivesBackEveryField) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < kRandomPayloads; ++seed) {
    const Payload payload = RandomPayload(seed);
    WM_ASSERT_OK_AND_ASSIGN(const std::string text,
                            codecs.Encode("adaptive", payload, kFullAnswer));
    ASSERT_THAT(codecs.Decode("adaptive", text), IsOkAndHolds(payload)) << "seed " << seed;
  }
}

TEST(AdaptiveCodec, TakesFewerTokensThanJson) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  const Payload payload = RandomPayload(1);
  WM_ASSERT_OK_AND_ASSIGN(const std::string text, codecs.Encode("adaptive", payload, kFullAnswer));
  WM_ASSERT_OK_AND_ASSIGN(const std::string json, codecs.Encode("json", payload, kFullAnswer));

  EXPECT_THAT(text, StartsWith("adaptive/v1\n"));
  EXPECT_LT(CountTokens(text, kDefaultTokenizer), CountTokens(json, kDefaultTokenizer) * 9 / 10);
}

// A count that equals its neighbour could change the text, and so the count.
TEST(AdaptiveCodec, StatesItsTokensWhateverTheBudget) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  Payload payload = TwoSymbols();
  ASSERT_TRUE(codecs.EncodeCounted("adaptive", payload, kFullAnswer, kDefaultTokenizer).ok());
  for (std::uint64_t budget = payload.tokens_used - 6; budget < payload.tokens_used + 6; ++budget) {
    Payload counted = TwoSymbols();
    counted.token_budget = budget;
    WM_ASSERT_OK_AND_ASSIGN(
        const std::string text,
        codecs.EncodeCounted("adaptive", counted, kFullAnswer, kDefaultTokenizer));
    EXPECT_EQ(counted.tokens_used, CountTokens(text, kDefaultTokenizer));
  }
}

TEST(AdaptiveCodec, ReadsTheJsonOfOthersToo) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  WM_ASSERT_OK_AND_ASSIGN(const std::string json, codecs.Encode("json", TwoSymbols(), kFullAnswer));
  EXPECT_THAT(codecs.Decode("adaptive", json), IsOkAndHolds(TwoSymbols()));
}

TEST(AdaptiveCodec, SaysWhatIsWrongInWhichLine) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  EXPECT_THAT(codecs.Decode("adaptive", "adaptive/v1\ntool\n"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("line 2")));
  EXPECT_THAT(codecs.Decode("adaptive", "adaptive/v1\ntool t\n"),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::wire
