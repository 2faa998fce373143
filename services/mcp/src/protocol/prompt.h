// Prompts: instructions to an agent that a person picks by name. They use the tools.
#pragma once

#include <span>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/json_rpc.h"
#include "tools/tool.h"

namespace waymark::services {

struct PromptRow {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::span<const ArgumentRow> arguments;  // texts
  std::string_view text;                   // "{name}" stands for an argument
};

std::span<const PromptRow> AllPrompts();
// The entry in `prompts/list`.
Json DescribePrompt(const PromptRow& prompt);
bool HasPromptArgument(std::string_view prompt, std::string_view argument);
// The result of `prompts/get`. NotFound for an unknown name, InvalidArgument for the arguments.
absl::StatusOr<Json> GetPrompt(std::string_view name, const Json& arguments);

}  // namespace waymark::services
