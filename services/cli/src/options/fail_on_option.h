// --fail-on CONDITION: a condition of a change that ends the command with kExitFailedOn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wire/payload.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// What conditions look at.
struct ChangeFindings {
  bool has_change = true;   // false: nothing that is indexed changes, and no condition applies
  wire::Risk risk;          // one that is not known, or not stated, counts as high
  std::uint64_t tests = 0;  // that reach the change, or may reach it
};

struct FailOnOption {
  std::vector<std::string> conditions;

  void AddTo(CLI::App& app);

  bool any() const { return !conditions.empty(); }

  // Whether a condition looks at ChangeFindings::tests.
  bool needs_tests() const;
  // A sentence for each condition that applies, in the order of the table.
  std::vector<std::string> Applying(const ChangeFindings& findings) const;
};

}  // namespace waymark::services
