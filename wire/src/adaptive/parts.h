// The parts of a text that a budget keeps, cuts or leaves out, each as one item of a knapsack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adaptive/json_value.h"
#include "graph/knapsack.h"

namespace waymark::wire {

// The parts of a text that are kept.
struct KeptText {
  std::string text;
  std::size_t missing = 0;  // parts that are left out or cut
};

// The parts of a tree of JSON: its scalars, and small objects and arrays as a whole. The first
// elements of an array are worth more than later ones, and fields more than those of objects in
// them. Long strings may be cut.
class JsonParts {
 public:
  // `root` must outlive this.
  explicit JsonParts(const JsonValue& root);

  std::span<const KnapsackItem> items() const { return items_; }

  // The tree without what the levels of the items leave out, in the form with the fewest tokens,
  // and a line that says where something is missing.
  KeptText Keep(std::span<const std::uint8_t> levels) const;

 private:
  void AddParts(const JsonValue& value, double weight);

  const JsonValue& root_;
  std::vector<KnapsackItem> items_;
};

// The parts of any other text: paragraphs, blocks of code, and the lines of long paragraphs. The
// first ones are worth more than later ones, and headings more than others.
class LineParts {
 public:
  // `text` must outlive this.
  explicit LineParts(std::string_view text);

  std::span<const KnapsackItem> items() const { return items_; }

  // The text with a line in the place of what the levels of the items leave out.
  KeptText Keep(std::span<const std::uint8_t> levels) const;

 private:
  struct Block {
    std::string_view text;  // whole lines
    std::size_t first_line = 1;
    std::size_t lines = 0;
    bool is_fenced = false;
  };

  void FindBlocks(std::string_view text);
  void AddLine(std::string_view line, bool continues, bool is_fenced);
  void DivideLongBlocks();

  std::vector<Block> blocks_;
  std::vector<KnapsackItem> items_;  // one for each block
};

}  // namespace waymark::wire
