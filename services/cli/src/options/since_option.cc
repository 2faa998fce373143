#include "options/since_option.h"

#include <charconv>
#include <chrono>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace waymark::services {
namespace {

struct TimeUnit {
  char sign;
  std::int64_t milliseconds;
};

constexpr TimeUnit kTimeUnits[] = {{'d', 86'400'000}, {'h', 3'600'000}, {'m', 60'000}};
constexpr int kMostUnits = 100'000;

// The whole text as a number without a sign.
std::optional<int> WholeNumberOf(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc() && at == end && number >= 0 && text[0] != '-';
  return is_number ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> ParseDay(std::string_view text) {
  constexpr std::size_t kLength = 10;  // 2026-11-30
  if (text.size() != kLength || text[4] != '-' || text[7] != '-') return std::nullopt;
  const std::optional<int> year = WholeNumberOf(text.substr(0, 4));
  const std::optional<int> month = WholeNumberOf(text.substr(5, 2));
  const std::optional<int> day = WholeNumberOf(text.substr(8, 2));
  if (!year || !month || !day || *year < 1970) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::milliseconds(std::chrono::sys_days(date).time_since_epoch()).count();
}

}  // namespace

std::optional<std::int64_t> ParseSince(std::string_view text, std::int64_t now) {
  if (const std::optional<std::int64_t> day = ParseDay(text); day.has_value()) {
    return *day <= now ? day : std::nullopt;
  }
  for (const TimeUnit& unit : kTimeUnits) {
    if (text.size() < 2 || text.back() != unit.sign) continue;
    const std::optional<int> count = WholeNumberOf(text.substr(0, text.size() - 1));
    if (!count || *count > kMostUnits) return std::nullopt;
    return std::max<std::int64_t>(0, now - *count * unit.milliseconds);
  }
  return std::nullopt;
}

void SinceOption::AddTo(CLI::App& app, const std::string& meaning) {
  const auto check = [](const std::string& written) -> std::string {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    if (ParseSince(written, milliseconds).has_value()) return "";
    return fmt::format("'{}' is no time before now; write it like 7d, 24h, 30m or 2026-11-30",
                       written);
  };
  app.add_option("--since", text, meaning)->type_name("TIME")->check(check);
}

std::int64_t SinceOption::Resolve(std::int64_t now) const {
  return text.empty() ? 0 : ParseSince(text, now).value_or(0);
}

}  // namespace waymark::services
