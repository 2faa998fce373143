// The tables waymark.repository and waymark.reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/reference_store.h"
#include "postgres/connection.h"

namespace waymark::services {

// InvalidArgument for a name that is empty, longer than kMaxSharedNameBytes, no UTF-8 or with a NUL
// byte. `of_what` is "repository" or "reference".
absl::Status CheckSharedName(std::string_view of_what, std::string_view name);

// The row of a repository; absent if there is none.
absl::StatusOr<std::optional<std::uint64_t>> FindRepository(Connection& connection,
                                                            const std::string& name);
absl::StatusOr<std::uint64_t> FindOrAddRepository(Connection& connection, const std::string& name);

class ReferenceTable {
 public:
  ReferenceTable(Connection& connection, std::uint64_t repository)
      : connection_(connection), repository_(repository) {}

  absl::StatusOr<std::optional<graph::Reference>> Find(const std::string& name);
  // As ReferenceStore::List().
  absl::StatusOr<std::vector<graph::Reference>> List(const std::string& prefix, std::size_t limit);
  // References whose names follow `name`, by name, at most `limit`.
  absl::StatusOr<std::vector<graph::Reference>> PageAfter(const std::string& name,
                                                          std::size_t limit);
  // As ReferenceStore::CompareAndSwap(). `is_repeated`: the change may be there already.
  absl::StatusOr<graph::Reference> Swap(const graph::Reference& changed, std::uint64_t expected,
                                        bool is_repeated);
  absl::Status Remove(const std::string& name, std::uint64_t expected, bool is_repeated);
  // Differs after every change of a reference.
  absl::StatusOr<std::string> Fingerprint();

 private:
  absl::Status Move(const graph::Reference& changed, std::uint64_t expected);

  Connection& connection_;
  std::uint64_t repository_;
};

}  // namespace waymark::services
