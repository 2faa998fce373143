#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/state_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kRemedyField[] = "remedy";

constexpr FieldNames kFieldNames[] = {
    {"budget_tokens", "token_budget", "--budget", /*is_number=*/true},
    {"cursor", "cursor", "--cursor"},
    {"exclude", "exclude", "--exclude"},
    {"pack_root", "pack_root", "--pack-root"},
    {"session", "session", "--session"},
};

struct RemedyRow {
  RemedyKind kind;
  std::string_view name;
};

constexpr RemedyRow kRemedies[] = {
    {RemedyKind::kChange, "change"},
    {RemedyKind::kReplace, "replace"},
    {RemedyKind::kSearch, "search"},
    {RemedyKind::kStatus, "status"},
};

std::string_view RemedyName(RemedyKind kind) {
  return std::find_if(std::begin(kRemedies), std::end(kRemedies),
                      [&](const RemedyRow& row) { return row.kind == kind; })
      ->name;
}

// "session.py" of "src/session.py:40", and "total" of "src/cart.py:total".
std::string_view SearchTextOf(std::string_view given) {
  const std::size_t colon = given.rfind(':');
  const std::string_view last = colon == std::string_view::npos ? "" : given.substr(colon + 1);
  const bool is_line = !last.empty() && last.find_first_not_of("0123456789") == last.npos;
  if (is_line) given = given.substr(0, colon);
  const bool is_name_in_file =
      !is_line && !last.empty() && given.substr(0, colon).find('/') != given.npos;
  if (is_name_in_file) return last;
  while (given.size() > 1 && given.ends_with('/')) given.remove_suffix(1);
  const std::size_t slash = given.rfind('/');
  const bool has_part = slash != std::string_view::npos && slash + 1 < given.size();
  return has_part ? given.substr(slash + 1) : given;
}

}  // namespace

Remedy WithoutField(std::string_view field) { return WithField(field, ""); }

Remedy WithField(std::string_view field, std::string value) {
  return {.kind = RemedyKind::kChange, .field = std::string(field), .value = std::move(value)};
}

Remedy WithText(std::string_view given, std::string value) {
  return {.kind = RemedyKind::kReplace, .given = std::string(given), .value = std::move(value)};
}

Remedy SearchFor(std::string_view given) {
  return {.kind = RemedyKind::kSearch, .value = std::string(SearchTextOf(given))};
}

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
  status.SetPayload(kRemedyField, absl::Cord(Compact(written)));
  return status;
}

std::optional<Remedy> RemedyOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kRemedyField);
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
  told.ErasePayload(kRemedyField);
  return FixOf(status).empty() ? WithFix(std::move(told), call) : told;
}

}  // namespace waymark::services
