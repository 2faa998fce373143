// The kinds of files that are not indexed, by name: sources of other languages, templates,
// configuration, data. Pictures, archives and plain text are no kind.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/records.h"

namespace waymark::indexer {

// "Kotlin", "Terraform", "YAML"; empty for an indexed language and for files that are no kind.
// Static storage. Cost: one look-up of the extension or the name.
std::string_view UnindexedKindOf(std::string_view path);

// Counts files by kind.
class UnindexedCounter {
 public:
  // Adds a file of a kind that UnindexedKindOf returned; empty: no kind, which is not counted.
  void Add(std::string_view kind);

  // The kind with the most files first, then by name.
  std::vector<KindCount> Counts() const;

 private:
  std::map<std::string_view, std::uint64_t> counts_;
};

}  // namespace waymark::indexer
