#include "base/base_files.h"

namespace waymark::graph {

std::uint16_t StoredFlags(const FileInput& file, const SymbolInput& symbol) {
  const bool is_test_file = (file.flags & kFileTest) != 0;
  return static_cast<std::uint16_t>(symbol.flags | (is_test_file ? kSymbolTest : 0));
}

SymbolIdentity IdentityOf(std::string_view repository, const FileInput& file,
                          const SymbolInput& symbol) {
  return ComputeIdentity(IdentityFields{file.language, repository, file.path, symbol.scope,
                                        symbol.name, symbol.kind, symbol.discriminator,
                                        symbol.ordinal});
}

BaseFiles::BaseFiles(SegmentWriter& segment, BaseStrings& strings)
    : strings_(strings),
      path_(segment, kFilePath),
      attributes_(segment, kFileAttributes),
      content_(segment, kFileContent),
      first_symbol_(segment, kFileFirstSymbol),
      own_part_(segment, kFileOwnPart),
      unresolved_(segment, kFileUnresolved) {}

void BaseFiles::Append(const FileInput& file, std::uint32_t first_symbol) {
  const FileAttributes attributes{static_cast<std::uint8_t>(file.language),
                                  file.facts.grammar,
                                  file.flags,
                                  file.facts.extractor_version,
                                  file.line_count,
                                  file.size_bytes};
  path_.Append(strings_.AddText(file.path));
  attributes_.Append(attributes);
  content_.Append(file.facts.content.bytes);
  first_symbol_.Append(first_symbol);
  unresolved_.Append(static_cast<std::uint32_t>(file.unresolved.size()));
}

void BaseFiles::Finish(std::uint32_t symbol_count) {
  first_symbol_.Append(symbol_count);
  path_.Close();
  attributes_.Close();
  content_.Close();
  first_symbol_.Close();
  own_part_.Close();
  unresolved_.Close();
}

}  // namespace waymark::graph
