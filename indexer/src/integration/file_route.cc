#include "integration/file_route.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "graph/hash.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kIndexStem = "index";

std::vector<std::string_view> Components(std::string_view path) {
  std::vector<std::string_view> components;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    components.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return components;
}

// Index of the first component after `root`; 0 if it is missing. The first occurrence counts: a
// later one is part of the route.
std::size_t BehindRoot(const std::vector<std::string_view>& path, std::string_view root) {
  const std::vector<std::string_view> wanted = Components(root);
  const auto at = std::search(path.begin(), path.end() - 1, wanted.begin(), wanted.end());
  if (at == path.end() - 1) return 0;
  return static_cast<std::size_t>(at - path.begin()) + wanted.size();
}

bool Begins(std::string_view component, std::string_view characters) {
  return !component.empty() && characters.find(component[0]) != std::string_view::npos;
}

std::string RouteBy(const FileRouteConvention& convention,
                    const std::vector<std::string_view>& path, std::string_view stem) {
  if (!convention.stem.empty() && stem != convention.stem) return "";
  const std::size_t begin = BehindRoot(path, convention.root);
  if (begin == 0) return "";
  std::string route;
  if (!convention.kept.empty()) route = fmt::format("/{}", convention.kept);
  for (std::size_t i = begin; i + 1 < path.size(); ++i) {
    if (Begins(path[i], convention.private_)) return "";
    if (!Begins(path[i], convention.drops)) route += fmt::format("/{}", path[i]);
  }
  if (convention.stem.empty()) {
    const std::size_t bracket = stem.rfind(']');  // [...rest]
    const bool is_plain =
        stem.find('.', bracket == std::string_view::npos ? 0 : bracket) == std::string_view::npos;
    if (Begins(stem, convention.private_) || !is_plain) return "";  // x.test.ts, x.d.ts
    if (stem != kIndexStem) route += fmt::format("/{}", stem);
  }
  return route.empty() ? "/" : route;
}

}  // namespace

FileRoute FileRouteOf(const GrammarRow& grammar, std::string_view path) {
  const FileRouteRules* const rules = grammar.file_routes;
  const std::size_t dot = path.rfind('.');
  if (rules == nullptr || dot == std::string_view::npos) return {};
  const std::string_view extension = path.substr(dot);
  if (!IsIn(rules->extensions, extension)) return {};
  const std::vector<std::string_view> components = Components(path);
  const std::string_view file = components.back();
  const std::string_view stem = file.substr(0, file.size() - extension.size());
  for (const FileRouteConvention& convention : rules->conventions) {
    std::string route = RouteBy(convention, components, stem);
    if (!route.empty()) return {std::move(route), convention.by_verb};
  }
  return {};
}

ContentHash FactsContent(const GrammarRow& grammar, std::string_view path,
                         const ContentHash& content) {
  const FileRoute route = FileRouteOf(grammar, path);
  if (!route.exists()) return content;
  return FieldHasher("waymark.facts.route.v1")
      .Add(content)
      .Add(route.path)
      .Add(static_cast<std::uint64_t>(route.by_verb ? 1 : 0))
      .Finish<ContentHash>();
}

}  // namespace waymark::indexer
