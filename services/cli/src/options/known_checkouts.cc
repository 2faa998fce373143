#include "options/known_checkouts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/shell_word.h"
#include "services/verbs.h"

namespace waymark::services {
namespace {

constexpr std::ptrdiff_t kMostListed = 10;

// Whether a repository is called so: `flask` and `pallets/flask` mean github.com/pallets/flask.
bool IsCalled(std::string_view repository, std::string_view asked) {
  return repository == asked || repository.ends_with(fmt::format("/{}", asked));
}

std::string Advice(const StatusAnswer& answer, const std::string& asked) {
  std::set<std::string> known;
  std::set<std::string> called;
  for (const StatusView& view : answer.views) {
    known.insert(view.root_path);
    if (IsCalled(view.repository, asked)) called.insert(view.root_path);
  }
  if (called.size() == 1) {
    return fmt::format("its checkout is indexed; use --repo {}", ShellWord(*called.begin()));
  }
  if (known.empty()) return "no checkout is indexed; run: waymark index PATH";
  std::set<std::string>& shown = called.empty() ? known : called;
  const auto count = static_cast<std::ptrdiff_t>(shown.size());
  const bool is_cut = count > kMostListed;
  if (is_cut) shown.erase(std::next(shown.begin(), kMostListed), shown.end());
  return fmt::format("indexed are {}{}; name one of them, or run: waymark index PATH",
                     fmt::join(shown, ", "),
                     is_cut ? fmt::format(" and {} more", count - kMostListed) : "");
}

// If nothing could be asked, no checkout is known.
absl::Status WithAdvice(const absl::Status& status, const absl::StatusOr<StatusAnswer>& known,
                        const std::string& asked) {
  return {status.code(), fmt::format("{}; {}", std::string(status.message()),
                                     Advice(known.value_or(StatusAnswer()), asked))};
}

}  // namespace

absl::Status WithKnownCheckouts(const absl::Status& status, Verbs& verbs,
                                const std::string& asked) {
  return WithAdvice(status, verbs.Status({}), asked);
}

absl::Status WithKnownCheckouts(const absl::Status& status, const Place& place,
                                const std::string& asked) {
  const absl::StatusOr<std::unique_ptr<Verbs>> verbs = OpenVerbs(place, Access::kRead);
  return verbs.ok() ? WithKnownCheckouts(status, **verbs, asked)
                    : WithAdvice(status, verbs.status(), asked);
}

}  // namespace waymark::services
