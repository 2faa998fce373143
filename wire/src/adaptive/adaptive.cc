#include "wire/adaptive.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "adaptive/cell.h"
#include "adaptive/json_value.h"
#include "adaptive/line_reader.h"
#include "adaptive/markdown_rows.h"
#include "adaptive/prefixes.h"
#include "adaptive/repeats.h"
#include "adaptive/sections.h"
#include "adaptive/text_shape.h"
#include "graph/status.h"
#include "wire/tokens.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

// Words behind the mark in the first line.
constexpr std::string_view kMarkdownWord = " markdown";
constexpr std::string_view kVerbatimWord = " verbatim";

struct FormatRow {
  AdaptiveFormat format;
  std::string_view name;
};

constexpr FormatRow kFormats[] = {
    {AdaptiveFormat::kLines, "kv"},          {AdaptiveFormat::kTable, "csv"},
    {AdaptiveFormat::kJson, "json_compact"}, {AdaptiveFormat::kMarkdown, "csv_from_md"},
    {AdaptiveFormat::kFence, "code_fence"},  {AdaptiveFormat::kInner, "deep_mckp"},
    {AdaptiveFormat::kPrefixes, "prefixes"}, {AdaptiveFormat::kReferences, "references"},
};

// Whether the first line is one of ours.
bool IsMarked(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line == kAdaptiveMark ||
         (line.starts_with(kAdaptiveMark) && line[kAdaptiveMark.size()] == ' ');
}

std::string Marked(std::string_view word, std::string_view body) {
  return fmt::format("{}{}\n{}", kAdaptiveMark, word, body);
}

// A form of a text that is yet to be read back.
struct Candidate {
  std::string text;
  std::string_view format;
  std::size_t tokens = 0;  // about
};

std::size_t Count(std::string_view text) { return CountTokens(text, kDefaultTokenizer); }

// The lines are written again if fewer prefixes save this part of their tokens.
constexpr std::size_t kWorthAnotherRun = 100;

// Those prefixes that the lines use often enough to pay for their own.
std::vector<Prefix> PaidPrefixes(const std::vector<Prefix>& prefixes, std::string_view lines) {
  constexpr std::string_view kBeforeCell = " ,\t|\n=";
  constexpr std::size_t kTokensOfLine = 3;
  std::vector<Prefix> paid;
  for (const Prefix& prefix : prefixes) {
    std::size_t uses = 0;
    for (std::size_t at = lines.find(prefix.symbol); at != std::string_view::npos;
         at = lines.find(prefix.symbol, at + 1)) {
      const bool begins = at == 0 || kBeforeCell.find(lines[at - 1]) != std::string_view::npos;
      uses += begins ? 1 : 0;
    }
    const std::size_t tokens = Count(prefix.text);
    if (uses * (tokens - std::min<std::size_t>(tokens, 1)) > tokens + kTokensOfLine) {
      paid.push_back(prefix);
    }
  }
  return paid;
}

// The lines that name the prefixes, the shortest first, so that longer ones can begin with them.
std::string PrefixLines(std::vector<Prefix> prefixes) {
  std::stable_sort(prefixes.begin(), prefixes.end(),
                   [](const Prefix& a, const Prefix& b) { return a.text.size() < b.text.size(); });
  std::string lines;
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    JsonValue value;
    value.kind = JsonKind::kString;
    value.text = prefixes[i].text;
    lines += prefixes[i].symbol;
    lines += '=';
    AppendCell(lines, value, std::span<const Prefix>(prefixes).first(i), "");
    lines += '\n';
  }
  return lines;
}

std::optional<Candidate> WithPrefixes(const JsonValue& root, SectionContext context,
                                      const std::vector<Prefix>& prefixes) {
  context.prefixes = prefixes;
  std::optional<Section> section = WriteRoot(root, context);
  if (!section) return std::nullopt;
  const std::string head = Marked("", PrefixLines(prefixes));
  std::string text = head + section->text;
  text.pop_back();  // the last line break says nothing
  return Candidate{std::move(text), kAdaptiveMark, Count(head) + section->tokens};
}

void OfferLines(const JsonValue& root, AdaptiveFormats formats, std::vector<Candidate>& out) {
  const Repeats repeats(root);
  SectionContext context{.formats = formats, .prefixes = {}, .repeats = nullptr};
  if (formats.Has(AdaptiveFormat::kReferences)) context.repeats = &repeats;
  std::vector<Prefix> prefixes;
  if (formats.Has(AdaptiveFormat::kPrefixes)) {
    std::vector<std::string_view> strings;
    for (const JsonValue* const string : repeats.WrittenStrings()) strings.push_back(string->text);
    prefixes = FindPrefixes(std::move(strings));
  }
  std::optional<Candidate> lines = WithPrefixes(root, context, prefixes);
  if (!lines) return;
  const std::vector<Prefix> paid = PaidPrefixes(prefixes, lines->text);
  if (Count(PrefixLines(prefixes)) > Count(PrefixLines(paid)) + lines->tokens / kWorthAnotherRun) {
    if (auto fewer = WithPrefixes(root, context, paid)) out.push_back(*std::move(fewer));
  }
  out.push_back(*std::move(lines));
}

// Whether a form has the value of `root`.
bool HasValue(const Candidate& candidate, const JsonValue& root) {
  absl::StatusOr<JsonValue> value = ParseJsonValue(candidate.text);
  if (candidate.format == kAdaptiveMark) {
    const std::string_view text = candidate.text;
    value = ReadAdaptiveLines(text.substr(text.find('\n') + 1), 2);
  }
  return value.ok() && *value == root;
}

// Takes the cheapest candidate that passes `holds`, if it is cheaper than the input.
template <typename Holds>
void TakeCheapest(std::vector<Candidate> candidates, const Holds& holds, ShrunkText& out) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.tokens < b.tokens; });
  for (Candidate& candidate : candidates) {
    if (candidate.tokens >= out.tokens_before) return;
    candidate.tokens = Count(candidate.text);
    if (candidate.tokens >= out.tokens_before) continue;
    if (!holds(candidate)) {
      ++out.failed_round_trips;
      continue;
    }
    out.text = std::move(candidate.text);
    out.format = candidate.format;
    out.tokens_after = candidate.tokens;
    return;
  }
}

void ShrinkJson(std::string_view text, JsonValue& root, AdaptiveFormats formats, int inner_depth,
                ShrunkText& out) {
  if (formats.Has(AdaptiveFormat::kInner)) FindInnerJson(root, inner_depth);
  std::vector<Candidate> candidates;
  OfferLines(root, formats, candidates);
  if (formats.Has(AdaptiveFormat::kJson)) {
    std::string compact = CompactJson(root);
    const std::size_t tokens = compact == text ? out.tokens_before : Count(compact);
    candidates.push_back({std::move(compact), Name(AdaptiveFormat::kJson), tokens});
  }
  TakeCheapest(
      std::move(candidates), [&](const Candidate& candidate) { return HasValue(candidate, root); },
      out);
}

void ShrinkMarkdown(std::string_view text, ShrunkText& out) {
  std::optional<std::string> body = ShortenMarkdown(text);
  if (!body) return;
  std::vector<Candidate> candidates;
  candidates.push_back({Marked(kMarkdownWord, *body), Name(AdaptiveFormat::kMarkdown), 0});
  TakeCheapest(
      std::move(candidates),
      [&](const Candidate& candidate) {
        const absl::StatusOr<std::string> expanded = ExpandText(candidate.text);
        return expanded.ok() && *expanded == text;
      },
      out);
}

}  // namespace

std::string_view Name(AdaptiveFormat format) {
  return kFormats[static_cast<std::size_t>(format)].name;
}

std::optional<AdaptiveFormat> AdaptiveFormatFromName(std::string_view name) {
  for (const FormatRow& row : kFormats) {
    if (row.name == name) return row.format;
  }
  return std::nullopt;
}

ShrunkText ShrinkText(std::string_view text, const ShrinkOptions& options) {
  ShrunkText out;
  out.text = IsMarked(text) ? Marked(kVerbatimWord, text) : std::string(text);
  out.format = kVerbatimFormat;
  out.tokens_before = Count(text);
  out.tokens_after = out.text == text ? out.tokens_before : Count(out.text);
  if (text.size() < options.least_bytes || !IsUtf8(text)) return out;
  absl::StatusOr<JsonValue> root = ParseJsonValue(text);
  out.shape = root.ok() ? ClassifyJson(*root, options.inner_depth) : ClassifyLines(text);
  const AdaptiveFormats formats =
      options.formats_of == nullptr ? options.formats : options.formats_of(out.shape);
  if (root.ok()) {
    ShrinkJson(text, *root, formats, options.inner_depth, out);
  } else if (formats.Has(AdaptiveFormat::kMarkdown)) {
    ShrinkMarkdown(text, out);
  }
  return out;
}

absl::StatusOr<std::string> ExpandText(std::string_view text) {
  if (!IsMarked(text)) return std::string(text);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view word = text.substr(kAdaptiveMark.size(), end - kAdaptiveMark.size());
  const std::string_view body = text.substr(std::min(end + 1, text.size()));
  if (word == kVerbatimWord) return std::string(body);
  // Such a text was damaged on its way: bytes that are not UTF-8 are never encoded.
  if (!IsUtf8(body)) {
    return absl::InvalidArgumentError(
        "expand: the text holds bytes that are not UTF-8; give it as it was received");
  }
  if (word == kMarkdownWord) return LengthenMarkdown(body);
  if (!word.empty() && word.substr(1) == kPartFormat) {
    return absl::InvalidArgumentError(
        "expand: line 1: the text is a part that 'shrink --budget' chose; expand what 'shrink' "
        "writes without a budget");
  }
  if (!word.empty()) {
    return absl::InvalidArgumentError(fmt::format(
        "expand: line 1: '{}' is unknown behind '{}'; known are 'markdown' and 'verbatim'",
        VisibleLine(word.substr(1)), kAdaptiveMark));
  }
  WM_ASSIGN_OR_RETURN(const JsonValue value, ReadAdaptiveLines(body, 2));
  return CompactJson(value);
}

}  // namespace waymark::wire
