#include "testing/memory_view.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include "graph/hash.h"
#include "graph/tokenize.h"
#include "testing/file_digest.h"

namespace waymark::testing {
namespace {

constexpr std::uint32_t kLines = 1000;  // of every file

template <typename Id>
std::size_t Index(Id id) {
  return static_cast<std::size_t>(ToIndex(id));
}

}  // namespace

MemoryView::MemoryView() {
  info_.repository = "example.org/drawn";
  info_.view = "work:test";
  info_.generation = 1;
}

MemoryView::~MemoryView() = default;

FileId MemoryView::AddFile(std::string path, Language language, std::uint16_t flags) {
  const FileId file{file_bound()};
  files_.push_back(StoredFile{.path = path, .language = language, .flags = flags, .symbols = {}});
  MemorySymbol own;
  own.name = path.substr(path.rfind('/') + 1);
  own.kind = SymbolKind::kFile;
  own.file = file;
  own.range = SourceRange{.begin = {.line = 1, .column = 1}, .end = {.line = kLines, .column = 1}};
  symbols_.push_back(own);
  files_.back().symbols.push_back(SymbolId{symbol_bound() - 1});
  out_.emplace_back();
  in_.emplace_back();
  return file;
}

SymbolId MemoryView::AddSymbol(MemorySymbol symbol) {
  if (symbol.parent == SymbolId::kNone) symbol.parent = FileSymbol(symbol.file);
  const SymbolId parent = symbol.parent;
  symbols_.push_back(std::move(symbol));
  out_.emplace_back();
  in_.emplace_back();
  const SymbolId id{symbol_bound() - 1};
  files_[Index(symbols_.back().file)].symbols.push_back(id);
  AddEdge(parent, id, EdgeType::kContains, EdgeRule::kStructure);
  return id;
}

void MemoryView::AddEdge(SymbolId source, SymbolId target, EdgeType type, EdgeRule rule,
                         Position site) {
  const auto edge = static_cast<std::uint32_t>(sites_.size());
  sites_.emplace_back();
  if (site.line != 0) sites_.back().push_back(site);
  out_[Index(source)].push_back(
      Neighbor{.symbol = target, .type = type, .rule = rule, .reserved = 0, .edge = edge});
  in_[Index(target)].push_back(
      Neighbor{.symbol = source, .type = type, .rule = rule, .reserved = 0, .edge = edge});
}

void MemoryView::AddUnresolved(SymbolId source, std::string name, UnresolvedReason reason,
                               std::vector<SymbolId> candidates, EdgeType type) {
  const auto number = static_cast<std::uint32_t>(unresolved_.size());
  UnresolvedRow row{
      .source = source, .type = type, .reason = reason, .site = {.line = number + 1, .column = 1}};
  row.candidates_begin = static_cast<std::uint32_t>(candidates_.size());
  row.candidates_count = static_cast<std::uint32_t>(candidates.size());
  candidates_.insert(candidates_.end(), candidates.begin(), candidates.end());
  unresolved_.push_back(Unresolved{.name = std::move(name), .row = row});
}

void MemoryView::AddSkipped(std::string path, SkipReason reason) {
  skipped_paths_.push_back(std::make_unique<std::string>(std::move(path)));
  skipped_.push_back(SkippedFile{.path = *skipped_paths_.back(), .reason = reason});
}

void MemoryView::SortNeighbors(std::vector<Neighbor>& neighbors) const {
  std::sort(neighbors.begin(), neighbors.end(), [this](const Neighbor& a, const Neighbor& b) {
    if (a.type != b.type) return a.type < b.type;
    return CompareCanonical(a.symbol, b.symbol) < 0;
  });
}

// Files by path; in a file by position, its own symbol first.
void MemoryView::RankSymbols() {
  canonical_rank_.resize(symbols_.size());
  std::uint32_t rank = 0;
  for (const FileId file : Files()) {
    std::vector<SymbolId>& symbols = files_[Index(file)].symbols;
    std::sort(symbols.begin() + 1, symbols.end(), [this](SymbolId a, SymbolId b) {
      return symbols_[Index(a)].range < symbols_[Index(b)].range;
    });
    for (const SymbolId symbol : symbols) canonical_rank_[Index(symbol)] = rank++;
  }
}

void MemoryView::Finish() {
  RankSymbols();
  for (std::vector<Neighbor>& neighbors : out_) SortNeighbors(neighbors);
  for (std::vector<Neighbor>& neighbors : in_) SortNeighbors(neighbors);
  for (std::uint32_t i = 0; i < symbol_bound(); ++i)
    names_[symbols_[i].name].push_back(SymbolId{i});
  for (auto& [name, symbols] : names_) {
    std::sort(symbols.begin(), symbols.end(),
              [this](SymbolId a, SymbolId b) { return CompareCanonical(a, b) < 0; });
  }
  IndexTerms();
  info_.symbol_count = symbol_bound();
  info_.file_count = file_bound();
  info_.edge_count = sites_.size();
  info_.unresolved_count = unresolved_.size();
}

void MemoryView::IndexField(SymbolId symbol, Field field, std::string_view text) {
  graph::Tokenizer tokenizer;
  std::map<std::string, std::uint16_t> counts;
  std::uint16_t length = 0;
  tokenizer.Visit(text, [&](std::string_view token) {
    ++counts[std::string(token)];
    ++length;
  });
  for (const auto& [token, count] : counts) {
    postings_[token].push_back(
        Posting{.symbol = symbol, .field = field, .reserved = 0, .frequency = count});
  }
  const auto i = static_cast<std::size_t>(field);
  lengths_[Index(symbol)][i] = length;
  if (File(FileOf(symbol)).language == Language::kProse) return;
  statistics_.total_length[i] += length;
  statistics_.nonempty_count[i] += length > 0 ? 1U : 0U;
}

void MemoryView::IndexTerms() {
  lengths_.resize(symbols_.size());
  for (std::uint32_t i = 0; i < symbol_bound(); ++i) {
    const MemorySymbol& symbol = symbols_[i];
    IndexField(SymbolId{i}, Field::kName, symbol.name);
    IndexField(SymbolId{i}, Field::kSignature, symbol.signature);
    IndexField(SymbolId{i}, Field::kDocumentation, symbol.documentation);
    IndexField(SymbolId{i}, Field::kIdentifiers, symbol.identifiers);
    IndexField(SymbolId{i}, Field::kStrings, symbol.strings);
    IndexField(SymbolId{i}, Field::kComments, symbol.comments);
    const bool is_prose = File(FileOf(SymbolId{i})).language == Language::kProse;
    const bool is_test = (Flags(SymbolId{i}) & kSymbolTest) != 0;
    statistics_.document_count += is_prose || is_test ? 0U : 1U;
  }
  for (auto& [term, postings] : postings_) {
    std::sort(postings.begin(), postings.end(), [](const Posting& a, const Posting& b) {
      return std::tie(a.symbol, a.field) < std::tie(b.symbol, b.field);
    });
  }
  graph::Tokenizer tokenizer;
  for (std::uint32_t i = 0; i < file_bound(); ++i) {
    std::set<std::string> terms;
    tokenizer.Visit(files_[i].path, [&](std::string_view token) { terms.emplace(token); });
    for (const std::string& term : terms) path_terms_[term].push_back(FileId{i});
  }
}

SymbolRow MemoryView::Symbol(SymbolId symbol) const {
  const MemorySymbol& stored = symbols_[Index(symbol)];
  SymbolRow row;
  row.id = symbol;
  row.file = stored.file;
  row.parent = stored.parent;
  row.kind = stored.kind;
  row.flags = Flags(symbol);
  row.name = stored.name;
  row.scope = stored.scope;
  row.range = stored.range;
  row.name_position = stored.range.begin;
  const StoredFile& file = files_[Index(stored.file)];
  row.identity_prefix = ComputeIdentity({file.language, info_.repository, file.path, row.scope,
                                         row.name, row.kind, row.discriminator, row.ordinal})
                            .Prefix64();
  return row;
}

std::string MemoryView::Signature(SymbolId symbol) const {
  return symbols_[Index(symbol)].signature;
}

FileRow MemoryView::File(FileId file) const {
  const StoredFile& stored = files_[Index(file)];
  FileRow row;
  row.id = file;
  row.path = stored.path;
  row.language = stored.language;
  row.flags = stored.flags;
  row.line_count = kLines;
  row.first_symbol = stored.symbols.front();
  row.symbol_count = static_cast<std::uint32_t>(stored.symbols.size());
  return row;
}

SymbolKind MemoryView::Kind(SymbolId symbol) const { return symbols_[Index(symbol)].kind; }

std::uint16_t MemoryView::Flags(SymbolId symbol) const {
  const MemorySymbol& stored = symbols_[Index(symbol)];
  const bool in_test_file = (files_[Index(stored.file)].flags & kFileTest) != 0;
  return static_cast<std::uint16_t>(stored.flags | (in_test_file ? kSymbolTest : 0));
}

std::uint16_t MemoryView::FileFlags(FileId file) const { return files_[Index(file)].flags; }

FileId MemoryView::FileOf(SymbolId symbol) const { return symbols_[Index(symbol)].file; }

SymbolId MemoryView::Parent(SymbolId symbol) const { return symbols_[Index(symbol)].parent; }

std::array<std::uint16_t, kFieldCount> MemoryView::FieldLengths(SymbolId symbol) const {
  return lengths_[Index(symbol)];
}

int MemoryView::CompareCanonical(SymbolId a, SymbolId b) const {
  const std::uint32_t rank_a = canonical_rank_[Index(a)];
  const std::uint32_t rank_b = canonical_rank_[Index(b)];
  return rank_a == rank_b ? 0 : (rank_a < rank_b ? -1 : 1);
}

std::vector<FileId> MemoryView::Files() const {
  std::vector<FileId> files;
  for (std::uint32_t i = 0; i < file_bound(); ++i) files.push_back(FileId{i});
  std::sort(files.begin(), files.end(),
            [this](FileId a, FileId b) { return files_[Index(a)].path < files_[Index(b)].path; });
  return files;
}

RootHash MemoryView::FileRoot(FileId file) const { return FileDigest(*this, file); }

std::optional<FileId> MemoryView::FindFile(std::string_view path) const {
  for (std::uint32_t i = 0; i < file_bound(); ++i) {
    if (files_[i].path == path) return FileId{i};
  }
  return std::nullopt;
}

void MemoryView::SymbolsOf(FileId file, std::vector<SymbolId>& out) const {
  const std::vector<SymbolId>& symbols = files_[Index(file)].symbols;
  out.assign(symbols.begin(), symbols.end());
}

void MemoryView::Out(SymbolId symbol, std::vector<Neighbor>& out) const {
  const std::vector<Neighbor>& row = out_[Index(symbol)];
  out.assign(row.begin(), row.end());
}

void MemoryView::In(SymbolId symbol, std::vector<Neighbor>& out) const {
  const std::vector<Neighbor>& row = in_[Index(symbol)];
  out.assign(row.begin(), row.end());
}

std::uint32_t MemoryView::OutDegree(SymbolId symbol) const {
  return static_cast<std::uint32_t>(out_[Index(symbol)].size());
}

std::uint32_t MemoryView::InDegree(SymbolId symbol) const {
  return static_cast<std::uint32_t>(in_[Index(symbol)].size());
}

void MemoryView::Sites(const Neighbor& neighbor, std::vector<Position>& out) const {
  out = sites_[neighbor.edge];
}

void MemoryView::WithName(std::string_view name, std::vector<SymbolId>& out) const {
  const auto at = names_.find(name);
  out = at == names_.end() ? std::vector<SymbolId>{} : at->second;
}

void MemoryView::VisitNames(std::string_view from,
                            const std::function<bool(std::string_view name)>& visitor) const {
  for (auto at = names_.lower_bound(from); at != names_.end(); ++at) {
    if (!visitor(at->first)) return;
  }
}

void MemoryView::UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const {
  out.clear();
  for (const Unresolved& unresolved : unresolved_) {
    if (unresolved.name == name) out.push_back(unresolved.row);
  }
}

void MemoryView::VisitUnresolved(
    const std::function<bool(std::string_view name, const UnresolvedRow& row)>& visitor) const {
  for (const Unresolved& unresolved : unresolved_) {
    if (!visitor(unresolved.name, unresolved.row)) return;
  }
}

void MemoryView::Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const {
  const auto begin = candidates_.begin() + static_cast<std::ptrdiff_t>(row.candidates_begin);
  out.assign(begin, begin + static_cast<std::ptrdiff_t>(row.candidates_count));
}

std::optional<graph::TermStatistics> MemoryView::Term(std::string_view term) const {
  const auto at = postings_.find(term);
  if (at == postings_.end()) return std::nullopt;
  graph::TermStatistics statistics;
  SymbolId previous = SymbolId::kNone;
  for (const Posting& posting : at->second) {
    if (posting.symbol == previous) continue;
    previous = posting.symbol;
    const bool is_prose = File(FileOf(posting.symbol)).language == Language::kProse;
    const bool is_test = (Flags(posting.symbol) & kSymbolTest) != 0;
    statistics.document_frequency += is_prose || is_test ? 0U : 1U;
  }
  return statistics;
}

void MemoryView::Postings(std::string_view term, std::vector<Posting>& out) const {
  const auto at = postings_.find(term);
  out = at == postings_.end() ? std::vector<Posting>{} : at->second;
}

void MemoryView::FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const {
  const auto at = path_terms_.find(term);
  out = at == path_terms_.end() ? std::vector<FileId>{} : at->second;
}

// A file mentions the names of its symbols and the words of their identifiers.
void MemoryView::FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const {
  out.clear();
  for (std::uint32_t i = 0; i < file_bound(); ++i) {
    const std::vector<SymbolId>& symbols = files_[i].symbols;
    const bool mentions = std::any_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
      const MemorySymbol& stored = symbols_[Index(symbol)];
      std::istringstream words(stored.identifiers + " " + stored.name);
      for (std::string word; words >> word;) {
        if (MentionHash(word) == name_hash) return true;
      }
      return false;
    });
    if (mentions) out.push_back(FileId{i});
  }
}

}  // namespace waymark::testing
