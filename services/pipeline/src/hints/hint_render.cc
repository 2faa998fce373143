#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "services/pipeline_hints.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::string_view kArrow = "\u2192";

// Formats of wire/adaptive.h, and those that packages of several languages read.
constexpr std::string_view kHintFormats[] = {
    "adaptive/v1", "csv_from_md", "json_compact", "csv", "kv", "toon", "gcx", "gcf", "json"};

absl::Status NoForm(std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("render hint: {}", what));
}

// A part of a hint that may hold any text of one line.
absl::Status CheckLine(std::string_view name, std::string_view text) {
  if (!wire::IsUtf8(text) || wire::FindControl(text) != text.size()) {
    return NoForm(fmt::format("the {} holds a control character or is no UTF-8", name));
  }
  return absl::OkStatus();
}

absl::Status CheckOrdinal(std::uint32_t ordinal) {
  return ordinal == 0 ? NoForm("numbers begin with r1") : absl::OkStatus();
}

// Whether a part of a change would be read as more than this part.
bool SplitsChange(std::string_view part) {
  for (const std::string_view mark : {std::string_view("]"), kArrow, std::string_view(", ")}) {
    if (part.find(mark) != std::string_view::npos) return true;
  }
  return part.starts_with(' ') || part.ends_with(' ') || part.ends_with(',');
}

// Whether the contents of a string in JSON can stand without its quotes.
bool IsBare(std::string_view contents) {
  return !contents.empty() && contents.find_first_of("\"\\") == std::string_view::npos &&
         contents.find_first_of("{[ ") != 0 && !nlohmann::json::accept(contents);
}

absl::StatusOr<std::string_view> RenderScalar(std::string_view literal) {
  WM_RETURN_IF_ERROR(CheckLine("value", literal));
  if (literal.find_first_of("{[") == 0 || !nlohmann::json::accept(literal)) {
    return NoForm("a value is no JSON scalar");
  }
  const bool is_string = literal.size() >= 2 && literal.front() == '"';
  if (is_string && IsBare(literal.substr(1, literal.size() - 2))) {
    literal = literal.substr(1, literal.size() - 2);
  }
  if (SplitsChange(literal)) return NoForm("a value holds a mark of the grammar");
  return literal;
}

absl::StatusOr<std::string> Render(const IdHint& hint) {
  WM_RETURN_IF_ERROR(CheckOrdinal(hint.ordinal));
  return fmt::format("id: r{}", hint.ordinal);
}

absl::StatusOr<std::string> Render(const ReferenceHint& hint) {
  WM_RETURN_IF_ERROR(CheckOrdinal(hint.ordinal));
  std::string text = fmt::format("ref: r{}", hint.ordinal);
  if (hint.certainty.has_value()) {
    const bool is_identical = *hint.certainty == ReferenceCertainty::kByteIdentical;
    text += is_identical ? ", byte-identical" : ", unchanged";
  }
  if (hint.from.has_value()) text += fmt::format(", from: {}", Name(*hint.from));
  return text;
}

absl::StatusOr<std::string> Render(const NearReferenceHint& hint) {
  WM_RETURN_IF_ERROR(CheckOrdinal(hint.ordinal));
  WM_ASSIGN_OR_RETURN(const std::string changes, RenderChanges(hint.changes));
  return fmt::format("near-ref: r{}{}", hint.ordinal, changes);
}

absl::StatusOr<std::string> Render(const OverflowHint& hint) {
  WM_RETURN_IF_ERROR(CheckLine("call", hint.call));
  if (hint.left_out == 0) return NoForm("nothing was left out");
  if (hint.call.empty()) return NoForm("name the call that brings what was left out");
  return fmt::format("+{} more. call {}", hint.left_out, hint.call);
}

absl::StatusOr<std::string> Render(const FormatHint& hint) {
  WM_RETURN_IF_ERROR(CheckLine("list of parameters", hint.parameters));
  if (std::find(std::begin(kHintFormats), std::end(kHintFormats), hint.format) ==
      std::end(kHintFormats)) {
    return NoForm(
        fmt::format("no decoder is known for the format '{}'", wire::VisibleLine(hint.format)));
  }
  if (hint.parameters.empty()) return fmt::format("encoded: {}", hint.format);
  return fmt::format("encoded: {} | {}", hint.format, hint.parameters);
}

absl::StatusOr<std::string> Render(const MetadataHint& hint) {
  WM_RETURN_IF_ERROR(CheckLine("query", hint.query));
  if (hint.query.find('"') != std::string::npos) return NoForm("the query holds a quote");
  if (hint.returned > hint.total) return NoForm("more was returned than there is");
  return fmt::format("query: \"{}\" | total={} | returned={}", hint.query, hint.total,
                     hint.returned);
}

}  // namespace

std::vector<std::string_view> HintFormats() {
  return {std::begin(kHintFormats), std::end(kHintFormats)};
}

absl::StatusOr<std::string> RenderHint(const Hint& hint) {
  WM_ASSIGN_OR_RETURN(const std::string inside,
                      std::visit([](const auto& any) { return Render(any); }, hint));
  return fmt::format("> [{}]", inside);
}

absl::StatusOr<std::string> RenderChanges(const std::vector<FieldChange>& changes) {
  if (changes.empty()) return NoForm("a near-reference has a change");
  std::string text;
  for (const FieldChange& change : changes) {
    WM_RETURN_IF_ERROR(CheckLine("key", change.key));
    if (change.key.empty() || SplitsChange(change.key) ||
        change.key.find(':') != std::string::npos) {
      return NoForm("a key is empty or holds a mark of the grammar");
    }
    WM_ASSIGN_OR_RETURN(const std::string_view before, RenderScalar(change.before));
    WM_ASSIGN_OR_RETURN(const std::string_view after, RenderScalar(change.after));
    text += fmt::format(", {}: {}{}{}", change.key, before, kArrow, after);
  }
  return text;
}

std::string WithHint(std::string_view text, std::string_view hint) {
  return fmt::format("{}\n{}", text, hint);
}

}  // namespace waymark::services
