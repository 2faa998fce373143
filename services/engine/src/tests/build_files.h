// The build files around tests, which say how they are built and run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "indexer/source_reader.h"

namespace waymark::services {

// For one view; `sources` must outlive this. Each file is read once. Not thread-safe.
class BuildFiles {
 public:
  explicit BuildFiles(const indexer::SourceReader& sources) : sources_(sources) {}

  // The text of a file by its path relative to the root; null if it cannot be read or exceeds 1
  // MiB.
  const std::string* Text(const std::string& path);

  // False also if there is no such file.
  bool Mentions(const std::string& path, std::string_view word);

  // The nearest directory above the file `path` with a file named `name`, relative to the root,
  // which is "". Nullopt if there is none. Cost: one look at each directory above.
  std::optional<std::string> DirectoryAbove(const std::string& path, std::string_view name);

  // The one of "jest", "vitest", "mocha" and "ava" that the package.json nearest above the file
  // `path` names among its dependencies or in its script "test"; empty if there is none or several.
  std::string_view ScriptRunner(const std::string& path);

 private:
  const indexer::SourceReader& sources_;
  std::unordered_map<std::string, std::optional<std::string>> texts_;  // by path
  std::unordered_map<std::string, std::string_view> script_runners_;   // by directory
};

// `name` in `directory`, which is "" for the root.
std::string PathIn(std::string_view directory, std::string_view name);

}  // namespace waymark::services
