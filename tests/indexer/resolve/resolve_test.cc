// Every file below tests/fixtures/resolve is a small project with what its graph must say.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "indexer/project_fixture.h"
#include "testing/status_matchers.h"

namespace waymark::testing {
namespace {

std::filesystem::path FixtureRoot() {
  return std::filesystem::path(WM_SOURCE_DIR) / "tests" / "fixtures" / "resolve";
}

std::vector<std::string> AllFixtures() {
  std::vector<std::string> fixtures;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(FixtureRoot())) {
    if (entry.is_regular_file()) {
      fixtures.push_back(entry.path().lexically_relative(FixtureRoot()).generic_string());
    }
  }
  std::sort(fixtures.begin(), fixtures.end());
  return fixtures;
}

class Resolution : public ::testing::TestWithParam<std::string> {};

TEST_P(Resolution, IsAsTheFixtureSays) {
  std::ifstream file(FixtureRoot() / GetParam());
  std::stringstream text;
  text << file.rdbuf();
  const ProjectText project = ParseProject(text.str());
  ASSERT_FALSE(project.expectations.empty());

  IndexedProject indexed(project);
  WM_ASSERT_OK(indexed.Index());
  WM_ASSERT_OK_AND_ASSIGN(const auto view, indexed.View());

  for (const std::string& failure : CheckExpectations(*view, project.expectations)) {
    ADD_FAILURE() << failure;
  }
}

std::string TestName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.rfind('.'));
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Resolution, ::testing::ValuesIn(AllFixtures()), TestName);

}  // namespace
}  // namespace waymark::testing
