// Indexes a repository at the first question about it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "options/connect.h"

namespace waymark::services {

// For a repository with more files, a message says that the first index takes a while.
inline constexpr std::uint64_t kManyFiles = 20'000;

// Waits for a while if another process is indexing the checkout for the first time. If that takes
// longer, the question fails with the progress of the index run.
void WaitForFirstIndex(Verbs& verbs, const std::filesystem::path& store,
                       const std::filesystem::path& root);

// Whether `refusal` means that the working tree `root` has no index, and this process may build
// one. It may not if `root` is not a repository, because it may contain anything; if another
// process is building one; and if the store cannot be written. `verbs` returned the error; null:
// opening the store did.
bool WantsIndex(const absl::Status& refusal, Verbs* verbs, const std::filesystem::path& store,
                const std::filesystem::path& root);

// Builds the index, with a message on standard error. Sets `verbs` to an object that can write the
// store; nothing else in this process may have the store open.
absl::Status IndexFirst(const Place& place, const std::filesystem::path& root,
                        const Settings& settings, std::unique_ptr<Verbs>& verbs);

}  // namespace waymark::services
