// Classifies a file by its path and its bytes: test, vendored, generated, example, minified,
// binary. All knowledge is in the tables of classify.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "graph/records.h"
#include "indexer/language.h"

namespace waymark::indexer {

// FileFlags from the path. Directories that form a package's name, as below `src/main/`, do not
// count.
std::uint16_t FlagsOfPath(std::string_view full_path, const GrammarRow& grammar);

struct ContentVerdict {
  std::optional<SkipReason> skip;
  std::uint16_t flags = 0;  // FileFlags from the path and the bytes
};

// One pass over the bytes.
ContentVerdict ClassifyContent(std::string_view path, std::string_view bytes,
                               const GrammarRow& grammar);

}  // namespace waymark::indexer
