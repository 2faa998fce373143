// The short form of a commit id for people and models.
#pragma once

#include <cstddef>
#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

// Enough digits to be unique in any repository; all forty cost some 20 tokens.
inline constexpr std::size_t kShortCommitDigits = 12;

// Empty outside git. Valid as long as `index` is.
inline std::string_view ShortCommit(const IndexInfo& index) {
  return std::string_view(index.commit).substr(0, kShortCommitDigits);
}

}  // namespace waymark::wire
