#include "text/numbers.h"

#include <array>
#include <charconv>
#include <cmath>

namespace waymark::wire {
namespace {

// The longest text: -340282346638528859811704183484516925440.00
using NumberBuffer = std::array<char, 64>;

constexpr double kExactHundredths = 1e15;
constexpr float kSmallestFixed = 1e-6F;
constexpr float kFixedBound = 9007199254740992.0F;  // 2^53

}  // namespace

void AppendInteger(std::string& out, std::uint64_t value) {
  NumberBuffer buffer;
  out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
}

void AppendTwoDecimals(std::string& out, float value) {
  // A hundred times a float is exact in a double, so this rounds the exact value, to even at a tie.
  const double hundredths = std::nearbyint(double{value} * 100);
  if (std::fabs(hundredths) < kExactHundredths) {
    const auto rounded = static_cast<std::int64_t>(hundredths);
    const auto magnitude = static_cast<std::uint64_t>(rounded < 0 ? -rounded : rounded);
    if (rounded < 0) out += '-';
    AppendInteger(out, magnitude / 100);
    out += '.';
    out += static_cast<char>('0' + magnitude / 10 % 10);
    out += static_cast<char>('0' + magnitude % 10);
    return;
  }
  NumberBuffer buffer;
  char* const last = buffer.data() + buffer.size();
  out.append(buffer.data(),
             std::to_chars(buffer.data(), last, value, std::chars_format::fixed, 2).ptr);
}

void AppendShortest(std::string& out, float value) {
  NumberBuffer buffer;
  char* const last = buffer.data() + buffer.size();
  const float magnitude = std::fabs(value);
  const bool fixed = value == 0 || (magnitude >= kSmallestFixed && magnitude < kFixedBound);
  const auto result =
      fixed ? std::to_chars(buffer.data(), last, value, std::chars_format::fixed)
            : std::to_chars(buffer.data(), last, value, std::chars_format::scientific);
  out.append(buffer.data(), result.ptr);
}

}  // namespace waymark::wire
