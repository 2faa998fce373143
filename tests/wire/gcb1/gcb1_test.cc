#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

std::string FromHex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

absl::StatusOr<std::string> EncodeGcb1(const Payload& payload) {
  return CodecRegistry::BuiltIn().Encode("gcb1", payload, kGraphOnly);
}

absl::StatusOr<Payload> DecodeGcb1(std::string_view bytes) {
  return CodecRegistry::BuiltIn().Decode("gcb1", bytes);
}

// "GCB1", version 1, tool "t", no tokens, no budget; then what the test gives.
std::string AfterHeader(std::string_view rest) {
  return std::string("GCB1\x01\x01t\x00\x00", 9) + std::string(rest);
}

TEST(Gcb1, WritesThePublishedBytes) {
  EXPECT_THAT(EncodeGcb1(TwoSymbols()), testing::IsOkAndHolds(FromHex(kTwoSymbolsGcb1Hex)));
}

TEST(Gcb1, ReadsThePublishedBytes) {
  EXPECT_THAT(DecodeGcb1(FromHex(kTwoSymbolsGcb1Hex)), testing::IsOkAndHolds(TwoSymbols()));
}

TEST(Gcb1, KeepsNumbersThatHaveNoName) {
  std::string bytes = FromHex(kTwoSymbolsGcb1Hex);
  bytes[0x25] = static_cast<char>(200);             // kind of the first symbol
  bytes[0x2A] = static_cast<char>(99);              // its provenance
  bytes[bytes.size() - 2] = static_cast<char>(77);  // type of the edge

  const absl::StatusOr<Payload> payload = DecodeGcb1(bytes);

  ASSERT_THAT(payload, IsOk());
  EXPECT_EQ(TermName(*payload, payload->symbols[0].kind), "unknown_200");
  EXPECT_EQ(TermName(*payload, payload->symbols[0].provenance), "unknown_99");
  EXPECT_EQ(TermName(*payload, payload->edges[0].type), "unknown_77");
  EXPECT_THAT(EncodeGcb1(*payload), testing::IsOkAndHolds(bytes));
}

TEST(Gcb1, RefusesAnUnknownVersion) {
  std::string bytes = FromHex(kTwoSymbolsGcb1Hex);
  bytes[4] = 2;

  EXPECT_THAT(DecodeGcb1(bytes), StatusIs(absl::StatusCode::kFailedPrecondition,
                                          HasSubstr("version 2 at offset 4, this build reads 1")));
}

TEST(Gcb1, RefusesForeignBytes) {
  EXPECT_THAT(DecodeGcb1(""), StatusIs(absl::StatusCode::kInvalidArgument,
                                       HasSubstr("offset 0: the bytes do not begin with 'GCB1'")));
  EXPECT_THAT(DecodeGcb1("{\"tool\":\"t\"}"), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(Gcb1, RefusesATruncationAtEveryByte) {
  const std::string bytes = FromHex(kTwoSymbolsGcb1Hex);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(DecodeGcb1(std::string_view(bytes).substr(0, size)),
                StatusIs(absl::StatusCode::kInvalidArgument))
        << size;
  }
}

TEST(Gcb1, RefusesTrailingBytes) {
  EXPECT_THAT(DecodeGcb1(FromHex(kTwoSymbolsGcb1Hex) + '\0'),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("after the end")));
}

TEST(Gcb1, RefusesCountsThatTheBytesCannotHold) {
  // 2^28 symbols in no bytes: refused before any memory is taken for them.
  EXPECT_THAT(DecodeGcb1(AfterHeader(std::string("\x80\x80\x80\x80\x01\x00", 6))),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("more records")));
  EXPECT_THAT(DecodeGcb1(AfterHeader(std::string("\x00\x01\x00\x00", 4))),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("more records")));
}

TEST(Gcb1, RefusesVarintsThatAreTooLong) {
  EXPECT_THAT(DecodeGcb1(AfterHeader(std::string("\x80\x00\x00", 3))),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("varint")));
  EXPECT_THAT(DecodeGcb1(AfterHeader("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("varint")));
}

TEST(Gcb1, RefusesAnEdgeToNoSymbol) {
  std::string bytes = FromHex(kTwoSymbolsGcb1Hex);
  bytes[bytes.size() - 4] = 2;

  EXPECT_THAT(DecodeGcb1(bytes), StatusIs(absl::StatusCode::kInvalidArgument,
                                          HasSubstr("edge 0 at offset 107: an edge to a symbol")));
}

TEST(Gcb1, RefusesTextThatIsNotUtf8) {
  std::string bytes = FromHex(kTwoSymbolsGcb1Hex);
  bytes[0x1D] = static_cast<char>(0xFF);

  EXPECT_THAT(DecodeGcb1(bytes),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("symbol 0 at offset 29: a byte that is not UTF-8")));
}

TEST(Gcb1, RefusesNumbersThatAreNotFinite) {
  std::string bytes = FromHex(kTwoSymbolsGcb1Hex);
  const float infinity = std::numeric_limits<float>::infinity();
  std::memcpy(bytes.data() + 0x26, &infinity, sizeof infinity);

  EXPECT_THAT(DecodeGcb1(bytes),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("symbol 0 at offset 38: a number that is not")));
}

TEST(Gcb1, RefusesAnUnknownStatus) {
  std::string bytes = FromHex(kTwoSymbolsGcb1Hex);
  bytes.back() = 3;

  EXPECT_THAT(DecodeGcb1(bytes), StatusIs(absl::StatusCode::kInvalidArgument,
                                          HasSubstr("edge 0 at offset 110: an unknown status")));
}

TEST(Gcb1, SaysWhichNameItHasNoNumberFor) {
  Payload payload = TwoSymbols();
  payload.symbols[1].kind = *KindTerm(payload, "macro");

  EXPECT_THAT(EncodeGcb1(payload),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("symbols[1].kind: 'macro'")));
}

TEST(Gcb1, KeepsRankOrderAndFullPrecision) {
  Payload payload = TwoSymbols();
  std::swap(payload.symbols[0], payload.symbols[1]);
  payload.symbols[0].score = std::nextafter(0.5F, 1.0F);

  const absl::StatusOr<std::string> bytes = EncodeGcb1(payload);

  ASSERT_THAT(bytes, IsOk());
  EXPECT_THAT(DecodeGcb1(*bytes), testing::IsOkAndHolds(payload));
}

TEST(Gcb1, NeverCrashesOnFlippedBits) {
  absl::StatusOr<std::string> bytes = EncodeGcb1(RandomGraph(7));
  ASSERT_THAT(bytes, IsOk());
  for (std::size_t at = 0; at < bytes->size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      const auto flip = static_cast<char>(1 << bit);
      (*bytes)[at] = static_cast<char>((*bytes)[at] ^ flip);
      const absl::StatusOr<Payload> payload = DecodeGcb1(*bytes);
      // What is accepted is said back in the same bytes.
      if (payload.ok()) {
        EXPECT_THAT(EncodeGcb1(*payload), testing::IsOkAndHolds(*bytes));
      }
      (*bytes)[at] = static_cast<char>((*bytes)[at] ^ flip);
    }
  }
}

}  // namespace
}  // namespace waymark::wire
