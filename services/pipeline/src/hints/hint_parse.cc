#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "services/pipeline_hints.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::string_view kChangeArrow = "\u2192";
constexpr std::string_view kOpen = "> [";
constexpr std::string_view kSeparator = ", ";

absl::Status NoHint(std::string_view line) {
  return absl::InvalidArgumentError(
      fmt::format("parse hint: no hint is written '{}'", wire::VisibleLine(line)));
}

// Takes the text before `mark` and `mark` off `text`; all of `text` if it has none.
std::string_view TakeUntil(std::string_view mark, std::string_view& text) {
  const std::size_t at = text.find(mark);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + mark.size());
  return taken;
}

bool TakePrefix(std::string_view prefix, std::string_view& text) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

template <typename Number>
std::optional<Number> ParseNumber(std::string_view digits) {
  Number number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, number);
  const bool has_leading_zero = digits.size() > 1 && digits.front() == '0';
  if (error != std::errc() || rest != end || has_leading_zero) return std::nullopt;
  return number;
}

std::optional<ToolKind> ParseKind(std::string_view name) {
  for (const ToolKind kind : {ToolKind::kFileRead, ToolKind::kFileMutate, ToolKind::kOther}) {
    if (Name(kind) == name) return kind;
  }
  return std::nullopt;
}

// A string without quotes is given them.
std::string Literal(std::string_view scalar) {
  return nlohmann::json::accept(scalar) ? std::string(scalar) : fmt::format("\"{}\"", scalar);
}

// Each reader takes what follows its prefix; nothing if that is not of its family.
std::optional<Hint> ReadId(std::string_view rest) {
  const std::optional<std::uint32_t> ordinal = ParseOrdinal(rest);
  if (!ordinal.has_value()) return std::nullopt;
  return IdHint{*ordinal};
}

std::optional<Hint> ReadReference(std::string_view rest) {
  const std::optional<std::uint32_t> ordinal = ParseOrdinal(TakeUntil(kSeparator, rest));
  if (!ordinal.has_value()) return std::nullopt;
  ReferenceHint hint{.ordinal = *ordinal, .certainty = std::nullopt, .from = std::nullopt};
  std::string_view word = TakeUntil(kSeparator, rest);
  if (word == "byte-identical" || word == "unchanged") {
    hint.certainty =
        word == "unchanged" ? ReferenceCertainty::kUnchanged : ReferenceCertainty::kByteIdentical;
    word = TakeUntil(kSeparator, rest);
  }
  if (TakePrefix("from: ", word)) {
    hint.from = ParseKind(word);
    if (!hint.from.has_value()) return std::nullopt;
    word = TakeUntil(kSeparator, rest);
  }
  if (!word.empty()) return std::nullopt;
  return hint;
}

std::optional<Hint> ReadNearReference(std::string_view rest) {
  const std::optional<std::uint32_t> ordinal = ParseOrdinal(TakeUntil(kSeparator, rest));
  if (!ordinal.has_value()) return std::nullopt;
  NearReferenceHint hint{.ordinal = *ordinal, .changes = {}};
  while (!rest.empty()) {
    std::string_view change = TakeUntil(kSeparator, rest);
    const std::string_view key = TakeUntil(": ", change);
    const std::string_view before = TakeUntil(kChangeArrow, change);
    hint.changes.push_back({std::string(key), Literal(before), Literal(change)});
  }
  return hint;
}

std::optional<Hint> ReadOverflow(std::string_view rest) {
  const std::optional<std::uint64_t> left_out =
      ParseNumber<std::uint64_t>(TakeUntil(" more. call ", rest));
  if (!left_out.has_value()) return std::nullopt;
  return OverflowHint{*left_out, std::string(rest)};
}

std::optional<Hint> ReadFormat(std::string_view rest) {
  const std::string_view format = TakeUntil(" | ", rest);
  return FormatHint{std::string(format), std::string(rest)};
}

std::optional<Hint> ReadMetadata(std::string_view rest) {
  const std::string_view query = TakeUntil("\" | total=", rest);
  const auto total = ParseNumber<std::uint64_t>(TakeUntil(" | returned=", rest));
  const auto returned = ParseNumber<std::uint64_t>(rest);
  if (!total.has_value() || !returned.has_value()) return std::nullopt;
  return MetadataHint{std::string(query), *total, *returned};
}

struct HintFamily {
  std::string_view prefix;
  std::optional<Hint> (*read)(std::string_view rest);
};

constexpr HintFamily kFamilies[] = {
    {"id: ", ReadId},          {"ref: ", ReadReference},    {"near-ref: ", ReadNearReference},
    {"encoded: ", ReadFormat}, {"query: \"", ReadMetadata}, {"+", ReadOverflow},
};

// The body and its last line; the line is empty if there is only one.
struct LastLine {
  std::string_view before;
  std::string_view line;
};

LastLine SplitLastLine(std::string_view text) {
  const std::size_t at = text.rfind('\n');
  if (at == std::string_view::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace

// A line is a hint if it is what its values are written as, so that every value has one form.
absl::StatusOr<Hint> ParseHint(std::string_view line) {
  std::string_view inside = line;
  if (!TakePrefix(kOpen, inside) || !inside.ends_with(']')) return NoHint(line);
  inside.remove_suffix(1);
  for (const HintFamily& family : kFamilies) {
    std::string_view rest = inside;
    if (!TakePrefix(family.prefix, rest)) continue;
    std::optional<Hint> hint = family.read(rest);
    if (!hint.has_value()) return NoHint(line);
    const absl::StatusOr<std::string> rendered = RenderHint(*hint);
    if (!rendered.ok() || *rendered != line) return NoHint(line);
    return *std::move(hint);
  }
  return NoHint(line);
}

std::optional<std::uint32_t> ParseOrdinal(std::string_view word) {
  if (!TakePrefix("r", word)) return std::nullopt;
  const std::optional<std::uint32_t> ordinal = ParseNumber<std::uint32_t>(word);
  return ordinal == 0u ? std::nullopt : ordinal;
}

StampedText SplitStamp(std::string_view text) {
  const LastLine last = SplitLastLine(text);
  const absl::StatusOr<Hint> hint = ParseHint(last.line);
  const auto* const id = hint.ok() ? std::get_if<IdHint>(&*hint) : nullptr;
  if (id == nullptr) return {text};
  const LastLine above = SplitLastLine(last.before);
  const absl::StatusOr<Hint> format = ParseHint(above.line);
  const bool has_format = format.ok() && std::holds_alternative<FormatHint>(*format);
  return {has_format ? above.before : last.before, id->ordinal};
}

std::vector<std::uint32_t> QuotedOrdinals(std::string_view text) {
  constexpr std::string_view kId = "[id: ";
  constexpr std::size_t kLongestEnd = sizeof("r4294967295]") - 1;
  std::vector<std::uint32_t> ordinals;
  for (std::size_t at = text.find(kId); at != std::string_view::npos; at = text.find(kId, at)) {
    at += kId.size();
    const std::string_view end = text.substr(at, kLongestEnd);
    const std::optional<std::uint32_t> ordinal = ParseOrdinal(end.substr(0, end.find(']')));
    if (ordinal.has_value()) ordinals.push_back(*ordinal);
  }
  return ordinals;
}

}  // namespace waymark::services
