// Where an answer in pages goes on.
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

// Rows [begin, end) of all that a question finds, in the order of its answer.
//
// A cursor is the number of the first row and a hash of the question and of the state of what it
// was asked of ("200-1f9a0c2b"). Rows are found again for each page, by the same rules in the same
// state, so that nothing is kept between calls and pages neither overlap nor leave gaps.
class Page {
 public:
  // `question` is all of a question but how many rows it wants, `state` the same for as long as the
  // rows are. An empty cursor is the first page.
  // Errors: InvalidArgument (no cursor of ours), FailedPrecondition (one of another question, or of
  // a state that is no longer shown).
  static absl::StatusOr<Page> Of(std::string_view question, std::string_view state,
                                 std::uint32_t limit, std::string_view cursor);

  // The same of a question about a view, whose root is its state.
  static absl::StatusOr<Page> Of(std::string_view question, const graph::ReadView& view,
                                 std::uint32_t limit, std::string_view cursor) {
    return Of(question, view.info().root.ToHex(), limit, cursor);
  }

  std::uint32_t begin() const { return begin_; }

  std::uint32_t limit() const { return limit_; }

  std::uint32_t end() const { return begin_ + limit_; }

  // Of the page after this one.
  std::string next() const;

  // Those of the page, of so many.
  RowRange RowsOf(std::uint32_t total) const {
    return {std::min(begin_, total), std::min(end(), total)};
  }

  // Takes the rows before `begin` from the rows before `end`.
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
