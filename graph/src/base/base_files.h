// Writes the file columns of a base or an overlay. The leaves are written later, because they are
// known last.
#pragma once

#include <cstdint>

#include "base/base_format.h"
#include "base/base_strings.h"
#include "graph/base_builder.h"
#include "graph/hash.h"
#include "graph/languages.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

// Stored flags of a symbol: kSymbolTest is set for all symbols of a test file.
std::uint16_t StoredFlags(const FileInput& file, const SymbolInput& symbol);

// Whether the words of a file's symbols are a part of the sums of a view: those of documents are
// not, so that the statistics of code are the same whatever is written about it.
constexpr bool AddsToSums(Language language) { return IsCode(language); }

// Whether terms are counted over this symbol, which is neither test code nor prose.
constexpr bool IsCounted(Language language, std::uint16_t stored_flags) {
  return AddsToSums(language) && (stored_flags & kSymbolTest) == 0;
}

// `repository` is part of every identity.
SymbolIdentity IdentityOf(std::string_view repository, const FileInput& file,
                          const SymbolInput& symbol);

class BaseFiles {
 public:
  BaseFiles(SegmentWriter& segment, BaseStrings& strings);

  // For each file call Append, then, when its symbols are hashed, AppendOwnPart.
  void Append(const FileInput& file, std::uint32_t first_symbol);

  void AppendOwnPart(const RootHash& own_part) { own_part_.Append(own_part.bytes); }

  // `symbol_count` is the number of symbols in all files.
  void Finish(std::uint32_t symbol_count);

 private:
  BaseStrings& strings_;
  ColumnWriter<std::uint32_t> path_;
  ColumnWriter<FileAttributes> attributes_;
  ColumnWriter<HashBytes> content_;
  ColumnWriter<std::uint32_t> first_symbol_;
  ColumnWriter<HashBytes> own_part_;
  ColumnWriter<std::uint32_t> unresolved_;
};

}  // namespace waymark::graph
