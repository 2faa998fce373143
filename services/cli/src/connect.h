// Who answers: the daemon of the store, if one is there and answers at once, else this process.
#pragma once

#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

enum class Access {
  kRead,
  kExtend,  // a question that may add what it is about to a store that exists
  kWrite,   // a store that does not exist is created
};

// Errors are those of opening the store; a daemon that is absent, slow or of another version is no
// error. Never starts a daemon.
absl::StatusOr<std::unique_ptr<Verbs>> OpenVerbs(const std::filesystem::path& store, Access access);

}  // namespace waymark::services
