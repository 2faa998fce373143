// The include closure of a C or C++ file.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "resolve/program/program.h"

namespace waymark::indexer {

// Computes include closures on demand and keeps the last few. Not thread-safe: one per thread.
class IncludeVisibility {
 public:
  explicit IncludeVisibility(const Program& program) : program_(program) {}

  // Whether `from` sees the declarations of `declared_in`: it is the same file or an included one.
  bool Sees(FileIndex from, FileIndex declared_in);
  // Whether some include leads out of the repository, where a missing name may be declared.
  bool ReachesOutside(FileIndex from);

 private:
  static constexpr std::size_t kMaxClosures = 64;

  struct Closure {
    FileIndex file = kNoIndex;
    bool outside = false;
    std::vector<bool> seen;  // by FileIndex
  };

  const Closure& ClosureOf(FileIndex file);

  const Program& program_;
  std::list<Closure> closures_;  // most recently used first
};

}  // namespace waymark::indexer
