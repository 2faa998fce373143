#include "retrieval/name_prefix.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "graph/status.h"
#include "retrieval/declarations.h"
#include "traits/cancel_poll.h"

namespace waymark::retrieval {
namespace {

class PrefixFinder {
 public:
  PrefixFinder(const graph::ReadView& view, std::string_view prefix, const PrefixOptions& options)
      : view_(view), prefix_(prefix), options_(options) {}

  absl::StatusOr<RelatedSymbols> Run() {
    std::vector<SymbolId> symbols;
    for (const FileId file : view_.Files()) {
      view_.SymbolsOf(file, symbols);
      for (const SymbolId symbol : symbols) {
        WM_RETURN_IF_ERROR(poll_.Check());
        if (Fits(symbol)) Add(symbol);
      }
    }
    result_.omitted = found_ - result_.symbols.size();
    for (std::uint32_t i = 0; i < result_.symbols.size(); ++i) {
      WM_RETURN_IF_ERROR(poll_.Check());
      const SymbolId symbol = result_.symbols[i].symbol;
      AddEdges(i, symbol);
      for (const SymbolId declaration : DeclarationsOf(view_, symbol)) AddEdges(i, declaration);
    }
    for (auto& [key, edge] : edges_) result_.edges.push_back(std::move(edge));
    return std::move(result_);
  }

 private:
  bool Fits(SymbolId symbol) {
    if ((view_.Flags(symbol) & kSymbolLocal) != 0) return false;
    if (!view_.QualifiedName(symbol).starts_with(prefix_)) return false;
    return SingleDefinitionOf(view_, symbol, scratch_) == symbol;
  }

  void Add(SymbolId symbol) {
    if (found_++ >= options_.limit) return;
    index_of_.emplace(symbol, static_cast<std::uint32_t>(result_.symbols.size()));
    result_.symbols.push_back({.symbol = symbol});
  }

  void AddEdges(std::uint32_t from, SymbolId symbol) {
    view_.Out(symbol, neighbors_);
    for (const Neighbor& neighbor : neighbors_) {
      const PublishedType published = PublishedAs(neighbor.type);
      if (!IsPublished(published.type)) continue;
      const auto other = index_of_.find(SingleDefinitionOf(view_, neighbor.symbol, scratch_));
      if (other == index_of_.end() || other->second == from) continue;
      RelatedEdge edge{
          .source = from, .target = other->second, .type = published.type, .rule = neighbor.rule};
      if (published.is_exchanged) std::swap(edge.source, edge.target);
      view_.Sites(neighbor, positions_);
      for (const Position& position : positions_) {
        edge.sites.push_back({view_.FileOf(symbol), position});
      }
      Merge(std::move(edge));
    }
  }

  void Merge(RelatedEdge edge) {
    const std::tuple key(edge.source, edge.target, edge.type);
    const auto known = edges_.find(key);
    if (known == edges_.end()) {
      edges_.emplace(key, std::move(edge));
      return;
    }
    RelatedEdge& merged = known->second;
    if (ConfidenceThousandths(edge.rule) > ConfidenceThousandths(merged.rule)) {
      merged.rule = edge.rule;
    }
    merged.sites.insert(merged.sites.end(), edge.sites.begin(), edge.sites.end());
  }

  const graph::ReadView& view_;
  const std::string_view prefix_;
  const PrefixOptions& options_;
  CancelPoll poll_{options_.cancelled, "names by their beginning"};
  RelatedSymbols result_;
  std::size_t found_ = 0;
  std::map<SymbolId, std::uint32_t> index_of_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, EdgeType>, RelatedEdge> edges_;
  std::vector<Neighbor> neighbors_;
  std::vector<Neighbor> scratch_;
  std::vector<Position> positions_;
};

}  // namespace

absl::StatusOr<RelatedSymbols> FindByPrefix(const graph::ReadView& view, std::string_view prefix,
                                            const PrefixOptions& options) {
  return PrefixFinder(view, prefix, options).Run();
}

}  // namespace waymark::retrieval
