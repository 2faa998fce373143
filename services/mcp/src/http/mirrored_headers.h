// Headers that repeat parts of a request's body. The stateless revision requires them so that
// proxies can route by them (2026-07-28, streamable HTTP, request metadata).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "services/http_message.h"
#include "services/json_rpc.h"

namespace waymark::services {

// The name of the revision in a request's `_meta`; "" if there is none.
std::string RevisionInMeta(const RpcMessage& message);

// Describes what is wrong with the headers of a request of that revision.
std::optional<RpcError> FindHeaderMismatch(const HttpRequest& http, const RpcMessage& message);

// Turns "=?base64?QQ==?=" into "A"; other text is unchanged. No value for invalid Base64 (RFC 4648,
// 4).
std::optional<std::string> DecodedHeader(std::string_view value);

}  // namespace waymark::services
