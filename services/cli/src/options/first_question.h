// The first question about a repository that nobody has indexed indexes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "options/connect.h"

namespace waymark::services {

// Of a repository with more files it is said that its first index takes a while.
inline constexpr std::uint64_t kManyFiles = 20'000;

// Of a checkout that another process is indexing for the first time there is an answer soon: waits
// for it, for a while. When it takes longer, the question is refused with how far that is.
void WaitForFirstIndex(Verbs& verbs, const std::filesystem::path& store,
                       const std::filesystem::path& root);

// Whether `refusal` is for want of an index of the working tree `root` that this process may make.
// It may not where that is no repository, and may hold anything, where another process is making
// one, and in a store that cannot be written. `verbs` refused a question; null: opening the store
// was refused.
bool WantsIndex(const absl::Status& refusal, Verbs* verbs, const std::filesystem::path& store,
                const std::filesystem::path& root);

// Makes the index, and tells so on standard error. `verbs` becomes who can write the store, which
// none other in this process may have open.
absl::Status IndexFirst(const Place& place, const std::filesystem::path& root,
                        const Settings& settings, std::unique_ptr<Verbs>& verbs);

}  // namespace waymark::services
