// What is wrong with the arguments, in words that help to mend it.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace waymark::services {

// `command` is the one whose arguments were parsed as far as `error`.
std::string DescribeUsageError(const CLI::App& command, const CLI::ParseError& error);

}  // namespace waymark::services
