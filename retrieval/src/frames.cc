#include "frames.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include <fmt/format.h>

#include "constants.h"
#include "exact_match.h"
#include "prose.h"

namespace waymark::retrieval {
namespace {

bool IsPathByte(char c) {
  constexpr std::string_view kOther = "_/.-+@";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kOther.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
}

// The number that `text` begins with; 0 when there is none.
std::uint32_t LeadingNumber(std::string_view text) {
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// With an extension: "app.py", never "localhost" or "12".
bool NamesFile(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot != std::string_view::npos && dot + 1 < path.size() && dot > path.rfind('/') + 1;
}

void AddFrame(std::string_view path, std::uint32_t line, std::vector<Frame>& frames) {
  if (line == 0 || !NamesFile(path) || frames.size() >= kMaxMentions) return;
  Frame frame{.path = std::string(path), .line = line};
  if (std::find(frames.begin(), frames.end(), frame) == frames.end()) {
    frames.push_back(std::move(frame));
  }
}

// The run of path bytes before `end`.
std::string_view PathBefore(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && IsPathByte(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

// From the text of a path to what comes after its next separator; empty when there is none.
std::string_view WithoutFirstComponent(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
}

std::vector<SymbolId> SymbolsOfFrame(const graph::ReadView& view, const Frame& frame,
                                     std::string& place) {
  const std::string_view whole = frame.path;
  for (std::string_view path = whole; !path.empty(); path = WithoutFirstComponent(path)) {
    const bool is_part = path.size() != whole.size();
    if (is_part && path.find('/') == std::string_view::npos) break;
    place = fmt::format("{}:{}", path, frame.line);
    std::vector<SymbolId> symbols = FindExact(view, place);
    if (!symbols.empty()) return symbols;
  }
  return {};
}

}  // namespace

std::vector<Frame> FindFrames(std::string_view text) {
  constexpr std::string_view kQuotedLine = "\", line ";
  std::vector<Frame> frames;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (text[i] == ':') {
      AddFrame(PathBefore(text, i), LeadingNumber(rest.substr(1)), frames);
    } else if (rest.starts_with(kQuotedLine)) {
      AddFrame(PathBefore(text, i), LeadingNumber(rest.substr(kQuotedLine.size())), frames);
    }
  }
  if (text.find("most recent call last") != std::string_view::npos) {
    std::reverse(frames.begin(), frames.end());
  }
  return frames;
}

FrameSymbols SymbolsAt(const graph::ReadView& view, const std::vector<Frame>& frames) {
  FrameSymbols found;
  for (const Frame& frame : frames) {
    std::string place;
    std::vector<SymbolId> symbols = SymbolsOfFrame(view, frame, place);
    std::erase_if(symbols, [&](SymbolId symbol) { return IsProse(view, symbol); });
    if (symbols.empty() || symbols.size() > kMaxFrameFiles) continue;
    found.places.push_back(std::move(place));
    for (const SymbolId symbol : symbols) {
      if (std::find(found.symbols.begin(), found.symbols.end(), symbol) == found.symbols.end()) {
        found.symbols.push_back(symbol);
      }
    }
  }
  return found;
}

}  // namespace waymark::retrieval
