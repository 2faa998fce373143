#include "options/asked_checkout.h"

#include <string>
#include <utility>

#include "options/known_checkouts.h"

namespace waymark::services {

AskedCheckout FindCheckout(const PlaceOption& place, const RepositoryOption& repository,
                           const Settings& settings) {
  absl::StatusOr<Place> found = place.Resolve(settings);
  if (!found.ok()) return {.exit_code = FailUsage(std::string(found.status().message()))};
  absl::StatusOr<std::filesystem::path> root = repository.Resolve(settings);
  if (root.ok()) return {.place = *std::move(found), .root = *std::move(root)};
  if (repository.path.empty()) return {.exit_code = Fail(root.status())};
  return {.exit_code = Fail(WithKnownCheckouts(root.status(), *found, repository.path))};
}

}  // namespace waymark::services
