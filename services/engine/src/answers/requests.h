// Checks of requests, the same for every face, before any work is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "services/verbs.h"

namespace waymark::services {

// InvalidArgument unless `root` is an absolute path of at most kMaxPathBytes.
absl::Status CheckRoot(const std::filesystem::path& root);

// InvalidArgument if a state names more than one thing or exceeds a limit.
absl::Status CheckState(const StateChoice& state);

// InvalidArgument unless `text` has a character other than white space and at most `max_bytes`.
// `argument` names it in the message.
absl::Status CheckText(std::string_view argument, std::string_view text, std::size_t max_bytes);

// Checks several texts; the error gives the number of the wrong one, counted after `before` others.
// `argument` names one of them without an article.
absl::Status CheckTexts(std::string_view argument, std::span<const std::string> texts,
                        std::size_t max_bytes, std::size_t before = 0);

// For a question about the difference from a revision; "" means none. InvalidArgument if it is
// longer than kMaxNameBytes, or if the question names symbols as well.
absl::Status CheckBase(const std::string& revision, bool names_symbols);

// InvalidArgument unless low <= value <= high.
absl::Status CheckRange(std::string_view argument, std::uint64_t value, std::uint64_t low,
                        std::uint64_t high);

// InvalidArgument for a budget that does not fit even an answer without rows, of `empty` tokens.
absl::Status RefuseBudget(std::uint32_t budget, std::uint64_t empty, std::uint64_t smallest);

}  // namespace waymark::services
