#include "base/base_summary.h"

#include <algorithm>
#include <tuple>

namespace waymark::graph {

std::vector<SkippedText> SortedCopy(std::span<const SkippedFile> skipped) {
  std::vector<SkippedText> sorted;
  sorted.reserve(skipped.size());
  for (const SkippedFile& file : skipped) {
    sorted.push_back(SkippedText{std::string(file.path), file.reason});
  }
  std::sort(sorted.begin(), sorted.end(), [](const SkippedText& a, const SkippedText& b) {
    return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
  });
  return sorted;
}

std::vector<SkippedFile> RowsOf(std::span<const SkippedText> skipped) {
  std::vector<SkippedFile> rows;
  rows.reserve(skipped.size());
  for (const SkippedText& file : skipped) rows.push_back(SkippedFile{file.path, file.reason});
  return rows;
}

void WriteDirectories(SegmentWriter& segment, BaseStrings& strings,
                      std::span<const DirectoryRoot> directories) {
  ColumnWriter<std::uint32_t> paths(segment, kDirectoryPath);
  ColumnWriter<HashBytes> roots(segment, kDirectoryRoot);
  for (const DirectoryRoot& directory : directories) {
    paths.Append(strings.AddText(directory.path));
    roots.Append(directory.root.bytes);
  }
  paths.Close();
  roots.Close();
}

void WriteNumbers(SegmentWriter& segment,
                  const std::array<std::uint64_t, kBaseNumberCount>& numbers) {
  ColumnWriter<std::uint64_t> column(segment, kNumbers);
  for (const std::uint64_t number : numbers) column.Append(number);
  column.Close();
}

void WriteRepositoryName(SegmentWriter& segment, BaseStrings& strings, std::string_view name) {
  ColumnWriter<std::uint32_t> repository(segment, kRepositoryName);
  repository.Append(strings.AddText(name));
  repository.Close();
}

void WriteSkipped(SegmentWriter& segment, BaseStrings& strings,
                  std::span<const SkippedText> skipped) {
  ColumnWriter<std::uint32_t> paths(segment, kSkippedPath);
  ColumnWriter<std::uint8_t> reasons(segment, kSkippedReason);
  for (const SkippedText& file : skipped) {
    paths.Append(strings.AddText(file.path));
    reasons.Append(static_cast<std::uint8_t>(file.reason));
  }
  paths.Close();
  reasons.Close();
}

}  // namespace waymark::graph
