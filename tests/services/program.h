// Runs the real `waymark` as a process of its own and looks at what comes out.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "testing/temp_dir.h"

namespace waymark::testing {

struct ProgramResult {
  int exit_code = -1;  // -1 when a signal ended it
  int signal = 0;
  std::string out;
  std::string err;
};

struct ProgramOptions {
  std::vector<std::string> environment;  // all of it, "NAME=value"
  std::filesystem::path working_directory;
  std::string input;  // standard input
};

// A process that is still running, or has not been waited for. Its destructor kills it.
class Program {
 public:
  // argv[0] is the path of the program. A program that cannot be started fails the calling test.
  Program(const std::vector<std::string>& argv, const ProgramOptions& options);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void Signal(int number) const;
  // Waits for the end; kills the process and fails the test after `limit`.
  ProgramResult Wait(std::chrono::seconds limit = std::chrono::seconds(120));
  bool IsRunning();

  ::pid_t process() const { return process_; }

  // Its output so far.
  std::string StandardOutput() const;
  std::string StandardError() const;

 private:
  TempDir files_;  // standard input, output, error
  ::pid_t process_ = -1;
  bool is_done_ = false;
  int status_ = 0;
};

// A directory for one test's store, home and sockets, and `waymark` run in it.
class WaymarkHome {
 public:
  const TempDir& directory() const { return directory_; }

  std::filesystem::path store() const { return directory_.path() / "store"; }

  // Environment of every run: a home and a runtime directory of this test's own.
  std::vector<std::string> Environment() const;

  // Runs `waymark ARGUMENTS` to its end, in `working_directory` or the home.
  ProgramResult Run(const std::vector<std::string>& arguments, const std::string& input = "",
                    const std::filesystem::path& working_directory = {}) const;
  // Starts `waymark ARGUMENTS`.
  std::unique_ptr<Program> Start(const std::vector<std::string>& arguments) const;

  // Starts `waymark serve OPTIONS` on store() and waits until it answers.
  std::unique_ptr<Program> StartDaemon(const std::vector<std::string>& options = {}) const;

 private:
  TempDir directory_;
};

}  // namespace waymark::testing
