// The project of a Gradle build to which a test belongs.
#pragma once

#include <string>

#include "services/verbs.h"
#include "tests/build_files.h"

namespace waymark::services {

// Whether the build files above the test are Gradle's and none is Maven's.
bool IsGradle(const ScopeTest& test, BuildFiles& files);
bool IsMaven(const ScopeTest& test, BuildFiles& files);

// The task that runs the test, with the options before it: "test", ":app:test" for a project that
// the settings include, "-p DIR test" for a build below the root.
std::string GradleTask(const ScopeTest& test, BuildFiles& files);

}  // namespace waymark::services
