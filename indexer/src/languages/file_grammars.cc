// The grammar of a file, and whether it contains tests, by the rows of all languages.
#include <algorithm>
#include <string>
#include <vector>

#include "documents/unindexed_source.h"
#include "indexer/language.h"
#include "languages/registry.h"
#include "text/paths.h"

namespace waymark::indexer {

namespace {

// By number.
std::vector<GrammarRow> GatherRows() {
  std::vector<GrammarRow> rows;
  for (const LanguageDescriptor* language : AllLanguages()) {
    for (const GrammarDescriptor& grammar : language->grammars) rows.push_back(grammar.row);
  }
  std::sort(rows.begin(), rows.end(),
            [](const GrammarRow& a, const GrammarRow& b) { return a.grammar < b.grammar; });
  return rows;
}

// For extensions of several grammars; nullptr for others.
const SharedExtension* FindShared(std::string_view extension) {
  for (const LanguageDescriptor* language : AllLanguages()) {
    for (const SharedExtension& shared : language->shared_extensions) {
      if (shared.extension == extension) return &shared;
    }
  }
  return nullptr;
}

bool AnyOf(std::span<const std::string_view> list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// The interpreter in the first line: "python3" for "#!/usr/bin/env python3" and
// "#!/usr/bin/python3".
std::string_view InterpreterOf(std::string_view bytes) {
  if (!bytes.starts_with("#!")) return {};
  std::string_view line = bytes.substr(2, bytes.find('\n') - 2);
  const auto next_word = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return FileNameOf(word);
  };
  const std::string_view program = next_word();
  return program == "env" ? next_word() : program;
}

}  // namespace

std::span<const GrammarRow> AllGrammars() {
  static const std::vector<GrammarRow> rows = GatherRows();
  return rows;
}

const GrammarRow* FindGrammar(Grammar grammar) {
  const std::span<const GrammarRow> rows = AllGrammars();
  const auto row = std::find_if(rows.begin(), rows.end(), [grammar](const GrammarRow& entry) {
    return entry.grammar == grammar;
  });
  return row == rows.end() ? nullptr : &*row;
}

const GrammarRow* DetectGrammar(std::string_view path, std::string_view bytes) {
  const std::string_view name = FileNameOf(path);
  for (const GrammarRow& row : AllGrammars()) {
    if (AnyOf(row.file_names, name)) return &row;
  }
  const std::size_t dot = name.find_last_of('.');
  const bool has_extension = dot != std::string_view::npos && dot > 0;
  const std::string_view key = has_extension ? name.substr(dot) : InterpreterOf(bytes);
  if (key.empty()) return nullptr;
  if (const SharedExtension* shared = FindShared(key); has_extension && shared != nullptr) {
    return FindGrammar(shared->grammar_of(bytes));
  }
  for (const GrammarRow& row : AllGrammars()) {
    if (AnyOf(has_extension ? row.extensions : row.interpreters, key)) return &row;
  }
  const UnindexedSource* const foreign = FindUnindexedSource(path);
  return foreign == nullptr ? nullptr : FindGrammar(foreign->grammar);
}

bool IsTestPath(const GrammarRow& row, std::string_view path) {
  const TestConvention& tests = row.tests;
  const std::string_view name = FileNameOf(path);
  for (std::string_view rest = path; rest.find('/') != std::string_view::npos;) {
    if (AnyOf(tests.production_directories, rest.substr(0, rest.find('/')))) return false;
    rest.remove_prefix(rest.find('/') + 1);
  }
  const auto begins = [name](std::string_view prefix) { return name.starts_with(prefix); };
  const auto ends = [name](std::string_view suffix) { return name.ends_with(suffix); };
  if (std::any_of(tests.file_prefixes.begin(), tests.file_prefixes.end(), begins)) return true;
  if (std::any_of(tests.file_suffixes.begin(), tests.file_suffixes.end(), ends)) return true;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/')) {
    const std::string_view directory = path.substr(0, slash);
    const auto is_end = [directory](std::string_view suffix) {
      return directory.ends_with(suffix);
    };
    const auto& suffixes = tests.directory_suffixes;
    if (AnyOf(tests.directories, directory)) return true;
    if (std::any_of(suffixes.begin(), suffixes.end(), is_end)) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

}  // namespace waymark::indexer
