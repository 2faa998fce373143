// A copy of a source tree that is edited as people edit: for benches and long runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace waymark::testing {

// SplitMix64: the same numbers on every machine.
class EditRandom {
 public:
  explicit EditRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next();

  // In [0, bound).
  std::size_t Below(std::size_t bound) { return Next() % bound; }

 private:
  std::uint64_t state_;
};

// Copies `from` to `to`, ".git" included. False when that fails.
bool CopyTree(const std::filesystem::path& from, const std::filesystem::path& to);

class EditedTree {
 public:
  // `paths` are the sources that may be edited, relative to `root`; project files are looked for.
  EditedTree(std::filesystem::path root, std::vector<std::string> paths, std::uint64_t seed);

  const std::vector<std::string>& paths() const { return paths_; }

  const std::string& AnyPath() { return paths_[random_.Below(paths_.size())]; }

  // A comment line somewhere: everything after it moves, nothing means something else.
  void AddComment(const std::string& path);
  // A function at the end of the file.
  void AddFunction(const std::string& path, const std::string& name);

  struct Edit {
    std::string what;
    std::vector<std::string> touched;
  };

  // Renames an identifier in a file, deletes, doubles or moves lines or a whole definition, adds,
  // drops or exchanges an import, edits a project file, removes a file or brings one back; now and
  // then all edited files are put back.
  Edit Mutate();

  // Checks out one of the latest commits, whatever was edited; any file may have changed then, and
  // those that it has not are edited no more. False without a git history.
  bool CheckOut();

 private:
  std::string Read(const std::string& path) const;
  void Write(const std::string& path, const std::string& text);
  Edit Rename(const std::string& path);
  Edit CutOrDouble(const std::string& path, bool cut);
  Edit Move(const std::string& from, const std::string& to);
  Edit MoveDefinition(const std::string& from, const std::string& to);
  Edit ChangeImport(const std::string& path, const std::string& other);
  Edit EditProject();
  void FindProjectFiles();
  void ListCommits();
  Edit RemoveOrRestore(const std::string& path);
  Edit RestoreAll();

  const std::filesystem::path root_;
  std::vector<std::string> paths_;
  std::vector<std::string> project_paths_;
  std::vector<std::string> commits_;  // the latest, newest first
  EditRandom random_;
  std::map<std::string, std::string> originals_;  // of edited files
  int count_ = 0;
};

}  // namespace waymark::testing
