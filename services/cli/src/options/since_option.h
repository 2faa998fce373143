// --since TIME
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// Milliseconds since 1970 of "7d", "24h" or "30m" before `now`, or of the beginning of "2026-11-30"
// in UTC. Nothing for any other text, or a time after `now`.
std::optional<std::int64_t> ParseSince(std::string_view text, std::int64_t now);

struct SinceOption {
  std::string text;  // empty: the option is not given

  void AddTo(CLI::App& app, const std::string& meaning);
  // 0 without the option.
  std::int64_t Resolve(std::int64_t now) const;
};

}  // namespace waymark::services
