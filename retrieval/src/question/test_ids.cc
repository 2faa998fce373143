#include "question/test_ids.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "lookup/exact_match.h"
#include "lookup/mentions.h"
#include "text/letter_case.h"
#include "text/name_bytes.h"
#include "text/text_lines.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

// A word of any name; numbers are words too.
bool IsNameWord(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), IsNameByte);
}

bool IsQualifiedName(std::string_view name) {
  const std::vector<std::string_view> components = NameComponents(name);
  return !components.empty() && std::all_of(components.begin(), components.end(), IsNameWord);
}

std::optional<TestId> IdOf(std::string_view word) {
  for (const std::string_view joint : {"::", "#"}) {
    const std::size_t at = word.find(joint);
    if (at == std::string_view::npos) continue;
    const std::string_view path = word.substr(0, at);
    const std::string_view name = word.substr(at + joint.size());
    if (!HasExtension(path) || !IsQualifiedName(name)) return std::nullopt;
    return TestId{.path = std::string(path), .name = std::string(name)};
  }
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos || !IsNameWord(word.substr(0, slash))) return std::nullopt;
  return TestId{.path = "", .name = std::string(word.substr(0, slash))};
}

bool TellsOfFailure(std::string_view word) {
  constexpr std::string_view kError = "ERROR";  // of unittest and pytest
  return word == kError || LowerCase(word).starts_with("fail");
}

// A test, or a type or function that tests use.
bool IsTestDefinition(const graph::ReadView& view, SymbolId symbol) {
  const SymbolKind kind = view.Kind(symbol);
  const bool is_code = kind == SymbolKind::kFunction || kind == SymbolKind::kMethod ||
                       (TraitsOf(kind).holds_members && !TraitsOf(kind).holds_files);
  return is_code && (view.Flags(symbol) & kSymbolTest) != 0;
}

// Symbols called `name`, owners included, in files of that path. Without a path only if all such
// symbols are test code: `site.process` may be a call of code for which a test has a double.
std::vector<SymbolId> SymbolsOf(const graph::ReadView& view, const TestId& id) {
  std::vector<SymbolId> symbols;
  const std::vector<std::string_view> components = NameComponents(id.name);
  if (components.empty()) return symbols;
  const std::span<const std::string_view> qualifiers(components.data(), components.size() - 1);
  view.WithName(components.back(), symbols);
  std::erase_if(symbols, [&](SymbolId symbol) { return IsProse(view, symbol); });
  const bool are_tests = std::all_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    return IsTestDefinition(view, symbol);
  });
  if (id.path.empty() && !are_tests) return {};
  std::erase_if(symbols, [&](SymbolId symbol) {
    const SymbolRow row = view.Symbol(symbol);
    const bool is_there = id.path.empty() || EndsWithPath(view.File(row.file).path, id.path);
    return !is_there || !EndsWithComponents(row.scope, qualifiers);
  });
  if (id.path.empty() || qualifiers.empty() || !symbols.empty()) return symbols;
  // A type in such a file may inherit the test from another file.
  std::vector<SymbolId> types;
  view.WithName(qualifiers.back(), types);
  std::erase_if(types, [&](SymbolId type) {
    const SymbolRow row = view.Symbol(type);
    return !EndsWithPath(view.File(row.file).path, id.path) ||
           !EndsWithComponents(row.scope, qualifiers.first(qualifiers.size() - 1));
  });
  return Inherited(view, std::move(types), components.back());
}

}  // namespace

std::vector<TestId> FindTestIds(std::string_view text) {
  // A parameter is not part of the name.
  constexpr std::string_view kBetween = " \t\r\n\"'`()[]<>{},;";
  std::vector<TestId> ids;
  while (!text.empty() && ids.size() < kMaxMentions) {
    const std::size_t begin = std::min(text.find_first_not_of(kBetween), text.size());
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBetween));
    text.remove_prefix(word.size());
    const std::size_t end = word.find_last_not_of(".:");
    if (end == std::string_view::npos) continue;
    std::optional<TestId> id = IdOf(word.substr(0, end + 1));
    if (id && std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*std::move(id));
  }
  return ids;
}

std::string LinesAboutTests(std::string_view text) {
  std::string lines;
  ForEachLine(text, [&](std::string_view line) {
    bool has_word = false;
    bool tells_of_failure = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
      const std::size_t first = at;
      while (at < line.size() && IsNameByte(line[at])) ++at;
      has_word |= at > first;
      tells_of_failure |= TellsOfFailure(line.substr(first, at - first));
    }
    if (!tells_of_failure && (!has_word || !lines.empty())) return;
    lines += line;
    lines += '\n';
  });
  return lines;
}

TestsNamed TestsCalled(const graph::ReadView& view, const std::vector<TestId>& ids) {
  TestsNamed called;
  for (const TestId& id : ids) {
    const std::vector<SymbolId> symbols = SymbolsOf(view, id);
    if (symbols.empty() || symbols.size() > kMaxFrameFiles) continue;
    called.names.push_back(id.path.empty() ? id.name : id.path + "::" + id.name);
    for (const SymbolId symbol : symbols) {
      const bool is_new =
          std::find(called.symbols.begin(), called.symbols.end(), symbol) == called.symbols.end();
      if (is_new) called.symbols.push_back(symbol);
    }
  }
  return called;
}

}  // namespace waymark::retrieval
