#include "render/render_test_scope.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "retrieval/file_tests.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

struct EvidenceWords {
  retrieval::TestEvidence evidence;
  std::string_view words;  // why a test is listed; empty: the heading or the chain says it
};

constexpr EvidenceWords kEvidenceWords[] = {
    {retrieval::TestEvidence::kReaches, ""},
    {retrieval::TestEvidence::kMayReach, ""},
    {retrieval::TestEvidence::kNamedAfter, "named after the file"},
    {retrieval::TestEvidence::kChangedWith, "often changed together"},
};

std::string_view ReasonFor(std::string_view evidence) {
  for (const EvidenceWords& row : kEvidenceWords) {
    if (Name(row.evidence) == evidence) return row.words;
  }
  return evidence;
}

// How the test reaches the change: over the symbols between them, or why it is listed.
std::string WayText(const ScopeTest& test) {
  const std::string_view words = ReasonFor(test.evidence);
  if (!words.empty()) return fmt::format("  ({})", words);
  if (test.chain.size() < 3) return "";
  const std::vector<std::string> between(test.chain.begin() + 1, test.chain.end() - 1);
  return VisibleLine(fmt::format("  (over {})", fmt::join(between, ", ")));
}

// The tests of a tier by file, in the order in which the answer first names the files, and by line.
void AppendTier(std::vector<const ScopeTest*> tests, std::string_view heading, std::string& out) {
  if (tests.empty()) return;
  fmt::format_to(std::back_inserter(out), "\n{}:\n", heading);
  while (!tests.empty()) {
    const std::string path = tests.front()->place.path;
    const auto rest = std::stable_partition(tests.begin(), tests.end(), [&](const ScopeTest* test) {
      return test->place.path == path;
    });
    std::stable_sort(tests.begin(), rest, [](const ScopeTest* a, const ScopeTest* b) {
      return a->place.start_line < b->place.start_line;
    });
    fmt::format_to(std::back_inserter(out), "  {}\n", VisibleLine(path));
    std::for_each(tests.begin(), rest, [&](const ScopeTest* test) {
      fmt::format_to(std::back_inserter(out), "    {:>5}  {}{}\n", test->place.start_line,
                     VisibleLine(test->name), WayText(*test));
    });
    tests.erase(tests.begin(), rest);
  }
}

std::vector<const ScopeTest*> TierOf(const TestScopeAnswer& answer, bool is_sure) {
  std::vector<const ScopeTest*> tier;
  for (const ScopeTest& test : answer.tests) {
    if (test.is_sure == is_sure) tier.push_back(&test);
  }
  return tier;
}

void AppendRunners(const std::vector<RunnerArguments>& runners, std::string& out) {
  if (runners.empty()) return;
  out += "\nto run them:\n";
  for (const RunnerArguments& runner : runners) {
    fmt::format_to(std::back_inserter(out), "  {}{} {}\n", VisibleLine(runner.runner),
                   runner.is_command ? "" : ":", VisibleLine(runner.arguments));
  }
}

}  // namespace

std::string TestCountsText(std::uint64_t sure, std::uint64_t possible) {
  return fmt::format("tests: {} surely, {} possibly", Grouped(sure), Grouped(possible));
}

std::string RenderTestScope(const TestScopeAnswer& answer) {
  std::string out = NoteLine(answer.name_note);
  fmt::format_to(std::back_inserter(out), "{}; {}\n{}",
                 TestCountsText(answer.sure, answer.possible),
                 CompletenessLine(answer.completeness), LineOf(FreshnessText(answer.index)));
  AppendTier(TierOf(answer, true), "surely", out);
  AppendTier(TierOf(answer, false), "possibly", out);
  if (answer.omitted != 0) {
    fmt::format_to(std::back_inserter(out), "\n{}; add: --cursor {}\n",
                   MoreText({.omitted = answer.omitted}), answer.cursor);
  }
  AppendRunners(answer.runners, out);
  return out;
}

}  // namespace waymark::services
