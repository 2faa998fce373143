// The files of a checkout that a task most likely is about, found in the time that a first answer
// has: by the task's words in their paths and texts, without an index.
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
  std::uint64_t max_bytes = 0;  // of source code, all together
  // Texts are looked into for so long; files whose turn does not come are judged by their paths.
  std::chrono::milliseconds patience{0};
  const std::atomic<bool>* cancelled = nullptr;
};

struct TaskFile {
  std::string path;  // relative to the root
  std::uint64_t size_bytes = 0;
};

struct TaskFiles {
  std::vector<TaskFile> files;             // of source code; most likely about the first
  std::vector<std::string> project_files;  // say how the others hang together; of those some too
  std::uint64_t left_out = 0;              // files of source code
};

// Walks `root` as IndexRepository does. Errors: those of the walk.
absl::StatusOr<TaskFiles> FilesForTask(const std::filesystem::path& root, std::string_view task,
                                       const TaskFilesOptions& options);

}  // namespace waymark::indexer
