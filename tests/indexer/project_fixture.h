// Small projects of several files, written as one text, and what their graph must say.
//
//   --- pkg/app.py                      a file of the project
//   class App: ...
//   --- expect                          one statement a line; '#' begins a comment
//   main.run -> pkg.app.App calls import_binding      an edge, its type and rule ("*": any rule)
//   main.run -/> pkg.other.App                        no edge of any type
//   main.run -/> pkg.other.App references             none of this type; there may be others
//   main.run ?> get calls dynamic                     an unresolved reference to a name
//   main.run ?> get calls ambiguous pkg.A.get pkg.B.get
//   main.run ?/> put                                  no unresolved reference to the name
//   pkg.app.gone is nowhere             no symbol has the name
//   pkg.app.shown is exported           seen from other files or packages; else "is hidden"
//
// Symbols are given by qualified name, files by path; "name@path" where several share a name,
// "name~2" for the second of them in the order of files and positions. A
// blank in a name is written "%20"; in "Cart#@size" and "owner://@team" the name
// has an "@" of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/store.h"
#include "indexer/indexer.h"
#include "testing/temp_dir.h"

namespace waymark::testing {

struct ProjectText {
  struct File {
    std::string path;
    std::string content;
  };

  std::vector<File> files;
  std::vector<std::string> expectations;
};

// Ends the process on text that is no project.
ProjectText ParseProject(std::string_view text);

// A project on disk with a store of its own beside it.
class IndexedProject {
 public:
  // Writes the files; does not index yet.
  explicit IndexedProject(const ProjectText& project);

  const std::filesystem::path& root() const { return root_; }

  graph::Store& store() { return *store_; }

  const TempDir& directory() const { return directory_; }

  absl::StatusOr<indexer::IndexReport> Index(unsigned threads = 2);
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> View();

 private:
  TempDir directory_;
  std::filesystem::path root_;
  std::unique_ptr<graph::Store> store_;
};

// What is not as expected, one line each; empty when all holds.
std::vector<std::string> CheckExpectations(const graph::ReadView& view,
                                           const std::vector<std::string>& expectations);

}  // namespace waymark::testing
