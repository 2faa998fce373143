#include "services/quantities.h"

#include <algorithm>
#include <ctime>
#include <iterator>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "services/visible_text.h"

namespace waymark::services {

std::string Grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, 1, ',');
  return digits;
}

std::string ByteSize(std::uint64_t bytes) {
  constexpr std::uint64_t kStep = 1000;
  constexpr const char* kUnits[] = {"kB", "MB", "GB", "TB"};
  if (bytes < kStep) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / kStep;
  const char* const* unit = kUnits;
  while (size >= kStep && unit + 1 != std::end(kUnits)) {
    size /= kStep;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, *unit);
}

std::string Duration(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kLongSeconds = 10;
  constexpr double kLongMinutes = 3 * kMinute;
  if (seconds < kLongSeconds) return fmt::format("{:.2f} s", seconds);
  if (seconds < kLongMinutes) return fmt::format("{:.0f} s", seconds);
  return fmt::format("{:.0f} min", seconds / kMinute);
}

std::string UtcDay(std::int64_t unix_seconds) {
  constexpr std::int64_t kLast = 253'402'300'799;
  const std::int64_t within = std::clamp<std::int64_t>(unix_seconds, 0, kLast);
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(static_cast<std::time_t>(within)));
}

std::string Counted(std::uint64_t number, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", Grouped(number), number == 1 ? singular : plural);
}

std::string KindsText(std::span<const KindCount> kinds) {
  std::string text;
  for (const KindCount& kind : kinds.first(std::min(kinds.size(), kMaxKindsShown))) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", Grouped(kind.files),
                        VisibleLine(kind.kind));
  }
  if (kinds.size() > kMaxKindsShown) {
    text += fmt::format(", {} more", Counted(kinds.size() - kMaxKindsShown, "kind", "kinds"));
  }
  return text;
}

}  // namespace waymark::services
