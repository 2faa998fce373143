#include "retrieval/cycles.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "analysis/components.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "traits/cancel_poll.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

// Files or directories by number, in byte order of their paths, and what each depends on.
struct DependencyGraph {
  std::vector<std::string> paths;
  std::vector<std::vector<std::uint32_t>> targets;  // ascending, distinct
};

class GraphBuilder {
 public:
  explicit GraphBuilder(const graph::ReadView& view) : view_(view) {}

  absl::Status Build(const std::atomic<bool>* cancelled);

  DependencyGraph Take() { return std::move(graph_); }

 private:
  void NumberNodes();
  void AddEdgesOf(SymbolId symbol, std::uint32_t node, bool is_package);

  const graph::ReadView& view_;
  DependencyGraph graph_;
  std::vector<std::uint32_t> node_of_file_;  // kNoNode: not of the product
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> out_;
};

void GraphBuilder::NumberNodes() {
  std::map<std::string, std::vector<FileId>> files_by_node;
  for (const FileId file : view_.Files()) {
    const FileRow row = view_.File(file);
    if (!IsProductFile(row.flags)) continue;
    std::string node(row.path);
    if (ImportsPackages(row.language)) {
      node = DirectoryOf(row.path);
      if (node.empty()) node = "./";
    }
    files_by_node[std::move(node)].push_back(file);
  }
  node_of_file_.assign(view_.file_bound(), kNoNode);
  for (auto& [path, files] : files_by_node) {
    for (const FileId file : files) {
      node_of_file_[ToIndex(file)] = static_cast<std::uint32_t>(graph_.paths.size());
    }
    graph_.paths.push_back(path);
  }
  graph_.targets.resize(graph_.paths.size());
}

void GraphBuilder::AddEdgesOf(SymbolId symbol, std::uint32_t node, bool is_package) {
  view_.Out(symbol, out_);
  for (const Neighbor& edge : out_) {
    const bool counts =
        is_package ? IsWrittenDependence(edge.type, edge.rule) : edge.type == EdgeType::kImports;
    if (!counts) continue;
    const std::uint32_t target = node_of_file_[ToIndex(view_.FileOf(edge.symbol))];
    if (target != kNoNode && target != node) graph_.targets[node].push_back(target);
  }
}

absl::Status GraphBuilder::Build(const std::atomic<bool>* cancelled) {
  CancelPoll poll(cancelled, "cycles");
  NumberNodes();
  for (const FileId file : view_.Files()) {
    const std::uint32_t node = node_of_file_[ToIndex(file)];
    if (node == kNoNode) continue;
    const bool is_package = ImportsPackages(view_.File(file).language);
    view_.SymbolsOf(file, symbols_);
    for (const SymbolId symbol : symbols_) {
      WM_RETURN_IF_ERROR(poll.Check());
      AddEdgesOf(symbol, node, is_package);
    }
  }
  for (std::vector<std::uint32_t>& targets : graph_.targets) {
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  }
  return absl::OkStatus();
}

// Counts unresolved references that could be an edge of the graph above.
std::uint64_t CountUnresolvedTies(const graph::ReadView& view) {
  std::uint64_t count = 0;
  view.VisitUnresolved([&](std::string_view, const UnresolvedRow& row) {
    const FileRow file = view.File(view.FileOf(row.source));
    const bool counts = row.reason != UnresolvedReason::kExternal && IsProductFile(file.flags) &&
                        (row.type == EdgeType::kImports || ImportsPackages(file.language));
    count += counts ? 1 : 0;
    return true;
  });
  return count;
}

// The edges among the nodes of a component, which are ascending.
std::vector<CycleEdge> EdgesWithin(const DependencyGraph& graph,
                                   const std::vector<std::uint32_t>& component) {
  std::vector<CycleEdge> edges;
  for (std::uint32_t from = 0; from < component.size(); ++from) {
    for (const std::uint32_t target : graph.targets[component[from]]) {
      const auto found = std::lower_bound(component.begin(), component.end(), target);
      if (found == component.end() || *found != target) continue;
      if (edges.size() == kMaxCycleEdges) return edges;
      edges.push_back({from, static_cast<std::uint32_t>(found - component.begin())});
    }
  }
  return edges;
}

Severity SeverityOf(const std::vector<std::string>& nodes) {
  std::set<std::string_view> directories;
  for (const std::string& node : nodes) directories.insert(DirectoryOf(node));
  if (nodes.size() >= kLeastHighCycle || directories.size() >= kLeastHighDirectories) {
    return Severity::kHigh;
  }
  const bool is_small = nodes.size() <= kMostLowCycle && directories.size() == 1;
  return is_small ? Severity::kLow : Severity::kMedium;
}

}  // namespace

std::string_view Name(Severity severity) {
  switch (severity) {
    case Severity::kLow:
      return "low";
    case Severity::kMedium:
      return "medium";
    case Severity::kHigh:
      return "high";
  }
  return "";
}

absl::StatusOr<Cycles> FindCycles(const graph::ReadView& view, const CycleOptions& options) {
  GraphBuilder builder(view);
  WM_RETURN_IF_ERROR(builder.Build(options.cancelled));
  const DependencyGraph graph = builder.Take();
  Cycles result;
  result.unresolved = CountUnresolvedTies(view);
  for (const std::vector<std::uint32_t>& component : FindComponents(graph.targets)) {
    if (component.size() < 2) continue;
    Cycle& cycle = result.cycles.emplace_back();
    for (const std::uint32_t node : component) cycle.nodes.push_back(graph.paths[node]);
    cycle.edges = EdgesWithin(graph, component);
    cycle.severity = SeverityOf(cycle.nodes);
  }
  result.total = result.cycles.size();
  std::sort(result.cycles.begin(), result.cycles.end(), [](const Cycle& a, const Cycle& b) {
    return a.nodes.size() != b.nodes.size() ? a.nodes.size() > b.nodes.size()
                                            : a.nodes.front() < b.nodes.front();
  });
  if (result.cycles.size() > options.limit) result.cycles.resize(options.limit);
  return result;
}

}  // namespace waymark::retrieval
