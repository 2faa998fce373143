// Formats numbers and days for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "graph/records.h"

namespace waymark::services {

std::string Grouped(std::uint64_t number);  // 1234567 -> "1,234,567"
std::string ByteSize(std::uint64_t bytes);  // 1234567 -> "1.2 MB", decimal units
std::string Duration(double seconds);       // "0.42 s", "75 s", "12 min"
// "2024-05-01", the day in UTC of so many seconds since 1970. A time outside of the years 1970 to
// 9999 gives the nearest day in them.
std::string UtcDay(std::int64_t unix_seconds);
// "1 file", "2 files".
std::string Counted(std::uint64_t number, std::string_view singular, std::string_view plural);
// "504 Scala, 31 YAML": at most kMaxKindsShown kinds, then how many more there are.
std::string KindsText(std::span<const KindCount> kinds);
inline constexpr std::size_t kMaxKindsShown = 12;

}  // namespace waymark::services
