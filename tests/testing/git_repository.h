// A git repository made by the real git, for tests of what is read of one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace waymark::testing {

class GitRepository {
 public:
  // `git init` in `directory`, which is created; the branch is "main".
  explicit GitRepository(std::filesystem::path directory);

  const std::filesystem::path& path() const { return path_; }

  // Runs `git ARGUMENTS` there and gives its standard output, without the last line break. A
  // failure fails the test.
  std::string Git(const std::string& arguments) const;

  void Write(const std::filesystem::path& file, std::string_view text) const;
  // The first `from` of a file by `to`; the test fails when there is none.
  void Replace(const std::filesystem::path& file, std::string_view from, std::string_view to) const;
  // Everything there is, added and committed. The commit's id.
  std::string Commit(const std::string& message) const;

 private:
  const std::filesystem::path path_;
};

// Runs `git ARGUMENTS` in any directory, likewise.
std::string RunGit(const std::filesystem::path& directory, const std::string& arguments);

}  // namespace waymark::testing
