// What the addresses in a question say of the repository: those that show one of its files are
// places in it, the others are about something else.
//
//   https://github.com/ada/shop/blob/main/src/app.py?plain=1#L8-L12
//   https://gitlab.com/team/ada/shop/-/blob/v1/src/app.py#L8-12
#pragma once

#include <string>
#include <string_view>

namespace waymark::retrieval {

// The text with the path and the lines in the place of an address that shows a file, and without
// other addresses. `repository` is the stable name of a view: of one with a remote, addresses of
// repositories that are called otherwise are others. A name alone is that of a directory, which may
// be called anything: there the path says which file it is, unless it has no directory.
std::string WithPathsOfAddresses(std::string_view text, std::string_view repository);

}  // namespace waymark::retrieval
