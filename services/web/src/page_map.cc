#include "page_map.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "graph/status.h"
#include "page_request.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

struct MapNode {
  std::string path;
  bool is_file = false;
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t symbols = 0;
  std::optional<std::uint64_t> commits;
  std::optional<std::uint64_t> age_days;
  std::uint64_t testable = 0;
  std::uint64_t tested = 0;
  std::uint64_t depends_in = 0;
  std::uint64_t depends_out = 0;
  std::optional<std::uint64_t> layer;
  std::optional<std::uint64_t> cycle;
  std::map<std::string_view, std::uint64_t> lines_by_owner;
  std::map<std::string, MapNode, std::less<>> children;
};

// The parts of a path, one after the other.
template <typename Visit>
void VisitParts(std::string_view path, Visit&& visit) {
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    visit(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
}

void AddTo(MapNode& node, const OutlineMapFile& file) {
  node.lines += file.lines;
  node.bytes += file.bytes;
  node.symbols += file.symbols;
  node.testable += file.testable;
  node.tested += file.tested;
  if (file.commits.has_value()) node.commits = node.commits.value_or(0) + *file.commits;
  if (file.age_days.has_value()) {
    node.age_days = std::min<std::uint64_t>(node.age_days.value_or(*file.age_days), *file.age_days);
  }
  if (!file.owner.empty()) node.lines_by_owner[file.owner] += file.lines;
}

class MapTree {
 public:
  explicit MapTree(const OutlineAnswer& answer) {
    for (const OutlineMapFile& file : answer.map.files) AddFile(file);
    for (const OutlineMapDependence& dependence : answer.map.dependences) AddEnds(dependence);
    for (std::size_t i = 0; i < answer.layers.size(); ++i) {
      for (const std::string& path : answer.layers[i]) SetLayer(Find(path), i);
    }
    for (std::size_t i = 0; i < answer.map.cycles.size(); ++i) {
      for (const std::string& path : answer.map.cycles[i]) SetCycle(path, i);
    }
  }

  const MapNode& top() const { return top_; }

 private:
  void AddFile(const OutlineMapFile& file) {
    MapNode* node = &top_;
    AddTo(*node, file);
    VisitParts(file.path, [&](std::string_view part) {
      MapNode& child = node->children[std::string(part)];
      if (child.path.empty()) {
        child.path = node->path.empty() ? part : fmt::format("{}/{}", node->path, part);
      }
      AddTo(child, file);
      node = &child;
    });
    node->is_file = true;
    node->depends_in = file.depends_in;
    node->depends_out = file.depends_out;
  }

  // The directories around one end but not around the other.
  template <typename Visit>
  void VisitAround(std::string_view end, std::string_view other, Visit&& visit) {
    MapNode* node = &top_;
    VisitParts(end, [&](std::string_view part) {
      const auto child = node->children.find(part);
      if (child == node->children.end()) return;
      node = &child->second;
      const bool holds_other = other == node->path || other.starts_with(node->path + "/");
      if (!holds_other) visit(*node);
    });
  }

  void AddEnds(const OutlineMapDependence& dependence) {
    VisitAround(dependence.from, dependence.to,
                [&](MapNode& node) { node.depends_out += dependence.count; });
    VisitAround(dependence.to, dependence.from,
                [&](MapNode& node) { node.depends_in += dependence.count; });
  }

  // Null if there is no such node.
  MapNode* Find(std::string_view path) {
    MapNode* node = &top_;
    VisitParts(path, [&](std::string_view part) {
      if (node == nullptr || part == ".") return;
      const auto child = node->children.find(part);
      node = child == node->children.end() ? nullptr : &child->second;
    });
    return node;
  }

  static void SetLayer(MapNode* node, std::uint64_t layer) {
    if (node == nullptr) return;
    node->layer = layer;
    for (auto& [name, child] : node->children) {
      if (child.is_file) child.layer = layer;
    }
  }

  void SetCycle(const std::string& path, std::uint64_t cycle) {
    MapNode* const node = Find(path);
    if (node != nullptr) node->cycle = cycle;
  }

  MapNode top_;
};

std::string NumberOrNull(const std::optional<std::uint64_t>& number) {
  return number.has_value() ? fmt::format("{}", *number) : "null";
}

std::string ShareOrNull(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "null";
  return fmt::format("{:.4f}", static_cast<double>(part) / static_cast<double>(whole));
}

std::string OwnerOf(const MapNode& node) {
  const auto& owners = node.lines_by_owner;
  const auto most =
      std::max_element(owners.begin(), owners.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == owners.end() ? "null" : JsonString(most->first);
}

// Written by hand: a large repository has many nodes, and a tree of JSON values takes ten times the
// memory of their text.
void WriteNode(std::string_view name, const MapNode& node, std::string& out) {
  fmt::format_to(
      std::back_inserter(out),
      R"({{"name":{},"kind":"{}","path":{},"lines":{},"bytes":{},"symbols":{},"commits":{},)"
      R"("age_days":{},"tests":{},"owner":{},"depends_in":{},"depends_out":{},"layer":{},"cycle":{})",
      JsonString(name), node.is_file ? "file" : "directory", JsonString(node.path), node.lines,
      node.bytes, node.symbols, NumberOrNull(node.commits), NumberOrNull(node.age_days),
      ShareOrNull(node.tested, node.testable), OwnerOf(node), node.depends_in, node.depends_out,
      NumberOrNull(node.layer), NumberOrNull(node.cycle));
  if (!node.is_file) {
    out += ",\"children\":[";
    bool is_first = true;
    for (const auto& [child_name, child] : node.children) {
      if (!is_first) out += ',';
      is_first = false;
      WriteNode(child_name, child, out);
    }
    out += ']';
  }
  out += '}';
}

}  // namespace

std::string MapJson(const OutlineAnswer& answer) {
  const MapTree tree(answer);
  std::string out = "{\"root\":";
  WriteNode(answer.index.repository, tree.top(), out);
  out += ",\"imports\":[";
  bool is_first = true;
  for (const OutlineMapDependence& dependence : answer.map.dependences) {
    fmt::format_to(std::back_inserter(out), R"({}{{"from":{},"to":{},"count":{}}})",
                   is_first ? "" : ",", JsonString(dependence.from), JsonString(dependence.to),
                   dependence.count);
    is_first = false;
  }
  fmt::format_to(std::back_inserter(out), "],\"completeness\":{},\"index\":{}}}\n",
                 Compact(CompletenessJson(answer.completeness)), Compact(StateJson(answer.index)));
  return out;
}

absl::StatusOr<std::string> AnswerMap(const PageCall& call) {
  PageCall rest = call;
  WM_ASSIGN_OR_RETURN(const std::string at, TakeField("at", rest.fields));
  OutlineRequest request{.root = call.options.root, .as_map = true};
  request.state.at = at;
  WM_RETURN_IF_ERROR(CheckNoFields("map", rest));
  WM_ASSIGN_OR_RETURN(const OutlineAnswer answer, call.verbs.Outline(request, call.control));
  return MapJson(answer);
}

}  // namespace waymark::services
