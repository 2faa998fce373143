// Which files a C or C++ file includes, directly or not.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "resolve/program/program.h"

namespace waymark::indexer {

// Include closures on demand, the last few kept. Not thread-safe: one a thread.
class IncludeVisibility {
 public:
  explicit IncludeVisibility(const Program& program) : program_(program) {}

  // Whether what `declared_in` declares is seen by `from`: the same file or an included one.
  bool Sees(FileIndex from, FileIndex declared_in);
  // Whether some include leads out of the repository: what is not found may be declared there.
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
  std::list<Closure> closures_;  // last used first
};

}  // namespace waymark::indexer
