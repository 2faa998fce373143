#include "resources/parse_memory.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <sys/mman.h>
#include <tree_sitter/api.h>

namespace waymark::indexer {
namespace {

// One huge page: a parse touches its memory all over, and a chunk then needs one TLB entry.
constexpr std::size_t kParseChunkBytes = 2u << 20;
constexpr std::size_t kGranule = 8;            // size and alignment unit of blocks
constexpr std::size_t kMaxPooledBytes = 4096;  // larger blocks are rare and come from malloc
constexpr std::size_t kClassCount = kMaxPooledBytes / kGranule + 1;

// Precedes each block, so that blocks can be freed and grown without their size.
struct alignas(kGranule) Header {
  std::uint32_t bytes;  // of the block that follows
  bool pooled;
};

struct FreeBlock {
  FreeBlock* next;
};

Header* HeaderOf(void* block) { return static_cast<Header*>(block) - 1; }

void* MallocBlock(std::size_t bytes) {
  void* memory = std::malloc(sizeof(Header) + bytes);
  if (memory == nullptr) std::abort();  // as tree-sitter does
  return new (memory) Header{static_cast<std::uint32_t>(bytes), false} + 1;
}

struct Unmapper {
  void operator()(std::byte* memory) const { ::munmap(memory, kParseChunkBytes); }
};

using Chunk = std::unique_ptr<std::byte, Unmapper>;

// Not from malloc: its memory would keep its huge pages after a thread has ended, and the next
// small block in it would occupy 2 MiB.
Chunk MapChunk() {
  constexpr std::size_t kRoom = 2 * kParseChunkBytes;  // contains an aligned chunk
  void* room = ::mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) std::abort();  // as tree-sitter does
  auto* begin = static_cast<std::byte*>(room);
  const std::size_t before =
      (kParseChunkBytes - reinterpret_cast<std::uintptr_t>(begin) % kParseChunkBytes) %
      kParseChunkBytes;
  if (before > 0) ::munmap(begin, before);
  std::byte* chunk = begin + before;
  ::munmap(chunk + kParseChunkBytes, kRoom - before - kParseChunkBytes);
  // May fail on systems without huge pages: the chunk works without.
  (void)::madvise(chunk, kParseChunkBytes, MADV_HUGEPAGE);
  return Chunk(chunk);
}

class Pool {
 public:
  bool active = false;
  std::uint64_t large_bytes = 0;  // since the last Reset()

  void* Allocate(std::size_t bytes) {
    const std::size_t size_class = (std::max<std::size_t>(bytes, 1) + kGranule - 1) / kGranule;
    if (size_class >= kClassCount) return AllocateLarge(bytes);
    if (FreeBlock* block = free_[size_class]) {
      free_[size_class] = block->next;
      return block;
    }
    const std::size_t needed = sizeof(Header) + size_class * kGranule;
    if (left_ < needed) NextChunk();
    Header* header = new (at_) Header{static_cast<std::uint32_t>(size_class * kGranule), true};
    at_ += needed;
    left_ -= needed;
    return header + 1;
  }

  void Free(void* block) {
    const std::size_t size_class = HeaderOf(block)->bytes / kGranule;
    free_[size_class] = new (block) FreeBlock{free_[size_class]};
  }

  // Removes a large block that tree-sitter frees itself.
  void FreeLarge(void* block) {
    const auto found = std::find(large_.rbegin(), large_.rend(), HeaderOf(block));
    if (found != large_.rend()) large_.erase(std::next(found).base());
    std::free(HeaderOf(block));
  }

  void Reset() {
    free_.fill(nullptr);
    for (Header* header : large_) std::free(header);
    large_.clear();
    large_bytes = 0;
    if (chunks_.size() > kMaxKeptParseBytes / kParseChunkBytes) {
      chunks_.resize(kMaxKeptParseBytes / kParseChunkBytes);
    }
    used_chunks_ = 0;
    left_ = 0;
  }

 private:
  void* AllocateLarge(std::size_t bytes) {
    void* block = MallocBlock(bytes);
    large_.push_back(HeaderOf(block));
    large_bytes += bytes;
    return block;
  }

  void NextChunk() {
    if (used_chunks_ == chunks_.size()) chunks_.push_back(MapChunk());
    at_ = chunks_[used_chunks_++].get();
    left_ = kParseChunkBytes;
  }

  std::array<FreeBlock*, kClassCount> free_{};
  std::vector<Chunk> chunks_;
  std::size_t used_chunks_ = 0;
  std::byte* at_ = nullptr;
  std::size_t left_ = 0;
  std::vector<Header*> large_;
};

Pool& ThreadPool() {
  thread_local Pool pool;
  return pool;
}

void* Allocate(std::size_t bytes) {
  Pool& pool = ThreadPool();
  return pool.active ? pool.Allocate(bytes) : MallocBlock(bytes);
}

void* AllocateZeroed(std::size_t count, std::size_t bytes) {
  void* block = Allocate(count * bytes);
  std::memset(block, 0, count * bytes);
  return block;
}

void Free(void* block) {
  if (block == nullptr) return;
  if (HeaderOf(block)->pooled) {
    ThreadPool().Free(block);
  } else {
    ThreadPool().FreeLarge(block);
  }
}

void* Reallocate(void* block, std::size_t bytes) {
  if (block == nullptr) return Allocate(bytes);
  const std::size_t old_bytes = HeaderOf(block)->bytes;
  if (bytes <= old_bytes) return block;
  void* grown = Allocate(bytes);
  std::memcpy(grown, block, old_bytes);
  Free(block);
  return grown;
}

// Runs before any thread can allocate through tree-sitter.
const bool kInstalled = [] {
  ts_set_allocator(Allocate, AllocateZeroed, Reallocate, Free);
  return true;
}();

}  // namespace

ParseMemoryScope::ParseMemoryScope() { ThreadPool().active = kInstalled; }

ParseMemoryScope::~ParseMemoryScope() {
  Pool& pool = ThreadPool();
  pool.active = false;
  pool.Reset();
}

std::uint64_t ParseMemoryScope::LargeBytes() const { return ThreadPool().large_bytes; }

}  // namespace waymark::indexer
