#include "question/diff_headers.h"

#include <cstddef>

#include "text/text_lines.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kBoth = "diff --git a/";
constexpr std::string_view kBefore = "--- a/";
constexpr std::string_view kAfter = "+++ b/";
constexpr std::string_view kSecondPath = " b/";
constexpr std::string_view kHashes = "index ";
constexpr std::string_view kPlace = "@@ ";
constexpr std::string_view kEndOfPlace = " @@";

std::string_view Behind(std::string_view line, std::size_t at, std::size_t length) {
  return at == std::string_view::npos ? std::string_view() : line.substr(at + length);
}

// The part of a line of a difference that is kept.
std::string_view MeantBy(std::string_view line) {
  if (line.starts_with(kBoth)) {
    return Behind(line, line.rfind(kSecondPath), kSecondPath.size());
  }
  if (line.starts_with(kBefore)) return line.substr(kBefore.size());
  if (line.starts_with(kAfter)) return line.substr(kAfter.size());
  if (line.starts_with(kHashes) && line.find("..") != std::string_view::npos) return {};
  if (line.starts_with(kPlace)) {
    return Behind(line, line.find(kEndOfPlace, kPlace.size()), kEndOfPlace.size());
  }
  return line;
}

}  // namespace

std::string WithPathsOfDiffs(std::string_view text) {
  bool is_difference = false;
  ForEachLine(text, [&](std::string_view line) {
    is_difference |= line.starts_with(kBoth) || line.starts_with(kAfter);
  });
  if (!is_difference) return std::string(text);
  std::string meant;
  ForEachLine(text, [&](std::string_view line) {
    meant += MeantBy(line);
    if (line.end() != text.end()) meant += '\n';
  });
  return meant;
}

}  // namespace waymark::retrieval
