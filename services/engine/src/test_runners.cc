#include "test_runners.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/shell_word.h"
#include "test_frameworks.h"

namespace waymark::services {
namespace {

using Names = std::vector<std::string>;  // sorted, distinct

// The last `count` components of a qualified name, joined by `joint`.
std::string LastComponents(std::string_view name, std::size_t count, std::string_view joint) {
  Names components;
  std::string component;
  for (const char c : name) {
    if (c != '.' && c != ':' && c != '#') {
      component += c;
    } else if (!component.empty()) {
      components.push_back(std::move(component));
      component.clear();
    }
  }
  if (!component.empty()) components.push_back(std::move(component));
  const std::size_t first = components.size() > count ? components.size() - count : 0;
  return fmt::format("{}", fmt::join(components.begin() + static_cast<std::ptrdiff_t>(first),
                                     components.end(), joint));
}

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : "./" + path.substr(0, slash);
}

// Plain in the arguments of runners: nothing that a shell expands.
std::string Word(const std::string& text) { return ShellWord(text, ":=,+@"); }

std::string JoinedWords(const Names& names) {
  std::string words;
  for (const std::string& name : names) words += (words.empty() ? "" : " ") + Word(name);
  return words;
}

std::string FileNameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string StemOf(const std::string& path) {
  const std::string name = FileNameOf(path);
  return name.substr(0, name.rfind('.'));
}

// "Class.function" of a test of Python: what follows the module in its name.
std::string InsideModule(const ScopeTest& test) {
  const std::string name = "." + test.name;
  const std::string mark = "." + StemOf(test.place.path) + ".";
  const std::size_t at = name.rfind(mark);
  return at == std::string::npos ? test.name : name.substr(at + mark.size());
}

// pytest docs, "Specifying which tests to run": path::Class::function.
std::string PytestId(const ScopeTest& test) {
  std::string id = test.place.path;
  std::string rest = InsideModule(test);
  for (std::size_t dot = 0; (dot = rest.find('.')) != std::string::npos; rest.erase(0, dot + 1)) {
    id += "::" + rest.substr(0, dot);
  }
  return id + "::" + rest;
}

// Documentation of unittest, "Command-Line Interface": module.Class.method.
std::string UnittestName(const ScopeTest& test) {
  std::string module = test.place.path.substr(0, test.place.path.rfind('.'));
  std::replace(module.begin(), module.end(), '/', '.');
  return fmt::format("{}.{}", module, InsideModule(test));
}

std::string ByFile(const ScopeTest& test) { return test.place.path; }

std::string GoPackage(const ScopeTest& test) { return DirectoryOf(test.place.path); }

// Suite.Name.
std::string SuiteAndName(const ScopeTest& test) { return LastComponents(test.name, 2, "."); }

// GoogleTest, "Advanced topics": Suite.Name; with values Prefix/Suite.Name/0, with types
// Suite/0.Name or Prefix/Suite/0.Name.
std::string GoogleTestName(const ScopeTest& test) {
  std::string name = SuiteAndName(test);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return name;
  return fmt::format("{0}.{1}:*/{0}.{1}/*:*{0}/*.{1}", name.substr(0, dot), name.substr(dot + 1));
}

// Surefire: Class#method.
std::string SurefireName(const ScopeTest& test) { return LastComponents(test.name, 2, "#"); }

// Catch2, "Command line", filenames as tags: [#stem]; a comma between tags is an or.
std::string FileTag(const ScopeTest& test) { return "[#" + StemOf(test.place.path) + "]"; }

// doctest, "Command line", --source-file: wildcards, with commas between.
std::string FilePattern(const ScopeTest& test) { return "*" + FileNameOf(test.place.path); }

std::string LastName(const ScopeTest& test) { return LastComponents(test.name, 1, ""); }

template <typename NameOf>
Names NamesOf(std::span<const ScopeTest> tests, NameOf&& name_of) {
  std::set<std::string> names;
  for (const ScopeTest& test : tests) names.insert(name_of(test));
  return {names.begin(), names.end()};
}

std::string Pytest(std::span<const ScopeTest> tests) {
  return JoinedWords(NamesOf(tests, PytestId));
}

std::string Unittest(std::span<const ScopeTest> tests) {
  return JoinedWords(NamesOf(tests, UnittestName));
}

std::string GoTest(std::span<const ScopeTest> tests) {
  return fmt::format("{} -run {}", JoinedWords(NamesOf(tests, GoPackage)),
                     ShellQuoted(fmt::format("^({})$", fmt::join(NamesOf(tests, LastName), "|"))));
}

std::string GoogleTest(std::span<const ScopeTest> tests) {
  return Word(fmt::format("--gtest_filter={}", fmt::join(NamesOf(tests, GoogleTestName), ":")));
}

std::string Catch2(std::span<const ScopeTest> tests) {
  return "--filenames-as-tags " +
         ShellQuoted(fmt::format("{}", fmt::join(NamesOf(tests, FileTag), ",")));
}

std::string Doctest(std::span<const ScopeTest> tests) {
  return ShellQuoted(fmt::format("--source-file={}", fmt::join(NamesOf(tests, FilePattern), ",")));
}

std::string Files(std::span<const ScopeTest> tests) { return JoinedWords(NamesOf(tests, ByFile)); }

std::string Surefire(std::span<const ScopeTest> tests) {
  return Word(fmt::format("-Dtest={}", fmt::join(NamesOf(tests, SurefireName), ",")));
}

std::string CargoTest(std::span<const ScopeTest> tests) {
  return "-- " + JoinedWords(NamesOf(tests, LastName));
}

std::string DotnetTest(std::span<const ScopeTest> tests) {
  Names filters;
  for (const std::string& name : NamesOf(tests, SuiteAndName)) {
    filters.push_back("FullyQualifiedName~" + name);
  }
  return "--filter " + ShellQuoted(fmt::format("{}", fmt::join(filters, "|")));
}

struct RunnerRow {
  std::string_view runner;
  std::string_view languages[2];
  std::string (*arguments)(std::span<const ScopeTest> tests);
  // Of ScopeTest; further ones that the runner takes, where there is another.
  std::string_view framework = {};
  std::string_view also = framework;
};

constexpr RunnerRow kRunners[] = {
    {"pytest", {"python"}, Pytest, "", kUnittest},
    {"python -m unittest", {"python"}, Unittest, kUnittest},
    {"GoogleTest", {"c", "cpp"}, GoogleTest},
    {"Catch2", {"cpp"}, Catch2, kTestCaseMacro},
    {"doctest", {"cpp"}, Doctest, kTestCaseMacro},
    {"go test", {"go"}, GoTest},
    {"jest, vitest, mocha, node --test", {"typescript", "javascript"}, Files},
    {"cargo test", {"rust"}, CargoTest},
    {"mvn test", {"java"}, Surefire},
    {"dotnet test", {"csharp"}, DotnetTest},
    {"rspec, ruby -Itest", {"ruby"}, Files},
};

}  // namespace

std::vector<RunnerArguments> ArgumentsOfRunners(std::span<const ScopeTest> tests) {
  std::vector<RunnerArguments> runners;
  for (const RunnerRow& row : kRunners) {
    std::vector<ScopeTest> own;
    for (const ScopeTest& test : tests) {
      const auto& languages = row.languages;
      const bool is_spoken = std::find(std::begin(languages), std::end(languages), test.language) !=
                             std::end(languages);
      if (is_spoken && (row.framework == test.framework || row.also == test.framework)) {
        own.push_back(test);
      }
    }
    if (!own.empty()) runners.push_back({std::string(row.runner), row.arguments(own)});
  }
  return runners;
}

}  // namespace waymark::services
