// Reads the parameters of a message. InvalidArgument names the member and the expected value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "encoded_text.h"
#include "services/json_rpc.h"

namespace waymark::services {

// Null if `parent` is not an object or has no such member.
const Json& Member(const Json& parent, std::string_view name);
// The member at the end of a chain of names.
const Json& Member(const Json& parent, std::string_view first, std::string_view second);
bool IsTrue(const Json& value);

absl::StatusOr<std::string> ReadText(const Json& parent, std::string_view name);
// 0..2^31-1.
absl::StatusOr<std::uint32_t> ReadNumber(const Json& parent, std::string_view name);
// `usual` if it is absent.
absl::StatusOr<std::uint32_t> ReadNumber(const Json& parent, std::string_view name,
                                         std::uint32_t usual);
// The same, from 1 on.
absl::StatusOr<std::uint32_t> ReadCount(const Json& parent, std::string_view name,
                                        std::uint32_t usual);
absl::StatusOr<ClientPosition> ReadPosition(const Json& parent, std::string_view name);
absl::StatusOr<ClientRange> ReadRange(const Json& parent, std::string_view name);

Json ToJson(ClientPosition position);
Json ToJson(const ClientRange& range);

}  // namespace waymark::services
