#include "wire/graph_pack_root.h"

#include <algorithm>
#include <string>
#include <vector>

#include "graph/hash.h"
#include "text/gcf_token.h"
#include "text/numbers.h"

namespace waymark::wire {
namespace {

void AppendField(std::string& record, std::string_view field) {
  record += '\t';
  AppendGcfToken(record, field, GcfCharset::kAscii);
}

// Two decimals without trailing zeros: "0.5", "1".
void AppendScore(std::string& record, float score) {
  AppendTwoDecimals(record, score);
  while (record.back() == '0') record.pop_back();
  if (record.back() == '.') record.pop_back();
}

std::string PackRecord(const Payload& payload, const Symbol& symbol) {
  std::string record = "S";
  AppendField(record, GcfKindName(payload, symbol.kind));
  AppendField(record, symbol.qualified_name);
  record += '\t';
  AppendScore(record, symbol.score);
  AppendField(record, symbol.provenance.is_present() ? TermName(payload, symbol.provenance)
                                                     : std::string_view());
  record += '\t';
  AppendInteger(record, symbol.distance);
  record += '\n';
  return record;
}

std::string PackRecord(const Payload& payload, const Edge& edge) {
  std::string record = "E";
  for (const std::uint32_t end : {edge.source, edge.target}) {
    const Symbol& symbol = payload.symbols[end];
    AppendField(record, GcfKindName(payload, symbol.kind));
    AppendField(record, symbol.qualified_name);
  }
  AppendField(record, TermName(payload, edge.type));
  record += '\n';
  return record;
}

template <typename Row>
void AppendSorted(std::string& text, const Payload& payload, const std::vector<Row>& rows) {
  std::vector<std::string> records;
  records.reserve(rows.size());
  for (const Row& row : rows) records.push_back(PackRecord(payload, row));
  std::sort(records.begin(), records.end());
  for (const std::string& record : records) text += record;
}

}  // namespace

RootHash GraphPackRoot(const Payload& payload) {
  std::string text;
  AppendSorted(text, payload, payload.symbols);
  AppendSorted(text, payload, payload.edges);
  RootHash root;
  root.bytes = HashContent(text).bytes;
  return root;
}

}  // namespace waymark::wire
