#include "run/file_input.h"

#include "graph/status.h"

namespace waymark::indexer {

absl::StatusOr<FileFacts> ReadFacts(const graph::FactsReader& reader, const graph::FactsKey& key) {
  WM_ASSIGN_OR_RETURN(const std::string header, reader.ReadHeader(key));
  WM_ASSIGN_OR_RETURN(FileFacts facts, DecodeHeader(header));
  WM_ASSIGN_OR_RETURN(const std::string body, reader.ReadBody(key));
  WM_RETURN_IF_ERROR(DecodeBody(body, facts));
  return facts;
}

std::vector<SkippedFile> RowsOf(const std::vector<SkippedFileReport>& skipped) {
  std::vector<SkippedFile> rows;
  rows.reserve(skipped.size());
  for (const SkippedFileReport& file : skipped) rows.push_back({file.path, file.reason});
  return rows;
}

graph::FileInput InputOf(const SourceFile& file, const ResolvedFile& resolved) {
  graph::FileInput input;
  input.path = file.path();
  input.language = file.grammar->language;
  input.flags = file.flags;
  input.facts = file.FactsKey();
  input.size_bytes = file.stat.size_bytes;
  input.line_count = file.line_count;
  input.symbols = resolved.symbols;
  input.terms = resolved.terms;
  input.edges = resolved.edges;
  input.unresolved = resolved.unresolved;
  input.mentions = resolved.mentions;
  return input;
}

}  // namespace waymark::indexer
