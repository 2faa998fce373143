// Asks a server what the answers of its tools are like.
#include <string>

#include <fmt/format.h>

#include "graph/status.h"
#include "proxy/http_exchange.h"
#include "services/tuner.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr int kStatusOfAnAnswer = 200;
constexpr std::chrono::seconds kFingerprintsTime{30};

// Why the list was not given.
std::string FaultOfStatus(const HttpUrl& url, int status) {
  return fmt::format(
      "{}{} answered with the status {} of HTTP; its server tells fingerprints if it "
      "was started for that, as by `waymark mcp --http PORT --share-fingerprints`",
      wire::VisibleLine(url.authority), kFingerprintsPath, status);
}

}  // namespace

absl::StatusOr<std::vector<EndpointFingerprint>> FetchFingerprints(
    std::string_view address, std::string_view token, const std::atomic<bool>& stopped) {
  while (address.ends_with('/')) address.remove_suffix(1);
  WM_ASSIGN_OR_RETURN(const HttpUrl url,
                      ReadHttpUrl(fmt::format("{}{}", address, kFingerprintsPath)));
  OutgoingRequest request{.method = "GET", .headers = {{"Accept", "application/json"}}, .body = ""};
  request.answer_time = kFingerprintsTime;
  if (!token.empty()) request.headers["Authorization"] = fmt::format("Bearer {}", token);
  int status = 0;
  std::string list;
  WM_RETURN_IF_ERROR(ExchangeHttp(url, request, stopped,
                                  {.written = [] {},
                                   .head = [&](const HttpHead& head) { status = head.status; },
                                   .body =
                                       [&](std::string_view bytes) {
                                         list += bytes;
                                         return list.size() <= kMaxFingerprintsBytes;
                                       }}));
  if (status != kStatusOfAnAnswer) return absl::UnavailableError(FaultOfStatus(url, status));
  if (list.size() > kMaxFingerprintsBytes) {
    return absl::InvalidArgumentError(
        fmt::format("the list has more than {} MiB", kMaxFingerprintsBytes >> 20));
  }
  return ReadFingerprintList(list);
}

}  // namespace waymark::services
