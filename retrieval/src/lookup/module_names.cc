#include "lookup/module_names.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "graph/languages.h"
#include "graph/tokenize.h"
#include "lookup/file_places.h"
#include "lookup/mentions.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

// Names of files that imports name by their directory.
constexpr std::string_view kFrontModules[] = {"__init__", "index", "mod"};

// "src/flask/app" for "src/flask/app.py", "src/flask" for "src/flask/__init__.py".
std::string_view ModulePath(std::string_view path) {
  const std::size_t name = path.rfind('/') + 1;
  const std::size_t dot = path.find('.', name);
  if (dot != std::string_view::npos && dot > name) path = path.substr(0, dot);
  const bool is_front = std::find(std::begin(kFrontModules), std::end(kFrontModules),
                                  path.substr(name)) != std::end(kFrontModules);
  return is_front && name > 0 ? path.substr(0, name - 1) : path;
}

// Whether the qualified names of the file's top-level definitions begin with exactly the
// components.
bool IsWholeNameOf(const graph::ReadView& view, FileId file,
                   std::span<const std::string_view> components) {
  const std::vector<SymbolId> symbols = DefinitionsIn(view, file);
  const SymbolId top = view.File(file).first_symbol;
  const auto first = std::find_if(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    return view.Symbol(symbol).parent == top;
  });
  if (first == symbols.end()) return false;
  const std::vector<std::string_view> scope = NameComponents(view.Symbol(*first).scope);
  return std::equal(scope.begin(), scope.end(), components.begin(), components.end());
}

// Files whose paths have the first word of the component; none if it has no indexed word.
std::vector<FileId> FilesWithWordOf(const graph::ReadView& view, std::string_view component) {
  graph::Tokenizer tokenizer;
  std::vector<std::string_view> words;
  tokenizer.Append(component, words);
  std::vector<FileId> files;
  if (!words.empty()) view.FilesWithPathTerm(words.front(), files);
  return files;
}

}  // namespace

Modules ModulesCalled(const graph::ReadView& view, std::span<const std::string_view> components) {
  Modules modules;
  if (components.empty()) return modules;
  std::string tail;
  for (const std::string_view component : components) {
    if (!tail.empty()) tail += '/';
    tail += component;
  }
  for (const FileId file : FilesWithWordOf(view, components.back())) {
    const FileRow row = view.File(file);
    if (!IsCode(row.language) || !EndsWithPath(ModulePath(row.path), tail)) continue;
    (IsWholeNameOf(view, file, components) ? modules.whole : modules.ends).push_back(file);
  }
  const auto is_product = [&](FileId file) { return IsProductFile(view.File(file).flags); };
  if (std::any_of(modules.ends.begin(), modules.ends.end(), is_product)) {
    std::erase_if(modules.ends, [&](FileId file) { return !is_product(file); });
  }
  for (std::vector<FileId>* files : {&modules.whole, &modules.ends}) {
    std::sort(files->begin(), files->end(),
              [&](FileId a, FileId b) { return view.File(a).path < view.File(b).path; });
  }
  return modules;
}

}  // namespace waymark::retrieval
