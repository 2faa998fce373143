// The servers behind a proxy, as the command line and configuration files name them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "services/proxy.h"

namespace waymark::services {

// The value of a variable of the environment; nothing if it is not set.
using VariableSource = std::function<std::optional<std::string>(const std::string& name)>;

// The servers of a file in the form that agents use: {"mcpServers": {NAME: {"command", "args",
// "env"} or {"url", "headers"}}}. Comments are allowed; servers with "disabled": true are left out.
// In their texts ${NAME} and ${env:NAME} stand for variables, and ${NAME:-TEXT} for one or, if it
// is not set, the text. InvalidArgument says what is wrong with which server, such as a variable
// that is not set.
absl::StatusOr<std::vector<ProxyServer>> ReadProxiedServers(std::string_view file,
                                                            const VariableSource& variables);

// "NAME=COMMAND LINE", which a shell splits into words. InvalidArgument for anything else.
absl::StatusOr<ProxyServer> ReadNamedServer(std::string_view text);

// Whether each name can stand before that of a tool, and no two are the same. InvalidArgument names
// the one.
absl::Status CheckNames(const std::vector<ProxyServer>& servers);

}  // namespace waymark::services
