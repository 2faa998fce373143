#include "params.h"

#include <limits>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

absl::Status HasToBe(std::string_view name, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("'{}' must be {}", name, what));
}

}  // namespace

const Json& Member(const Json& parent, std::string_view name) {
  static const Json kNull;
  if (!parent.is_object()) return kNull;
  const auto found = parent.find(name);
  return found == parent.end() ? kNull : *found;
}

const Json& Member(const Json& parent, std::string_view first, std::string_view second) {
  return Member(Member(parent, first), second);
}

bool IsTrue(const Json& value) { return value.is_boolean() && value.get<bool>(); }

absl::StatusOr<std::string> ReadText(const Json& parent, std::string_view name) {
  const Json& value = Member(parent, name);
  if (!value.is_string()) return HasToBe(name, "text");
  return value.get<std::string>();
}

absl::StatusOr<std::uint32_t> ReadNumber(const Json& parent, std::string_view name) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
  const Json& value = Member(parent, name);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMost) {
    return HasToBe(name, fmt::format("a whole number from 0 to {}", kMost));
  }
  return value.get<std::uint32_t>();
}

absl::StatusOr<std::uint32_t> ReadNumber(const Json& parent, std::string_view name,
                                         std::uint32_t usual) {
  if (Member(parent, name).is_null()) return usual;
  return ReadNumber(parent, name);
}

absl::StatusOr<std::uint32_t> ReadCount(const Json& parent, std::string_view name,
                                        std::uint32_t usual) {
  WM_ASSIGN_OR_RETURN(const std::uint32_t number, ReadNumber(parent, name, usual));
  if (number == 0) return HasToBe(name, "a whole number from 1");
  return number;
}

absl::StatusOr<ClientPosition> ReadPosition(const Json& parent, std::string_view name) {
  const Json& value = Member(parent, name);
  if (!value.is_object()) return HasToBe(name, "a position");
  ClientPosition position;
  WM_ASSIGN_OR_RETURN(position.line, ReadNumber(value, "line"));
  WM_ASSIGN_OR_RETURN(position.character, ReadNumber(value, "character"));
  return position;
}

absl::StatusOr<ClientRange> ReadRange(const Json& parent, std::string_view name) {
  const Json& value = Member(parent, name);
  if (!value.is_object()) return HasToBe(name, "a range");
  ClientRange range;
  WM_ASSIGN_OR_RETURN(range.start, ReadPosition(value, "start"));
  WM_ASSIGN_OR_RETURN(range.end, ReadPosition(value, "end"));
  if (range.end < range.start) return HasToBe(name, "a range that does not end before it begins");
  return range;
}

Json ToJson(ClientPosition position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json ToJson(const ClientRange& range) {
  return {{"start", ToJson(range.start)}, {"end", ToJson(range.end)}};
}

}  // namespace waymark::services
