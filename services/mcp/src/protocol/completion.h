// completion/complete: what the argument of a prompt or the variable of an address may go on with.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

#include "services/json_rpc.h"
#include "services/verbs.h"

namespace waymark::services {

// What is completed. An argument about which nothing is known has no tool.
struct CompletionQuestion {
  std::string argument;
  std::string value;  // as far as it is written
  bool is_known = false;
};

// InvalidArgument says what is wrong with the parameters of the request.
absl::StatusOr<CompletionQuestion> ReadCompletion(const Json& params);

// The result of the request: names of symbols, or paths of files. None where nothing is indexed.
Json Complete(const CompletionQuestion& question, Verbs& verbs, const std::filesystem::path& root,
              const CallControl& control);

}  // namespace waymark::services
