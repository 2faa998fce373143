#include "numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace waymark::wire {
namespace {

// The longest text: -340282346638528859811704183484516925440.00
using NumberBuffer = std::array<char, 64>;

constexpr float kSmallestFixed = 1e-6F;
constexpr float kFixedBound = 9007199254740992.0F;  // 2^53

}  // namespace

void AppendInteger(std::string& out, std::uint64_t value) {
  NumberBuffer buffer;
  out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
}

void AppendTwoDecimals(std::string& out, float value) {
  NumberBuffer buffer;
  const char* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                  std::chars_format::fixed, 2)
                        .ptr;
  const char* begin = buffer.data();
  if (std::string_view(begin, static_cast<std::size_t>(end - begin)) == "-0.00") ++begin;
  out.append(begin, end);
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
