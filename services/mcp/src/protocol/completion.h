// completion/complete: completes the argument of a prompt or the variable of an address.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

#include "services/json_rpc.h"
#include "services/verbs.h"

namespace waymark::services {

// The text to complete. An argument without completions has no tool.
struct CompletionQuestion {
  std::string argument;
  std::string value;  // the text so far
  bool is_known = false;
};

// InvalidArgument describes what is wrong with the parameters of the request.
absl::StatusOr<CompletionQuestion> ReadCompletion(const Json& params);

// The result of the request: names of symbols, or paths of files. Empty if nothing is indexed.
Json Complete(const CompletionQuestion& question, Verbs& verbs, const std::filesystem::path& root,
              const CallControl& control);

}  // namespace waymark::services
