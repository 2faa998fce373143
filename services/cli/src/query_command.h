// What the commands that ask about one repository have in common: --repo, --store, --format, and
// the way to whoever answers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "command.h"
#include "query_options.h"
#include "services/verbs.h"

namespace waymark::services {

// Where a question goes and how its answer is shown.
struct Asking {
  Verbs& verbs;
  const std::filesystem::path& root;
  const std::string& format;
  const Settings& settings;
};

class QueryCommand : public Command {
 public:
  void Describe(CLI::App& app) final;
  int Run(const Settings& settings) final;

 protected:
  struct Formats {
    std::vector<std::string> names;
    std::string terminal_default;
    std::string pipe_default;
  };

  virtual Formats formats() const = 0;
  // Options of the command itself.
  virtual void DescribeQuestion(CLI::App& app) = 0;

  // Whether it may take longer than a question may.
  virtual bool has_time() const { return false; }

  // Asks, and writes the answer to standard output.
  virtual absl::Status Ask(const Asking& asking) = 0;

 private:
  RepositoryOption repository_;
  StoreOption store_;
  FormatOption format_;
};

}  // namespace waymark::services
