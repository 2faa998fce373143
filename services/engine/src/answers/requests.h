// What every face's requests are held against before any work is done.
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

// InvalidArgument when a state names more than one thing, or is beyond a limit.
absl::Status CheckState(const StateChoice& state);

// InvalidArgument unless `text` has a character that is not white space, and at most `max_bytes`.
// `argument` names it.
absl::Status CheckText(std::string_view argument, std::string_view text, std::size_t max_bytes);

// Each of several; the refusal says which it is, by its number behind `before` others. `argument`
// names one without an article.
absl::Status CheckTexts(std::string_view argument, std::span<const std::string> texts,
                        std::size_t max_bytes, std::size_t before = 0);

// Of a question about what differs from a revision; "" is none. InvalidArgument when it is longer
// than kMaxNameBytes, or the question is about symbols as well.
absl::Status CheckBase(const std::string& revision, bool names_symbols);

// InvalidArgument unless low <= value <= high.
absl::Status CheckRange(std::string_view argument, std::uint64_t value, std::uint64_t low,
                        std::uint64_t high);

// InvalidArgument for a budget that an answer without a row, of `empty` tokens, does not fit into.
absl::Status RefuseBudget(std::uint32_t budget, std::uint64_t empty, std::uint64_t smallest);

}  // namespace waymark::services
