// Chooses who answers: the daemon of the store if it answers at once, otherwise this process.
#pragma once

#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "options/daemon_option.h"
#include "services/verbs.h"

namespace waymark::services {

enum class Access {
  kRead,
  kExtend,  // a question that may write to an existing store
  kWrite,   // creates a missing store
};

// A file in the directory of every store.
inline constexpr char kStoreFile[] = "data.mdb";

// Whether this process can write the store, which must exist.
bool IsWritable(const std::filesystem::path& store);

// Errors are those of opening the store. It is not an error if the store's daemon is absent, slow
// or of another version. For a daemon over TCP, errors are those of connecting. Never starts a
// daemon.
absl::StatusOr<std::unique_ptr<Verbs>> OpenVerbs(const Place& place, Access access);

}  // namespace waymark::services
