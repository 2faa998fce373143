// Who answers: the daemon of the store, if one is there and answers at once, else this process.
#pragma once

#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "options/daemon_option.h"
#include "services/verbs.h"

namespace waymark::services {

enum class Access {
  kRead,
  kExtend,  // a question that may add what it is about to a store that exists
  kWrite,   // a store that does not exist is created
};

// In the directory of a store.
inline constexpr char kStoreFile[] = "data.mdb";

// Whether the store, which exists, can be written.
bool IsWritable(const std::filesystem::path& store);

// Errors are those of opening the store; the store's daemon being absent, slow or of another
// version is none. Of a daemon elsewhere they are those of connecting to it. Never starts a daemon.
absl::StatusOr<std::unique_ptr<Verbs>> OpenVerbs(const Place& place, Access access);

}  // namespace waymark::services
