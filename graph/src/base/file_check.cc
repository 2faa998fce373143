#include "base/file_check.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::graph {
namespace {

absl::Status WrongFile(std::string_view attempted, std::string_view path, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("{} '{}': {}", attempted, path, what));
}

absl::Status OutOfRange(std::string_view attempted, std::string_view path, std::string_view what) {
  return WrongFile(attempted, path,
                   fmt::format("{} names a symbol that the file does not have", what));
}

}  // namespace

absl::Status CheckFile(std::string_view attempted, const FileInput& file) {
  const std::size_t count = file.symbols.size();
  if (count == 0) return OutOfRange(attempted, file.path, "the file");
  for (const TermInput& term : file.terms) {
    if (term.symbol >= count) return OutOfRange(attempted, file.path, "a term");
  }
  if (std::adjacent_find(file.mentions.begin(), file.mentions.end(), std::greater_equal()) !=
      file.mentions.end()) {
    return WrongFile(attempted, file.path, "its mentions are not ascending");
  }
  return CheckReferences(attempted, file.path, count, file.edges, file.unresolved);
}

absl::Status CheckReferences(std::string_view attempted, std::string_view path,
                             std::size_t symbol_count, std::span<const EdgeInput> edges,
                             std::span<const UnresolvedInput> unresolved) {
  for (const EdgeInput& edge : edges) {
    if (edge.source >= symbol_count) return OutOfRange(attempted, path, "an edge");
    if (edge.type == EdgeType::kContains) {
      return WrongFile(attempted, path, "'contains' edges follow from parents");
    }
  }
  for (const UnresolvedInput& reference : unresolved) {
    if (reference.source >= symbol_count) {
      return OutOfRange(attempted, path, "an unresolved reference");
    }
    if (reference.candidates.size() > kMaxCandidates) {
      return WrongFile(attempted, path,
                       fmt::format("a reference to '{}' has {} candidates, at most {}",
                                   reference.name, reference.candidates.size(), kMaxCandidates));
    }
  }
  return absl::OkStatus();
}

}  // namespace waymark::graph
