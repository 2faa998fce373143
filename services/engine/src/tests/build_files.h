// The files around tests that say how they are built and run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "indexer/source_reader.h"

namespace waymark::services {

// Of one view; `sources` outlives this. Each file is read once. Not thread-safe.
class BuildFiles {
 public:
  explicit BuildFiles(const indexer::SourceReader& sources) : sources_(sources) {}

  // By its path relative to the root; null when it cannot be read or has more than 1 MiB.
  const std::string* Text(const std::string& path);

  // False too when there is no such text.
  bool Mentions(const std::string& path, std::string_view word);

  // The directory nearest above the file `path` that holds one named `name`, relative to the root,
  // which is "". Nullopt: none does. Cost: one look at each directory above.
  std::optional<std::string> DirectoryAbove(const std::string& path, std::string_view name);

  // The one of "jest", "vitest", "mocha" and "ava" that the package.json nearest above the file
  // `path` names among its dependencies or in its script "test"; empty: none, or several.
  std::string_view ScriptRunner(const std::string& path);

 private:
  const indexer::SourceReader& sources_;
  std::unordered_map<std::string, std::optional<std::string>> texts_;  // by path
  std::unordered_map<std::string, std::string_view> script_runners_;   // by directory
};

// `name` in `directory`, which is "" for the root.
std::string PathIn(std::string_view directory, std::string_view name);

}  // namespace waymark::services
