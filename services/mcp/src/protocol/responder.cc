#include "protocol/responder.h"

#include <utility>

#include "services/version.h"

namespace waymark::services {
namespace {

constexpr char kMetaServer[] = "io.modelcontextprotocol/serverInfo";
// Tools change only with the program.
constexpr int kListingHoldsMs = 3'600'000;

}  // namespace

Json ServerInfo() { return {{"name", "waymark"}, {"title", "Waymark"}, {"version", kVersion}}; }

RpcError InvalidRequest(std::string message) {
  return {.code = RpcErrorCode::kInvalidRequest, .message = std::move(message), .data = nullptr};
}

RpcError InvalidParams(std::string message) {
  return {.code = RpcErrorCode::kInvalidParams, .message = std::move(message), .data = nullptr};
}

void Responder::operator()(Json result, Holds holds) const {
  if (revision.is_stateless) {
    result["resultType"] = "complete";
    result["_meta"][kMetaServer] = ServerInfo();
    if (holds != Holds::kUnsaid) {
      result["ttlMs"] = holds == Holds::kLong ? kListingHoldsMs : 0;
      result["cacheScope"] = holds == Holds::kLong ? "public" : "private";
    }
  }
  sink->Reply(ResultLine(id, result));
}

}  // namespace waymark::services
