// The first question about a repository that nobody has indexed indexes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "connect.h"
#include "settings.h"

namespace waymark::services {

// Of a repository with more files it is said that its first index takes a while.
inline constexpr std::uint64_t kManyFiles = 20'000;

struct Answerer {
  std::unique_ptr<Verbs> verbs;
  bool has_to_index = false;  // before it can answer
};

// Whoever answers about the working tree `root`, as OpenVerbs() gives it. A run of another process
// that indexes it for the first time is waited for, for a while. Where there is no index then, and
// `may_index`, it can make one; not of a directory that is no repository, and may hold anything,
// and not in a store that cannot be written: those refuse the question. Of a daemon elsewhere
// nothing is asked.
absl::StatusOr<Answerer> OpenAnswerer(const Place& place, Access access,
                                      const std::filesystem::path& root, bool may_index);

// Makes the index, and tells so on standard error.
absl::Status IndexFirst(Verbs& verbs, const std::filesystem::path& root, const Settings& settings);

}  // namespace waymark::services
