// How tests are named to their runners.
#include "tests/test_runners.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ScopeTest Case(const std::string& language, const std::string& path, const std::string& name) {
  return {.name = name, .place = {.path = path}, .language = language};
}

using Tree = std::map<std::string, std::string>;  // texts by path

class TreeReader final : public indexer::SourceReader {
 public:
  explicit TreeReader(Tree tree) : tree_(std::move(tree)) {}

  absl::StatusOr<std::string> Read(const std::string& path, std::uint64_t) const override {
    const auto found = tree_.find(path);
    if (found == tree_.end()) return absl::NotFoundError(path);
    return found->second;
  }

 private:
  const Tree tree_;
};

std::vector<std::string> ArgumentsFor(const std::vector<ScopeTest>& tests, const Tree& tree = {}) {
  std::vector<std::string> lines;
  for (const RunnerArguments& runner : ArgumentsOfRunners(tests, TreeReader(tree))) {
    lines.push_back(runner.runner + ": " + runner.arguments);
  }
  return lines;
}

TEST(RunnerArguments, OfPytestArePathsClassesAndFunctions) {
  EXPECT_THAT(
      ArgumentsFor({Case("python", "tests/test_cart.py", "tests.test_cart.TestCart.test_add"),
                    Case("python", "tests/test_cart.py", "tests.test_cart.test_total"),
                    Case("python", "tests/test_cart.py", "tests.test_cart.test_total")}),
      ElementsAre("pytest: tests/test_cart.py::TestCart::test_add "
                  "tests/test_cart.py::test_total"));
}

TEST(RunnerArguments, OfUnittestAreModulesClassesAndMethods) {
  ScopeTest test =
      Case("python", "tests/unit/test_cart.py", "tests.unit.test_cart.CartTest.test_add");
  test.framework = "unittest";
  EXPECT_THAT(
      ArgumentsFor({test, Case("python", "tests/test_mail.py", "tests.test_mail.test_send")}),
      ElementsAre("pytest: tests/test_mail.py::test_send "
                  "tests/unit/test_cart.py::CartTest::test_add",
                  "python -m unittest: tests.unit.test_cart.CartTest.test_add"));
}

TEST(RunnerArguments, OfUnittestAreForTheRunnerThatTheProjectNames) {
  ScopeTest test = Case("python", "tests/test_cart.py", "tests.test_cart.CartTest.test_add");
  test.framework = "unittest";
  const std::string pytest = "pytest: tests/test_cart.py::CartTest::test_add";
  const std::string unittest = "python -m unittest: tests.test_cart.CartTest.test_add";

  EXPECT_THAT(ArgumentsFor({test}), ElementsAre(pytest, unittest)) << "nothing tells";
  EXPECT_THAT(ArgumentsFor({test}, {{"pyproject.toml", "[tool.pytest.ini_options]\n"}}),
              ElementsAre(pytest));
  EXPECT_THAT(ArgumentsFor({test}, {{"tests/conftest.py", ""}}), ElementsAre(pytest));
  EXPECT_THAT(ArgumentsFor({test}, {{"tests/test_cart.py", "import unittest\nunittest.main()\n"}}),
              ElementsAre(unittest));
  EXPECT_THAT(ArgumentsFor({test}, {{"tox.ini", "commands = python -m unittest\n"}}),
              ElementsAre(unittest));
}

TEST(RunnerArguments, OfMinitestAreTheMethodsOfOneFile) {
  EXPECT_THAT(ArgumentsFor({Case("ruby", "test/calc_test.rb", "CalcTest#test_add"),
                            Case("ruby", "test/calc_test.rb", "CalcTest#test_sub")}),
              ElementsAre("ruby -Itest: test/calc_test.rb -n '/^(test_add|test_sub)$/'"));
}

TEST(RunnerArguments, OfGoArePackagesAndAPattern) {
  EXPECT_THAT(ArgumentsFor({Case("go", "http/server_test.go", "http.TestServe"),
                            Case("go", "main_test.go", "main.TestMain")}),
              ElementsAre("go test: . ./http -run '^(TestMain|TestServe)$'"));
}

TEST(RunnerArguments, OfGoStandAtTheModule) {
  EXPECT_THAT(
      ArgumentsFor({Case("go", "a/a_test.go", "a.TestA"),
                    Case("go", "a/sub/b_test.go", "sub.TestB"), Case("go", "c_test.go", "c.TestC")},
                   {{"go.mod", ""}, {"a/go.mod", ""}}),
      ElementsAre("go test: . -run '^(TestC)$'", "go test: -C a . ./sub -run '^(TestA|TestB)$'"));
}

TEST(RunnerArguments, OfGoNameBenchmarksApart) {
  EXPECT_THAT(ArgumentsFor({Case("go", "a_test.go", "a.BenchmarkAdd")}),
              ElementsAre("go test: . -run '^$' -bench '^(BenchmarkAdd)$'"));
  EXPECT_THAT(ArgumentsFor({Case("go", "a_test.go", "a.BenchmarkAdd"),
                            Case("go", "a_test.go", "a.TestAdd")}),
              ElementsAre("go test: . -run '^(TestAdd)$' -bench '^(BenchmarkAdd)$'"));
}

TEST(RunnerArguments, OfCargoNameTheManifest) {
  EXPECT_THAT(ArgumentsFor({Case("rust", "src/lib.rs", "outer::tests::adds"),
                            Case("rust", "crates/inner/src/lib.rs", "inner::tests::doubles")},
                           {{"Cargo.toml", ""}, {"crates/inner/Cargo.toml", ""}}),
              ElementsAre("cargo test: -- adds",
                          "cargo test: --manifest-path crates/inner/Cargo.toml -- doubles"));
}

TEST(RunnerArguments, OfMinitestRunAllFiles) {
  EXPECT_THAT(
      ArgumentsFor({Case("ruby", "test/a_test.rb", "a"), Case("ruby", "test/test_b.rb", "b")}),
      ElementsAre("ruby -Itest: -e 'ARGV.each { |f| require File.expand_path(f) }' "
                  "test/a_test.rb test/test_b.rb"));
  EXPECT_THAT(ArgumentsFor({Case("ruby", "test/a_test.rb", "a")}),
              ElementsAre("ruby -Itest: test/a_test.rb"));
}

TEST(RunnerArguments, OfRubyAreOfBothWhereFilesDoNotTell) {
  EXPECT_THAT(ArgumentsFor({Case("ruby", "checks/cart.rb", "cart")}),
              ElementsAre("rspec: checks/cart.rb", "ruby -Itest: checks/cart.rb"));
  EXPECT_THAT(ArgumentsFor({Case("ruby", "spec/cart_spec.rb", "cart")},
                           {{"spec/cart_spec.rb", "require 'minitest/autorun'\n"}}),
              ElementsAre("ruby -Itest: spec/cart_spec.rb"));
}

TEST(RunnerArguments, OfGoogleTestAreSuitesAndNames) {
  EXPECT_THAT(ArgumentsFor({Case("cpp", "db_test.cc", "leveldb::DBTest::Empty"),
                            Case("cpp", "log_test.cc", "leveldb::LogTest.Simple")}),
              ElementsAre("GoogleTest: "
                          "'--gtest_filter=DBTest.Empty:*/DBTest.Empty/*:*DBTest/*.Empty:"
                          "LogTest.Simple:*/LogTest.Simple/*:*LogTest/*.Simple'"));
}

TEST(RunnerArguments, OfBlocksBehindMacrosAreTheirFiles) {
  ScopeTest grows = Case("cpp", "tests/vec_test.cpp", "tests/vec_test.cpp");
  ScopeTest shrinks = Case("cpp", "tests/small/shrink.cpp", "tests/small/shrink.cpp");
  grows.framework = shrinks.framework = "TEST_CASE";
  EXPECT_THAT(ArgumentsFor({grows, shrinks}),
              ElementsAre("Catch2: --filenames-as-tags '[#shrink],[#vec_test]'",
                          "doctest: '--source-file=*shrink.cpp,*vec_test.cpp'"));
  EXPECT_THAT(ArgumentsFor({grows, shrinks},
                           {{grows.place.path, "#include <catch2/catch_test_macros.hpp>\n"},
                            {shrinks.place.path, "#include \"doctest.h\"\n"}}),
              ElementsAre("Catch2: --filenames-as-tags '[#vec_test]'",
                          "doctest: '--source-file=*shrink.cpp'"));
}

TEST(RunnerArguments, AreFilesWhereTestsAreCalls) {
  EXPECT_THAT(ArgumentsFor({Case("typescript", "src/a.test.ts", "src/a.test.ts"),
                            Case("javascript", "b c.test.js", "b c.test.js")}),
              ElementsAre("jest: --runTestsByPath 'b c.test.js' src/a.test.ts",
                          "vitest, mocha, node --test: 'b c.test.js' src/a.test.ts"));
}

TEST(RunnerArguments, OfScriptsAreOfTheRunnerThatThePackageNames) {
  const std::vector<ScopeTest> tests = {
      Case("javascript", "web/src/[id].test.js", "web/src/[id].test.js")};
  EXPECT_THAT(ArgumentsFor(tests, {{"web/package.json", R"({"devDependencies":{"jest":"^29"}})"},
                                   {"package.json", R"({"dependencies":{"mocha":"^10"}})"}}),
              ElementsAre("jest: --runTestsByPath 'web/src/[id].test.js'"));
  EXPECT_THAT(ArgumentsFor(tests, {{"package.json", R"({"scripts":{"test":"npx vitest run"}})"}}),
              ElementsAre("vitest: 'web/src/[id].test.js'"));
  EXPECT_THAT(ArgumentsFor(tests, {{"package.json", R"({"dependencies":{"mocha":"^10"}})"}}),
              ElementsAre("mocha: 'web/src/[id].test.js'"));
  EXPECT_THAT(ArgumentsFor(tests, {{"package.json", R"({"scripts":{"test":"xo && ava -s"}})"}}),
              ElementsAre("ava: 'web/src/[id].test.js'"));
}

TEST(RunnerArguments, OfScriptsAreOfAllWherePackagesDoNotTell) {
  for (const char* package : {R"({"dependencies":{"mocha":"1","jest":"1"}})", "no JSON", "[]",
                              R"({"dependencies":["jest"],"scripts":{"test":["jest"]}})",
                              R"({"scripts":{"test":"ts-jest"}})"}) {
    EXPECT_THAT(
        ArgumentsFor({Case("javascript", "a.test.js", "a")}, {{"package.json", package}}),
        ElementsAre("jest: --runTestsByPath a.test.js", "vitest, mocha, node --test: a.test.js"))
        << package;
  }
}

TEST(RunnerArguments, OfGradleAreATaskAndClasses) {
  const ScopeTest test = Case("java", "src/test/java/x/CTest.java", "x.CTest.t");
  for (const char* build : {"build.gradle", "build.gradle.kts", "settings.gradle"}) {
    EXPECT_THAT(ArgumentsFor({test}, {{build, ""}}), ElementsAre("gradle: test --tests x.CTest.t"));
  }
  EXPECT_THAT(ArgumentsFor({test}, {{"build.gradle", ""}, {"pom.xml", ""}}),
              ElementsAre("mvn test: '-Dtest=CTest#t'"));
}

TEST(RunnerArguments, OfGradleNameTheProjectThatSettingsInclude) {
  const std::vector<ScopeTest> tests = {
      Case("java", "lib/app/src/test/java/x/CTest.java", "x.CTest.t")};
  EXPECT_THAT(ArgumentsFor(tests, {{"settings.gradle", "include 'lib:app'"}}),
              ElementsAre("gradle: :lib:app:test --tests x.CTest.t"));
  EXPECT_THAT(ArgumentsFor(tests, {{"lib/settings.gradle.kts", "include(\":app\")"}}),
              ElementsAre("gradle: -p lib :app:test --tests x.CTest.t"));
  EXPECT_THAT(ArgumentsFor(tests, {{"settings.gradle", ""}, {"lib/app/build.gradle", ""}}),
              ElementsAre("gradle: -p lib/app test --tests x.CTest.t"));
  EXPECT_THAT(ArgumentsFor(tests, {{"lib/build.gradle", ""}}),
              ElementsAre("gradle: -p lib test --tests x.CTest.t"));
}

TEST(RunnerArguments, OfJavaNameClassesInsideOfOthers) {
  const std::vector<ScopeTest> tests = {
      Case("java", "test/CalcTest.java", "com.x.CalcTest.Inner.Most.adds")};
  EXPECT_THAT(ArgumentsFor(tests), ElementsAre("mvn test: '-Dtest=CalcTest$Inner$Most#adds'"));
  EXPECT_THAT(ArgumentsFor(tests, {{"build.gradle", ""}}),
              ElementsAre("gradle: test --tests 'com.x.CalcTest$Inner$Most.adds'"));
  EXPECT_THAT(ArgumentsFor({Case("java", "test/CalcTest.java", "com.x.OtherTest.adds")}),
              ElementsAre("mvn test: '-Dtest=OtherTest#adds'"));
}

TEST(RunnerArguments, OfPhpUnitAreClassesAndMethodsOfOneFile) {
  const ScopeTest adds = Case("php", "tests/CartTest.php", "Tests\\CartTest::testAdds");
  const ScopeTest sells = Case("php", "tests/CartTest.php", "Tests\\CartTest::sells");
  const ScopeTest mails = Case("php", "tests/MailTest.php", "MailTest::testMails");
  EXPECT_THAT(
      ArgumentsFor({adds, sells}),
      ElementsAre("vendor/bin/phpunit: --filter '/\\b(CartTest::sells|CartTest::testAdds)\\b/' "
                  "tests/CartTest.php"));
  EXPECT_THAT(ArgumentsFor({adds, mails}),
              ElementsAre("vendor/bin/phpunit: --filter "
                          "'/\\b(CartTest::testAdds|MailTest::testMails)\\b/'"));
}

TEST(RunnerArguments, OfPestAreTheFilesOfItsCalls) {
  EXPECT_THAT(ArgumentsFor({Case("php", "tests/b.php", "tests/b.php"),
                            Case("php", "tests/a.php", "tests/a.php"),
                            Case("php", "tests/CartTest.php", "CartTest::testAdds")}),
              ElementsAre("vendor/bin/phpunit: --filter '/\\b(CartTest::testAdds)\\b/' "
                          "tests/CartTest.php",
                          "vendor/bin/pest: tests/a.php tests/b.php"));
}

TEST(RunnerArguments, OfOtherLanguages) {
  EXPECT_THAT(ArgumentsFor({Case("rust", "src/lib.rs", "shop::tests::adds"),
                            Case("java", "CartTest.java", "org.shop.CartTest.adds"),
                            Case("csharp", "CartTest.cs", "Shop.CartTest.Adds"),
                            Case("ruby", "spec/cart_spec.rb", "spec/cart_spec.rb")}),
              ElementsAre("cargo test: -- adds", "mvn test: '-Dtest=CartTest#adds'",
                          "dotnet test: --filter 'FullyQualifiedName~CartTest.Adds'",
                          "rspec: spec/cart_spec.rb"));
  EXPECT_THAT(ArgumentsFor({Case("cobol", "x.cob", "x")}), IsEmpty());
}

}  // namespace
}  // namespace waymark::services
