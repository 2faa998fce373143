#include "retrieval/symbol_commits.h"

#include <algorithm>

namespace waymark::retrieval {
namespace {

// Calls visit(commit) for each commit that changed a definition of the name in the file, or
// anything there if no name is given, newest first, until it returns false.
template <typename Visit>
void VisitCommits(const graph::History& history, std::string_view path,
                  std::optional<std::string_view> name, Visit visit) {
  const std::optional<std::uint32_t> number = history.FindPath(path);
  if (!number.has_value()) return;
  for (const graph::History::TouchRef& touch : history.TouchesOf(*number)) {
    const auto names = history.TouchOf(touch.commit, touch.touch).names;
    const auto is_meant = [&](std::uint32_t at) { return history.Name(at) == *name; };
    const bool is_changed = !name || std::any_of(names.begin(), names.end(), is_meant);
    if (is_changed && !visit(touch.commit)) return;
  }
}

std::string_view FilePathOf(const graph::ReadView& view, SymbolId symbol) {
  return view.File(view.FileOf(symbol)).path;
}

}  // namespace

std::vector<std::uint32_t> CommitsThatChanged(const graph::ReadView& view,
                                              const graph::History& history, SymbolId symbol) {
  std::optional<std::string_view> name;
  if (view.Kind(symbol) != SymbolKind::kFile) name = view.Symbol(symbol).name;
  std::vector<std::uint32_t> commits;
  VisitCommits(history, FilePathOf(view, symbol), name, [&](std::uint32_t commit) {
    commits.push_back(commit);
    return true;
  });
  return commits;
}

std::optional<std::uint32_t> TouchAges::Of(SymbolId symbol) const {
  if (history_ == nullptr) return std::nullopt;
  std::optional<std::uint32_t> age;
  VisitCommits(*history_, FilePathOf(view_, symbol), view_.Symbol(symbol).name,
               [&](std::uint32_t commit) {
                 age = commit;
                 return false;
               });
  return age;
}

std::vector<Author> AuthorsOf(const graph::ReadView& view, const graph::History& history,
                              SymbolId symbol) {
  std::vector<Author> authors;
  for (const std::uint32_t commit : CommitsThatChanged(view, history, symbol)) {
    const std::string_view name = history.Author(commit);
    if (name.empty()) continue;
    const auto known = std::find_if(authors.begin(), authors.end(),
                                    [&](const Author& author) { return author.name == name; });
    if (known != authors.end()) {
      ++known->commits;
    } else {
      authors.push_back({.name = name, .commits = 1, .newest = commit});
    }
  }
  std::stable_sort(authors.begin(), authors.end(),
                   [](const Author& a, const Author& b) { return a.commits > b.commits; });
  return authors;
}

}  // namespace waymark::retrieval
