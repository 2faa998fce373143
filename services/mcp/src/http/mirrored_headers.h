// Headers that repeat what is in the body of a request, which the stateless revision wants so that
// what stands between may route by them (2026-07-28, streamable HTTP, request metadata).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "services/http_message.h"
#include "services/json_rpc.h"

namespace waymark::services {

// The name of a revision in a request's `_meta`; "" when there is none.
std::string RevisionInMeta(const RpcMessage& message);

// What is wrong with the headers of a request of that revision.
std::optional<RpcError> FindHeaderMismatch(const HttpRequest& http, const RpcMessage& message);

// "=?base64?QQ==?=" becomes "A"; other text stays. No value for what is no Base64 (RFC 4648, 4).
std::optional<std::string> DecodedHeader(std::string_view value);

}  // namespace waymark::services
