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
  bool in_fence = false;
  bool continues = false;
  while (!text.empty()) {
    const std::string_view from_line = text;
    const std::string_view line = TakeLine(text);
    const std::string_view with_break = from_line.substr(0, from_line.size() - text.size());
    const bool is_fence = line.starts_with(kFenceMark);
    const bool opens = is_fence && !in_fence;
    AddLine(with_break, continues && !opens && !line.starts_with('#'), in_fence || is_fence);
    if (is_fence) in_fence = !in_fence;
    continues = in_fence || !(is_fence || IsBlank(line) || line.starts_with('#'));
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
      TakeLine(rest);
      divided.push_back({.text = from_line.substr(0, from_line.size() - rest.size()),
                         .first_line = number,
                         .lines = 1});
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
