#include "retrieval/authors.h"

#include <algorithm>

namespace waymark::retrieval {

std::vector<Author> AuthorsOf(const graph::ReadView& view, const graph::History& history,
                              SymbolId symbol) {
  const std::string_view path = view.File(view.FileOf(symbol)).path;
  const bool is_file = view.Kind(symbol) == SymbolKind::kFile;
  const std::string name = is_file ? std::string() : std::string(view.Symbol(symbol).name);
  const auto changes = [&](std::uint32_t commit) {
    for (std::uint32_t i = 0; i < history.touch_count(commit); ++i) {
      const graph::History::Touch touch = history.TouchOf(commit, i);
      if (history.Path(touch.path) != path) continue;
      const auto is_meant = [&](std::uint32_t at) { return history.Name(at) == name; };
      if (is_file || std::any_of(touch.names.begin(), touch.names.end(), is_meant)) return true;
    }
    return false;
  };
  std::vector<Author> authors;
  for (std::uint32_t commit = 0; commit < history.commit_count(); ++commit) {
    if (history.Author(commit).empty() || !changes(commit)) continue;
    const auto known = std::find_if(authors.begin(), authors.end(), [&](const Author& at) {
      return at.name == history.Author(commit);
    });
    if (known != authors.end()) {
      ++known->commits;
    } else {
      authors.push_back({.name = history.Author(commit), .commits = 1, .newest = commit});
    }
  }
  std::stable_sort(authors.begin(), authors.end(),
                   [](const Author& a, const Author& b) { return a.commits > b.commits; });
  return authors;
}

}  // namespace waymark::retrieval
