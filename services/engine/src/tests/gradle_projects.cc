#include "tests/gradle_projects.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "services/shell_word.h"

namespace waymark::services {
namespace {

// Gradle's user manual, "Build file basics" and "Settings file basics".
constexpr std::string_view kBuilds[] = {"build.gradle", "build.gradle.kts"};
constexpr std::string_view kSettings[] = {"settings.gradle", "settings.gradle.kts"};

// The nearest directory above the test with one of `names`.
std::optional<std::string> Nearest(const ScopeTest& test, BuildFiles& files,
                                   std::span<const std::string_view> names) {
  std::optional<std::string> nearest;
  for (const std::string_view name : names) {
    std::optional<std::string> found = files.DirectoryAbove(test.place.path, name);
    if (found.has_value() && (!nearest.has_value() || found->size() > nearest->size())) {
      nearest = std::move(found);
    }
  }
  return nearest;
}

// Whether the settings at `root` contain 'app' or ":app" for `project`, "app".
bool Includes(BuildFiles& files, const std::string& root, const std::string& project) {
  for (const std::string_view settings : kSettings) {
    const std::string path = PathIn(root, settings);
    for (const char quote : {'\'', '"'}) {
      if (files.Mentions(path, fmt::format("{0}{1}{0}", quote, project)) ||
          files.Mentions(path, fmt::format("{0}:{1}{0}", quote, project))) {
        return true;
      }
    }
  }
  return false;
}

std::string From(const std::string& directory) {
  return directory.empty() ? "" : fmt::format("-p {} ", ShellWord(directory));
}

}  // namespace

bool IsGradle(const ScopeTest& test, BuildFiles& files) {
  if (files.DirectoryAbove(test.place.path, "pom.xml").has_value()) return false;
  return Nearest(test, files, kBuilds).has_value() || Nearest(test, files, kSettings).has_value();
}

bool IsMaven(const ScopeTest& test, BuildFiles& files) { return !IsGradle(test, files); }

std::string GradleTask(const ScopeTest& test, BuildFiles& files) {
  const std::string build = Nearest(test, files, kBuilds).value_or("");
  const std::optional<std::string> root = Nearest(test, files, kSettings);
  if (!root.has_value()) return From(build) + "test";
  const std::size_t inside = root->empty() ? 0 : root->size() + 1;
  for (std::string at = test.place.path;;) {
    const std::size_t slash = at.rfind('/');
    if (slash == std::string::npos || slash <= inside) break;
    at.erase(slash);
    std::string project = at.substr(inside);
    std::replace(project.begin(), project.end(), '/', ':');
    if (Includes(files, *root, project)) return fmt::format("{}:{}:test", From(*root), project);
  }
  return From(std::max(*root, build)) + "test";  // one lies below the other
}

}  // namespace waymark::services
