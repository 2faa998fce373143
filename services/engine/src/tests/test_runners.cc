#include "tests/test_runners.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/shell_word.h"
#include "tests/build_files.h"
#include "tests/gradle_projects.h"
#include "tests/test_frameworks.h"

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

// Unquoted in the arguments of runners if a shell expands nothing in it.
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

// "Class.function" of a Python test: the part of its name after the module.
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

// The class with the name of the file, with its package, then classes inside it, then the method
// after `joint`. For other classes the last two components.
std::string ClassAndMethod(const ScopeTest& test, std::string_view joint) {
  const std::string mark = "." + StemOf(test.place.path) + ".";
  const std::size_t at = ("." + test.name).find(mark);
  if (at == std::string::npos) return LastComponents(test.name, 2, joint);
  std::string inside = test.name.substr(at + mark.size() - 1);
  const std::size_t dot = inside.rfind('.');
  std::string method = dot == std::string::npos ? inside : inside.substr(dot + 1);
  std::string classes = test.name.substr(0, at + mark.size() - 2);
  if (dot != std::string::npos) classes += "$" + inside.substr(0, dot);
  std::replace(classes.begin() + static_cast<std::ptrdiff_t>(at), classes.end(), '.', '$');
  return fmt::format("{}{}{}", classes, joint, method);
}

// Surefire, "Running a Single Test": Class#method, Class$Nested#method.
std::string SurefireName(const ScopeTest& test) {
  const std::string name = ClassAndMethod(test, "#");
  return name.substr(name.rfind('.') + 1);
}

// Gradle, "Testing in Java & JVM projects": package.Class.method, package.Class$Nested.method.
std::string GradleName(const ScopeTest& test) { return ClassAndMethod(test, "."); }

// Catch2, "Command line", filenames as tags: [#stem]; a comma between tags is an or.
std::string FileTag(const ScopeTest& test) { return "[#" + StemOf(test.place.path) + "]"; }

// doctest, "Command line", --source-file: wildcards, separated by commas.
std::string FilePattern(const ScopeTest& test) { return "*" + FileNameOf(test.place.path); }

std::string LastName(const ScopeTest& test) { return LastComponents(test.name, 1, ""); }

template <typename NameOf>
Names NamesOf(std::span<const ScopeTest> tests, NameOf&& name_of) {
  std::set<std::string> names;
  for (const ScopeTest& test : tests) names.insert(name_of(test));
  return {names.begin(), names.end()};
}

// The tests of one call of a runner.
struct RunnerCall {
  std::string project;  // as the row of the runner tells it
  std::vector<ScopeTest> tests;
};

std::string Pytest(const RunnerCall& call) { return JoinedWords(NamesOf(call.tests, PytestId)); }

std::string Unittest(const RunnerCall& call) {
  return JoinedWords(NamesOf(call.tests, UnittestName));
}

// The documentation of `go test`: only -bench runs benchmarks.
bool IsBenchmark(const std::string& name) { return name.starts_with("Benchmark"); }

// A regular expression for a flag of `go test`.
std::string AnyOf(std::span<const std::string> names) {
  if (names.empty()) return "'^$'";
  return ShellQuoted(fmt::format("^({})$", fmt::join(names, "|")));
}

std::string GoTest(const RunnerCall& call) {
  const std::size_t inside = call.project.empty() ? 0 : call.project.size() + 1;
  const Names packages = NamesOf(call.tests, [&](const ScopeTest& test) {
    const std::string path = test.place.path.substr(inside);
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : "./" + path.substr(0, slash);
  });
  Names names = NamesOf(call.tests, LastName);
  const auto benchmarks = std::stable_partition(
      names.begin(), names.end(), [](const std::string& name) { return !IsBenchmark(name); });
  std::string arguments = call.project.empty() ? "" : fmt::format("-C {} ", Word(call.project));
  arguments += fmt::format("{} -run {}", JoinedWords(packages), AnyOf({names.begin(), benchmarks}));
  if (benchmarks != names.end()) arguments += " -bench " + AnyOf({benchmarks, names.end()});
  return arguments;
}

std::string GoogleTest(const RunnerCall& call) {
  return Word(
      fmt::format("--gtest_filter={}", fmt::join(NamesOf(call.tests, GoogleTestName), ":")));
}

std::string Catch2(const RunnerCall& call) {
  return "--filenames-as-tags " +
         ShellQuoted(fmt::format("{}", fmt::join(NamesOf(call.tests, FileTag), ",")));
}

std::string Doctest(const RunnerCall& call) {
  return ShellQuoted(
      fmt::format("--source-file={}", fmt::join(NamesOf(call.tests, FilePattern), ",")));
}

std::string FileWords(const RunnerCall& call) { return JoinedWords(NamesOf(call.tests, ByFile)); }

std::string Surefire(const RunnerCall& call) {
  return Word(fmt::format("-Dtest={}", fmt::join(NamesOf(call.tests, SurefireName), ",")));
}

std::string GradleTest(const RunnerCall& call) {
  std::string arguments = call.project;
  for (const std::string& name : NamesOf(call.tests, GradleName)) {
    arguments += " --tests " + Word(name);
  }
  return arguments;
}

// In older Jest an argument is an expression that is matched against paths.
std::string JestFiles(const RunnerCall& call) { return "--runTestsByPath " + FileWords(call); }

std::string CargoTest(const RunnerCall& call) {
  const std::string manifest =
      call.project.empty() ? ""
                           : fmt::format("--manifest-path {} ", Word(call.project + "/Cargo.toml"));
  return manifest + "-- " + JoinedWords(NamesOf(call.tests, LastName));
}

std::string DotnetTest(const RunnerCall& call) {
  Names filters;
  for (const std::string& name : NamesOf(call.tests, SuiteAndName)) {
    filters.push_back("FullyQualifiedName~" + name);
  }
  return "--filter " + ShellQuoted(fmt::format("{}", fmt::join(filters, "|")));
}

// `ruby` itself takes one file; further arguments go to that file.
std::string RubyFiles(const RunnerCall& call) {
  const Names files = NamesOf(call.tests, ByFile);
  const bool are_methods =
      std::all_of(call.tests.begin(), call.tests.end(),
                  [](const ScopeTest& test) { return test.name.find('#') != std::string::npos; });
  if (files.size() == 1) {
    const Names names = NamesOf(call.tests, LastName);
    if (!are_methods) return JoinedWords(files);
    return fmt::format("{} -n {}", JoinedWords(files),
                       ShellQuoted(fmt::format("/^({})$/", fmt::join(names, "|"))));
  }
  return "-e 'ARGV.each { |f| require File.expand_path(f) }' " + JoinedWords(files);
}

// PHPUnit, "Command-Line Test Runner", --filter: an expression that is matched against
// Namespace\Class::method. Older versions take one file; the filter alone searches the suite that
// the configuration names.
std::string PhpUnit(const RunnerCall& call) {
  const Names files = NamesOf(call.tests, ByFile);
  const Names names = NamesOf(call.tests, [](const ScopeTest& test) {
    return test.name.substr(test.name.rfind('\\') + 1);
  });
  const std::string filter = fmt::format("/\\b({})\\b/", fmt::join(names, "|"));
  return fmt::format("--filter {}{}", ShellQuoted(filter),
                     files.size() == 1 ? " " + JoinedWords(files) : "");
}

// Pest's tests are calls in a file, PHPUnit's are methods.
bool IsPest(const ScopeTest& test, BuildFiles&) { return test.name == test.place.path; }

bool IsPhpUnit(const ScopeTest& test, BuildFiles& files) { return !IsPest(test, files); }

// Minitest has specs too, which look like RSpec's.
bool MayBeMinitest(const ScopeTest& test, BuildFiles& files) {
  return !test.place.path.ends_with("_spec.rb") || files.Mentions(test.place.path, "minitest") ||
         files.Mentions("spec/spec_helper.rb", "minitest");
}

bool MayBeRspec(const ScopeTest& test, BuildFiles& files) {
  const bool is_test =
      test.place.path.ends_with("_test.rb") || FileNameOf(test.place.path).starts_with("test_");
  return !is_test && !files.Mentions(test.place.path, "minitest");
}

// Files in which Python projects name their test runner.
constexpr std::string_view kPythonConfigurations[] = {
    "pytest.ini", "pyproject.toml",       "setup.cfg", "tox.ini", "noxfile.py", "requirements.txt",
    "setup.py",   "requirements-dev.txt", "Makefile",  "Pipfile", "hatch.toml", ".travis.yml",
};

bool ProjectMentions(std::string_view runner, const ScopeTest& test, BuildFiles& files) {
  return files.Mentions(test.place.path, runner) ||
         std::any_of(
             std::begin(kPythonConfigurations), std::end(kPythonConfigurations),
             [&](std::string_view name) { return files.Mentions(std::string(name), runner); });
}

bool IsPytest(const ScopeTest& test, BuildFiles& files) {
  return ProjectMentions("pytest", test, files) ||
         files.DirectoryAbove(test.place.path, "conftest.py").has_value() ||
         files.DirectoryAbove(test.place.path, "pytest.ini").has_value();
}

// Both runners run tests written for unittest, and every such test names unittest. So only a call
// of unittest as a runner counts.
bool IsUnittest(const ScopeTest& test, BuildFiles& files) {
  return !IsPytest(test, files) && (ProjectMentions("unittest.main(", test, files) ||
                                    ProjectMentions("-m unittest", test, files));
}

bool MayBePytest(const ScopeTest& test, BuildFiles& files) {
  return test.framework.empty() || !IsUnittest(test, files);
}

bool MayBeUnittest(const ScopeTest& test, BuildFiles& files) { return !IsPytest(test, files); }

bool MayBeJest(const ScopeTest& test, BuildFiles& files) {
  const std::string_view only = files.ScriptRunner(test.place.path);
  return only.empty() || only == "jest";
}

bool IsVitest(const ScopeTest& test, BuildFiles& files) {
  return files.ScriptRunner(test.place.path) == "vitest";
}

bool IsMocha(const ScopeTest& test, BuildFiles& files) {
  return files.ScriptRunner(test.place.path) == "mocha";
}

bool IsAva(const ScopeTest& test, BuildFiles& files) {
  return files.ScriptRunner(test.place.path) == "ava";
}

bool IsOfUnknownScripts(const ScopeTest& test, BuildFiles& files) {
  return files.ScriptRunner(test.place.path).empty();
}

bool IncludesCatch2(const ScopeTest& test, BuildFiles& files) {
  const std::string& path = test.place.path;
  return files.Mentions(path, "catch2/") || files.Mentions(path, "catch.hpp") ||
         files.Mentions(path, "catch_amalgamated.hpp");
}

bool IncludesDoctest(const ScopeTest& test, BuildFiles& files) {
  return files.Mentions(test.place.path, "doctest.h");
}

bool MayBeCatch2(const ScopeTest& test, BuildFiles& files) {
  return IncludesCatch2(test, files) || !IncludesDoctest(test, files);
}

bool MayBeDoctest(const ScopeTest& test, BuildFiles& files) {
  return IncludesDoctest(test, files) || !IncludesCatch2(test, files);
}

std::string GoModule(const ScopeTest& test, BuildFiles& files) {
  return files.DirectoryAbove(test.place.path, "go.mod").value_or("");
}

std::string CargoPackage(const ScopeTest& test, BuildFiles& files) {
  return files.DirectoryAbove(test.place.path, "Cargo.toml").value_or("");
}

struct RunnerRow {
  std::string_view runner;
  std::string_view languages[2];
  std::string (*arguments)(const RunnerCall& call);
  // ScopeTest::framework; and a second one that the runner accepts, if there is one.
  std::string_view framework = {};
  std::string_view also = framework;
  // Separates calls if one from the root does not suffice: a directory, or a Gradle task.
  std::string (*project)(const ScopeTest& test, BuildFiles& files) = nullptr;
  // Whether build files say that the test may be one of the runner's; null: the language is enough.
  bool (*may_run)(const ScopeTest& test, BuildFiles& files) = nullptr;
  bool is_command = true;  // RunnerArguments::is_command
};

constexpr RunnerRow kRunners[] = {
    {"pytest", {"python"}, Pytest, "", kUnittest, nullptr, MayBePytest},
    {"python -m unittest", {"python"}, Unittest, kUnittest, kUnittest, nullptr, MayBeUnittest},
    {.runner = "GoogleTest",
     .languages = {"c", "cpp"},
     .arguments = GoogleTest,
     .is_command = false},
    {"Catch2", {"cpp"}, Catch2, kTestCaseMacro, kTestCaseMacro, nullptr, MayBeCatch2, false},
    {"doctest", {"cpp"}, Doctest, kTestCaseMacro, kTestCaseMacro, nullptr, MayBeDoctest, false},
    {.runner = "go test", .languages = {"go"}, .arguments = GoTest, .project = GoModule},
    {.runner = "jest",
     .languages = {"typescript", "javascript"},
     .arguments = JestFiles,
     .may_run = MayBeJest},
    {.runner = "vitest",
     .languages = {"typescript", "javascript"},
     .arguments = FileWords,
     .may_run = IsVitest},
    {.runner = "mocha",
     .languages = {"typescript", "javascript"},
     .arguments = FileWords,
     .may_run = IsMocha},
    {.runner = "ava",
     .languages = {"typescript", "javascript"},
     .arguments = FileWords,
     .may_run = IsAva},
    {.runner = "vitest, mocha, node --test",
     .languages = {"typescript", "javascript"},
     .arguments = FileWords,
     .may_run = IsOfUnknownScripts,
     .is_command = false},
    {.runner = "cargo test",
     .languages = {"rust"},
     .arguments = CargoTest,
     .project = CargoPackage},
    {.runner = "mvn test", .languages = {"java"}, .arguments = Surefire, .may_run = IsMaven},
    {.runner = "gradle",
     .languages = {"java"},
     .arguments = GradleTest,
     .project = GradleTask,
     .may_run = IsGradle},
    {"dotnet test", {"csharp"}, DotnetTest},
    {.runner = "rspec", .languages = {"ruby"}, .arguments = FileWords, .may_run = MayBeRspec},
    {.runner = "ruby -Itest",
     .languages = {"ruby"},
     .arguments = RubyFiles,
     .may_run = MayBeMinitest},
    {.runner = "vendor/bin/phpunit",
     .languages = {"php"},
     .arguments = PhpUnit,
     .may_run = IsPhpUnit},
    {.runner = "vendor/bin/pest", .languages = {"php"}, .arguments = FileWords, .may_run = IsPest},
};

bool Runs(const RunnerRow& row, const ScopeTest& test, BuildFiles& files) {
  const auto& languages = row.languages;
  const bool is_spoken =
      std::find(std::begin(languages), std::end(languages), test.language) != std::end(languages);
  return is_spoken && (row.framework == test.framework || row.also == test.framework) &&
         (row.may_run == nullptr || row.may_run(test, files));
}

}  // namespace

void NameRunners(std::span<ScopeTest> tests, const indexer::SourceReader& sources) {
  BuildFiles files(sources);
  for (ScopeTest& test : tests) {
    if (test.framework == kUnittest) continue;
    const auto* const row =
        std::find_if(std::begin(kRunners), std::end(kRunners),
                     [&](const RunnerRow& runner) { return Runs(runner, test, files); });
    if (row != std::end(kRunners)) test.framework = row->runner;
  }
}

std::vector<RunnerArguments> ArgumentsOfRunners(std::span<const ScopeTest> tests,
                                                const indexer::SourceReader& sources) {
  BuildFiles files(sources);
  std::vector<RunnerArguments> runners;
  for (const RunnerRow& row : kRunners) {
    std::map<std::string, RunnerCall> calls;  // by project
    for (const ScopeTest& test : tests) {
      if (!Runs(row, test, files)) continue;
      std::string project;
      if (row.project != nullptr) project = row.project(test, files);
      RunnerCall& call = calls[project];
      call.project = project;
      call.tests.push_back(test);
    }
    for (const auto& [project, call] : calls) {
      runners.push_back({std::string(row.runner), row.arguments(call), row.is_command});
    }
  }
  return runners;
}

}  // namespace waymark::services
