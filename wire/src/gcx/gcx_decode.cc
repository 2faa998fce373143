#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gcx/gcx_layouts.h"
#include "gcx/gcx_reader.h"
#include "graph/status.h"
#include "text/cut_off.h"
#include "wire/gcx.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kTag = "GCX1 ";
constexpr std::string_view kAnyVersion = "GCX";

// The control in "u202e", behind a backslash. Other text there is text, as published.
std::optional<std::uint32_t> ControlOf(std::string_view text) {
  constexpr std::size_t kDigits = 4;
  constexpr int kHexadecimal = 16;
  if (!text.starts_with('u') || text.size() <= kDigits) return std::nullopt;
  std::uint32_t control = 0;
  const char* const last = text.data() + 1 + kDigits;
  const auto [end, error] = std::from_chars(text.data() + 1, last, control, kHexadecimal);
  const bool is_control = error == std::errc() && end == last && IsControl(control);
  return is_control ? std::optional(control) : std::nullopt;
}

std::string Unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char letter = text[++i];
    if (const std::optional<std::uint32_t> control = ControlOf(text.substr(i))) {
      AppendUtf8(out, *control);
      i += 4;
    } else {
      out += letter == 't' ? '\t' : letter == 'n' ? '\n' : letter;
    }
  }
  return out;
}

// The first blank from `at` on that is not escaped, or the end.
std::size_t EndOfPair(std::string_view pairs, std::size_t at) {
  while (at < pairs.size() && pairs[at] != ' ') at += pairs[at] == '\\' ? 2 : 1;
  return std::min(at, pairs.size());
}

class GcxReader {
 public:
  explicit GcxReader(std::string_view text) : text_(text) {}

  absl::StatusOr<LocatedGcx> Read() {
    if (const std::size_t valid = FindInvalidUtf8(text_); valid != text_.size()) {
      line_number_ =
          1 + static_cast<std::size_t>(std::count(
                  text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(valid), '\n'));
      return Error("the text is not UTF-8");
    }
    std::string_view line;
    while (NextLine(line)) {
      if (at_ > text_.size()) return Error(kCutOff);
      WM_RETURN_IF_ERROR(ReadLine(line));
    }
    if (sections_.empty()) return Error("the text does not begin with 'GCX1 '");
    WM_RETURN_IF_ERROR(EndSection());
    return LocatedGcx{std::move(sections_), std::move(lines_)};
  }

 private:
  absl::Status Error(std::string_view what) const {
    return absl::InvalidArgumentError(
        fmt::format("decode gcx: {} (line {})", what, std::max<std::size_t>(line_number_, 1)));
  }

  bool NextLine(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line = text_.substr(at_, end - at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at_ = end + 1;
    ++line_number_;
    return true;
  }

  absl::Status ReadLine(std::string_view line) {
    if (line.starts_with(kTag)) {
      if (!sections_.empty()) WM_RETURN_IF_ERROR(EndSection());
      return ReadHeader(line.substr(kTag.size()));
    }
    if (sections_.empty()) return RefuseFirstLine(line);
    if (line.empty() || line.starts_with('#')) return absl::OkStatus();
    return ReadRow(line);
  }

  absl::Status RefuseFirstLine(std::string_view line) const {
    if (!line.starts_with(kAnyVersion)) return Error("the text does not begin with 'GCX1 '");
    if (line == kTag.substr(0, kTag.size() - 1)) return Error("the header has no tool=");
    return absl::FailedPreconditionError(
        fmt::format("decode gcx: version '{}' (line {}), this build reads GCX1; ask the sender for "
                    "JSON",
                    line.substr(0, std::min(line.find(' '), line.size())), line_number_));
  }

  absl::Status ReadHeader(std::string_view pairs) {
    if (sections_.size() == kMaxGcxSections) {
      return Error(fmt::format("more than {} sections", kMaxGcxSections));
    }
    GcxSection& section = sections_.emplace_back();
    lines_.emplace_back().header = line_number_;
    for (std::size_t at = 0; at <= pairs.size();) {
      const std::size_t end = EndOfPair(pairs, at);
      WM_RETURN_IF_ERROR(ReadPair(pairs.substr(at, end - at), section));
      at = end + 1;
    }
    if (section.tool.empty()) return Error("the header has no tool=");
    if (section.fields.empty()) return Error("the header has no fields=");
    return absl::OkStatus();
  }

  absl::Status ReadPair(std::string_view pair, GcxSection& section) const {
    const std::size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return Error(fmt::format("'{}' is not KEY=VALUE", pair));
    }
    const std::string_view key = pair.substr(0, equals);
    const std::string_view value = pair.substr(equals + 1);
    if (key == "tool" && section.tool.empty()) {
      section.tool = Unescape(value);
      return absl::OkStatus();
    }
    if (key == "fields" && section.fields.empty()) return ReadFields(value, section);
    const bool is_new = key != "tool" && key != "fields" &&
                        section.meta.emplace(std::string(key), Unescape(value)).second;
    return is_new ? absl::OkStatus() : Error(fmt::format("'{}' is given twice", key));
  }

  absl::Status ReadFields(std::string_view value, GcxSection& section) const {
    section.fields = SplitGcxFields(value);
    if (section.fields.size() > kMaxGcxFields) {
      return Error(fmt::format("more than {} fields", kMaxGcxFields));
    }
    std::vector<std::string> sorted = section.fields;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.front().empty()) return Error("a field without a name");
    const bool repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    return repeats ? Error("a field is named twice") : absl::OkStatus();
  }

  absl::Status ReadRow(std::string_view line) {
    GcxSection& section = sections_.back();
    cells_ += section.fields.size();
    if (cells_ > kMaxGcxCells) return Error(fmt::format("more than {} cells", kMaxGcxCells));
    lines_.back().rows.push_back(line_number_);
    GcxRow& row = section.rows.emplace_back();
    row.reserve(section.fields.size());
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find('\t', at), line.size());
      if (row.size() == section.fields.size()) {
        return Error(fmt::format("more cells than the {} fields", section.fields.size()));
      }
      row.push_back(Unescape(line.substr(at, end - at)));
      at = end + 1;
    }
    row.resize(section.fields.size());
    return absl::OkStatus();
  }

  // Checks the counts that a section states, so that rows lost in transit are noticed.
  absl::Status EndSection() {
    const GcxSection& section = sections_.back();
    if (const auto found = section.meta.find(std::string(kGcxRowsKey));
        found != section.meta.end()) {
      const std::string& text = found->second;
      std::uint64_t rows = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rows);
      const bool is_count = error == std::errc() && end == text.data() + text.size();
      if (!is_count || rows != section.rows.size()) {
        return Error(fmt::format("the section of line {} says rows={}, it has {}",
                                 lines_.back().header, text, section.rows.size()));
      }
    }
    const absl::Status layout = CheckGcxLayout(section);
    return layout.ok() ? layout : Error(std::string(layout.message()));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_number_ = 0;
  std::size_t cells_ = 0;
  std::vector<GcxSection> sections_;
  std::vector<GcxLines> lines_;
};

}  // namespace

absl::StatusOr<LocatedGcx> DecodeGcxWithLines(std::string_view text) {
  return GcxReader(text).Read();
}

absl::StatusOr<std::vector<GcxSection>> DecodeGcx(std::string_view text) {
  WM_ASSIGN_OR_RETURN(LocatedGcx located, DecodeGcxWithLines(text));
  return std::move(located.sections);
}

}  // namespace waymark::wire
