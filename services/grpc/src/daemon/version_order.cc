#include "daemon/version_order.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

namespace waymark::services {
namespace {

using Numbers = std::array<std::uint32_t, 3>;

std::optional<Numbers> ReadVersion(std::string_view text) {
  Numbers numbers{};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
    const auto [after, error] = std::from_chars(at, end, numbers.at(i));
    if (error != std::errc()) return std::nullopt;
    at = after;
  }
  return at == end ? std::optional<Numbers>(numbers) : std::nullopt;
}

}  // namespace

bool IsNewer(std::string_view version, std::string_view than) {
  const std::optional<Numbers> newer = ReadVersion(version);
  const std::optional<Numbers> older = ReadVersion(than);
  return newer.has_value() && older.has_value() && *newer > *older;
}

}  // namespace waymark::services
