#include "output/usage_error.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"

namespace waymark::services {
namespace {

constexpr std::string_view kOnlyArguments = "--";

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->nonpositional()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// For "-b" the only option that begins with that letter; for others the most similar one.
std::optional<std::string> NearestOption(const std::string& written,
                                         const std::vector<std::string>& names) {
  if (written.starts_with("--")) return NearestName(written, names);
  const std::string beginning = "-" + written.substr(0, 2);
  std::optional<std::string> only;
  for (const std::string& name : names) {
    if (!name.starts_with(beginning)) continue;
    if (only.has_value()) return std::nullopt;
    only = name;
  }
  return only;
}

std::string UnknownOption(const CLI::App& command, const std::string& written) {
  const std::string name = written.substr(0, written.find('='));
  const std::optional<std::string> nearest = NearestOption(name, OptionNames(command));
  if (nearest.has_value()) {
    return fmt::format("there is no option '{}'; did you mean '{}'?", name, *nearest);
  }
  return fmt::format("there is no option '{}'; if it is an argument, write -- before it", name);
}

std::string UnexpectedArgument(const std::string& argument) {
  return fmt::format("unexpected argument '{}'; an argument with blanks needs quotes", argument);
}

// Everything after -- is an argument, even if it looks like an option.
std::string BehindMark(const std::string& argument) {
  if (!argument.starts_with('-')) return UnexpectedArgument(argument);
  return fmt::format("unexpected argument '{}'; options must stand before --", argument);
}

}  // namespace

std::string DescribeUsageError(const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<std::string> unexpected = command.remaining();
  const auto mark = std::find(unexpected.begin(), unexpected.end(), kOnlyArguments);
  const auto unknown = std::find_if(unexpected.begin(), mark, [](const std::string& argument) {
    return argument.size() > 1 && argument.front() == '-';
  });
  if (unknown != mark) return UnknownOption(command, *unknown);
  if (mark != unexpected.end() && mark + 1 != unexpected.end()) return BehindMark(mark[1]);
  if (!unexpected.empty()) return UnexpectedArgument(unexpected.front());
  const bool is_miscounted = error.get_name() == "ArgumentMismatch";
  for (const CLI::Option* option : command.get_options()) {
    if (is_miscounted && option->count() > 1 && option->get_items_expected_max() == 1) {
      return fmt::format("{} is given more than once", option->get_name());
    }
    if (is_miscounted && std::string_view(error.what()).starts_with(option->get_name() + ":")) {
      return fmt::format("{} needs a value, {}: {}", option->get_name(), option->get_type_name(),
                         option->get_description());
    }
    if (option->get_required() && option->count() == 0) {
      if (option->get_positional()) {
        return fmt::format("{} is missing: {}", option->get_type_name(), option->get_description());
      }
      return fmt::format("{} {} is missing: {}", option->get_name(), option->get_type_name(),
                         option->get_description());
    }
  }
  return error.what();
}

}  // namespace waymark::services
