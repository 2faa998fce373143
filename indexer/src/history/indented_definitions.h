// Which definitions a change lies in, told from the text alone: of old commits nothing is parsed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

// The lines of one text. Keeps a view of it.
class IndentedDefinitions {
 public:
  explicit IndentedDefinitions(std::string_view text);

  // Appends to `names`, which has each once, what the lines are called that lines first..last
  // (1-based) define, and those that they are nested in by indentation, at most `max_names` in all.
  // Cost: the lines, and those above up to the outermost one, at most kMaxLinesAbove.
  void Add(std::uint32_t first, std::uint32_t last, std::size_t max_names,
           std::vector<std::string>& names) const;

 private:
  std::string_view Line(std::size_t index) const;
  void AddNestedIn(std::size_t index, std::size_t max_names, std::vector<std::string>& names) const;

  std::string_view text_;
  std::vector<std::uint32_t> begins_;  // of lines
};

// What a line that opens a block calls it: `Get` of "Status DBImpl::Get(const Key& key) {". Empty
// when it opens none that has a name.
std::string_view NameOfHead(std::string_view line);

}  // namespace waymark::indexer
