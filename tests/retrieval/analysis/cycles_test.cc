#include "retrieval/cycles.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(FindCycles, FilesThatImportEachOtherAreOne) {
  const DrawnGraph graph(R"(
    src/a.py
    src/b.py
    src/c.py
    src/d.py
    src/a.py -imports-> src/b.py
    src/b.py -imports-> src/c.py
    src/c.py -imports-> src/a.py
    src/d.py -imports-> src/a.py
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Cycles found, FindCycles(graph.view(), {}));

  ASSERT_EQ(found.cycles.size(), 1U);
  EXPECT_THAT(found.cycles[0].nodes, ElementsAre("src/a.py", "src/b.py", "src/c.py"));
  EXPECT_THAT(found.cycles[0].edges, ElementsAre(CycleEdge{0, 1}, CycleEdge{1, 2}, CycleEdge{2, 0}))
      << "d.py is in no cycle";
  EXPECT_EQ(found.cycles[0].severity, Severity::kLow);
}

TEST(FindCycles, CallsBetweenFilesAreNoImports) {
  const DrawnGraph graph(R"(
    src/a.py
      function f()
    src/b.py
      function g()
    f -> g
    g -> f
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Cycles found, FindCycles(graph.view(), {}));

  EXPECT_THAT(found.cycles, IsEmpty());
}

TEST(FindCycles, ReferencesThatCouldCloseAnotherAreCounted) {
  const DrawnGraph graph(R"(
    src/a.py
      function f()
    com/a/A.java
      class A
    f ? run unknown
    A ? run unknown
    A ? println external
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Cycles found, FindCycles(graph.view(), {}));

  EXPECT_EQ(found.unresolved, 1U) << "files of Python are tied by imports alone";
}

TEST(FindCycles, WhereLanguagesImportPackagesDirectoriesDependOnEachOther) {
  const DrawnGraph graph(R"(
    com/a/A.java
      class A
    com/b/B.java
      class B
    com/b/C.java
      class C
    A -references-> B
    C -references-> A
    B -references-> C
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Cycles found, FindCycles(graph.view(), {}));

  ASSERT_EQ(found.cycles.size(), 1U);
  EXPECT_THAT(found.cycles[0].nodes, ElementsAre("com/a/", "com/b/"));
  EXPECT_EQ(found.cycles[0].severity, Severity::kMedium);
}

TEST(FindCycles, HavingTheMethodsOfAnInterfaceIsNoDependence) {
  const DrawnGraph graph(R"(
    peer/peer.go
      class Peer
        method join()
    notify/notify.go
      interface Joiner
        method join()
      function start()
    notify/notify.go:start -> Peer.join
    Peer -implements:method_set-> Joiner
    Peer.join -overrides:method_set-> Joiner.join
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Cycles found, FindCycles(graph.view(), {}));

  EXPECT_THAT(found.cycles, IsEmpty());
}

TEST(FindCycles, LargerOnesComeFirstAndAcrossThreeDirectoriesAreSevere) {
  const DrawnGraph graph(R"(
    a/x.py
    b/y.py
    c/z.py
    d/p.py
    d/q.py
    d/p.py -imports-> d/q.py
    d/q.py -imports-> d/p.py
    a/x.py -imports-> b/y.py
    b/y.py -imports-> c/z.py
    c/z.py -imports-> a/x.py
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Cycles found, FindCycles(graph.view(), {}));

  ASSERT_EQ(found.cycles.size(), 2U);
  EXPECT_EQ(found.cycles[0].severity, Severity::kHigh);
  EXPECT_THAT(found.cycles[1].nodes, ElementsAre("d/p.py", "d/q.py"));
}

TEST(FindCycles, AChainOfManyFilesNeedsNoStack) {
  constexpr int kRingFiles = 2000;
  std::string drawing;
  const auto path = [](int i) { return "src/f" + std::to_string(10'000 + i) + ".py"; };
  for (int i = 0; i < kRingFiles; ++i) drawing += path(i) + "\n";
  for (int i = 0; i < kRingFiles; ++i) {
    drawing += path(i) + " -imports-> " + path((i + 1) % kRingFiles) + "\n";
  }
  const DrawnGraph graph(drawing);

  WM_ASSERT_OK_AND_ASSIGN(const Cycles found, FindCycles(graph.view(), {}));

  ASSERT_EQ(found.cycles.size(), 1U);
  EXPECT_EQ(found.cycles[0].nodes.size(), 2000U);
}

}  // namespace
}  // namespace waymark::retrieval
