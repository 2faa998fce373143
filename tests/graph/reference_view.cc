#include "reference_view.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "graph/hash.h"
#include "graph/tokenize.h"
#include "testing/file_digest.h"

namespace waymark::graph {
namespace {

std::vector<std::string> TokensOf(std::string_view text) {
  Tokenizer tokenizer;
  std::vector<std::string> tokens;
  tokenizer.Visit(text, [&tokens](std::string_view token) { tokens.emplace_back(token); });
  return tokens;
}

std::uint16_t Saturated(std::uint64_t value) {
  return static_cast<std::uint16_t>(std::min<std::uint64_t>(value, 0xFFFF));
}

}  // namespace

ReferenceView::ReferenceView(GraphData graph, std::vector<FileData> replacements)
    : repository_(graph.repository), skipped_data_(graph.skipped) {
  for (FileData& file : graph.files) AddFile(std::move(file));
  for (FileData& file : replacements) {
    for (FileNode& old : files_) {
      if (old.data.path == file.path) old.live = false;
    }
    AddFile(std::move(file));
  }
  std::sort(skipped_data_.begin(), skipped_data_.end(),
            [](const SkippedData& a, const SkippedData& b) { return a.path < b.path; });
  for (const SkippedData& file : skipped_data_) skipped_.push_back({file.path, file.reason});
  FindRemaps();
  for (const FileNode& file : files_) {
    if (!file.live) continue;
    AddEdges(file);
    AddUnresolved(file);
    AddTerms(file);
  }
  Count();
}

void ReferenceView::AddFile(FileData file) {
  const FileId id{file_bound()};
  const std::uint32_t first = symbol_bound();
  for (std::uint32_t i = 0; i < file.symbols.size(); ++i) nodes_.push_back(Node{id, i, {}});
  files_.push_back(FileNode{std::move(file), first, true});
}

void ReferenceView::FindRemaps() {
  std::map<SymbolIdentity, SymbolId> live;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (IsLive(SymbolId{i})) live.emplace(IdentityOf(SymbolId{i}), SymbolId{i});
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const auto found = live.find(IdentityOf(SymbolId{i}));
    if (!IsLive(SymbolId{i}) && found != live.end()) remaps_[SymbolId{i}] = found->second;
  }
}

void ReferenceView::AddEdges(const FileNode& file) {
  std::map<std::tuple<SymbolId, EdgeType, SymbolId>, Edge> merged;
  for (const EdgeInput& input : file.data.edges) {
    const SymbolId source{file.first_symbol + input.source};
    const SymbolId target = Remap(input.target);
    if (target == SymbolId::kNone) continue;
    const auto [at, is_new] = merged.try_emplace(std::make_tuple(source, input.type, target),
                                                 Edge{source, target, input.type, input.rule, {}});
    Edge& edge = at->second;
    const auto strength = [](EdgeRule rule) {
      return std::make_pair(-ConfidenceThousandths(rule), rule);
    };
    if (strength(input.rule) < strength(edge.rule)) edge.rule = input.rule;
    if (input.site.line != 0) edge.sites.push_back(input.site);
  }
  for (auto& [key, edge] : merged) {
    std::sort(edge.sites.begin(), edge.sites.end());
    edge.sites.erase(std::unique(edge.sites.begin(), edge.sites.end()), edge.sites.end());
    edges_.push_back(std::move(edge));
  }
  for (std::uint32_t i = 0; i < file.data.symbols.size(); ++i) {
    const SymbolId child{file.first_symbol + i};
    const SymbolId parent = Parent(child);
    if (parent == SymbolId::kNone) continue;
    edges_.push_back(Edge{parent, child, EdgeType::kContains, EdgeRule::kStructure, {}});
  }
}

void ReferenceView::AddUnresolved(const FileNode& file) {
  for (const UnresolvedData& data : file.data.unresolved) {
    UnresolvedRow row;
    row.source = SymbolId{file.first_symbol + data.source};
    row.type = data.type;
    row.reason = data.reason;
    row.site = data.site;
    row.candidates_begin = static_cast<std::uint32_t>(candidates_.size());
    for (const SymbolId candidate : data.candidates) {
      if (Remap(candidate) != SymbolId::kNone) candidates_.push_back(Remap(candidate));
    }
    row.candidates_count = static_cast<std::uint32_t>(candidates_.size()) - row.candidates_begin;
    unresolved_.push_back(Reference{data.name, row});
  }
  std::sort(unresolved_.begin(), unresolved_.end(), [this](const Reference& a, const Reference& b) {
    if (a.row.source != b.row.source) return ComesBefore(a.row.source, b.row.source);
    const auto candidates_of = [this](const Reference& reference) {
      const auto begin = candidates_.begin() + reference.row.candidates_begin;
      return std::vector<SymbolId>(begin, begin + reference.row.candidates_count);
    };
    return std::make_tuple(a.row.site, a.name, a.row.type, a.row.reason, candidates_of(a)) <
           std::make_tuple(b.row.site, b.name, b.row.type, b.row.reason, candidates_of(b));
  });
}

void ReferenceView::AddTerms(const FileNode& file) {
  for (std::uint32_t i = 0; i < file.data.symbols.size(); ++i) {
    std::array<std::map<std::string, std::uint64_t>, kFieldCount> counts;
    for (const std::string& token : TokensOf(file.data.symbols[i].name)) ++counts[0][token];
    for (const std::string& token : TokensOf(file.data.symbols[i].signature)) ++counts[1][token];
    for (const TermData& term : file.data.terms) {
      if (term.symbol != i) continue;
      for (const std::string& token : TokensOf(term.word)) {
        counts[static_cast<std::size_t>(term.field)][token] += term.count;
      }
    }
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      std::uint64_t length = 0;
      for (const auto& [token, count] : counts[f]) {
        length += count;
        postings_[token].push_back(
            Posting{SymbolId{file.first_symbol + i}, static_cast<Field>(f), 0, Saturated(count)});
      }
      nodes_[file.first_symbol + i].lengths[f] = Saturated(length);
    }
  }
}

void ReferenceView::Count() {
  info_.repository = repository_;
  info_.edge_count = edges_.size();
  info_.unresolved_count = unresolved_.size();
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (!IsLive(SymbolId{i})) continue;
    ++info_.symbol_count;
    if (File(FileOf(SymbolId{i})).language == Language::kProse) continue;
    statistics_.document_count += (Flags(SymbolId{i}) & kSymbolTest) == 0 ? 1 : 0;
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      statistics_.total_length[f] += nodes_[i].lengths[f];
      statistics_.nonempty_count[f] += nodes_[i].lengths[f] > 0 ? 1 : 0;
    }
  }
  for (const FileNode& file : files_) info_.file_count += file.live ? 1 : 0;
  for (auto& [term, postings] : postings_) {
    std::sort(postings.begin(), postings.end(), [](const Posting& a, const Posting& b) {
      return std::tie(a.symbol, a.field) < std::tie(b.symbol, b.field);
    });
  }
}

const SymbolData& ReferenceView::DataOf(SymbolId symbol) const {
  const Node& node = nodes_[ToIndex(symbol)];
  return files_[ToIndex(node.file)].data.symbols[node.position];
}

SymbolIdentity ReferenceView::IdentityOf(SymbolId symbol) const {
  const SymbolData& data = DataOf(symbol);
  const FileData& file = files_[ToIndex(FileOf(symbol))].data;
  return ComputeIdentity(IdentityFields{file.language, repository_, file.path, data.scope,
                                        data.name, data.kind, data.discriminator, data.ordinal});
}

SymbolId ReferenceView::Remap(SymbolId symbol) const {
  if (IsLive(symbol)) return symbol;
  const auto found = remaps_.find(symbol);
  return found == remaps_.end() ? SymbolId::kNone : found->second;
}

bool ReferenceView::IsLive(SymbolId symbol) const {
  return ToIndex(symbol) < nodes_.size() && IsLive(FileOf(symbol));
}

bool ReferenceView::IsLive(FileId file) const {
  return ToIndex(file) < files_.size() && files_[ToIndex(file)].live;
}

SymbolRow ReferenceView::Symbol(SymbolId symbol) const {
  const SymbolData& data = DataOf(symbol);
  SymbolRow row;
  row.id = symbol;
  row.file = FileOf(symbol);
  row.parent = Parent(symbol);
  row.kind = data.kind;
  row.flags = Flags(symbol);
  row.name = data.name;
  row.scope = data.scope;
  row.discriminator = data.discriminator;
  row.ordinal = data.ordinal;
  row.range = data.range;
  row.name_position = data.name_position;
  row.doc_begin = data.doc_begin;
  row.doc_end = data.doc_end;
  row.identity_prefix = IdentityOf(symbol).Prefix64();
  return row;
}

std::string ReferenceView::Signature(SymbolId symbol) const { return DataOf(symbol).signature; }

FileRow ReferenceView::File(FileId file) const {
  const FileNode& node = files_[ToIndex(file)];
  FileRow row;
  row.id = file;
  row.path = node.data.path;
  row.language = node.data.language;
  row.flags = node.data.flags;
  row.content = node.data.facts.content;
  row.size_bytes = node.data.size_bytes;
  row.line_count = node.data.line_count;
  row.first_symbol = SymbolId{node.first_symbol};
  row.symbol_count = static_cast<std::uint32_t>(node.data.symbols.size());
  return row;
}

SymbolKind ReferenceView::Kind(SymbolId symbol) const { return DataOf(symbol).kind; }

std::uint16_t ReferenceView::Flags(SymbolId symbol) const {
  const bool in_test = (FileFlags(FileOf(symbol)) & kFileTest) != 0;
  return static_cast<std::uint16_t>(DataOf(symbol).flags | (in_test ? kSymbolTest : 0));
}

std::uint16_t ReferenceView::FileFlags(FileId file) const {
  return files_[ToIndex(file)].data.flags;
}

FileId ReferenceView::FileOf(SymbolId symbol) const { return nodes_[ToIndex(symbol)].file; }

SymbolId ReferenceView::Parent(SymbolId symbol) const {
  const SymbolId parent = DataOf(symbol).parent;
  return parent == SymbolId::kNone ? parent : Remap(parent);
}

std::array<std::uint16_t, kFieldCount> ReferenceView::FieldLengths(SymbolId symbol) const {
  return nodes_[ToIndex(symbol)].lengths;
}

int ReferenceView::CompareCanonical(SymbolId a, SymbolId b) const {
  const auto place_of = [this](SymbolId symbol) {
    return std::make_pair(std::string_view(files_[ToIndex(FileOf(symbol))].data.path),
                          nodes_[ToIndex(symbol)].position);
  };
  if (place_of(a) == place_of(b)) return 0;
  return place_of(a) < place_of(b) ? -1 : 1;
}

std::vector<FileId> ReferenceView::Files() const {
  std::vector<FileId> files;
  for (std::uint32_t i = 0; i < files_.size(); ++i) {
    if (files_[i].live) files.push_back(FileId{i});
  }
  std::sort(files.begin(), files.end(), [this](FileId a, FileId b) {
    return files_[ToIndex(a)].data.path < files_[ToIndex(b)].data.path;
  });
  return files;
}

RootHash ReferenceView::FileRoot(FileId file) const { return testing::FileDigest(*this, file); }

std::optional<FileId> ReferenceView::FindFile(std::string_view path) const {
  for (const FileId file : Files()) {
    if (File(file).path == path) return file;
  }
  return std::nullopt;
}

void ReferenceView::SymbolsOf(FileId file, std::vector<SymbolId>& out) const {
  out.clear();
  const FileRow row = File(file);
  for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
    out.push_back(SymbolId{ToIndex(row.first_symbol) + i});
  }
}

void ReferenceView::Out(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < edges_.size(); ++i) {
    const Edge& edge = edges_[i];
    if (edge.source == symbol) out.push_back(Neighbor{edge.target, edge.type, edge.rule, 0, i});
  }
  std::sort(out.begin(), out.end(), [this](const Neighbor& a, const Neighbor& b) {
    return a.type != b.type ? a.type < b.type : ComesBefore(a.symbol, b.symbol);
  });
}

void ReferenceView::In(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < edges_.size(); ++i) {
    const Edge& edge = edges_[i];
    if (edge.target == symbol) out.push_back(Neighbor{edge.source, edge.type, edge.rule, 0, i});
  }
  std::sort(out.begin(), out.end(), [this](const Neighbor& a, const Neighbor& b) {
    return a.type != b.type ? a.type < b.type : ComesBefore(a.symbol, b.symbol);
  });
}

std::uint32_t ReferenceView::OutDegree(SymbolId symbol) const {
  std::vector<Neighbor> neighbors;
  Out(symbol, neighbors);
  return static_cast<std::uint32_t>(neighbors.size());
}

std::uint32_t ReferenceView::InDegree(SymbolId symbol) const {
  std::vector<Neighbor> neighbors;
  In(symbol, neighbors);
  return static_cast<std::uint32_t>(neighbors.size());
}

void ReferenceView::Sites(const Neighbor& neighbor, std::vector<Position>& out) const {
  out = edges_[neighbor.edge].sites;
}

void ReferenceView::WithName(std::string_view name, std::vector<SymbolId>& out) const {
  out.clear();
  for (const FileId file : Files()) {
    std::vector<SymbolId> symbols;
    SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      if (!name.empty() && DataOf(symbol).name == name) out.push_back(symbol);
    }
  }
}

void ReferenceView::VisitNames(std::string_view from,
                               const std::function<bool(std::string_view name)>& visitor) const {
  std::set<std::string_view> names;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (IsLive(SymbolId{i}) && !DataOf(SymbolId{i}).name.empty()) {
      names.insert(DataOf(SymbolId{i}).name);
    }
  }
  for (auto name = names.lower_bound(from); name != names.end(); ++name) {
    if (!visitor(*name)) return;
  }
}

void ReferenceView::UnresolvedWithName(std::string_view name,
                                       std::vector<UnresolvedRow>& out) const {
  out.clear();
  for (const Reference& reference : unresolved_) {
    if (reference.name == name) out.push_back(reference.row);
  }
}

void ReferenceView::VisitUnresolved(
    const std::function<bool(std::string_view name, const UnresolvedRow& row)>& visitor) const {
  for (const Reference& reference : unresolved_) {
    if (!visitor(reference.name, reference.row)) return;
  }
}

void ReferenceView::Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const {
  const auto begin = candidates_.begin() + row.candidates_begin;
  out.assign(begin, begin + row.candidates_count);
}

std::optional<TermStatistics> ReferenceView::Term(std::string_view term) const {
  const auto found = postings_.find(term);
  if (found == postings_.end()) return std::nullopt;
  std::set<SymbolId> documents;
  for (const Posting& posting : found->second) {
    if (File(FileOf(posting.symbol)).language == Language::kProse) continue;
    if ((Flags(posting.symbol) & kSymbolTest) == 0) documents.insert(posting.symbol);
  }
  return TermStatistics{static_cast<std::uint32_t>(documents.size())};
}

void ReferenceView::Postings(std::string_view term, std::vector<Posting>& out) const {
  const auto found = postings_.find(term);
  out = found == postings_.end() ? std::vector<Posting>() : found->second;
}

void ReferenceView::FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < files_.size(); ++i) {
    const std::string& path = files_[i].data.path;
    const std::vector<std::string> tokens = TokensOf(path.substr(0, path.rfind('.')));
    const bool has_term = std::find(tokens.begin(), tokens.end(), term) != tokens.end();
    if (files_[i].live && has_term) out.push_back(FileId{i});
  }
}

void ReferenceView::FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < files_.size(); ++i) {
    const std::vector<std::uint32_t>& mentions = files_[i].data.mentions;
    const bool has_hash = std::count(mentions.begin(), mentions.end(), name_hash) > 0;
    if (files_[i].live && has_hash) out.push_back(FileId{i});
  }
}

}  // namespace waymark::graph
