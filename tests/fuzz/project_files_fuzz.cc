// Project files of strangers, whose text decides where imports lead. The first byte chooses the
// name.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "project/project.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kNames[] = {"a/go.mod", "a/tsconfig.json", "a/package.json",
                                         "a/compile_commands.json", "a/a.csproj"};
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  waymark::indexer::ProjectFiles project;
  waymark::indexer::AddProjectFile("/project", kNames[data[0] % std::size(kNames)], text, project);
  // What leads out of the tree is left out.
  for (const std::string& directory : project.include_directories) {
    if (directory.substr(0, 2) == ".." || directory.substr(0, 1) == "/") std::abort();
  }
  return 0;
}
