#include "project/csharp_project.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_set>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

// The namespaces that <ImplicitUsings> of a library imports.
constexpr std::string_view kImplicit[] = {
    "System",           "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http",
    "System.Threading", "System.Threading.Tasks",
};

// The value of an attribute of a tag, `<Name a="b" c='d'`; empty if it is missing.
std::string_view AttributeOf(std::string_view tag, std::string_view name) {
  tag = TrimmedSpace(tag);  // a name before the end then needs no search through blanks
  for (std::size_t at = tag.find(name); at != tag.npos; at = tag.find(name, at + 1)) {
    std::string_view rest = TrimmedSpace(tag.substr(at + name.size()));
    if (at == 0 || !IsSpace(tag[at - 1]) || !rest.starts_with('=')) continue;
    rest = TrimmedSpace(rest.substr(1));
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) continue;
    const std::size_t close = rest.find(rest.front(), 1);
    if (close == rest.npos) return {};
    return TrimmedSpace(rest.substr(1, close - 1));
  }
  return {};
}

// The parts of `A;B`, without expressions of the build: $(Name), @(Items).
std::vector<std::string> ListIn(std::string_view value) {
  std::vector<std::string> names;
  while (!value.empty()) {
    const std::string_view name = TrimmedSpace(value.substr(0, value.find(';')));
    value.remove_prefix(std::min(value.find(';'), value.size() - 1) + 1);
    if (!name.empty() && name.find('(') == name.npos) names.emplace_back(name);
  }
  return names;
}

bool NamesTag(std::string_view tag, std::string_view name) {
  if (!tag.starts_with(name)) return false;
  return tag.size() == name.size() || IsSpace(tag[name.size()]) || tag[name.size()] == '/';
}

// Compares like conditions of a build; `lower` must be in lower case.
bool IsInAnyCase(std::string_view value, std::string_view lower) {
  return std::equal(value.begin(), value.end(), lower.begin(), lower.end(),
                    [](char c, char letter) { return c == letter || c == letter - 'a' + 'A'; });
}

void AddTag(std::string_view tag, std::string_view content, CSharpProject& project) {
  if (NamesTag(tag, "Using")) {
    const std::string alias(AttributeOf(tag, "Alias"));
    for (std::string& name : ListIn(AttributeOf(tag, "Include"))) {
      project.usings.push_back({std::move(name), alias});
    }
    std::vector<std::string> removed = ListIn(AttributeOf(tag, "Remove"));
    std::move(removed.begin(), removed.end(), std::back_inserter(project.removed));
  } else if (NamesTag(tag, "ImplicitUsings")) {
    const std::string_view value = TrimmedSpace(content);
    project.implicit_usings = IsInAnyCase(value, "enable") || IsInAnyCase(value, "true");
  } else if (NamesTag(tag, "Import")) {
    const std::string_view imported = AttributeOf(tag, "Project");
    for (const std::string_view defaults : kCSharpDefaults) {
      project.continues = project.continues || imported.find(defaults) != imported.npos;
    }
  }
}

// Whether a project or its settings in the directory apply to the path.
bool IsAbove(std::string_view directory, std::string_view path) {
  return directory.empty() || path == directory ||
         (path.starts_with(directory) && path[directory.size()] == '/');
}

std::unordered_set<std::string_view> SetOf(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

void AddCSharpProject(std::string_view text, CSharpProject& project) {
  constexpr std::string_view kComment = "<!--";
  constexpr std::string_view kCommentEnd = "-->";
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    if (text.substr(at, kComment.size()) == kComment) {
      at = text.find(kCommentEnd, at);
      if (at == text.npos) return;
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == text.npos) return;
    const std::string_view content = text.substr(end + 1);
    AddTag(text.substr(at + 1, end - at - 1), content.substr(0, content.find('<')), project);
    at = end;
  }
}

std::vector<CSharpUsing> UsingsOf(const CSharpProject& project,
                                  const std::vector<CSharpProject>& defaults) {
  std::vector<const CSharpProject*> said = {&project};
  // Directories are ordered, so the deepest one above the project comes last.
  for (auto above = defaults.rbegin(); above != defaults.rend(); ++above) {
    if (!IsAbove(above->directory, project.directory)) continue;
    said.push_back(&*above);
    if (!above->continues) break;
  }
  const auto implies = std::find_if(said.begin(), said.end(), [](const CSharpProject* one) {
    return one->implicit_usings.has_value();
  });
  std::vector<CSharpUsing> usings;
  if (implies != said.end() && *(*implies)->implicit_usings) {
    for (const std::string_view name : kImplicit) usings.push_back({std::string(name), {}});
  }
  for (auto one = said.rbegin(); one != said.rend(); ++one) {
    const std::unordered_set<std::string_view> removed = SetOf((*one)->removed);
    std::erase_if(usings, [&](const CSharpUsing& above) { return removed.contains(above.name); });
    usings.insert(usings.end(), (*one)->usings.begin(), (*one)->usings.end());
  }
  std::sort(usings.begin(), usings.end());
  usings.erase(std::unique(usings.begin(), usings.end()), usings.end());
  return usings;
}

void JoinByDirectory(std::vector<CSharpProject>& projects) {
  std::stable_sort(projects.begin(), projects.end(),
                   [](const auto& a, const auto& b) { return a.directory < b.directory; });
  std::vector<CSharpProject> joined;
  for (CSharpProject& project : projects) {
    if (joined.empty() || joined.back().directory != project.directory) {
      joined.push_back(std::move(project));
      continue;
    }
    CSharpProject& first = joined.back();
    std::move(project.usings.begin(), project.usings.end(), std::back_inserter(first.usings));
    if (project.implicit_usings.value_or(false)) first.implicit_usings = true;
    first.continues = first.continues || project.continues;
    const std::unordered_set<std::string_view> removed = SetOf(project.removed);
    std::erase_if(first.removed, [&](const std::string& name) { return !removed.contains(name); });
  }
  projects = std::move(joined);
}

}  // namespace waymark::indexer
