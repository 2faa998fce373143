// The lock of whoever writes a store, held as another process would: it is that of a descriptor.
#pragma once

#include <filesystem>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

namespace waymark::testing {

// Holds it from the end of the constructor on, as long as the object lives.
class HeldWriterLock {
 public:
  explicit HeldWriterLock(const std::filesystem::path& store)
      : descriptor_(::open((store / "writer.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    EXPECT_EQ(::flock(descriptor_, LOCK_EX), 0);
  }

  ~HeldWriterLock() { ::close(descriptor_); }

  HeldWriterLock(const HeldWriterLock&) = delete;
  HeldWriterLock& operator=(const HeldWriterLock&) = delete;

 private:
  const int descriptor_;
};

}  // namespace waymark::testing
