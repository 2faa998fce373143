#include "options/known_checkouts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/state_text.h"
#include "services/verbs.h"

namespace waymark::services {
namespace {

constexpr std::ptrdiff_t kMostListed = 10;

// Whether a repository is called so: `flask` and `pallets/flask` mean github.com/pallets/flask.
bool IsCalled(std::string_view repository, std::string_view asked) {
  return repository == asked || repository.ends_with(fmt::format("/{}", asked));
}

// The error with what is indexed, of which one may be meant.
absl::Status WithAdvice(const absl::Status& status, const StatusAnswer& answer,
                        const std::string& asked) {
  const auto told = [&](std::string_view advice) {
    return absl::Status(status.code(),
                        fmt::format("{}; {}", std::string(status.message()), advice));
  };
  std::set<std::string> known;
  std::set<std::string> called;
  for (const StatusView& view : answer.views) {
    known.insert(view.root_path);
    if (IsCalled(view.repository, asked)) called.insert(view.root_path);
  }
  if (called.size() == 1) {
    return WithRemedy(told("its checkout is indexed"), WithTextIn("repo", asked, *called.begin()));
  }
  if (known.empty()) return told("no checkout is indexed; run: waymark index PATH");
  std::set<std::string>& shown = called.empty() ? known : called;
  const auto count = static_cast<std::ptrdiff_t>(shown.size());
  const bool is_cut = count > kMostListed;
  if (is_cut) shown.erase(std::next(shown.begin(), kMostListed), shown.end());
  return WithRemedy(
      told(fmt::format("indexed are {}{}; name one of them, or run: waymark index PATH",
                       fmt::join(shown, ", "),
                       is_cut ? fmt::format(" and {} more", count - kMostListed) : "")),
      called.empty() ? Remedy{} : WithTextIn("repo", asked, *called.begin()));
}

}  // namespace

absl::Status WithKnownCheckouts(const absl::Status& status, Verbs& verbs,
                                const std::string& asked) {
  return WithAdvice(status, verbs.Status({}).value_or(StatusAnswer()), asked);
}

absl::Status WithKnownCheckouts(const absl::Status& status, const Place& place,
                                const std::string& asked) {
  const absl::StatusOr<std::unique_ptr<Verbs>> verbs = OpenVerbs(place, Access::kRead);
  return verbs.ok() ? WithKnownCheckouts(status, **verbs, asked)
                    : WithAdvice(status, StatusAnswer(), asked);  // none is known
}

}  // namespace waymark::services
