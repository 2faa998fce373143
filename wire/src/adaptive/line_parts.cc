#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "adaptive/cell.h"
#include "adaptive/cut_levels.h"
#include "adaptive/lines.h"
#include "adaptive/parts.h"

namespace waymark::wire {
namespace {

// A paragraph of more lines is as many parts: the lines of a log or a table.
constexpr std::size_t kMostLinesOfBlock = 8;
constexpr double kWorthOfHeading = 2;
// Blocks after which a block is worth half as much as the first.
constexpr double kBlocksToHalf = 64;

bool IsBlank(std::string_view line) { return WithoutBlanks(line).empty(); }

}  // namespace

LineParts::LineParts(std::string_view text) {
  FindBlocks(text);
  DivideLongBlocks();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    const double worth = block.text.starts_with('#') ? kWorthOfHeading : 1;
    const double weight = worth / (1 + static_cast<double>(i) / kBlocksToHalf);
    items_.push_back(ItemOf(block.text, weight, !block.is_fenced));
  }
}

// A blank line ends a block and belongs to it; in a block of code it does not end it.
void LineParts::FindBlocks(std::string_view text) {
  std::size_t fence = 0;  // backticks of the one that is open
  bool continues = false;
  while (!text.empty()) {
    const std::string_view from_line = text;
    const std::string_view line = TakeLine(text);
    const std::string_view with_break = from_line.substr(0, from_line.size() - text.size());
    const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
    const bool opens = fence == 0 && ticks >= kFenceMark.size();
    const bool closes = fence > 0 && ticks >= fence && IsBlank(line.substr(ticks));
    const bool is_fenced = fence > 0 || opens;
    const bool is_heading = !is_fenced && line.starts_with('#');
    AddLine(with_break, continues && !opens && !is_heading, is_fenced);
    if (opens) fence = ticks;
    if (closes) fence = 0;
    continues = fence > 0 || !(closes || is_heading || IsBlank(line));
  }
}

void LineParts::AddLine(std::string_view line, bool continues, bool is_fenced) {
  const bool is_new = blocks_.empty() || (!continues && !IsBlank(line));
  if (is_new) {
    const std::size_t number =
        blocks_.empty() ? 1 : blocks_.back().first_line + blocks_.back().lines;
    blocks_.push_back({.text = line, .first_line = number, .lines = 1, .is_fenced = is_fenced});
    return;
  }
  Block& block = blocks_.back();
  block.text = {block.text.data(), block.text.size() + line.size()};
  ++block.lines;
}

void LineParts::DivideLongBlocks() {
  std::vector<Block> divided;
  for (const Block& block : blocks_) {
    if (block.is_fenced || block.lines <= kMostLinesOfBlock) {
      divided.push_back(block);
      continue;
    }
    std::string_view rest = block.text;
    for (std::size_t number = block.first_line; !rest.empty(); ++number) {
      const std::string_view from_line = rest;
      const bool is_blank = IsBlank(TakeLine(rest));
      const std::size_t size = from_line.size() - rest.size();
      if (is_blank && number > block.first_line) {
        divided.back().text = {divided.back().text.data(), divided.back().text.size() + size};
        ++divided.back().lines;
      } else {
        divided.push_back({.text = from_line.substr(0, size), .first_line = number, .lines = 1});
      }
    }
  }
  blocks_ = std::move(divided);
}

KeptText LineParts::Keep(std::span<const std::uint8_t> levels) const {
  KeptText out;
  for (std::size_t i = 0; i < blocks_.size();) {
    const Block& block = blocks_[i];
    if (levels[i] != 0) {
      out.text += AtLevel(block.text, levels[i]);
      if (!out.text.ends_with('\n')) out.text += '\n';
      out.missing += IsCut(block.text, levels[i]) ? 1 : 0;
      ++i;
      continue;
    }
    std::size_t end = i;
    for (; end < blocks_.size() && levels[end] == 0; ++end) ++out.missing;
    const std::size_t last_line = blocks_[end - 1].first_line + blocks_[end - 1].lines - 1;
    out.text += last_line == block.first_line
                    ? fmt::format("> [line {} left out]\n", last_line)
                    : fmt::format("> [lines {}-{} left out]\n", block.first_line, last_line);
    i = end;
  }
  return out;
}

}  // namespace waymark::wire
