#include "services/paging.h"

#include <charconv>
#include <cstddef>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "graph/hash.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

// Enough digits that a cursor of another question or state is not accepted.
constexpr std::size_t kCheckDigits = 8;

std::string CheckOf(std::string_view question, std::string_view state) {
  const auto hash = FieldHasher("waymark.cursor.v1").Add(question).Add(state).Finish<RootHash>();
  return hash.ToHex().substr(0, kCheckDigits);
}

}  // namespace

absl::StatusOr<Page> Page::Of(std::string_view question, std::string_view state,
                              std::uint32_t limit, std::string_view cursor) {
  std::string check = CheckOf(question, state);
  if (cursor.empty()) return Page(0, limit, std::move(check));
  std::uint32_t begin = 0;
  const char* const end = cursor.data() + cursor.size();
  const auto [rest, error] = std::from_chars(cursor.data(), end, begin);
  const bool is_cursor = error == std::errc() && rest != end && *rest == '-' &&
                         begin <= std::numeric_limits<std::uint32_t>::max() - limit;
  if (!is_cursor) {
    return WithRemedy(
        absl::InvalidArgumentError("not a cursor; copy the cursor at the end of the previous page"),
        WithoutField("cursor"));
  }
  if (std::string_view(rest + 1, end) != check) {
    return WithRemedy(
        absl::FailedPreconditionError("the cursor belongs to another question, or the index has "
                                      "changed since; ask again without it"),
        WithoutField("cursor"));
  }
  return Page(begin, limit, std::move(check));
}

std::string Page::next() const { return fmt::format("{}-{}", end(), check_); }

}  // namespace waymark::services
