// The difference of two answers to one call, where it is a few values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "services/pipeline_hints.h"

namespace waymark::services {

// Shorter answers are sent whole.
inline constexpr std::size_t kLeastNearBytes = 500;
// Limit of the changes as a hint shows them, without the number.
inline constexpr std::size_t kMostChangeBytes = 50;

// The fields in which the object `now` differs from `before`. Nothing unless the texts are equal
// byte for byte but for scalars of top-level fields that keep their types, there is a difference,
// `now` is long enough, and a hint can show the changes in kMostChangeBytes. A key that an object
// has twice gives nothing too.
std::optional<std::vector<FieldChange>> NearChanges(std::string_view before, std::string_view now);

// Makes the changes in `before`: gives back `now` byte for byte. InvalidArgument if a field is
// missing or has another value than a change says.
absl::StatusOr<std::string> ApplyChanges(std::string_view before,
                                         const std::vector<FieldChange>& changes);

}  // namespace waymark::services
