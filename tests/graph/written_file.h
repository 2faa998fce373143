// What this process writes to one file, and in which order it makes that durable: for tests of what
// a power cut or a full disk leaves behind. Stands before write(2) and its family in the whole
// program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace waymark::graph {

struct WriteEvent {
  enum class Kind : std::uint8_t {
    kWrite,         // lost in a power cut before the next sync, wholly or in parts
    kDurableWrite,  // a descriptor with O_DSYNC: durable by itself, and nothing else with it
    kSync,
  };

  Kind kind = Kind::kWrite;
  std::uint64_t offset = 0;
  std::string bytes;
};

// Watches a file that exists, as long as it lives. One at a time.
class WrittenFile {
 public:
  explicit WrittenFile(const std::filesystem::path& path);
  ~WrittenFile();
  WrittenFile(const WrittenFile&) = delete;
  WrittenFile& operator=(const WrittenFile&) = delete;

  // So far.
  std::vector<WriteEvent> events() const;
  std::size_t event_count() const;
  // After so many more writes every further one fails with `code`, an errno; negative: none.
  void FailAfter(std::int64_t writes, int code);
};

}  // namespace waymark::graph
