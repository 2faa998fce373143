// Resolves the revisions of a question. An error names one that exists.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

// The id of the commit to ask about. Errors as indexer::ResolveRevision().
absl::StatusOr<std::string> ResolveAt(const std::filesystem::path& root,
                                      const std::string& revision);

// The id of the commit that a change is compared with. Errors as above.
absl::StatusOr<std::string> ResolveBase(const std::filesystem::path& root,
                                        const std::string& revision);

}  // namespace waymark::services
