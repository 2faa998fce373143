// Web addresses in a question: addresses of the repository's files are places in it, others are
// about something else.
//
//   https://github.com/ada/shop/blob/main/src/app.py?plain=1#L8-L12
//   https://gitlab.com/team/ada/shop/-/blob/v1/src/app.py#L8-12
#pragma once

#include <string>
#include <string_view>

namespace waymark::retrieval {

// Replaces addresses of files by their paths and lines, and removes other addresses. `repository`
// is the stable name of a view. If it comes from a remote, addresses of other repositories are
// removed. If it is only a directory's name, which may be arbitrary, the path decides which file is
// meant, unless it has no directory.
std::string WithPathsOfAddresses(std::string_view text, std::string_view repository);

}  // namespace waymark::retrieval
