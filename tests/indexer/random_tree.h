// Small source trees that change at random, for comparing an update with a fresh index.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace waymark::testing {

// SplitMix64: the same on every machine, unlike the distributions of the standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next();

  // In [0, bound).
  int Below(int bound) { return static_cast<int>(Next() % static_cast<std::uint64_t>(bound)); }

  bool OneIn(int n) { return Below(n) == 0; }

 private:
  std::uint64_t state_;
};

// What a language's files consist of.
class TreeGrammar {
 public:
  virtual ~TreeGrammar() = default;
  // Paths that files can have; some may never be used.
  virtual std::vector<std::string> Paths() const = 0;
  // One import, definition or the like, with a newline at its end.
  virtual std::string Unit(Random& random, const std::string& path) const = 0;
  // What a file begins with.
  virtual std::string Head(Random& random, const std::string& path) const = 0;
  // Project files, by path; chosen at random.
  virtual std::map<std::string, std::string> ProjectFiles(Random& random) const = 0;
};

const TreeGrammar& PythonTree();
const TreeGrammar& CppTree();
const TreeGrammar& CSharpTree();
const TreeGrammar& GoTree();
const TreeGrammar& JavaTree();
const TreeGrammar& PhpTree();
const TreeGrammar& RustTree();
const TreeGrammar& ScriptTree();
const TreeGrammar& RubyTree();
// Documents beside Python, C++ and TypeScript.
const TreeGrammar& DocumentedTree();

// Names are drawn from small pools, so that most edits bind something anew.
class RandomTree {
 public:
  RandomTree(const TreeGrammar& grammar, std::uint64_t seed);

  // Changes one thing, mostly; returns what.
  std::string Edit();
  // Makes the directory hold exactly the tree; returns the paths that were touched.
  std::vector<std::string> WriteTo(const std::filesystem::path& directory);

 private:
  struct File {
    std::string head;
    std::vector<std::string> units;
  };

  std::string AddFile();
  std::string EditFile(const std::string& path, File& file);
  std::string MoveUnit(const std::string& path, File& file);
  std::string RenameFile(const std::string& path);
  std::string AnyFile();

  const TreeGrammar& grammar_;
  Random random_;
  std::map<std::string, File> files_;
  std::map<std::string, std::string> project_;
  std::map<std::string, std::string> written_;
};

}  // namespace waymark::testing
