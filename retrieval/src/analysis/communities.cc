#include "retrieval/communities.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "analysis/leiden.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "text/fixed_point.h"
#include "traits/cancel_poll.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

constexpr double kWeightUnit = 64;
constexpr std::uint64_t kMostWeight = std::uint64_t{1} << 31;

// Weight of an edge between two files; 0 if its type does not count.
std::uint64_t TieWeight(const Neighbor& edge) {
  const bool ties = IsWrittenDependence(edge.type, edge.rule) || edge.type == EdgeType::kDeclares;
  if (!ties) return 0;
  return static_cast<std::uint64_t>(
      std::lround(static_cast<double>(TraitsOf(edge.type).walk_forward * ConfidenceOf(edge.rule)) *
                  kWeightUnit));
}

class CommunityFinder {
 public:
  CommunityFinder(const graph::ReadView& view, const CommunityOptions& options)
      : view_(view), options_(options), node_of_(view.file_bound(), kNoCommunity) {
    for (const FileId file : view.Files()) {
      const FileRow row = view.File(file);
      if (!IsProductFile(row.flags) || !IsCode(row.language)) continue;
      node_of_[ToIndex(file)] = static_cast<std::uint32_t>(files_.size());
      files_.push_back(file);
    }
  }

  absl::Status Run();

  Communities Take() { return std::move(result_); }

 private:
  struct Tie {
    std::uint32_t node = 0;
    std::uint64_t weight = 0;
  };

  absl::Status ReadTies();
  void ReadTiesOf(std::uint32_t node);
  void MakeGraph();
  std::vector<std::uint32_t> Directories() const;
  void Tell(const std::vector<std::uint32_t>& communities);
  Community Describe(std::uint32_t community, const std::vector<std::uint32_t>& nodes);
  void TellApart();
  std::string NameOf(const std::vector<std::uint32_t>& nodes) const;
  void AddCentral(std::uint32_t community, const std::vector<std::uint32_t>& nodes,
                  Community& found);

  const graph::ReadView& view_;
  const CommunityOptions& options_;
  std::vector<std::uint32_t> node_of_;  // by file
  std::vector<FileId> files_;           // by node, in order of their paths
  std::vector<std::vector<Tie>> ties_;  // by node: to others, in both directions
  std::map<std::string_view, std::uint64_t> files_below_;
  WeightedGraph graph_;
  Communities result_;
  std::vector<std::uint64_t> weights_;  // to each node, all 0 between uses
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> edges_;
};

// Calls visitor(std::string_view) for "a/b" and "a" of "a/b/c.py", and for "." with every path.
template <typename Visitor>
void VisitDirectories(std::string_view path, Visitor&& visitor) {
  for (std::size_t slash = path.rfind('/'); slash != std::string_view::npos;
       slash = path.rfind('/')) {
    path = path.substr(0, slash);
    visitor(path);
  }
  visitor(".");
}

absl::Status CommunityFinder::Run() {
  WM_RETURN_IF_ERROR(ReadTies());
  MakeGraph();
  WM_ASSIGN_OR_RETURN(const std::vector<std::uint32_t> communities,
                      FindCommunities(graph_, Directories(), options_.cancelled));
  Tell(communities);
  return absl::OkStatus();
}

absl::Status CommunityFinder::ReadTies() {
  CancelPoll poll(options_.cancelled, "communities");
  ties_.resize(files_.size());
  weights_.assign(files_.size(), 0);
  for (std::uint32_t node = 0; node < files_.size(); ++node) {
    WM_RETURN_IF_ERROR(poll.Check());
    ReadTiesOf(node);
  }
  return absl::OkStatus();
}

void CommunityFinder::ReadTiesOf(std::uint32_t node) {
  std::vector<std::uint32_t> met;
  view_.SymbolsOf(files_[node], symbols_);
  for (const SymbolId symbol : symbols_) {
    view_.Out(symbol, edges_);
    for (const Neighbor& edge : edges_) {
      const std::uint64_t weight = TieWeight(edge);
      if (weight == 0) continue;
      const std::uint32_t other = node_of_[ToIndex(view_.FileOf(edge.symbol))];
      if (other == kNoCommunity || other == node) continue;
      if (weights_[other] == 0) met.push_back(other);
      weights_[other] += weight;
    }
  }
  for (const std::uint32_t other : met) {
    ties_[node].push_back({other, weights_[other]});
    ties_[other].push_back({node, weights_[other]});
    weights_[other] = 0;
  }
}

void CommunityFinder::MakeGraph() {
  std::uint64_t total = 0;
  for (const std::vector<Tie>& row : ties_) {
    for (const Tie& tie : row) total += tie.weight;
  }
  std::uint64_t divisor = 1;
  while (total / divisor + files_.size() >= kMostWeight) divisor *= 2;
  graph_.loops.assign(files_.size(), 0);
  for (std::vector<Tie>& row : ties_) {
    std::sort(row.begin(), row.end(), [](const Tie& a, const Tie& b) { return a.node < b.node; });
    for (std::size_t i = 0; i < row.size();) {
      std::uint64_t weight = 0;
      const std::uint32_t node = row[i].node;
      for (; i < row.size() && row[i].node == node; ++i) weight += row[i].weight;
      if (weight >= divisor) graph_.edges.push_back({node, weight / divisor});
    }
    graph_.begins.push_back(static_cast<std::uint32_t>(graph_.edges.size()));
  }
}

// Initially the files of each directory form one community, so that small edits change little.
// Files without edges to others stay alone.
std::vector<std::uint32_t> CommunityFinder::Directories() const {
  std::map<std::string_view, std::uint32_t> numbers;
  std::vector<std::uint32_t> start;
  start.reserve(files_.size());
  for (std::uint32_t node = 0; node < files_.size(); ++node) {
    if (graph_.begins[node] == graph_.begins[node + 1]) {
      start.push_back(static_cast<std::uint32_t>(files_.size()) + node);
      continue;
    }
    const auto number = static_cast<std::uint32_t>(numbers.size());
    const std::string_view directory = DirectoryOf(view_.File(files_[node]).path);
    start.push_back(numbers.emplace(directory, number).first->second);
  }
  return start;
}

void CommunityFinder::Tell(const std::vector<std::uint32_t>& communities) {
  result_.of_file.assign(view_.file_bound(), kNoCommunity);
  std::vector<std::vector<std::uint32_t>> members;
  for (std::uint32_t node = 0; node < files_.size(); ++node) {
    result_.of_file[ToIndex(files_[node])] = communities[node];
    if (communities[node] >= members.size()) members.resize(communities[node] + 1);
    members[communities[node]].push_back(node);
    VisitDirectories(view_.File(files_[node]).path,
                     [this](std::string_view directory) { ++files_below_[directory]; });
  }

  struct Size {
    std::uint64_t symbols = 0;
    std::uint32_t community = 0;
  };

  std::vector<Size> sizes;
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    if (members[i].size() < 2) continue;
    Size& size = sizes.emplace_back(Size{.symbols = 0, .community = i});
    for (const std::uint32_t node : members[i]) {
      size.symbols += view_.File(files_[node]).symbol_count;
    }
  }
  result_.count = sizes.size();
  std::stable_sort(sizes.begin(), sizes.end(),
                   [](const Size& a, const Size& b) { return a.symbols > b.symbols; });
  if (sizes.size() > options_.limit) sizes.resize(options_.limit);
  for (const Size& size : sizes) {
    Community& found =
        result_.largest.emplace_back(Describe(size.community, members[size.community]));
    found.symbols = size.symbols;
  }
  TellApart();
}

void CommunityFinder::TellApart() {
  std::map<std::string, int> named;
  for (const Community& community : result_.largest) ++named[community.name];
  for (Community& community : result_.largest) {
    if (named[community.name] == 1 || community.central.empty()) continue;
    const std::string_view path = view_.File(view_.FileOf(community.central[0])).path;
    community.name += fmt::format(" ({})", path.substr(path.rfind('/') + 1));
  }
}

Community CommunityFinder::Describe(std::uint32_t community,
                                    const std::vector<std::uint32_t>& nodes) {
  Community found;
  found.files = nodes.size();
  found.name = NameOf(nodes);
  const auto is_inside = [&](std::uint32_t node) {
    return result_.of_file[ToIndex(files_[node])] == community;
  };
  double inside = 0;
  double all = 0;
  for (const std::uint32_t node : nodes) {
    for (std::uint32_t i = graph_.begins[node]; i < graph_.begins[node + 1]; ++i) {
      const auto weight = static_cast<double>(graph_.edges[i].weight);
      all += weight;
      if (is_inside(graph_.edges[i].node)) inside += weight;
    }
  }
  if (all > 0) found.cohesion = RoundedToHundredths(inside / all);
  AddCentral(community, nodes, found);
  return found;
}

std::string CommunityFinder::NameOf(const std::vector<std::uint32_t>& nodes) const {
  std::map<std::string_view, std::uint64_t> inside;
  for (const std::uint32_t node : nodes) {
    VisitDirectories(view_.File(files_[node]).path,
                     [&inside](std::string_view directory) { ++inside[directory]; });
  }
  std::string_view best = ".";
  double most = -1;
  for (const auto& [directory, count] : inside) {
    const auto both = static_cast<double>(nodes.size() + files_below_.at(directory));
    const double share = 2 * static_cast<double>(count) / both;
    // Among directories with an equal share the innermost wins; a prefix comes first in byte order.
    if (share >= most) {
      most = share;
      best = directory;
    }
  }
  return std::string(best);
}

void CommunityFinder::AddCentral(std::uint32_t community, const std::vector<std::uint32_t>& nodes,
                                 Community& found) {
  std::vector<std::pair<std::uint64_t, SymbolId>> used;
  for (const std::uint32_t node : nodes) {
    view_.SymbolsOf(files_[node], symbols_);
    for (const SymbolId symbol : symbols_) {
      if (!IsProductCode(view_, symbol)) continue;
      std::uint64_t weight = 0;
      view_.In(symbol, edges_);
      for (const Neighbor& edge : edges_) {
        const FileId user = view_.FileOf(edge.symbol);
        const bool is_inside = user != files_[node] && result_.of_file[ToIndex(user)] == community;
        if (is_inside) weight += TieWeight(edge);
      }
      if (weight != 0) used.emplace_back(weight, symbol);
    }
  }
  // Symbols are in canonical order, which a stable sort keeps among equals.
  std::stable_sort(used.begin(), used.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (used.size() > kCentralSymbols) used.resize(kCentralSymbols);
  for (const auto& [weight, symbol] : used) found.central.push_back(symbol);
}

}  // namespace

absl::StatusOr<Communities> FindFileCommunities(const graph::ReadView& view,
                                                const CommunityOptions& options) {
  CommunityFinder finder(view, options);
  WM_RETURN_IF_ERROR(finder.Run());
  return finder.Take();
}

}  // namespace waymark::retrieval
