#include "gcf/gcf_source.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "text/comment_text.h"
#include "text/numbers.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kShortestFence = 3;
constexpr std::string_view kBetweenLines = "...\n";

struct SourceLine {
  std::string_view indent;
  std::string_view text;
};

// The shown lines of a file by number.
using SourceByLine = std::map<std::uint32_t, SourceLine>;

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void AddLines(const Symbol& symbol, SourceByLine& lines) {
  std::string_view text = symbol.text;
  for (const std::uint32_t number : symbol.source.numbers) {
    const std::string_view line = TakeLine(text);
    if (number != 0) lines.emplace(number, SourceLine{symbol.source.indent, line});
  }
}

void AppendFile(std::string& out, std::string_view path, const SourceByLine& lines,
                GcfCharset charset) {
  std::size_t fence = kShortestFence;
  for (const auto& [number, line] : lines) {
    fence = std::max(fence, LongestRunOfBackticks(line.text) + 1);
  }
  out += "file ";
  AppendGcfToken(out, path, charset);
  out += '\n';
  out.append(fence, '`') += '\n';
  std::uint32_t last = lines.begin()->first;
  for (const auto& [number, line] : lines) {
    if (number > last + 1) out += kBetweenLines;
    last = number;
    AppendInteger(out, number);
    if (!line.text.empty()) {
      out += ' ';
      out += line.indent;
      AppendCommentText(out, line.text);
    }
    out += '\n';
  }
  out.append(fence, '`') += '\n';
}

}  // namespace

bool HasGcfSource(const Symbol& symbol) {
  return !symbol.source.numbers.empty() && !symbol.path.empty();
}

void AppendGcfSource(std::string& out, const Payload& payload,
                     std::span<const std::uint32_t> symbols, GcfCharset charset) {
  std::vector<std::pair<std::string_view, SourceByLine>> files;
  std::map<std::string_view, std::size_t> places;
  for (const std::uint32_t index : symbols) {
    const Symbol& symbol = payload.symbols[index];
    if (!HasGcfSource(symbol)) continue;
    const auto [place, is_new] = places.emplace(symbol.path, files.size());
    if (is_new) files.emplace_back(symbol.path, SourceByLine());
    AddLines(symbol, files[place->second].second);
  }
  bool has_heading = false;
  for (const auto& [path, lines] : files) {
    if (lines.empty()) continue;
    if (!std::exchange(has_heading, true)) {
      out += "## ";
      out += kGcfSourceGroup;
      out += '\n';
    }
    AppendFile(out, path, lines, charset);
  }
}

}  // namespace waymark::wire
