// Puts `waymark proxy` around a server in a client's configuration, and takes it off again. Only
// the words of its command change: those of the proxy go before them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "install/config_edit.h"

namespace waymark::services {

// The file with the server's command wrapped: `program` is started with `proxy --name SERVER --`,
// followed by the words that were there. The file itself if the server is wrapped already. The
// command stands in the members "command" and "args", or as a list in "command".
//
// Errors: NotFound if the file has no such server; FailedPrecondition if it is not started by a
// command, is Waymark itself, or is written in a form that is not changed here; InvalidArgument,
// with the line, if its command is no text or its arguments are no list of texts; and those of
// config_edit.h.
absl::StatusOr<std::string> WrapJsonServer(std::string_view file, const ConfigPlace& place,
                                           std::string_view program);
absl::StatusOr<std::string> WrapTomlServer(std::string_view file, const ConfigPlace& place,
                                           std::string_view program);

// The file with the words of the proxy taken out: the bytes before WrapJsonServer, except that a
// server without arguments has an empty list of them. The file itself if it is not wrapped. The
// errors are the same.
absl::StatusOr<std::string> UnwrapJsonServer(std::string_view file, const ConfigPlace& place);
absl::StatusOr<std::string> UnwrapTomlServer(std::string_view file, const ConfigPlace& place);

// The names of the servers at a place, whose own name is not used, that are wrapped; none if the
// file cannot be read.
std::vector<std::string> WrappedJsonServers(std::string_view file, const ConfigPlace& place);
std::vector<std::string> WrappedTomlServers(std::string_view file, const ConfigPlace& place);

// The projects that a file of JSON has below "projects"; none if it cannot be read.
std::vector<std::string> ProjectsIn(std::string_view file);

}  // namespace waymark::services
