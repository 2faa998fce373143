#include "resolve/program/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "graph/spill.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kInitialSlots = 64;  // a power of two
constexpr std::size_t kBlockBytes = 64 << 10;
constexpr std::size_t kFirstEntries = 64;  // of a shard; each later block has twice as many entries
constexpr std::size_t kMaxEntryBlocks = 26;

}  // namespace

// Open addressing over positions of entries. Entries and text are in blocks that never move, so
// that the text of a name is read without the lock: a thread that has a name got it after its entry
// was written. Text is read far more often than names are added.
struct NameTable::Shard {
  struct Entry {
    const char* text;
    std::uint32_t size;
    std::uint32_t hash;
  };

  // Block b holds the positions from kFirstEntries * (2^b - 1) on.
  static std::size_t BlockOf(std::size_t position) {
    return std::bit_width((position / kFirstEntries + 1) / 2);
  }

  static std::size_t BlockBegin(std::size_t block) {
    return kFirstEntries * ((std::size_t{1} << block) - 1);
  }

  const Entry& EntryAt(std::size_t position) const {
    const std::size_t block = BlockOf(position);
    return entry_blocks[block][position - BlockBegin(block)];
  }

  void AddEntry(const Entry& entry) WM_REQUIRES(mutex) {
    const std::size_t block = BlockOf(count);
    if (entry_blocks[block].empty()) entry_blocks[block].resize(kFirstEntries << block);
    entry_blocks[block][count++ - BlockBegin(block)] = entry;
  }

  mutable Mutex mutex;
  std::array<graph::SpillVector<Entry>, kMaxEntryBlocks> entry_blocks;
  std::size_t count WM_GUARDED_BY(mutex) = 0;
  graph::SpillVector<std::uint32_t> slots WM_GUARDED_BY(mutex) =
      graph::SpillVector<std::uint32_t>(kInitialSlots);
  std::vector<graph::SpillBlock> blocks WM_GUARDED_BY(mutex);
  std::size_t block_used WM_GUARDED_BY(mutex) = kBlockBytes;

  // The slot of the text, or the empty slot for it. Slots hold position + 1.
  std::size_t FindSlot(std::string_view text, std::uint32_t hash) const WM_REQUIRES(mutex) {
    const std::size_t mask = slots.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      if (slots[i] == 0) return i;
      const Entry& entry = EntryAt(slots[i] - 1);
      if (entry.hash == hash && std::string_view(entry.text, entry.size) == text) return i;
    }
  }

  void Grow() WM_REQUIRES(mutex) {
    slots.assign(slots.size() * 2, 0);
    const std::size_t mask = slots.size() - 1;
    for (std::size_t position = 0; position < count; ++position) {
      std::size_t i = EntryAt(position).hash & mask;
      while (slots[i] != 0) i = (i + 1) & mask;
      slots[i] = static_cast<std::uint32_t>(position) + 1;
    }
  }

  const char* Copy(std::string_view text) WM_REQUIRES(mutex) {
    if (text.size() > kBlockBytes - block_used) {
      // Text larger than a block gets one of its own.
      blocks.emplace_back(std::max(text.size(), kBlockBytes));
      block_used = 0;
    }
    char* copy = blocks.back().data() + block_used;
    std::memcpy(copy, text.data(), text.size());
    block_used = std::min(block_used + text.size(), kBlockBytes);
    return copy;
  }
};

NameTable::NameTable() {
  for (auto& shard : shards_) shard = std::make_unique<Shard>();
}

NameTable::~NameTable() = default;

// A name is (position in the shard + 1) << kShardBits | shard, so that 0 stays the empty name.
Name NameTable::Intern(std::string_view text) {
  if (text.empty()) return Name::kEmpty;
  const std::size_t hash = std::hash<std::string_view>()(text);
  const std::size_t number = hash >> (8 * sizeof(hash) - kShardBits);
  Shard& shard = *shards_[number];
  const MutexLock lock(shard.mutex);
  const auto short_hash = static_cast<std::uint32_t>(hash);
  std::size_t slot = shard.FindSlot(text, short_hash);
  if (shard.slots[slot] == 0) {
    if (shard.count * 2 >= shard.slots.size()) {
      shard.Grow();
      slot = shard.FindSlot(text, short_hash);
    }
    const auto size = static_cast<std::uint32_t>(text.size());
    shard.AddEntry({shard.Copy(text), size, short_hash});
    shard.slots[slot] = static_cast<std::uint32_t>(shard.count);
  }
  return static_cast<Name>(shard.slots[slot] << kShardBits | static_cast<std::uint32_t>(number));
}

Name NameTable::Find(std::string_view text) const {
  if (text.empty()) return Name::kEmpty;
  const std::size_t hash = std::hash<std::string_view>()(text);
  const std::size_t number = hash >> (8 * sizeof(hash) - kShardBits);
  const Shard& shard = *shards_[number];
  const MutexLock lock(shard.mutex);
  const std::uint32_t position =
      shard.slots[shard.FindSlot(text, static_cast<std::uint32_t>(hash))];
  if (position == 0) return Name::kUnknown;
  return static_cast<Name>(position << kShardBits | static_cast<std::uint32_t>(number));
}

std::uint32_t NameTable::bound() const {
  std::size_t most = 0;
  for (const auto& shard : shards_) {
    const MutexLock lock(shard->mutex);
    most = std::max(most, shard->count);
  }
  return static_cast<std::uint32_t>((most + 1) << kShardBits);
}

std::uint64_t NameTable::bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& shard : shards_) {
    const MutexLock lock(shard->mutex);
    bytes += shard->blocks.size() * kBlockBytes + shard->slots.size() * sizeof(std::uint32_t) +
             shard->count * sizeof(Shard::Entry);
  }
  return bytes;
}

std::string_view NameTable::Text(Name name) const {
  if (name == Name::kEmpty) return {};
  const auto value = static_cast<std::uint32_t>(name);
  const Shard& shard = *shards_[value & ((1u << kShardBits) - 1)];
  const Shard::Entry& entry = shard.EntryAt((value >> kShardBits) - 1);
  return {entry.text, entry.size};
}

}  // namespace waymark::indexer
