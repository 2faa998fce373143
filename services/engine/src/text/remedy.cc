#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/state_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr FieldNames kFieldNames[] = {
    {"at", "at", "--at"},
    {"base", "base", "--diff"},
    {"budget_tokens", "token_budget", "--budget", /*is_number=*/true},
    {"cursor", "cursor", "--cursor"},
    {"exclude", "exclude", "--exclude"},
    {"pack_root", "pack_root", "--pack-root"},
    {"repo", "repo", "--repo"},
    {"session", "session", "--session"},
};

struct RemedyRow {
  RemedyKind kind;
  std::string_view name;
};

constexpr RemedyRow kRemedies[] = {
    {RemedyKind::kChange, "change"},
    {RemedyKind::kReplace, "replace"},
    {RemedyKind::kOutline, "outline"},
    {RemedyKind::kStatus, "status"},
};

std::string_view RemedyName(RemedyKind kind) {
  return std::find_if(std::begin(kRemedies), std::end(kRemedies),
                      [&](const RemedyRow& row) { return row.kind == kind; })
      ->name;
}

}  // namespace

Remedy WithoutField(std::string_view field) { return WithField(field, ""); }

Remedy WithField(std::string_view field, std::string value) {
  return {.kind = RemedyKind::kChange, .field = std::string(field), .value = std::move(value)};
}

Remedy WithText(std::string_view given, std::string value) {
  return {.kind = RemedyKind::kReplace, .given = std::string(given), .value = std::move(value)};
}

Remedy WithTextIn(std::string_view field, std::string_view given, std::string value) {
  Remedy remedy = WithText(given, std::move(value));
  remedy.field = field;
  return remedy;
}

Remedy OutlineInstead() { return {.kind = RemedyKind::kOutline}; }

FieldNames NamesOf(const Remedy& remedy) {
  const auto* const row =
      std::find_if(std::begin(kFieldNames), std::end(kFieldNames),
                   [&](const FieldNames& names) { return names.field == remedy.field; });
  if (row != std::end(kFieldNames)) return *row;
  return {.field = remedy.field, .argument = remedy.field, .option = remedy.field};
}

absl::Status WithRemedy(absl::Status status, const Remedy& remedy) {
  const Json written = {{"kind", RemedyName(remedy.kind)},
                        {"field", remedy.field},
                        {"given", remedy.given},
                        {"value", remedy.value}};
  status.SetPayload(kRemedyPayload, absl::Cord(Compact(written)));
  return status;
}

std::optional<Remedy> RemedyOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kRemedyPayload);
  if (!payload.has_value()) return std::nullopt;
  const Json written = Json::parse(std::string(*payload), nullptr, /*allow_exceptions=*/false);
  const auto text = [&](const char* name) {
    const Json value = written.is_object() ? written.value(name, Json()) : Json();
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  const std::string kind = text("kind");
  const auto* const row = std::find_if(std::begin(kRemedies), std::end(kRemedies),
                                       [&](const RemedyRow& known) { return known.name == kind; });
  if (row == std::end(kRemedies)) return std::nullopt;
  return Remedy{
      .kind = row->kind, .field = text("field"), .given = text("given"), .value = text("value")};
}

absl::Status WithCallThatWorks(const absl::Status& status, std::string_view lead,
                               std::string_view call) {
  const std::string message(status.message());
  // A list of candidates has a line for each.
  const bool has_lines = message.find('\n') != std::string::npos;
  absl::Status told(status.code(),
                    fmt::format("{}{}{}: {}", message, has_lines ? "\n  " : "; ", lead, call));
  status.ForEachPayload(
      [&](auto name, const absl::Cord& payload) { told.SetPayload(name, payload); });
  told.ErasePayload(kRemedyPayload);
  return FixOf(status).empty() ? WithFix(std::move(told), call) : told;
}

}  // namespace waymark::services
