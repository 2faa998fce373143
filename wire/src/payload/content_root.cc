#include "wire/content_root.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/hash.h"
#include "payload/symbol_change.h"
#include "text/comment_text.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kDomain = "waymark.content_root.v2";

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
  record.Add(change.old_place ? std::string_view(change.old_place->path) : std::string_view());
}

// The text as a reader of any format has it: that of the comments of GCF, which tell no line break
// at the end.
std::string ReadText(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return CommentedText(text);
}

std::string ContentRecord(const Payload& payload, const Symbol& symbol) {
  RecordBytes record;
  std::string signature;
  AppendCommentText(signature, symbol.signature);
  record.Add(TermName(payload, symbol.kind)).Add(symbol.qualified_name).Add(signature);
  record.Add(TermName(payload, symbol.provenance)).Add(symbol.path).Add(ReadText(symbol.text));
  if (symbol.change) AddChange(record, *symbol.change);
  return record.Take();
}

std::string ContentRecord(const Payload& payload, const Edge& edge,
                          const std::vector<std::uint64_t>& positions) {
  RecordBytes record;
  record.Add(positions[edge.source]).Add(positions[edge.target]).Add(TermName(payload, edge.type));
  record.Add(TermName(payload, edge.status));
  return record.Take();
}

void AddAll(FieldHasher& hasher, const std::vector<std::string>& sorted) {
  hasher.Add(sorted.size());
  for (const std::string& record : sorted) hasher.Add(std::string_view(record));
}

}  // namespace

RootHash ContentRoot(const Payload& payload) {
  std::vector<std::string> symbols;
  for (const Symbol& symbol : payload.symbols) symbols.push_back(ContentRecord(payload, symbol));

  std::vector<std::string> sorted = symbols;
  std::sort(sorted.begin(), sorted.end());
  FieldHasher hasher(kDomain);
  AddAll(hasher, sorted);

  std::vector<std::uint64_t> positions;
  for (const std::string& record : symbols) {
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), record);
    positions.push_back(static_cast<std::uint64_t>(found - sorted.begin()));
  }
  std::vector<std::string> edges;
  for (const Edge& edge : payload.edges) edges.push_back(ContentRecord(payload, edge, positions));
  std::sort(edges.begin(), edges.end());
  // Edges that differ in their provenance alone are one edge for a reader of GCF.
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  AddAll(hasher, edges);
  return hasher.Finish<RootHash>();
}

}  // namespace waymark::wire
