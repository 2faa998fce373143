// What several repositories agree on with each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "services/merged_answers.h"
#include "services/verbs.h"

namespace waymark::services {

struct RepositoryContracts {
  std::string name;
  AnalyzeAnswer answer;  // all of them, not only those of which one side is missing
};

// Of kContracts: what one repository asks for and another one provides is one contract. Parties
// have paths as above. Names alone decide, so that what is joined is no more than a lower bound.
AnalyzeAnswer JoinContracts(std::vector<RepositoryContracts> parts, bool only_orphans,
                            const std::vector<SilentRepository>& silent);

}  // namespace waymark::services
