#include "page_error.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/state_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kJsonType = "application/json; charset=utf-8";

struct StatusOfCode {
  absl::StatusCode code;
  HttpStatus status;
};

// Codes that are not listed are bugs of ours.
constexpr StatusOfCode kStatusesOfCodes[] = {
    {absl::StatusCode::kInvalidArgument, HttpStatus::kBadRequest},
    {absl::StatusCode::kNotFound, HttpStatus::kNotFound},
    {absl::StatusCode::kFailedPrecondition, HttpStatus::kConflict},
    {absl::StatusCode::kPermissionDenied, HttpStatus::kForbidden},
    {absl::StatusCode::kResourceExhausted, HttpStatus::kServiceUnavailable},
    {absl::StatusCode::kUnavailable, HttpStatus::kServiceUnavailable},
    {absl::StatusCode::kCancelled, HttpStatus::kServiceUnavailable},
    {absl::StatusCode::kDeadlineExceeded, HttpStatus::kServiceUnavailable},
    {absl::StatusCode::kDataLoss, HttpStatus::kServiceUnavailable},
};

HttpStatus HttpStatusOf(absl::StatusCode code) {
  const auto* const row =
      std::find_if(std::begin(kStatusesOfCodes), std::end(kStatusesOfCodes),
                   [&](const StatusOfCode& known) { return known.code == code; });
  return row == std::end(kStatusesOfCodes) ? HttpStatus::kInternalServerError : row->status;
}

std::string TextOf(const Remedy& remedy) {
  switch (remedy.kind) {
    case RemedyKind::kChange:
      return remedy.value.empty() ? fmt::format("leave out {}", remedy.field)
                                  : fmt::format("ask with {}={}", remedy.field, remedy.value);
    case RemedyKind::kReplace:
      return fmt::format("ask for {} in place of {}", remedy.value, remedy.given);
    case RemedyKind::kOutline:
      return "look at the map: it shows what the index holds";
    case RemedyKind::kStatus:
      break;
  }
  return "run: waymark status";
}

std::string RemedyText(const absl::Status& status) {
  const std::optional<Remedy> remedy = RemedyOf(status);
  return VisibleLine(remedy.has_value() ? TextOf(*remedy) : FixOf(status));
}

}  // namespace

HttpResponse ErrorResponse(const absl::Status& status) {
  Json error = {{"error", VisibleMessage(std::string(status.message()))},
                {"remedy", RemedyText(status)}};
  const Json fields = ErrorFields(status);
  if (fields.contains("candidates")) error["candidates"] = fields["candidates"];
  HttpResponse response = JsonResponse(Compact(error) + "\n");
  response.status = HttpStatusOf(status.code());
  return response;
}

HttpResponse JsonResponse(std::string json) {
  return {.headers = {{"Content-Type", std::string(kJsonType)}}, .body = std::move(json)};
}

}  // namespace waymark::services
