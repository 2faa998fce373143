// Tables of Markdown (GFM), and a shorter form of their rows.
//
// The short form keeps every line but the rows of tables, which stand behind a line
// "#rows N DELIMITER LAYOUT" as delimited cells. The layout says how the cells stood between their
// bars, so that the rows come back byte for byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::wire {

struct MarkdownTable {
  std::string_view before;  // everything up to the header
  std::string_view head;    // the header and the row of dashes, with their line breaks
  std::size_t columns = 0;
  std::vector<std::string_view> rows;  // without line breaks
  std::string_view after;              // everything behind the last row
};

// The first table outside of code fences that has a header, a row of dashes and rows with as many
// cells. Nothing if there is none.
std::optional<MarkdownTable> FindMarkdownTable(std::string_view text);

// The short form; nothing if no table is shorter, or if a line of the text looks like "#rows".
std::optional<std::string> ShortenMarkdown(std::string_view text);

// InvalidArgument "expand: WHAT".
absl::StatusOr<std::string> LengthenMarkdown(std::string_view text);

}  // namespace waymark::wire
