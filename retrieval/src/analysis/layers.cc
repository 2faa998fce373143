#include "retrieval/layers.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "analysis/components.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "traits/cancel_poll.h"
#include "traits/edge_traits.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

constexpr std::uint32_t kNoDirectory = std::numeric_limits<std::uint32_t>::max();

class LayerFinder {
 public:
  LayerFinder(const graph::ReadView& view, const std::vector<std::string>& directories)
      : view_(view), directories_(directories) {
    std::sort(directories_.begin(), directories_.end());
    for (std::uint32_t i = 0; i < directories_.size(); ++i) number_of_.emplace(directories_[i], i);
  }

  absl::Status CountEdges(const std::atomic<bool>* cancelled);
  std::vector<std::vector<std::string>> Layers() const;

 private:
  using Targets = std::vector<std::vector<std::uint32_t>>;

  std::uint32_t NumberOf(std::string_view path) const;
  Targets Downward() const;
  bool Loosen(const std::vector<std::uint32_t>& circle, Targets& targets) const;

  const graph::ReadView& view_;
  std::vector<std::string> directories_;
  std::map<std::string_view, std::uint32_t> number_of_;
  // Number of dependence edges from one directory to another.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> edges_;
};

// The nearest of the directories above a file.
std::uint32_t LayerFinder::NumberOf(std::string_view path) const {
  while (!path.empty()) {
    const std::size_t slash = path.rfind('/');
    path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    const auto found = number_of_.find(path);
    if (found != number_of_.end()) return found->second;
  }
  return kNoDirectory;
}

absl::Status LayerFinder::CountEdges(const std::atomic<bool>* cancelled) {
  CancelPoll poll(cancelled, "layers");
  std::vector<std::uint32_t> number_of_file(view_.file_bound(), kNoDirectory);
  for (const FileId file : view_.Files()) {
    const FileRow row = view_.File(file);
    if (IsProductFile(row.flags) && IsCode(row.language)) {
      number_of_file[ToIndex(file)] = NumberOf(row.path);
    }
  }
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> out;
  for (const FileId file : view_.Files()) {
    const std::uint32_t from = number_of_file[ToIndex(file)];
    if (from == kNoDirectory) continue;
    view_.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      WM_RETURN_IF_ERROR(poll.Check());
      view_.Out(symbol, out);
      for (const Neighbor& edge : out) {
        if (!IsWrittenDependence(edge.type, edge.rule)) continue;
        const std::uint32_t to = number_of_file[ToIndex(view_.FileOf(edge.symbol))];
        if (to != kNoDirectory && to != from) ++edges_[{from, to}];
      }
    }
  }
  return absl::OkStatus();
}

// For each directory the directories that it uses more than they use it.
LayerFinder::Targets LayerFinder::Downward() const {
  Targets targets(directories_.size());
  for (const auto& [ends, count] : edges_) {
    const auto& [from, to] = ends;
    const auto back = edges_.find({to, from});
    if (back == edges_.end() || back->second < count) targets[from].push_back(to);
  }
  return targets;
}

// Removes the pairs with the fewest edges from a cycle. Returns false if all pairs have equally
// many.
bool LayerFinder::Loosen(const std::vector<std::uint32_t>& circle, Targets& targets) const {
  const auto is_inside = [&circle](std::uint32_t node) {
    return std::binary_search(circle.begin(), circle.end(), node);
  };
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;
  for (const std::uint32_t from : circle) {
    for (const std::uint32_t to : targets[from]) {
      if (!is_inside(to)) continue;
      least = std::min(least, edges_.at({from, to}));
      most = std::max(most, edges_.at({from, to}));
    }
  }
  if (least >= most) return false;
  for (const std::uint32_t from : circle) {
    std::erase_if(targets[from], [&](std::uint32_t to) {
      return is_inside(to) && edges_.at({from, to}) == least;
    });
  }
  return true;
}

std::vector<std::vector<std::string>> LayerFinder::Layers() const {
  Targets targets = Downward();
  std::vector<bool> is_tied(directories_.size());
  for (const auto& [ends, count] : edges_) is_tied[ends.first] = is_tied[ends.second] = true;
  Targets components = FindComponents(targets);
  for (bool has_loosened = true; has_loosened;) {
    has_loosened = false;
    for (const std::vector<std::uint32_t>& component : components) {
      has_loosened |= component.size() > 1 && Loosen(component, targets);
    }
    if (has_loosened) components = FindComponents(targets);
  }
  std::vector<std::size_t> layer_of(directories_.size(), 0);
  std::vector<std::vector<std::string>> layers;
  // A component comes after the components that it leads to.
  for (const std::vector<std::uint32_t>& component : components) {
    std::size_t layer = 0;
    for (const std::uint32_t node : component) {
      for (const std::uint32_t target : targets[node]) {
        const bool is_inside = std::binary_search(component.begin(), component.end(), target);
        if (!is_inside) layer = std::max(layer, layer_of[target] + 1);
      }
    }
    for (const std::uint32_t node : component) {
      layer_of[node] = layer;
      if (!is_tied[node]) continue;
      if (layer >= layers.size()) layers.resize(layer + 1);
      layers[layer].push_back(directories_[node]);
    }
  }
  for (std::vector<std::string>& layer : layers) std::sort(layer.begin(), layer.end());
  return layers;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<std::string>>> FindLayers(
    const graph::ReadView& view, const std::vector<std::string>& directories,
    const std::atomic<bool>* cancelled) {
  LayerFinder finder(view, directories);
  WM_RETURN_IF_ERROR(finder.CountEdges(cancelled));
  return finder.Layers();
}

}  // namespace waymark::retrieval
