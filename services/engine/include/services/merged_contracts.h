// Contracts between several repositories.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/merged_answers.h"
#include "services/verbs.h"

namespace waymark::services {

struct RepositoryContracts {
  std::string name;
  AnalyzeAnswer answer;  // all of its contracts, not only orphans
};

// For kContracts: a name that one repository consumes and another one provides is one contract.
// Parties have paths with repository names as in merged_answers.h. Only names decide, so the result
// is a lower bound.
AnalyzeAnswer MergeContracts(std::vector<RepositoryContracts> parts, bool only_orphans,
                             const std::vector<SilentRepository>& silent);

}  // namespace waymark::services
