#include "wire/content_root.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/hash.h"
#include "payload/symbol_change.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kDomain = "waymark.content_root.v1";

class RecordBytes {
 public:
  RecordBytes& Add(std::string_view field) {
    Add(field.size());
    bytes_ += field;
    return *this;
  }

  RecordBytes& Add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      bytes_.push_back(static_cast<char>(number >> shift));
    return *this;
  }

  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

void AddChange(RecordBytes& record, const SymbolChange& change) {
  record.Add(Name(change.status)).Add(change.old_name);
  for (const ChangeList& list : kChangeLists) {
    const std::vector<std::string>& entries = change.*list.entries;
    record.Add(entries.size());
    for (const std::string& entry : entries) record.Add(std::string_view(entry));
  }
  const Place place = change.old_place.value_or(Place());
  record.Add(place.path).Add(place.start_line).Add(place.end_line).Add(place.name_line);
}

std::string ContentRecord(const Payload& payload, const Symbol& symbol) {
  std::string_view id;
  if (symbol.id) {
    id = {reinterpret_cast<const char*>(symbol.id->bytes.data()), symbol.id->bytes.size()};
  }
  RecordBytes record;
  record.Add(id)
      .Add(TermName(payload, symbol.kind))
      .Add(symbol.qualified_name)
      .Add(symbol.signature);
  record.Add(TermName(payload, symbol.provenance)).Add(symbol.path);
  record.Add(symbol.start_line).Add(symbol.end_line).Add(symbol.name_line).Add(symbol.text);
  if (symbol.change) AddChange(record, *symbol.change);
  return record.Take();
}

std::string ContentRecord(const Payload& payload, const Edge& edge,
                          const std::vector<std::uint64_t>& positions) {
  RecordBytes record;
  record.Add(positions[edge.source]).Add(positions[edge.target]).Add(TermName(payload, edge.type));
  record.Add(TermName(payload, edge.provenance)).Add(TermName(payload, edge.status));
  return record.Take();
}

void AddSet(FieldHasher& hasher, std::vector<std::string>& records) {
  std::sort(records.begin(), records.end());
  records.erase(std::unique(records.begin(), records.end()), records.end());
  hasher.Add(records.size());
  for (const std::string& record : records) hasher.Add(std::string_view(record));
}

}  // namespace

RootHash ContentRoot(const Payload& payload) {
  std::vector<std::string> symbols;
  for (const Symbol& symbol : payload.symbols) symbols.push_back(ContentRecord(payload, symbol));

  std::vector<std::string> sorted = symbols;
  FieldHasher hasher(kDomain);
  AddSet(hasher, sorted);

  std::vector<std::uint64_t> positions;
  for (const std::string& record : symbols) {
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), record);
    positions.push_back(static_cast<std::uint64_t>(found - sorted.begin()));
  }
  std::vector<std::string> edges;
  for (const Edge& edge : payload.edges) edges.push_back(ContentRecord(payload, edge, positions));
  AddSet(hasher, edges);
  return hasher.Finish<RootHash>();
}

}  // namespace waymark::wire
