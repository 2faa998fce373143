#include "base/file_digest.h"

#include <algorithm>
#include <tuple>

#include "model/bytes.h"

namespace waymark::graph {
namespace {

void AppendPosition(std::string& out, Position position) {
  AppendVarint(out, position.line);
  AppendVarint(out, position.column);
}

}  // namespace

void OwnPartHasher::BeginFile(const FileInput& file) {
  bytes_.clear();
  AppendLittle(bytes_, static_cast<std::uint8_t>(file.language));
  AppendLittle(bytes_, file.flags);
  AppendLittle(bytes_, file.facts.grammar);
  AppendLittle(bytes_, file.facts.extractor_version);
  AppendLittle(bytes_, file.facts.content.bytes);
  AppendVarint(bytes_, file.symbols.size());
}

void OwnPartHasher::AddSymbol(const SymbolInput& symbol, std::uint16_t flags,
                              const SymbolIdentity& identity) {
  AppendLittle(bytes_, identity.bytes);
  AppendVarint(bytes_, flags);
  AppendPosition(bytes_, symbol.range.begin);
  AppendPosition(bytes_, symbol.range.end);
  AppendPosition(bytes_, symbol.name_position);
  AppendVarint(bytes_, symbol.doc_begin);
  AppendVarint(bytes_, symbol.doc_end);
  AppendText(bytes_, symbol.signature);
}

RootHash OwnPartHasher::Finish() { return hasher_.Add(bytes_).Finish<RootHash>(); }

void FileDigestHasher::AddParent(std::uint64_t prefix) { AppendLittle(parents_, prefix); }

void FileDigestHasher::AddEdge(std::uint32_t source, EdgeLabel label, std::uint64_t target,
                               std::span<const Position> sites) {
  if (source != source_) CloseSource();
  source_ = source;
  Edge edge{label, target, sites_.size(), 0};
  AppendVarint(sites_, sites.size());
  for (const Position site : sites) AppendPosition(sites_, site);
  edge.sites_end = sites_.size();
  open_.push_back(edge);
}

void FileDigestHasher::CloseSource() {
  const auto sites_of = [this](const Edge& edge) {
    return std::string_view(sites_).substr(edge.sites_begin, edge.sites_end - edge.sites_begin);
  };
  std::sort(open_.begin(), open_.end(), [&](const Edge& a, const Edge& b) {
    const EdgeType type_of_a = TypeOf(a.label);
    const EdgeType type_of_b = TypeOf(b.label);
    const auto key_of_a = std::tie(type_of_a, a.target, a.label);
    const auto key_of_b = std::tie(type_of_b, b.target, b.label);
    return key_of_a != key_of_b ? key_of_a < key_of_b : sites_of(a) < sites_of(b);
  });
  for (const Edge& edge : open_) {
    AppendVarint(edges_, source_);
    AppendLittle(edges_, edge.label);
    AppendLittle(edges_, edge.target);
    edges_.append(sites_of(edge));
  }
  open_.clear();
  sites_.clear();
}

void FileDigestHasher::AddCandidates(std::vector<std::uint64_t>& prefixes) {
  std::sort(prefixes.begin(), prefixes.end());
  for (const std::uint64_t prefix : prefixes) AppendLittle(candidates_, prefix);
}

RootHash FileDigestHasher::Finish(std::string_view path, const RootHash& own_part,
                                  const RootHash& references) {
  CloseSource();
  hasher_.Add(path).Add(own_part).Add(references).Add(parents_).Add(edges_).Add(candidates_);
  parents_.clear();
  edges_.clear();
  candidates_.clear();
  source_ = 0;
  return hasher_.Finish<RootHash>();
}

void ReferencesHasher::Add(const UnresolvedInput& reference) {
  AppendVarint(bytes_, reference.source);
  AppendText(bytes_, reference.name);
  AppendVarint(bytes_, static_cast<std::uint32_t>(reference.type) << 2 |
                           (static_cast<std::uint32_t>(reference.reason) - 1));
  AppendPosition(bytes_, reference.site);
  AppendVarint(bytes_, reference.candidates.size());
}

RootHash ReferencesHasher::Finish() {
  hasher_.Add(bytes_);
  bytes_.clear();
  return hasher_.Finish<RootHash>();
}

}  // namespace waymark::graph
