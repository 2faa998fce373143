#include "retrieval/dead_code.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"
#include "traits/found_names.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

using Rows = std::vector<std::pair<std::string, Unused>>;

Rows RowsOf(const DrawnGraph& graph, std::size_t limit = 50) {
  const absl::StatusOr<DeadCode> found = FindDeadCode(graph.view(), {.limit = limit});
  WM_EXPECT_OK(found.status());
  Rows rows;
  if (!found.ok()) return rows;
  for (const UnusedSymbol& unused : found->symbols) {
    rows.emplace_back(graph.NameOf(unused.symbol), unused.reason);
  }
  return rows;
}

TEST(FindDeadCode, TellsWhyASymbolIsThoughtUnused) {
  const DrawnGraph graph(R"(
    src/app.py
      function main()
      function used()
      function lonely()
      function ping()
      function pong()
      function checked()
      function offered() +exported
      function offered_and_used() +exported
    tests/test_app.py +test
      function test_checked() +test
    main -> used
    used -> offered_and_used
    ping -> pong
    pong -> ping
    test_checked -> checked
  )");

  EXPECT_THAT(RowsOf(graph),
              ElementsAre(Pair("lonely", Unused::kNothing), Pair("ping", Unused::kUnused),
                          Pair("pong", Unused::kUnused), Pair("checked", Unused::kTests),
                          Pair("offered", Unused::kOutside)));
}

TEST(FindDeadCode, WhatAFileItselfRefersToIsUsed) {
  const DrawnGraph graph(R"(
    src/app.py
      function handler()
    src/app.py -references-> handler
  )");

  EXPECT_THAT(RowsOf(graph), IsEmpty());
}

TEST(FindDeadCode, ACallThatOnlyReachesItselfIsNoUse) {
  const DrawnGraph graph(R"(
    src/app.py
      function again()
    again -> again
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("again", Unused::kNothing)));
}

TEST(FindDeadCode, AReferenceThatIsNotResolvedMayMeanASymbolOfItsName) {
  const DrawnGraph graph(R"(
    src/app.py
      function main()
      function save()
      function send()
    main ? save dynamic
    main ? send external
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("send", Unused::kNothing)));
  WM_ASSERT_OK_AND_ASSIGN(const DeadCode found, FindDeadCode(graph.view(), {}));
  EXPECT_EQ(found.asked_for, 1U) << "save would be listed";
}

TEST(FindDeadCode, AStringOfTheFileMayNameASymbolOfSeveralWords) {
  const DrawnGraph graph(R"(
    src/page.py
      function main() 'insert the reload_args here'
      function reload_args()
      function reload()
    src/other.py
      function insert_args()
  )");

  EXPECT_THAT(RowsOf(graph),
              ElementsAre(Pair("insert_args", Unused::kNothing), Pair("reload", Unused::kNothing)));
}

TEST(FindDeadCode, ATestUsesTheTypeOfAMemberThatItCalls) {
  const DrawnGraph graph(R"(
    src/app.cs
      class Helpers +exported
        method Pad() +exported +static
      class Idle +exported
        method Cut() +exported +static
    tests/app.cs +test
      function TestPad() +test
    TestPad -> Helpers.Pad
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("Idle", Unused::kOutside)));
}

TEST(FindDeadCode, AStaticMemberThatIsAskedForMayMeanItsType) {
  const DrawnGraph graph(R"(
    src/app.cs
      function main()
      class Helpers
        method Pad() +static
      class Idle
        method Cut()
    main ? Pad dynamic
    main ? Cut dynamic
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("Idle", Unused::kNothing)));
}

TEST(FindDeadCode, PartsOfATypeLieInAnyFile) {
  const DrawnGraph graph(R"(
    include/list.h
      type list_t +exported
      type spare_t +exported
    src/list.c
      function main()
      type list_t +exported
    main -references-> src/list.c:list_t
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("spare_t", Unused::kOutside)));
}

TEST(FindDeadCode, AFunctionOfCMayStandForOneOfALibrary) {
  const DrawnGraph graph(R"(
    src/port.c
      function main()
      function fopen() +exported
      function fclose() +exported
    main ? fopen external
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("fclose", Unused::kOutside)));
}

TEST(FindDeadCode, ATypeStandsForItsMembers) {
  const DrawnGraph graph(R"(
    src/app.py
      class Gone
        method run()
        method stop()
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("Gone", Unused::kNothing)));
}

TEST(FindDeadCode, ConstructorsAndOverridesComeWithTheirType) {
  const DrawnGraph graph(R"(
    src/app.py
      function main()
      class Base
        method run()
      class Job
        method create() +constructor
        method run()
        method __repr__()
        method spare()
      function helper()
      function shown()
    main -> Job
    Job.run -overrides-> Base.run
    Job.create -> helper
    Job.__repr__ -> shown
    Job -extends-> Base
  )");

  EXPECT_THAT(RowsOf(graph),
              ElementsAre(Pair("Job.spare", Unused::kNothing), Pair("Base.run", Unused::kUnused)));
}

TEST(FindDeadCode, ABaseOutsideMayBeAnyNumberOfStepsAway) {
  const DrawnGraph graph(R"(
    src/app.py
      function main()
      class Near
        method one() +exported
      class Far
        method two() +exported
      class Farthest
        method three() +exported
    main -> Farthest
    Near ? Outside:extends external
    Far -extends-> Near
    Farthest -extends-> Far
  )");

  EXPECT_THAT(RowsOf(graph), IsEmpty());
}

TEST(FindDeadCode, ATypeIsUsedThroughItsConstants) {
  const DrawnGraph graph(R"(
    src/app.cc
      function main()
      type Flags
        const kFirst
    main -references-> Flags::kFirst
  )");

  EXPECT_THAT(RowsOf(graph), IsEmpty());
}

TEST(FindDeadCode, WhatTheLoaderFindsByAnAttributeIsUsed) {
  const DrawnGraph graph(R"(
    src/start.c
      function opens([[gnu::constructor]] static void opens)
      function helps()
      function spare([[gnu::unused]] static void spare)
      function constructor(static void constructor)
    opens -> helps
  )");

  EXPECT_THAT(RowsOf(graph),
              ElementsAre(Pair("spare", Unused::kNothing), Pair("constructor", Unused::kNothing)));
}

TEST(FindDeadCode, AttributesAreReadInEachNotation) {
  const auto is_found = [](Language language, std::string_view signature) {
    return HasFindingAttribute(language, signature);
  };
  EXPECT_TRUE(is_found(Language::kC, "static void __attribute__((constructor(101))) f(void)"));
  EXPECT_TRUE(is_found(Language::kC, "__attribute__((__used__, noinline)) static int f(void)"));
  EXPECT_TRUE(is_found(Language::kCpp, "[[gnu::destructor]] void f()"));
  EXPECT_FALSE(is_found(Language::kC, "__attribute__((unused)) static int used_up(void)"));
  EXPECT_FALSE(is_found(Language::kC, "void destructor(void)"));
  EXPECT_FALSE(is_found(Language::kJava, "[[used]] void f()"));
}

TEST(FindDeadCode, WhatOnlyTestsOfATypeUseBelongsToThem) {
  const DrawnGraph graph(R"(
    src/sizes.cs
      class Sizes
        method Holds() +test
        method Rows()
      class Shelf
        method Cut()
    Sizes.Holds -references-> Sizes.Rows
    Sizes.Holds -> Shelf.Cut
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("Shelf", Unused::kTests)));
}

TEST(FindDeadCode, RunnersFindTestsOfGoInAnyFile) {
  const DrawnGraph graph(R"(
    src/shop.go
      function BenchmarkTotal() +exported
      function FuzzTotal() +exported
      function Benchmarks() +exported
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("Benchmarks", Unused::kOutside)));
}

TEST(FindDeadCode, WhatATypeOutsideDeclaresIsUsedWithTheTypeThatHasIt) {
  const DrawnGraph graph(R"(
    src/time.go
      function main()
      class Span +exported
        method UnmarshalJSON() +exported
        method Text() +exported
      class Idle +exported
        method UnmarshalJSON() +exported
    main -references-> Span
    Span.UnmarshalJSON ? UnmarshalJSON:overrides external
    Idle.UnmarshalJSON ? UnmarshalJSON:overrides external
  )");

  EXPECT_THAT(RowsOf(graph),
              ElementsAre(Pair("Span.Text", Unused::kOutside), Pair("Idle", Unused::kOutside)));
}

TEST(FindDeadCode, TestsAndForeignCodeAreNotListed) {
  const DrawnGraph graph(R"(
    lib/zip.c +vendored
      function inflate()
    tests/test_app.py +test
      function test_it() +test
    src/app.py
      function lonely()
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("lonely", Unused::kNothing)));
}

TEST(FindDeadCode, ADefinitionForAnotherPlatformIsUsedWhereItsTwinIs) {
  const DrawnGraph graph(R"(
    src/main.go
      function main()
      function init()
    src/listen_unix.go
      function listen()
    src/listen_windows.go
      function listen()
      class Shared
        method open()
    src/shared_windows.go
      function share()
    src/shared_unix.go
      function share()
    other/listen.go
      function listen()
    main -> src/listen_unix.go:listen
    src/listen_windows.go:listen -> Shared.open
    Shared.open -> src/shared_unix.go:share
  )");

  EXPECT_THAT(RowsOf(graph), ElementsAre(Pair("listen", Unused::kNothing)));
}

TEST(FindDeadCode, CountsWhatTheLimitLeavesOut) {
  const DrawnGraph graph(R"(
    src/app.py
      function one()
      function two()
      function three()
  )");

  WM_ASSERT_OK_AND_ASSIGN(const DeadCode found, FindDeadCode(graph.view(), {.limit = 2}));

  EXPECT_EQ(found.symbols.size(), 2U);
  EXPECT_EQ(found.total, 3U);
  EXPECT_EQ(found.considered, 3U);
}

TEST(FindDeadCode, StopsWhenItIsCancelled) {
  std::string drawing = "src/app.py\n";
  for (int i = 0; i < 600; ++i) drawing += "  function f" + std::to_string(i) + "()\n";
  const DrawnGraph graph(drawing);
  const std::atomic<bool> cancelled = true;

  EXPECT_EQ(FindDeadCode(graph.view(), {.cancelled = &cancelled}).status().code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace waymark::retrieval
