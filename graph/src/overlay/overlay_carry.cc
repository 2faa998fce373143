#include "overlay/overlay_carry.h"

#include <algorithm>
#include <tuple>

namespace waymark::graph {

void OverlayCarrier::Invert() {
  if (is_inverted_) return;
  is_inverted_ = true;
  const GraphPart& own = old_.part();
  own.VisitTerms([this](std::string_view term, const std::vector<Posting>& postings) {
    for (const Posting& posting : postings) {
      postings_.push_back(
          BaseTerms::Stemmed{ToIndex(posting.symbol), posting.field, posting.frequency, term});
    }
  });
  // Terms come in byte order, and a stable sort keeps that order within a field.
  std::stable_sort(postings_.begin(), postings_.end(),
                   [](const BaseTerms::Stemmed& a, const BaseTerms::Stemmed& b) {
                     return std::tie(a.symbol, a.field) < std::tie(b.symbol, b.field);
                   });
  posting_begin_.assign(std::size_t{own.symbol_bound()} + 1, 0);
  for (const BaseTerms::Stemmed& posting : postings_) ++posting_begin_[posting.symbol + 1];
  for (std::size_t i = 1; i < posting_begin_.size(); ++i)
    posting_begin_[i] += posting_begin_[i - 1];
  mentions_.resize(own.file_bound());
  own.VisitMentions([this](std::uint32_t hash, const std::vector<FileId>& files) {
    for (const FileId file : files) mentions_[ToIndex(file)].push_back(hash);
  });
  own.AppendUnresolved(references_);
  std::stable_sort(references_.begin(), references_.end(),
                   [](const GraphPart::NamedReference& a, const GraphPart::NamedReference& b) {
                     return a.row.source < b.row.source;
                   });
}

std::unique_ptr<OverlayFile> OverlayCarrier::ReadFile(FileId own_file, TextKeeper& texts) {
  Invert();
  const GraphPart& own = old_.part();
  auto file = std::make_unique<OverlayFile>();
  const FileRow row = own.File(own_file);
  const FileAttributes attributes = own.Attributes(own_file);
  file->input.path = row.path;
  file->input.language = row.language;
  file->input.flags = row.flags;
  file->input.facts = FactsKey{attributes.grammar, attributes.extractor_version, row.content};
  file->input.size_bytes = row.size_bytes;
  file->input.line_count = row.line_count;
  file->own_part = own.OwnPart(own_file);
  file->is_carried = true;
  file->mentions = mentions_[ToIndex(own_file)];
  const std::uint32_t first = ToIndex(row.first_symbol);
  for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
    const SymbolRow symbol = own.Symbol(SymbolId{first + i});
    SymbolInput& input = file->symbols.emplace_back();
    input.name = symbol.name;
    input.scope = symbol.scope;
    input.signature = texts.Keep(own.Signature(symbol.id));
    input.discriminator = symbol.discriminator;
    input.ordinal = symbol.ordinal;
    input.parent = symbol.parent;
    input.kind = symbol.kind;
    input.flags = symbol.flags;
    input.range = symbol.range;
    input.name_position = symbol.name_position;
    input.doc_begin = symbol.doc_begin;
    input.doc_end = symbol.doc_end;
    file->identity_prefixes.push_back(symbol.identity_prefix);
    file->lengths.push_back(own.FieldLengths(symbol.id));
    for (std::size_t p = posting_begin_[first + i]; p < posting_begin_[first + i + 1]; ++p) {
      file->stemmed.push_back(postings_[p]);
      file->stemmed.back().symbol = i;
    }
  }
  return file;
}

void OverlayCarrier::ReadBindings(SymbolId first_symbol, std::uint32_t symbol_count,
                                  const MapSymbol& map, FileBindings& bindings,
                                  std::uint64_t& dangling) {
  Invert();
  const GraphPart& own = old_.part();
  for (std::uint32_t i = 0; i < symbol_count; ++i) {
    const SymbolId source{ToIndex(first_symbol) + i};
    const std::uint32_t line = ToIndex(source) < old_.base_symbols()
                                   ? base_.FirstLine(source)
                                   : own.FirstLine(SymbolId{ToIndex(source) - old_.base_symbols()});
    own.ForEachEdge(reader_, old_.OutRow(source), source, line, [&](const RowReader::Edge& edge) {
      const EdgeType type = TypeOf(edge.label);
      if (type == EdgeType::kContains) return;
      const SymbolId target = map(SymbolId{edge.target});
      if (target == SymbolId::kNone) {
        ++dangling;
        return;
      }
      EdgeInput input{i, target, type, RuleOf(edge.label), Position()};
      if (edge.sites.empty()) bindings.edges.push_back(input);
      for (const Position site : edge.sites) {
        input.site = site;
        bindings.edges.push_back(input);
      }
    });
  }
  const auto begin = std::partition_point(
      references_.begin(), references_.end(),
      [first_symbol](const auto& reference) { return reference.row.source < first_symbol; });
  std::vector<SymbolId> candidates;
  for (auto at = begin; at != references_.end(); ++at) {
    const UnresolvedRow& row = at->row;
    const std::uint32_t source = ToIndex(row.source) - ToIndex(first_symbol);
    if (source >= symbol_count) break;
    UnresolvedInput& input = bindings.unresolved.emplace_back();
    input.source = source;
    input.name = own.UnresolvedName(at->name);
    input.type = row.type;
    input.reason = row.reason;
    input.site = row.site;
    own.Candidates(row, candidates);
    for (SymbolId& candidate : candidates) candidate = map(candidate);
    std::erase(candidates, SymbolId::kNone);
    if (candidates.empty()) continue;
    bindings.candidates.push_back(candidates);
    input.candidates = bindings.candidates.back();
  }
}

}  // namespace waymark::graph
