#include "resources/memory_budget.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace waymark::indexer {
namespace {

constexpr std::uint64_t kMebibyte = 1u << 20;
// The part of the limit after which tables spill. The rest is for data that must stay in memory.
constexpr std::uint64_t kSpillShare = 4;

enum TokenCharClass : std::uint8_t { kSpace = 0, kMark, kWord };

constexpr std::array<TokenCharClass, 256> MakeTokenCharClasses() {
  std::array<TokenCharClass, 256> classes{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    const bool digit = c >= '0' && c <= '9';
    classes[c] = letter || digit ? kWord : c <= ' ' ? kSpace : kMark;
  }
  return classes;
}

constexpr std::array<TokenCharClass, 256> kTokenCharClasses = MakeTokenCharClasses();

std::uint64_t InMebibytes(std::uint64_t bytes) { return (bytes + kMebibyte - 1) / kMebibyte; }

}  // namespace

// A token is a word or a mark.
std::uint64_t ParseBytes(std::string_view text) {
  if (text.size() * kParseTokenBytes <= kSmallParseBytes) return 0;
  std::uint64_t tokens = 0;
  TokenCharClass before = kSpace;
  for (const char c : text) {
    const TokenCharClass now = kTokenCharClasses[static_cast<unsigned char>(c)];
    tokens += now == kMark || (now == kWord && before != kWord) ? 1 : 0;
    before = now;
  }
  const std::uint64_t bytes = tokens * kParseTokenBytes + 2 * text.size();
  return bytes <= kSmallParseBytes ? 0 : bytes - kSmallParseBytes;
}

unsigned ThreadsWithin(std::uint64_t memory_bytes, unsigned wanted) {
  const std::uint64_t fit = memory_bytes / 2 / kThreadBytes;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(fit, 1, wanted));
}

MemoryBudget::MemoryBudget(std::uint64_t memory_bytes, unsigned threads,
                           std::filesystem::path directory)
    : limit_(memory_bytes),
      set_aside_(kProgramBytes + threads * kThreadBytes),
      directory_(std::move(directory)) {}

absl::StatusOr<MemoryBudget::Lease> MemoryBudget::Take(std::uint64_t bytes, std::string_view what) {
  MutexLock lock(mutex_);
  while (leased_ > 0 && bytes > 0 && set_aside_ + kept_ + leased_ + bytes > limit_) {
    returned_.Wait(lock);
  }
  const std::uint64_t needed = set_aside_ + kept_ + leased_ + bytes;
  if (bytes > 0 && needed > limit_) return TooLittle(needed, what);
  leased_ += bytes;
  return Lease(*this, bytes);
}

void MemoryBudget::Return(std::uint64_t bytes) {
  MutexLock lock(mutex_);
  leased_ -= bytes;
  returned_.NotifyAll();
}

void MemoryBudget::Keep(std::uint64_t bytes) {
  MutexLock lock(mutex_);
  if (spill_.has_value()) return;
  if (set_aside_ + kept_ + bytes > limit_ / kSpillShare && spill_status_.ok()) {
    absl::StatusOr<graph::SpillScope> spill = graph::SpillScope::Begin(directory_);
    spill_status_ = spill.status();
    if (spill.ok()) {
      spill_.emplace(*std::move(spill));
      return;
    }
  }
  kept_ += bytes;
}

absl::Status MemoryBudget::Check(std::uint64_t more, std::string_view what) const {
  MutexLock lock(mutex_);
  const std::uint64_t needed = set_aside_ + kept_ + (spill_.has_value() ? 0 : more);
  if (needed > limit_) return TooLittle(needed, what);
  return spill_.has_value() ? graph::SpillScope::status() : absl::OkStatus();
}

absl::Status MemoryBudget::TooLittle(std::uint64_t needed, std::string_view what) const {
  return absl::InvalidArgumentError(fmt::format(
      "{} needs {} MiB of memory so far, and the run may use {} MiB; give it more (--memory), or "
      "exclude files (.waymarkignore)",
      what, InMebibytes(needed), InMebibytes(limit_)));
}

}  // namespace waymark::indexer
