// Names tests for their runners.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "indexer/source_reader.h"
#include "services/verbs.h"

namespace waymark::services {

// One row for each call of a runner with tests here, from the root of `sources`, whose build files
// determine the runner. Tests without a known runner are left out. Cost: each build file above the
// tests is looked up once.
std::vector<RunnerArguments> ArgumentsOfRunners(std::span<const ScopeTest> tests,
                                                const indexer::SourceReader& sources);

// Sets the framework of each test to the name of its runner: "pytest", "GoogleTest", "go test".
// Tests of unittest and tests without a known runner keep their framework. Cost as above.
void NameRunners(std::span<ScopeTest> tests, const indexer::SourceReader& sources);

}  // namespace waymark::services
