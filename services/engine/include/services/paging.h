// Pages of an answer, and the cursor between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::services {

// Rows [begin, end) of an answer.
struct RowRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// The rows [begin, end) of everything that a question finds, in the order of its answer.
//
// A cursor is the number of the first row with a hash of the question and of the state that it was
// asked about ("200-1f9a0c2b"). The rows are found again for each page, by the same rules in the
// same state, so nothing is kept between calls and pages neither overlap nor leave gaps.
class Page {
 public:
  // `question` is the whole question except for the number of rows; `state` must stay the same
  // exactly as long as the rows do. An empty cursor means the first page. Errors: InvalidArgument
  // (not a cursor), FailedPrecondition (a cursor of another question, or of a state that is no
  // longer shown).
  static absl::StatusOr<Page> Of(std::string_view question, std::string_view state,
                                 std::uint32_t limit, std::string_view cursor);

  // The same for a question about a view; the state is the view's root.
  static absl::StatusOr<Page> Of(std::string_view question, const graph::ReadView& view,
                                 std::uint32_t limit, std::string_view cursor) {
    return Of(question, view.info().root.ToHex(), limit, cursor);
  }

  std::uint32_t begin() const { return begin_; }

  std::uint32_t limit() const { return limit_; }

  std::uint32_t end() const { return begin_ + limit_; }

  // Cursor of the page after this one.
  std::string next() const;

  // The rows of this page, if there are `total` in all.
  RowRange RowsOf(std::uint32_t total) const {
    return {std::min(begin_, total), std::min(end(), total)};
  }

  // Removes the rows before `begin` from a list of the rows before `end`.
  template <typename List>
  void Trim(List& rows) const {
    const auto before = static_cast<std::ptrdiff_t>(std::min<std::size_t>(begin_, rows.size()));
    rows.erase(rows.begin(), rows.begin() + before);
  }

 private:
  Page(std::uint32_t begin, std::uint32_t limit, std::string check)
      : begin_(begin), limit_(limit), check_(std::move(check)) {}

  std::uint32_t begin_;
  std::uint32_t limit_;
  std::string check_;  // hash of the question and the state
};

}  // namespace waymark::services
