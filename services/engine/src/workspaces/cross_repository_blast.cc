#include "workspaces/cross_repository_blast.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "retrieval/reach.h"
#include "services/limits.h"
#include "services/merged_answers.h"
#include "workspaces/cross_repository_uses.h"
#include "workspaces/merged_state.h"

namespace waymark::services {
namespace {

// Users elsewhere are looked for of this many symbols of an answer, the first ones.
constexpr std::size_t kMaxSoughtSymbols = 256;

// A symbol of the answer that code of other repositories can name.
struct VisibleSymbol {
  SoughtSymbol sought;
  std::uint32_t row = 0;  // in the payload
  std::uint32_t hop = 0;
};

// A symbol of another repository, with the edge over which it was first reached.
struct ReachedElsewhere {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t hop = 0;
  float confidence = 0;
  Provenance provenance = Provenance::kAstInferred;
  wire::Edge edge = {};                   // without its ends
  SymbolId via = SymbolId::kNone;         // in the same repository
  std::optional<std::uint32_t> row = {};  // instead: a row of the payload
};

std::vector<VisibleSymbol> VisibleSymbols(const graph::ReadView& home,
                                          const indexer::SourceReader& sources,
                                          const std::vector<retrieval::BlastEntry>& entries,
                                          std::uint32_t depth) {
  std::vector<VisibleSymbol> visible;
  for (std::uint32_t row = 0; row < entries.size(); ++row) {
    const retrieval::BlastEntry& entry = entries[row];
    if (entry.hop >= depth || !retrieval::LeavesRepository(home, entry.symbol)) continue;
    if (visible.size() == kMaxSoughtSymbols) break;
    visible.push_back({Seek(home, sources, entry.symbol), row, entry.hop});
  }
  return visible;
}

// Looks in one repository. Collects each symbol with the fewest hops.
class RepositorySearch {
 public:
  RepositorySearch(const graph::ReadView& view, const BlastRadiusRequest& request,
                   retrieval::BlastOptions options)
      : view_(view), request_(request), options_(std::move(options)) {
    options_.limit = kMaxBlastLimit;
  }

  absl::Status Run(const std::vector<VisibleSymbol>& visible) {
    std::map<std::uint32_t, std::vector<SymbolId>> seeds;  // by hop
    for (const VisibleSymbol& symbol : visible) AddUsers(symbol, seeds);
    for (const auto& [hop, roots] : seeds) {
      if (hop < request_.depth) WM_RETURN_IF_ERROR(AddDependants(hop, roots));
    }
    return absl::OkStatus();
  }

  // By hop, then in the order in which they were found.
  std::vector<ReachedElsewhere> TakeReached() {
    std::vector<ReachedElsewhere> reached;
    reached.reserve(order_.size());
    for (const SymbolId symbol : order_) reached.push_back(std::move(found_.at(symbol)));
    std::stable_sort(reached.begin(), reached.end(),
                     [](const auto& a, const auto& b) { return a.hop < b.hop; });
    return reached;
  }

  std::uint64_t weak_edges() const { return weak_edges_; }

  bool is_beyond_depth() const { return is_beyond_depth_; }

 private:
  void AddUsers(const VisibleSymbol& symbol,
                std::map<std::uint32_t, std::vector<SymbolId>>& seeds) {
    const std::vector<EdgeType>& types = request_.edge_types;
    for (const CrossRepositoryUse& use :
         FindCrossRepositoryUses(view_, symbol.sought, false).uses) {
      if (!types.empty() && std::find(types.begin(), types.end(), use.type) == types.end()) {
        continue;
      }
      if (use.confidence < request_.min_confidence) {
        ++weak_edges_;
        continue;
      }
      ReachedElsewhere reached{.symbol = use.source,
                               .hop = symbol.hop + 1,
                               .confidence = use.confidence,
                               .row = symbol.row};
      reached.edge.type = use.type;
      reached.edge.provenance = Provenance::kAstInferred;
      reached.edge.confidence = use.confidence;
      const std::string path(view_.File(view_.Symbol(use.source).file).path);
      for (const Position& site : use.sites) {
        reached.edge.sites.push_back({.path = path, .line = site.line, .column = site.column});
      }
      if (Keep(std::move(reached))) seeds[symbol.hop + 1].push_back(use.source);
    }
  }

  absl::Status AddDependants(std::uint32_t hop, const std::vector<SymbolId>& roots) {
    options_.depth = request_.depth - hop;
    WM_ASSIGN_OR_RETURN(const retrieval::BlastResult result,
                        retrieval::ComputeBlastRadius(view_, roots, options_));
    weak_edges_ += result.weak_edges;
    is_beyond_depth_ |= result.beyond_depth;
    for (std::uint32_t i = 0; i < result.entries.size(); ++i) {
      const retrieval::BlastEntry& entry = result.entries[i];
      if (entry.via == i) continue;
      const wire::Symbol symbol = ToWireSymbol(view_, entry);
      Keep({.symbol = entry.symbol,
            .hop = hop + entry.hop,
            .confidence = entry.confidence,
            .provenance = static_cast<Provenance>(symbol.provenance.code()),
            .edge = ToWireEdge(view_, i, entry),
            .via = result.entries[entry.via].symbol});
    }
    return absl::OkStatus();
  }

  // Whether it is new, or was found with more hops.
  bool Keep(ReachedElsewhere reached) {
    const auto [at, is_new] = found_.try_emplace(reached.symbol);
    if (is_new) order_.push_back(reached.symbol);
    if (!is_new && at->second.hop <= reached.hop) return false;
    at->second = std::move(reached);
    return true;
  }

  const graph::ReadView& view_;
  const BlastRadiusRequest& request_;
  retrieval::BlastOptions options_;
  std::map<SymbolId, ReachedElsewhere> found_;
  std::vector<SymbolId> order_;
  std::uint64_t weak_edges_ = 0;
  bool is_beyond_depth_ = false;
};

// Appends symbols of the repository `name`, at most `room`. Returns how many are left out.
std::uint64_t AddRows(const graph::ReadView& view, const std::string& name,
                      std::vector<ReachedElsewhere> reached, std::uint64_t room,
                      wire::Payload& payload) {
  std::map<SymbolId, std::uint32_t> rows;
  const std::size_t shown = std::min<std::uint64_t>(room, reached.size());
  for (std::size_t i = 0; i < shown; ++i) {
    ReachedElsewhere& found = reached[i];
    const auto row = static_cast<std::uint32_t>(payload.symbols.size());
    rows.emplace(found.symbol, row);
    wire::Symbol symbol = ToWireSymbol(view, found.symbol);
    symbol.handle = fmt::format("{}:{}", name, symbol.handle);
    symbol.path = fmt::format("{}:{}", name, symbol.path);
    symbol.distance = ToDistance(found.hop);
    symbol.score = found.confidence;
    symbol.components.confidence = found.confidence;
    symbol.provenance = found.provenance;
    payload.symbols.push_back(std::move(symbol));
    found.edge.source = row;
    found.edge.target = found.row ? *found.row : rows.at(found.via);
    for (wire::Site& site : found.edge.sites) site.path = fmt::format("{}:{}", name, site.path);
    payload.edges.push_back(std::move(found.edge));
  }
  return reached.size() - shown;
}

void Count(const graph::ReadView& view, const std::vector<ReachedElsewhere>& reached,
           wire::Affected& affected) {
  std::set<FileId> files;
  for (const ReachedElsewhere& found : reached) {
    files.insert(view.Symbol(found.symbol).file);
    affected.tests += (view.Flags(found.symbol) & kSymbolTestCase) != 0 ? 1U : 0U;
    if (affected.hops.size() <= found.hop) affected.hops.resize(found.hop + 1);
    ++affected.hops[found.hop];
  }
  affected.symbols += reached.size();
  affected.files += files.size();
}

// The score is that of the home repository.
void RaiseRisk(std::uint64_t elsewhere, std::optional<wire::Risk>& risk) {
  if (!risk || elsewhere == 0) return;
  if (risk->level != wire::RiskLevel::kHigh) risk->level = wire::RiskLevel::kUnknown;
  risk->reasons.push_back(
      {.factor = "elsewhere",
       .text = fmt::format("{} affected symbol{} of other repositories {} not in the score",
                           elsewhere, elsewhere == 1 ? "" : "s", elsewhere == 1 ? "is" : "are")});
}

}  // namespace

absl::Status AddBlastElsewhere(const BlastRadiusRequest& request, const graph::ReadView& home,
                               const indexer::SourceReader& sources,
                               const std::vector<retrieval::BlastEntry>& entries,
                               const retrieval::BlastOptions& options, const OpenRepository& open,
                               wire::Payload& payload) {
  AnswerElsewhere answer(request.elsewhere.home, payload);
  const std::vector<VisibleSymbol> visible = VisibleSymbols(home, sources, entries, request.depth);
  std::uint64_t elsewhere = 0;
  for (const WorkspaceMember& member : request.elsewhere.repositories) {
    if (visible.empty()) break;
    WM_RETURN_IF_ERROR(CheckRoot(member.root));
    const absl::StatusOr<RepositoryState> opened = open(member.root);
    if (!opened.ok()) {
      if (!IsOwnTrouble(opened.status())) return opened.status();
      answer.AddSilent(member.name, opened.status());
      continue;
    }
    RepositorySearch search(*opened->view, request,
                            {.edge_types = options.edge_types,
                             .min_confidence = options.min_confidence,
                             .cancelled = options.cancelled,
                             .workspace = options.workspace});
    WM_RETURN_IF_ERROR(search.Run(visible));
    std::vector<ReachedElsewhere> reached = search.TakeReached();
    elsewhere += reached.size();
    payload.affected->weak_edges += search.weak_edges();
    payload.affected->beyond_depth |= search.is_beyond_depth();
    Count(*opened->view, reached, *payload.affected);
    const auto shown =
        static_cast<std::uint64_t>(std::count_if(payload.symbols.begin(), payload.symbols.end(),
                                                 [](const auto& s) { return s.distance != 0; }));
    const std::uint64_t omitted =
        AddRows(*opened->view, member.name, std::move(reached),
                request.limit > shown ? request.limit - shown : 0, payload);
    answer.Add(member.name, opened->index, omitted);
  }
  RaiseRisk(elsewhere, payload.affected->risk);
  answer.Finish(!visible.empty() && !request.elsewhere.repositories.empty());
  return absl::OkStatus();
}

}  // namespace waymark::services
