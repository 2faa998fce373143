// Finds the files of a checkout that a task most likely concerns, by the task's words in paths and
// texts, without an index and fast enough for a first answer.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::indexer {

struct TaskFilesOptions {
  std::uint64_t max_bytes = 0;  // of all source files together
  // Time limit for looking into texts; files not reached by then are judged by their paths.
  std::chrono::milliseconds patience{0};
  const std::atomic<bool>* cancelled = nullptr;
};

struct TaskFile {
  std::string path;  // relative to the root
  std::uint64_t size_bytes = 0;
};

struct TaskFiles {
  std::vector<TaskFile> files;             // source files, the most likely first
  std::vector<std::string> project_files;  // say how source files belong together; may be cut
  std::uint64_t left_out = 0;              // source files beyond the limit
};

// Walks `root` as IndexRepository does. Errors: those of the walk.
absl::StatusOr<TaskFiles> FilesForTask(const std::filesystem::path& root, std::string_view task,
                                       const TaskFilesOptions& options);

}  // namespace waymark::indexer
