// Who uses a symbol in another repository, and that nothing is called exact which others may use.
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

auto IsIncomplete() {
  return ::testing::Field(&wire::Completeness::certainty, wire::Certainty::kIncomplete);
}

auto SaysOf(const std::string& member) {
  return ::testing::Field(&wire::Completeness::reason, HasSubstr(member + ": "));
}

// A library `lib` and a program `app` that uses it, each a repository of its own, in a workspace.
class UsagesElsewhereTest : public ::testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) { directory_.WriteFile(path, text); }

  void IndexBoth() {
    Write(".waymark-workspace", "lib\napp\n");
    WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = top_ / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = top_ / "lib"}, nullptr, {}));
    WM_ASSERT_OK(engine_->Index({.root = top_ / "app"}, nullptr, {}));
  }

  wire::Payload Ask(const std::string& symbol, retrieval::Relation relation) {
    const auto answer = engine_->Usages(
        {.root = top_ / "lib",
         .symbol = symbol,
         .relation = relation,
         .elsewhere = {.home = "lib", .repositories = {{.name = "app", .root = top_ / "app"}}}},
        {});
    EXPECT_TRUE(answer.ok()) << symbol << ": " << answer.status();
    return answer.ok() ? answer->payload : wire::Payload{};
  }

  // "NAME CONFIDENCE" of those in app.
  std::vector<std::string> UsersIn(const wire::Payload& payload) {
    std::vector<std::string> users;
    for (const wire::Symbol& symbol : payload.symbols) {
      if (!symbol.path.starts_with("app:")) continue;
      users.push_back(fmt::format("{} {:.1f}", symbol.qualified_name, symbol.score));
    }
    return users;
  }

  std::vector<std::string> Callers(const std::string& symbol) {
    const wire::Payload payload = Ask(symbol, retrieval::Relation::kCallers);
    EXPECT_NE(payload.completeness.certainty, wire::Certainty::kComplete) << symbol;
    return UsersIn(payload);
  }

  std::vector<std::string> Users(const std::string& symbol) {
    const wire::Payload payload = Ask(symbol, retrieval::Relation::kUsages);
    EXPECT_NE(payload.completeness.certainty, wire::Certainty::kComplete) << symbol;
    return UsersIn(payload);
  }

  wire::Completeness BlastOf(const std::string& symbol) {
    const auto answer = engine_->BlastRadius({.root = top_ / "lib", .symbol = symbol}, {});
    EXPECT_TRUE(answer.ok()) << symbol << ": " << answer.status();
    return answer.ok() ? answer->payload.completeness : wire::Completeness{};
  }

  testing::TempDir directory_;
  std::filesystem::path top_ = std::filesystem::canonical(directory_.path());
  std::unique_ptr<Engine> engine_;
};

TEST_F(UsagesElsewhereTest, OfCppAreFoundByTheHeaderThatDeclares) {
  Write("lib/include/lib.h",
        "#pragma once\n#include \"lib/sums.h\"\nint Twice(int value);\n"
        "class Counter {\n public:\n  void Step();\n};\n");
  Write("lib/include/lib/sums.h", "#pragma once\nnamespace sums {\nint Add(int a, int b);\n}\n");
  Write("lib/src/lib.cc",
        "#include \"lib.h\"\n\nstatic int Hidden(int value) { return value; }\n"
        "int Twice(int value) { return Hidden(sums::Add(value, value)); }\n"
        "void Counter::Step() {}\n");
  Write("lib/src/sums.cc",
        "#include \"lib/sums.h\"\nnamespace sums {\nint Add(int a, int b) { return a + b; }\n}\n");
  Write("app/main.cc",
        "#include <lib.h>\n\nint Run() { return Twice(4) + sums::Add(1, 2); }\n"
        "void Go(Counter& counter) { counter.Step(); }\n");
  Write("app/other.cc", "int Twice(int value);\nint Alone() { return Twice(3); }\n");
  IndexBoth();
  EXPECT_THAT(Callers("Twice"), UnorderedElementsAre("Run 0.4", "Alone 0.4"));
  EXPECT_THAT(Callers("sums::Add"), ElementsAre("Run 0.4"));
  EXPECT_THAT(Callers("Counter::Step"), ElementsAre("Go 0.4"));
  EXPECT_THAT(Users("Counter"), ElementsAre("main.cc 0.4"));
  EXPECT_THAT(BlastOf("Twice"), AllOf(IsIncomplete(), SaysOf("app")));
  // What is static is nobody's; what it breaks may be somebody's.
  EXPECT_EQ(Ask("Hidden", retrieval::Relation::kCallers).completeness.certainty,
            wire::Certainty::kComplete);
  EXPECT_THAT(BlastOf("Hidden"), AllOf(IsIncomplete(), SaysOf("app")));
}

TEST_F(UsagesElsewhereTest, OfNpmPackagesAreFoundByTheirNames) {
  Write("lib/package.json",
        R"({"name": "@acme/lib", "main": "dist/index.js",)"
        R"( "exports": {".": "./dist/index.js", "./sums": "./dist/math/sums.js"}})");
  Write("lib/src/index.ts",
        "export * from './twice';\nexport { add as plus } from './math/sums';\n");
  Write("lib/src/twice.ts",
        "export function twice(value: number) { return value * 2; }\n"
        "export class Counter { step() { return 1; } }\n");
  Write("lib/src/math/sums.ts",
        "export function add(a: number, b: number) { return a + b; }\n"
        "export function twice(value: string) { return value + value; }\n"
        "export function once(value: number) { return value; }\n");
  Write("app/package.json", R"({"name": "app", "dependencies": {"@acme/lib": "1"}})");
  Write("app/main.ts",
        "import { twice, Counter } from '@acme/lib';\n"
        "export function run() { return twice(4); }\n"
        "export function go(counter: Counter) { return counter.step(); }\n");
  Write("app/sub.ts",
        "import { once } from '@acme/lib/sums';\nexport function sub() { return once(1); }\n");
  Write("app/plus.js",
        "const lib = require('@acme/lib');\nfunction more() { return lib.plus(1, 2); }\n");
  Write("app/other.ts",
        "import { once } from 'libs';\nexport function other() { return once(2); }\n");
  IndexBoth();
  EXPECT_THAT(Callers("src/twice.twice"), ElementsAre("main.run 0.4"));
  EXPECT_THAT(Callers("once"), ElementsAre("sub.sub 0.7"));
  EXPECT_THAT(Callers("Counter.step"), ElementsAre("main.go 0.4"));
  // Nothing says what it is exported as, but that the package is imported.
  EXPECT_THAT(Callers("src/math/sums.add"), IsEmpty());
  EXPECT_THAT(BlastOf("src/math/sums.add"), AllOf(IsIncomplete(), SaysOf("app")));
}

TEST_F(UsagesElsewhereTest, OfGoModulesAreFoundByTheirPaths) {
  Write("lib/go.mod", "module example.com/lib/v2\n\ngo 1.22\n");
  Write("lib/lib.go", "package lib\n\nfunc Twice(value int) int { return value * 2 }\n");
  Write("lib/sums/sums.go",
        "package sums\n\ntype Sum struct{}\n\nfunc (s *Sum) Add(value int) {}\n\n"
        "func Of(a, b int) int { return a + b }\n");
  Write("app/go.mod", "module example.com/app\n\ngo 1.22\n");
  Write(
      "app/main.go",
      "package main\n\nimport (\n\t\"example.com/lib/v2\"\n\tadd \"example.com/lib/v2/sums\"\n)\n\n"
      "func main() { lib.Twice(add.Of(1, 2)) }\n\nfunc step(s *add.Sum) { s.Add(1) }\n");
  Write("app/other/other.go",
        "package other\n\nimport \"example.com/other/lib\"\n\nfunc Other() { lib.Twice(3) }\n");
  IndexBoth();
  EXPECT_THAT(Callers("Twice"), ElementsAre("main.main 0.7"));
  EXPECT_THAT(Callers("Of"), ElementsAre("main.main 0.7"));
  EXPECT_THAT(Callers("Sum.Add"), ElementsAre("main.step 0.4"));
  EXPECT_THAT(BlastOf("Twice"), AllOf(IsIncomplete(), SaysOf("app")));
}

TEST_F(UsagesElsewhereTest, OfPythonPackagesAreFoundByTheirModules) {
  Write("lib/src/acme/__init__.py", "from acme.sums import add\n");
  Write(
      "lib/src/acme/sums.py",
      "def add(a, b):\n    return a + b\n\n\nclass Counter:\n    def step(self):\n        pass\n");
  Write("app/main.py",
        "from acme import add\nfrom acme.sums import Counter\n\n\n"
        "def run():\n    return add(1, 2)\n\n\n"
        "def go(counter: Counter):\n    counter.step()\n");
  Write("app/dotted.py", "import acme.sums\n\n\ndef more():\n    return acme.sums.add(1, 2)\n");
  Write("app/other.py", "from acne import add\n\n\ndef other():\n    return add(1, 2)\n");
  IndexBoth();
  EXPECT_THAT(Callers("add"), UnorderedElementsAre("main.run 0.7", "dotted.more 0.7"));
  EXPECT_THAT(Callers("Counter.step"), ElementsAre("main.go 0.4"));
  EXPECT_THAT(BlastOf("add"), AllOf(IsIncomplete(), SaysOf("app")));
}

TEST_F(UsagesElsewhereTest, OfRustCratesAreFoundByTheirNames) {
  Write("lib/Cargo.toml", "[package]\nname = \"acme-lib\"\nversion = \"0.1.0\"\n");
  Write("lib/src/lib.rs", "pub mod sums;\n\npub fn twice(value: u32) -> u32 { value * 2 }\n");
  Write("lib/src/sums.rs", "pub fn add(a: u32, b: u32) -> u32 { a + b }\n");
  Write("app/Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n");
  Write("app/src/main.rs",
        "use acme_lib::twice;\nuse acme_lib::sums;\n\nfn run() -> u32 { twice(4) }\n"
        "fn more() -> u32 { sums::add(1, 2) }\nfn main() { run(); more(); }\n");
  IndexBoth();
  EXPECT_THAT(Callers("twice"), ElementsAre("app::run 0.7"));
  EXPECT_THAT(Callers("add"), ElementsAre("app::more 0.7"));
  EXPECT_THAT(BlastOf("add"), AllOf(IsIncomplete(), SaysOf("app")));
}

TEST_F(UsagesElsewhereTest, NothingIsInDoubtThatNoOtherImports) {
  Write("lib/sums.py", "def add(a, b):\n    return a + b\n");
  Write("app/main.py", "import os\n\n\ndef run():\n    return os.add(1, 2)\n");
  IndexBoth();
  EXPECT_EQ(BlastOf("add").certainty, wire::Certainty::kComplete);
  const auto alone = engine_->Usages({.root = top_ / "lib", .symbol = "add"}, {});
  EXPECT_EQ(alone->payload.completeness.certainty, wire::Certainty::kComplete);

  // A member that is not indexed could use anything.
  Write("later/x.py", "x = 1\n");
  Write(".waymark-workspace", "lib\napp\nlater\n");
  EXPECT_THAT(BlastOf("add"), AllOf(IsIncomplete(), SaysOf("later")));
}

TEST_F(UsagesElsewhereTest, AStreamIsInDoubtAsTheAnswerIs) {
  Write("lib/sums.py", "def add(a, b):\n    return a + b\n");
  Write("app/main.py", "from sums import add\n\n\ndef run():\n    return add(1, 2)\n");
  IndexBoth();
  const std::string reason = BlastOf("add").reason;
  ASSERT_THAT(reason, HasSubstr("app: "));
  const auto told = [&](const auto& stream) {
    std::string text;
    WM_EXPECT_OK(stream([&](std::string_view lines) {
      text += lines;
      return absl::OkStatus();
    }));
    return text;
  };
  EXPECT_THAT(told([&](const LinesSink& sink) {
                return engine_->StreamBlastRadius({.root = top_ / "lib", .symbol = "add"}, sink,
                                                  {});
              }),
              HasSubstr(reason));
  EXPECT_THAT(told([&](const LinesSink& sink) {
                return engine_->StreamUsages({.root = top_ / "lib", .symbol = "add"}, sink, {});
              }),
              HasSubstr(reason));
}

// lib.Twice <- lib.Four <- app.run <- app.main
TEST_F(UsagesElsewhereTest, OfABlastRadiusAreFollowedWithTheirHops) {
  Write("lib/sums.py",
        "def twice(n):\n    return n * 2\n\n\ndef four(n):\n    return twice(twice(n))\n");
  Write("app/start.py",
        "from sums import four\n\n\ndef run():\n    return four(1)\n\n\ndef main():\n    run()\n");
  IndexBoth();
  BlastRadiusRequest request{
      .root = top_ / "lib",
      .symbol = "sums.twice",
      .elsewhere = {.home = "lib", .repositories = {{.name = "app", .root = top_ / "app"}}}};
  const auto reached = [&] {
    std::vector<std::string> lines;
    const absl::StatusOr<BlastRadiusAnswer> answer = engine_->BlastRadius(request, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    if (!answer.ok()) return lines;
    for (const wire::Symbol& symbol : answer->payload.symbols) {
      lines.push_back(fmt::format("{} {} {}", symbol.distance, symbol.path, symbol.qualified_name));
    }
    return lines;
  };

  EXPECT_THAT(reached(),
              UnorderedElementsAre("0 lib:sums.py sums.twice", "1 lib:sums.py sums.four",
                                   "2 app:start.py start.run", "3 app:start.py start.main"));
  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer whole, engine_->BlastRadius(request, {}));
  EXPECT_THAT(whole.payload.affected->hops, ElementsAre(1, 1, 1, 1));
  EXPECT_EQ(whole.payload.affected->symbols, 3U);
  EXPECT_EQ(whole.payload.affected->files, 2U);
  EXPECT_EQ(whole.payload.affected->risk->level, wire::RiskLevel::kUnknown);
  EXPECT_EQ(whole.payload.affected->risk->reasons.back().text,
            "2 affected symbols of other repositories are not in the score");

  request.depth = 2;
  EXPECT_THAT(reached(), UnorderedElementsAre("0 lib:sums.py sums.twice", "1 lib:sums.py sums.four",
                                              "2 app:start.py start.run"));
  request.depth = 3;
  request.limit = 2;
  EXPECT_EQ(reached().size(), 3U) << "the limit does not count what was asked about";
  request.cursor = "1.2";
  EXPECT_EQ(engine_->BlastRadius(request, {}).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace waymark::services
