#include "text/numbers.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace waymark::wire {
namespace {

std::string TwoDecimals(float value) {
  std::string text;
  AppendTwoDecimals(text, value);
  return text;
}

std::string Shortest(float value) {
  std::string text;
  AppendShortest(text, value);
  return text;
}

TEST(AppendTwoDecimals, RoundsHalfToEvenOnTheExactValue) {
  EXPECT_EQ(TwoDecimals(0.125F), "0.12");
  EXPECT_EQ(TwoDecimals(0.375F), "0.38");
  EXPECT_EQ(TwoDecimals(0.625F), "0.62");
  EXPECT_EQ(TwoDecimals(0.78F), "0.78");
  EXPECT_EQ(TwoDecimals(1.0F), "1.00");
  EXPECT_EQ(TwoDecimals(-0.5F), "-0.50");
}

TEST(AppendTwoDecimals, NeverWritesMinusZero) {
  EXPECT_EQ(TwoDecimals(-0.0F), "0.00");
  EXPECT_EQ(TwoDecimals(-0.001F), "0.00");
}

TEST(AppendTwoDecimals, EqualsTheLibraryForEveryMagnitude) {
  std::mt19937 random(5);
  for (int i = 0; i < 100000; ++i) {
    const auto value =
        std::ldexp(static_cast<float>(random()), static_cast<int>(random() % 60) - 50);
    char buffer[64];
    const char* const end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 2).ptr;
    ASSERT_EQ(TwoDecimals(value), std::string_view(buffer, static_cast<std::size_t>(end - buffer)));
  }
}

TEST(AppendTwoDecimals, HoldsTheLargestFloat) {
  EXPECT_EQ(TwoDecimals(std::numeric_limits<float>::lowest()),
            "-340282346638528859811704183484516925440.00");
}

TEST(AppendShortest, WritesTheDecimalAPersonWouldWrite) {
  EXPECT_EQ(Shortest(0.78F), "0.78");
  EXPECT_EQ(Shortest(1.0F), "1");
  EXPECT_EQ(Shortest(0.0001F), "0.0001");
  EXPECT_EQ(Shortest(100000.0F), "100000");
  EXPECT_EQ(Shortest(0.0F), "0");
  EXPECT_EQ(Shortest(1e-7F), "1e-07");
}

TEST(AppendShortest, ReadsBackAsTheSameFloat) {
  std::mt19937 random(4);
  for (int i = 0; i < 20000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (value != value || value - value != 0) continue;
    const std::string text = Shortest(value);
    float back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(std::memcmp(&value, &back, sizeof value), 0) << text;
  }
}

}  // namespace
}  // namespace waymark::wire
