// Sources and revisions that a job may name. Jobs come from whoever may write the queue, and are
// given to git on the machine of a worker: nothing of them may be an option, a command or a
// password.
#pragma once

#include <string_view>

#include <absl/status/status.h>

namespace waymark::services {

// Whether the source is a path of the worker's machine rather than a URL.
inline bool IsPathSource(std::string_view source) { return source.starts_with('/'); }

// InvalidArgument unless it is a URL of https, http, ssh or git, USER@HOST:PATH, or an absolute
// path. Passwords in it are refused: credentials are git's own matter.
absl::Status CheckSource(std::string_view source);

// InvalidArgument unless it is empty or looks like a branch, a tag or the id of a commit. HEAD and
// revisions relative to another one are not: only branches and tags are fetched.
absl::Status CheckRevision(std::string_view revision);

}  // namespace waymark::services
