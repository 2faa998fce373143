#include "gcf/gcf_comments.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gcf/gcf_lines.h"
#include "gcf/gcf_metadata.h"
#include "gcf/gcf_scan.h"
#include "payload/symbol_change.h"
#include "text/gcf_token.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kUnchecked = "unchecked";
constexpr std::string_view kReason = ": ";
constexpr std::size_t kMaxFields = 16;  // of a comment; the comments of this codec have fewer

// The text of a token, if it is UTF-8.
std::optional<std::string> TokenText(std::string_view token) {
  std::string text = DecodeGcfToken(token);
  return !token.empty() && IsUtf8(text) ? std::optional(std::move(text)) : std::nullopt;
}

bool ReadNumber(std::string_view text, std::uint64_t& number) {
  const auto parsed = ParseInteger<std::uint64_t>(text);
  number = parsed.value_or(number);
  return parsed.has_value();
}

// Calls read(key, value) for each "KEY=VALUE"; false once a field has another form or read()
// returns false.
template <typename Read>
bool ReadFields(std::string_view text, Read read) {
  const std::vector<std::string_view> fields = SplitAtBlanks(text, kMaxFields);
  return std::all_of(fields.begin(), fields.end(), [&read](std::string_view field) {
    const Halves pair = SplitAt(field, "=");
    return pair.second && read(pair.first, *pair.second);
  });
}

// Reads "FIRST-LAST" or "LINE"; the line 0 is unknown.
std::optional<Place> ReadLines(std::string_view path, std::string_view lines) {
  const Halves range = SplitAt(lines, "-");
  const auto first = ParseInteger<std::uint32_t>(range.first);
  const auto last = ParseInteger<std::uint32_t>(range.second.value_or(range.first));
  if (!first || !last || *last < *first) return std::nullopt;
  return Place{.path = std::string(path), .start_line = *first, .end_line = *last};
}

// Reads "PATH:FIRST-LAST" or "PATH:LINE". A token without a line may be any word and is not a
// place.
std::optional<Place> ReadPlace(std::string_view token) {
  const std::size_t colon = token.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<std::string> path = TokenText(token.substr(0, colon));
  if (!path || path->empty()) return std::nullopt;
  return ReadLines(*path, token.substr(colon + 1));
}

// "shop generation=7 commit=8a41c2d94f01 files_differing=0 state=commit"
std::optional<IndexInfo> ReadIndex(std::string_view text) {
  const Halves halves = SplitAt(text, " ");
  const std::optional<std::string> repository = TokenText(halves.first);
  if (!repository || !halves.second) return std::nullopt;
  IndexInfo index;
  index.repository = *repository;
  bool has_generation = false;
  const bool is_read =
      ReadFields(*halves.second, [&](std::string_view key, std::string_view value) {
        if (key == "generation") return has_generation = ReadNumber(value, index.generation);
        if (key == "files_differing") {
          return value == kUnchecked || ReadNumber(value, index.files_differing.emplace());
        }
        if (key == "commit") {
          const std::optional<std::string> commit = TokenText(value);
          index.commit = commit.value_or("");
          return commit.has_value();
        }
        const std::optional<ShownState> shown = ShownStateFromName(value);
        index.shown = shown.value_or(index.shown);
        return key == "state" && shown.has_value();
      });
  return is_read && has_generation ? std::optional(std::move(index)) : std::nullopt;
}

// "symbols added=1 changed=2", without the name of the list.
bool ReadCounts(std::string_view text, ChangeCounts& out) {
  ChangeCounts counts;
  const bool is_read = ReadFields(text, [&counts](std::string_view key, std::string_view value) {
    const auto* const found =
        std::find_if(std::begin(kChangeCounts), std::end(kChangeCounts),
                     [key](const ChangeCount& count) { return count.name == key; });
    return found != std::end(kChangeCounts) && ReadNumber(value, counts.*found->count);
  });
  if (is_read) out = counts;
  return is_read;
}

bool ReadDifferenceCounts(const Halves& line, Difference& difference) {
  if (!line.second) return false;
  if (line.first == "symbols") return ReadCounts(*line.second, difference.symbols);
  for (const ChangeList& list : kChangeLists) {
    if (line.first == list.name) return ReadCounts(*line.second, difference.*list.edges);
  }
  return false;
}

// "incomplete possible_uses=3: 3 unresolved references"
std::optional<Completeness> ReadCompleteness(std::string_view text) {
  const Halves halves = SplitAt(text, kReason);
  const Halves words = SplitAt(halves.first, " possible_uses=");
  const std::optional<Certainty> certainty = CertaintyFromName(words.first);
  if (!certainty || *certainty == Certainty::kUnstated) return std::nullopt;
  Completeness completeness{.certainty = *certainty,
                            .reason = std::string(halves.second.value_or(""))};
  if (words.second && !ReadNumber(*words.second, completeness.possible_uses)) return std::nullopt;
  return completeness;
}

// "truncated omitted=5 cursor=20-1f9a0c2b"
std::optional<Truncation> ReadTruncation(const Halves& line) {
  if (line.first != "truncated") return std::nullopt;
  Truncation truncation;
  if (!line.second) return truncation;
  const bool is_read = ReadFields(*line.second, [&](std::string_view key, std::string_view value) {
    if (key == "omitted") return ReadNumber(value, truncation.omitted.emplace());
    const std::optional<std::string> cursor = TokenText(value);
    truncation.cursor = cursor.value_or("");
    return key == "cursor" && cursor.has_value();
  });
  return is_read ? std::optional(std::move(truncation)) : std::nullopt;
}

template <typename Value>
bool Keep(std::optional<Value> read, std::optional<Value>& out) {
  const bool is_read = read.has_value();
  if (is_read) out = std::move(read);
  return is_read;
}

bool ReadEntries(std::string_view text, std::vector<std::string>& entries) {
  for (std::optional<std::string_view> rest = text; rest;) {
    const Halves halves = SplitAt(*rest, ",");
    std::optional<std::string> entry = TokenText(halves.first);
    if (!entry || entries.size() == kMaxChangeEntries) return false;
    entries.push_back(*std::move(entry));
    rest = halves.second;
  }
  return true;
}

bool ReadChangeField(std::string_view key, std::string_view value, SymbolChange& change) {
  for (const ChangeList& list : kChangeLists) {
    if (key == list.name) return ReadEntries(value, change.*list.entries);
  }
  if (key == "was") {
    const std::optional<std::string> name = TokenText(value);
    change.old_name = name.value_or("");
    return name.has_value();
  }
  if (key == "from") return Keep(ReadPlace(value), change.old_place);
  const std::optional<float> certainty = ParseGcfScore(value);
  change.certainty = certainty.value_or(1);
  return key == "certainty" && certainty && *certainty >= 0 && *certainty <= 1;
}

}  // namespace

bool ReadGcfState(std::string_view text, Payload& payload) {
  if (text.starts_with(kGcfNameNote)) {
    payload.name_note = text.substr(kGcfNameNote.size());
    return true;
  }
  const Halves pair = SplitAt(text, "=");
  if (pair.second && pair.first == "tokenizer") {
    return Keep(TokenizerFromName(*pair.second), payload.tokenizer);
  }
  if (pair.second && pair.first == "index") return Keep(ReadIndex(*pair.second), payload.index);
  if (pair.second && pair.first == "base") {
    std::optional<IndexInfo> base = ReadIndex(*pair.second);
    const bool is_read = base.has_value();
    if (is_read) payload.difference.emplace().base = *std::move(base);
    return is_read;
  }
  if (pair.second && pair.first == "completeness") {
    std::optional<Completeness> completeness = ReadCompleteness(*pair.second);
    if (completeness) payload.completeness = *std::move(completeness);
    return completeness.has_value();
  }
  const Halves words = SplitAt(text, " ");
  if (payload.difference && ReadDifferenceCounts(words, *payload.difference)) return true;
  return Keep(ReadTruncation(words), payload.truncation);
}

bool ReadGcfChange(std::string_view text, Symbol& symbol) {
  const Halves halves = SplitAt(text, " ");
  const std::optional<SymbolStatus> status = SymbolStatusFromName(halves.first);
  if (!status || *status == SymbolStatus::kUnchanged) return false;
  SymbolChange change;
  change.status = *status;
  const bool is_read =
      !halves.second ||
      ReadFields(*halves.second, [&change](std::string_view key, std::string_view value) {
        return ReadChangeField(key, value, change);
      });
  if (is_read) symbol.change = std::move(change);
  return is_read;
}

bool ReadGcfPlace(std::string_view text, Symbol& symbol) {
  const Halves halves = SplitAt(text, " ");
  std::optional<Place> place = ReadPlace(halves.first);
  if (!place && halves.first != kNoGcfPlace) return false;
  if (place) {
    symbol.path = std::move(place->path);
    symbol.start_line = place->start_line;
    symbol.end_line = place->end_line;
  }
  symbol.signature = halves.second.value_or("");
  return true;
}

bool ReadGcfSites(std::string_view text, std::string_view path, Edge& edge) {
  constexpr std::string_view kAt = "at ";
  if (!text.starts_with(kAt)) return false;
  std::vector<Site> sites;
  std::string file(path);
  for (std::optional<std::string_view> rest = text.substr(kAt.size()); rest;) {
    const Halves halves = SplitAt(*rest, ",");
    const std::size_t colon = halves.first.rfind(':');
    const bool names_file = colon != std::string_view::npos;
    const auto line = ParseInteger<std::uint32_t>(halves.first.substr(names_file ? colon + 1 : 0));
    const auto named = names_file ? TokenText(halves.first.substr(0, colon)) : file;
    if (!named || !line) return false;
    file = *named;
    sites.push_back({.path = file, .line = *line});
    rest = halves.second;
  }
  edge.sites = std::move(sites);
  return true;
}

bool ReadGcfNextCall(std::string_view text, Truncation& truncation) {
  if (!text.starts_with(kGcfNextCall)) return false;
  truncation.next_call = text.substr(kGcfNextCall.size());
  return true;
}

}  // namespace waymark::wire
