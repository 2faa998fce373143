#include "testing/git_repository.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <utility>

#include <gtest/gtest.h>

namespace waymark::testing {

std::string RunGit(const std::filesystem::path& directory, const std::string& arguments) {
  const std::string command = "git -C '" + directory.string() +
                              "' -c user.name=t -c user.email=t@example.com"
                              " -c init.defaultBranch=main -c protocol.file.allow=always " +
                              arguments + " 2>/dev/null";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    ADD_FAILURE() << "cannot run: " << command;
    return "";
  }
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), count);
  }
  EXPECT_EQ(pclose(pipe), 0) << command;
  while (!output.empty() && output.back() == '\n') output.pop_back();
  return output;
}

GitRepository::GitRepository(std::filesystem::path directory) : path_(std::move(directory)) {
  std::filesystem::create_directories(path_);
  Git("init -q");
}

std::string GitRepository::Git(const std::string& arguments) const {
  return RunGit(path_, arguments);
}

void GitRepository::Write(const std::filesystem::path& file, std::string_view text) const {
  std::filesystem::create_directories((path_ / file).parent_path());
  std::ofstream(path_ / file, std::ios::binary) << text;
}

void GitRepository::Replace(const std::filesystem::path& file, std::string_view from,
                            std::string_view to) const {
  std::ifstream stream(path_ / file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << file << " has no " << from;
  Write(file, text.replace(at, from.size(), to));
}

std::string GitRepository::Commit(const std::string& message) const {
  Git("add -A");
  Git("commit -q --allow-empty -m '" + message + "'");
  return Git("rev-parse HEAD");
}

}  // namespace waymark::testing
