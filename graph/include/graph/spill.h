// Memory for large tables that the system may write to disk. The tables lie in a mapped file
// instead of anonymous memory, so that a run over more data than fits stays within its limit.
//
// SpillVector and SpillBlock allocate on the heap until a SpillScope begins. From then on
// allocations of at least kMinSpillBytes lie in the file. The process has one such file; it has no
// name and disappears with the process. Earlier allocations stay where they are. If the file cannot
// grow, memory comes from the heap again and SpillScope::status() says why. Thread-safe.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::graph {

inline constexpr std::size_t kMinSpillBytes = 256;

class SpillScope {
 public:
  // Creates the file in `directory` unless the process has one already. Errors: ResourceExhausted,
  // PermissionDenied or Internal, as the system reports.
  static absl::StatusOr<SpillScope> Begin(const std::filesystem::path& directory);

  SpillScope(SpillScope&& other) noexcept : active_(std::exchange(other.active_, false)) {}

  SpillScope(const SpillScope&) = delete;
  SpillScope& operator=(const SpillScope&) = delete;
  SpillScope& operator=(SpillScope&&) = delete;
  ~SpillScope();

  // ResourceExhausted when the file could not grow since the last Begin().
  static absl::Status status();

 private:
  SpillScope() : active_(true) {}

  bool active_;
};

// Uninitialised and aligned for any type. Throws std::bad_alloc as operator new does.
void* TakeSpillMemory(std::size_t bytes);
void ReturnSpillMemory(void* memory, std::size_t bytes) noexcept;

template <typename T>
struct SpillAllocator {
  using value_type = T;

  SpillAllocator() = default;

  template <typename Other>
  SpillAllocator(const SpillAllocator<Other>&) {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) { return static_cast<T*>(TakeSpillMemory(count * sizeof(T))); }

  void deallocate(T* memory, std::size_t count) noexcept {
    ReturnSpillMemory(memory, count * sizeof(T));
  }

  bool operator==(const SpillAllocator&) const = default;
};

template <typename T>
using SpillVector = std::vector<T, SpillAllocator<T>>;

// A block of uninitialised bytes that never moves.
class SpillBlock {
 public:
  explicit SpillBlock(std::size_t size)
      : bytes_(static_cast<char*>(TakeSpillMemory(size)), Return{size}) {}

  char* data() const { return bytes_.get(); }

 private:
  struct Return {
    std::size_t size;

    void operator()(char* bytes) const { ReturnSpillMemory(bytes, size); }
  };

  std::unique_ptr<char, Return> bytes_;
};

}  // namespace waymark::graph
