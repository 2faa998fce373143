// Error messages about arguments that help to fix them.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace waymark::services {

// `command` is the one whose arguments were parsed up to `error`.
std::string DescribeUsageError(const CLI::App& command, const CLI::ParseError& error);

}  // namespace waymark::services
