#include "retrieval/hotspots.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "graph/status.h"
#include "impact/dependence_degree.h"
#include "retrieval/incompleteness.h"
#include "text/fixed_point.h"
#include "traits/cancel_poll.h"
#include "traits/constants.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

constexpr double kFullScore = 100;

std::string_view HomeOf(const graph::ReadView& view, SymbolId symbol) {
  return DirectoryOf(view.File(view.FileOf(symbol)).path);
}

std::uint32_t CountOtherDirectories(const graph::ReadView& view, SymbolId symbol,
                                    const std::vector<SymbolId>& dependents,
                                    std::vector<std::string_view>& directories) {
  directories.clear();
  const std::string_view own = HomeOf(view, symbol);
  for (const SymbolId dependent : dependents) {
    const std::string_view other = HomeOf(view, dependent);
    if (other != own) directories.push_back(other);
  }
  std::sort(directories.begin(), directories.end());
  return static_cast<std::uint32_t>(std::unique(directories.begin(), directories.end()) -
                                    directories.begin());
}

// 0..1, logarithmic, because one more use matters less the more there are.
double ShareOfLargest(std::uint32_t value, std::uint32_t largest) {
  return largest == 0 ? 0 : std::log1p(value) / std::log1p(largest);
}

void Score(std::vector<Hotspot>& hotspots) {
  Hotspot largest;
  for (const Hotspot& hotspot : hotspots) {
    largest.fan_in = std::max(largest.fan_in, hotspot.fan_in);
    largest.fan_out = std::max(largest.fan_out, hotspot.fan_out);
    largest.cross_cut = std::max(largest.cross_cut, hotspot.cross_cut);
  }
  for (Hotspot& hotspot : hotspots) {
    const double share = kHotspotFanIn * ShareOfLargest(hotspot.fan_in, largest.fan_in) +
                         kHotspotFanOut * ShareOfLargest(hotspot.fan_out, largest.fan_out) +
                         kHotspotCrossCut * ShareOfLargest(hotspot.cross_cut, largest.cross_cut);
    hotspot.score = static_cast<float>(RoundedToHundredths(share * kFullScore));
  }
}

}  // namespace

absl::StatusOr<Hotspots> FindHotspots(const graph::ReadView& view, const HotspotOptions& options) {
  Hotspots result;
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> edges;
  std::vector<SymbolId> distinct;
  std::vector<std::string_view> directories;
  CancelPoll poll(options.cancelled, "hotspots");
  for (const FileId file : view.Files()) {
    view.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      WM_RETURN_IF_ERROR(poll.Check());
      if (!IsProductCode(view, symbol)) continue;
      view.In(symbol, edges);
      DistinctDependence(edges, symbol, distinct);
      if (distinct.empty()) continue;
      Hotspot& hotspot = result.symbols.emplace_back();
      hotspot.symbol = symbol;
      hotspot.fan_in = static_cast<std::uint32_t>(distinct.size());
      hotspot.cross_cut = CountOtherDirectories(view, symbol, distinct, directories);
      view.Out(symbol, edges);
      DistinctDependence(edges, symbol, distinct);
      hotspot.fan_out = static_cast<std::uint32_t>(distinct.size());
    }
  }
  result.total = result.symbols.size();
  result.unresolved = CountUnresolved(view);
  Score(result.symbols);
  // Symbols are in canonical order, which a stable sort keeps among equals.
  std::stable_sort(result.symbols.begin(), result.symbols.end(),
                   [](const Hotspot& a, const Hotspot& b) { return a.score > b.score; });
  if (result.symbols.size() > options.limit) result.symbols.resize(options.limit);
  return result;
}

}  // namespace waymark::retrieval
