// How tests are named to their runners.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "indexer/source_reader.h"
#include "services/verbs.h"

namespace waymark::services {

// One for each call of a runner that has tests here, from the root of `sources`, whose build files
// tell runners apart. Languages without a known runner are left out. Cost: each build file above
// the tests is looked for once.
std::vector<RunnerArguments> ArgumentsOfRunners(std::span<const ScopeTest> tests,
                                                const indexer::SourceReader& sources);

// Puts the name of the runner into the framework of each test but those of unittest, which has its
// own: "pytest", "GoogleTest", "go test". Those without a known runner keep theirs. Cost as above.
void NameRunners(std::span<ScopeTest> tests, const indexer::SourceReader& sources);

}  // namespace waymark::services
