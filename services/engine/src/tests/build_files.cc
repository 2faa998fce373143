#include "tests/build_files.h"

#include <cstdint>
#include <utility>

#include <absl/status/statusor.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/whole_word.h"

namespace waymark::services {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20U;

constexpr std::string_view kPackageFile = "package.json";
constexpr std::string_view kScriptRunners[] = {"jest", "vitest", "mocha", "ava"};
// Members of package.json that name other packages, by npm's documentation.
constexpr const char* kDependencies[] = {"dependencies", "devDependencies"};

bool NamesRunner(const nlohmann::json& package, std::string_view runner) {
  for (const char* group : kDependencies) {
    const auto found = package.find(group);
    if (found != package.end() && found->contains(runner)) return true;
  }
  const auto scripts = package.find("scripts");
  if (scripts == package.end() || !scripts->contains("test")) return false;
  const auto* script = (*scripts)["test"].get_ptr<const std::string*>();
  return script != nullptr && HasWord(*script, runner);
}

std::string_view OnlyRunner(const std::string& text) {
  const nlohmann::json package = nlohmann::json::parse(text, nullptr, false);
  if (!package.is_object()) return "";
  std::string_view only;
  for (const std::string_view runner : kScriptRunners) {
    if (!NamesRunner(package, runner)) continue;
    if (!only.empty()) return "";
    only = runner;
  }
  return only;
}

}  // namespace

std::string PathIn(std::string_view directory, std::string_view name) {
  return directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name);
}

const std::string* BuildFiles::Text(const std::string& path) {
  const auto [known, is_new] = texts_.try_emplace(path);
  if (is_new) {
    absl::StatusOr<std::string> text = sources_.Read(path, kMaxBytes);
    if (text.ok()) known->second = *std::move(text);
  }
  return known->second.has_value() ? &*known->second : nullptr;
}

bool BuildFiles::Mentions(const std::string& path, std::string_view word) {
  const std::string* text = Text(path);
  return text != nullptr && text->find(word) != std::string::npos;
}

std::optional<std::string> BuildFiles::DirectoryAbove(const std::string& path,
                                                      std::string_view name) {
  std::string directory = path;
  while (!directory.empty()) {
    const std::size_t slash = directory.rfind('/');
    directory.erase(slash == std::string::npos ? 0 : slash);
    if (Text(PathIn(directory, name)) != nullptr) return directory;
  }
  return std::nullopt;
}

std::string_view BuildFiles::ScriptRunner(const std::string& path) {
  const std::optional<std::string> directory = DirectoryAbove(path, kPackageFile);
  if (!directory.has_value()) return "";
  const auto [known, is_new] = script_runners_.try_emplace(*directory);
  if (is_new) known->second = OnlyRunner(*Text(PathIn(*directory, kPackageFile)));
  return known->second;
}

}  // namespace waymark::services
