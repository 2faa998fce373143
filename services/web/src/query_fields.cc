#include "query_fields.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/ascii.h"
#include "graph/status.h"
#include "retrieval/edit_distance.h"
#include "services/percent_escapes.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using FieldTexts = std::vector<std::string>;

// They change the form of an answer to one that only agents read.
constexpr std::string_view kFieldsOfAgents[] = {"pack_root", "session"};

bool IsForPage(const RequestField& field) {
  const bool is_of_agents = std::find(std::begin(kFieldsOfAgents), std::end(kFieldsOfAgents),
                                      field.name) != std::end(kFieldsOfAgents);
  const bool is_of_people = !field.option.empty() || !field.argument.empty();
  return !field.name.empty() && is_of_people && !is_of_agents &&
         field.value.type != FieldType::kRepositories;
}

std::string Decoded(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return Unescaped(spaced);
}

absl::Status UnknownField(const RequestFields& table, const std::string& name) {
  FieldTexts known;
  for (const RequestField& field : table.rows) {
    if (IsForPage(field)) known.emplace_back(field.name);
  }
  const auto near = retrieval::NearestName(name, known);
  return absl::InvalidArgumentError(fmt::format(
      "'{}' is no field of {}{}; it has: {}", VisibleLine(name), table.command,
      near.has_value() ? fmt::format(" (did you mean '{}'?)", *near) : "", fmt::join(known, ", ")));
}

absl::Status WrongValue(const RequestField& field, const std::string& value,
                        const std::string& wanted) {
  return absl::InvalidArgumentError(
      fmt::format("{}: '{}' is not {}", field.name, VisibleLine(value), wanted));
}

absl::StatusOr<FieldValue> NumberIn(const RequestField& field, const std::string& text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc() && at == end && !text.empty();
  if (!is_number || number < field.least || number > field.most) {
    return WrongValue(field, text,
                      fmt::format("a whole number from {} to {}", field.least, field.most));
  }
  return FieldValue(number);
}

absl::StatusOr<FieldValue> ShareIn(const RequestField& field, const std::string& text) {
  float share = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, share);
  const bool is_number = error == std::errc() && at == end && !text.empty();
  if (!is_number || !(share >= 0 && share <= 1)) return WrongValue(field, text, "from 0 to 1");
  return FieldValue(share);
}

absl::StatusOr<FieldValue> FlagIn(const RequestField& field, const std::string& text) {
  if (text.empty() || text == "true") return FieldValue(true);
  if (text == "false") return FieldValue(false);
  return WrongValue(field, text, "true or false");
}

absl::StatusOr<FieldValue> WordsIn(const RequestField& field, const FieldTexts& texts) {
  FieldTexts words;
  for (const std::string& text : texts) {
    std::string word = text;
    std::replace(word.begin(), word.end(), '-', '_');
    if (!KnowsWord(field, word)) word = text;  // few words have dashes of their own
    if (!KnowsWord(field, word)) {
      return WrongValue(field, text, fmt::format("one of: {}", ListOf(field.value.words())));
    }
    words.push_back(std::move(word));
  }
  if (field.value.type == FieldType::kWords) return FieldValue(std::move(words));
  return FieldValue(std::move(words.front()));
}

absl::Status CheckNotBlank(const RequestField& field, const FieldTexts& texts) {
  const bool has_blank = std::any_of(texts.begin(), texts.end(),
                                     [](const std::string& text) { return Trimmed(text).empty(); });
  if (!has_blank || field.advice.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format("{} is empty: {}", field.name, field.advice));
}

absl::StatusOr<FieldValue> ValueIn(const RequestField& field, const FieldTexts& texts) {
  const FieldType type = field.value.type;
  if (type == FieldType::kTexts || type == FieldType::kText) {
    WM_RETURN_IF_ERROR(CheckNotBlank(field, texts));
  }
  if (type == FieldType::kTexts) return FieldValue(texts);
  if (type == FieldType::kWords) return WordsIn(field, texts);
  if (texts.size() > 1) {
    return absl::InvalidArgumentError(fmt::format("{} is given twice", field.name));
  }
  switch (type) {
    case FieldType::kNumber:
      return NumberIn(field, texts.front());
    case FieldType::kShare:
      return ShareIn(field, texts.front());
    case FieldType::kFlag:
      return FlagIn(field, texts.front());
    case FieldType::kWord:
      return WordsIn(field, texts);
    default:
      return FieldValue(texts.front());
  }
}

FieldTexts TextsOf(std::string_view name, std::span<const QueryField> given) {
  FieldTexts texts;
  for (const QueryField& field : given) {
    if (field.name == name) texts.push_back(field.value);
  }
  return texts;
}

}  // namespace

QueryFields ReadQuery(std::string_view query) {
  QueryFields fields;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view part = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    fields.push_back({.name = Decoded(part.substr(0, equals)),
                      .value = Decoded(part.substr(std::min(equals + 1, part.size())))});
  }
  return fields;
}

absl::StatusOr<std::string> TakeField(std::string_view name, QueryFields& fields) {
  FieldTexts texts = TextsOf(name, fields);
  if (texts.size() > 1) return absl::InvalidArgumentError(fmt::format("{} is given twice", name));
  std::erase_if(fields, [&](const QueryField& field) { return field.name == name; });
  return texts.empty() ? "" : std::move(texts.front());
}

absl::Status SetFields(const RequestFields& table, std::span<const QueryField> given,
                       void* request) {
  for (const QueryField& field : given) {
    const bool is_known = std::any_of(
        table.rows.begin(), table.rows.end(),
        [&](const RequestField& row) { return IsForPage(row) && row.name == field.name; });
    if (!is_known) return UnknownField(table, field.name);
  }
  for (const RequestField& row : table.rows) {
    if (!IsForPage(row)) continue;
    const FieldTexts texts = TextsOf(row.name, given);
    if (!texts.empty()) {
      WM_ASSIGN_OR_RETURN(FieldValue value, ValueIn(row, texts));
      row.value.set(request, std::move(value));
    } else if (row.is_required) {
      return absl::InvalidArgumentError(
          fmt::format("{} is missing{}{}", row.name, row.advice.empty() ? "" : ": ", row.advice));
    }
  }
  return absl::OkStatus();
}

void SetUsualNumbers(const RequestFields& table, const UsualNumbers& numbers, void* request) {
  for (const RequestField& row : table.rows) {
    if (row.value.type != FieldType::kNumber || row.option.empty()) continue;
    const auto usual = std::get<std::uint32_t>(row.value.get(request));
    row.value.set(request, NumberOf(numbers, table.command, row.option, usual));
  }
}

}  // namespace waymark::services
