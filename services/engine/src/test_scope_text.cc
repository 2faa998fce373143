#include "services/test_scope_text.h"

#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "retrieval/file_tests.h"
#include "services/state_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

// Why a test is named that nothing leads from to what changes.
std::string WithoutReferences(const ScopeTest& test) {
  return test.evidence == Name(retrieval::TestEvidence::kReaches) ? "" : " (" + test.evidence + ")";
}

Json ToJsonValue(const ScopeTest& test) {
  return {{"name", test.name},
          {"path", test.place.path},
          {"start_line", test.place.start_line},
          {"end_line", test.place.end_line},
          {"language", test.language},
          {"hop", test.hop},
          {"confidence", test.confidence},
          {"evidence", test.evidence},
          {"way", test.way}};
}

}  // namespace

std::string TextOf(const TestScopeAnswer& answer) {
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "tests={} omitted={}{} completeness={}{}\nindex={}\n", answer.tests.size(),
                 answer.omitted, answer.cursor.empty() ? "" : " cursor=" + answer.cursor,
                 wire::Name(answer.completeness.certainty),
                 answer.completeness.reason.empty() ? "" : ": " + answer.completeness.reason,
                 StateText(answer.index));
  for (const ScopeTest& test : answer.tests) {
    fmt::format_to(line, "{:.2f} {}:{} {}{}\n", test.confidence, VisibleLine(test.place.path),
                   test.place.start_line,
                   VisibleLine(fmt::format("{}", fmt::join(test.way, " > "))),
                   WithoutReferences(test));
  }
  for (const RunnerArguments& runner : answer.runners) {
    fmt::format_to(line, "{}: {}\n", runner.runner, runner.arguments);
  }
  return out;
}

std::string JsonOf(const TestScopeAnswer& answer) {
  Json tests = Json::array();
  for (const ScopeTest& test : answer.tests) tests.push_back(ToJsonValue(test));
  Json runners = Json::array();
  for (const RunnerArguments& runner : answer.runners) {
    runners.push_back({{"runner", runner.runner}, {"arguments", runner.arguments}});
  }
  Json object = {{"tests", std::move(tests)}, {"omitted", answer.omitted}};
  if (!answer.cursor.empty()) object["cursor"] = answer.cursor;
  object["runners"] = std::move(runners);
  object["completeness"] = CompletenessJson(answer.completeness);
  object["index"] = StateJson(answer.index);
  return Compact(object) + "\n";
}

}  // namespace waymark::services
