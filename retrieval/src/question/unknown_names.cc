#include "retrieval/unknown_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/languages.h"
#include "graph/tokenize.h"
#include "lookup/file_places.h"
#include "lookup/mentions.h"
#include "question/question.h"
#include "question/test_ids.h"
#include "retrieval/place.h"

namespace waymark::retrieval {
namespace {

bool HasSeveralWords(const std::string& identifier) {
  std::vector<std::string_view> words;
  graph::SplitIdentifier(identifier, words);
  return words.size() > 1;
}

// Whether the id names a file of code, but no line of it: `mux.go#L19`, `README.md#Install`.
bool IsInCode(const graph::ReadView& view, const TestId& id) {
  const std::vector<FileId> files = FilesAt(view, id.path);
  const bool is_place = ParsePlace(fmt::format("{}#{}", id.path, id.name)).line != 0;
  return !is_place && std::any_of(files.begin(), files.end(),
                                  [&](FileId file) { return IsCode(view.File(file).language); });
}

}  // namespace

std::vector<std::string> UnknownNames(const graph::ReadView& view, std::string_view task) {
  std::vector<std::string> unknown;
  std::vector<SymbolId> symbols;
  for (std::string& identifier : FindMentions(TextOfTask(view, task)).identifiers) {
    const std::vector<std::string_view> components = NameComponents(identifier);
    if (components.empty() || !HasSeveralWords(identifier)) continue;
    view.WithName(components.back(), symbols);
    if (symbols.empty()) unknown.push_back(std::move(identifier));
  }
  for (const TestId& id : FindTestIds(TextOfTask(view, task))) {
    if (!IsInCode(view, id) || !TestsCalled(view, {id}).symbols.empty()) continue;
    unknown.push_back(fmt::format("{}::{}", id.path, id.name));
  }
  return unknown;
}

}  // namespace waymark::retrieval
