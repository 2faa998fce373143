// Finds the definitions that a change touches by indentation, since old commits are not parsed.
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

  // Appends to `names`, without duplicates, the names of the definitions in lines first..last
  // (1-based) and of those around them by indentation, at most `max_names` in all. Cost: these
  // lines, and those above up to the outermost one, at most kMaxLinesAbove.
  void Add(std::uint32_t first, std::uint32_t last, std::size_t max_names,
           std::vector<std::string>& names) const;

 private:
  std::string_view Line(std::size_t index) const;
  void AddNestedIn(std::size_t index, std::size_t max_names, std::vector<std::string>& names) const;

  std::string_view text_;
  std::vector<std::uint32_t> begins_;  // of lines
};

// The name of the block that a line opens: `Get` for "Status DBImpl::Get(const Key& key) {". Empty
// if it opens no named block.
std::string_view NameOfHead(std::string_view line);

}  // namespace waymark::indexer
