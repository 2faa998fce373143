#include "git/line_difference.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "git/git_handles.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kComparedBytes = 4096;  // bytes that are compared at a time

std::size_t CommonPrefix(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t size = 0;
  while (limit - size >= kComparedBytes &&
         std::memcmp(a.data() + size, b.data() + size, kComparedBytes) == 0) {
    size += kComparedBytes;
  }
  while (size < limit && a[size] == b[size]) ++size;
  return size;
}

std::size_t CommonSuffix(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  const char* const a_end = a.data() + a.size();
  const char* const b_end = b.data() + b.size();
  std::size_t size = 0;
  while (limit - size >= kComparedBytes &&
         std::memcmp(a_end - size - kComparedBytes, b_end - size - kComparedBytes,
                     kComparedBytes) == 0) {
    size += kComparedBytes;
  }
  while (size < limit && *(a_end - size - 1) == *(b_end - size - 1)) ++size;
  return size;
}

// The number of bytes of common whole lines at the beginning.
std::size_t CommonLinesBefore(std::string_view a, std::string_view b) {
  const std::size_t size = CommonPrefix(a, b);
  if (size == a.size() && size == b.size()) return size;
  const std::size_t end = a.substr(0, size).rfind('\n');
  return end == std::string_view::npos ? 0 : end + 1;
}

// The number of bytes of common whole lines at the end; both texts begin with whole lines.
std::size_t CommonLinesBehind(std::string_view a, std::string_view b) {
  const std::size_t size = CommonSuffix(a, b);
  const auto begins_line = [size](std::string_view text) {
    return size == text.size() || text[text.size() - size - 1] == '\n';
  };
  if (begins_line(a) && begins_line(b)) return size;
  const std::size_t end = a.substr(a.size() - size).find('\n');
  return end == std::string_view::npos ? 0 : size - end - 1;
}

struct Hunks {
  std::uint32_t lines_before = 0;
  std::vector<LineRange> found;
};

int OnDifferingHunk(const git_diff_delta*, const git_diff_hunk* hunk, void* payload) {
  auto& hunks = *static_cast<Hunks*>(payload);
  const auto start = static_cast<std::uint32_t>(std::max(hunk->new_start, 0)) + hunks.lines_before;
  const auto count = static_cast<std::uint32_t>(std::max(hunk->new_lines, 0));
  const std::uint32_t first = std::max(start, 1U);
  hunks.found.push_back({.first = first, .last = first + count - (count > 0 ? 1 : 0)});
  return 0;
}

}  // namespace

std::vector<LineRange> DifferingLines(std::string_view older, std::string_view newer) {
  const std::size_t before = CommonLinesBefore(older, newer);
  Hunks hunks;
  hunks.lines_before =
      static_cast<std::uint32_t>(std::count(newer.begin(), newer.begin() + before, '\n'));
  older.remove_prefix(before);
  newer.remove_prefix(before);
  const std::size_t behind = CommonLinesBehind(older, newer);
  older.remove_suffix(behind);
  newer.remove_suffix(behind);
  if (older.empty() && newer.empty()) return {};

  StartLibgit2();
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  options.context_lines = 0;
  git_diff_buffers(older.data(), older.size(), nullptr, newer.data(), newer.size(), nullptr,
                   &options, nullptr, nullptr, OnDifferingHunk, nullptr, &hunks);
  return std::move(hunks.found);
}

}  // namespace waymark::indexer
