#include "services/test_scope_text.h"

#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "retrieval/file_tests.h"
#include "services/payload_text.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTestScopeTool = "test_scope";
constexpr std::string_view kSureTier = "sure";
constexpr std::string_view kPossibleTier = "possible";

// Why a test without a path of references to the change is listed.
std::string WithoutReferences(const ScopeTest& test) {
  return test.evidence == Name(retrieval::TestEvidence::kReaches) ? "" : " (" + test.evidence + ")";
}

Json ToJsonValue(const ScopeTest& test) {
  return {{"name", test.name},
          {"path", test.place.path},
          {"start_line", test.place.start_line},
          {"end_line", test.place.end_line},
          {"language", test.language},
          {"framework", test.framework},
          {"hop", test.hop},
          {"confidence", test.confidence},
          {"tier", test.is_sure ? kSureTier : kPossibleTier},
          {"evidence", test.evidence},
          {"chain", test.chain}};
}

Json TestsOf(const TestScopeAnswer& answer) {
  Json tests = Json::array();
  for (const ScopeTest& test : answer.tests) tests.push_back(ToJsonValue(test));
  return tests;
}

Json RunnersOf(const TestScopeAnswer& answer) {
  Json runners = Json::array();
  for (const RunnerArguments& runner : answer.runners) {
    runners.push_back({{"runner", runner.runner}, {"arguments", runner.arguments}});
  }
  return runners;
}

}  // namespace

std::string TextOf(const TestScopeAnswer& answer) {
  std::string out;
  auto line = std::back_inserter(out);
  out += NoteLine(answer.name_note);
  const std::uint64_t possible = answer.completeness.possible_uses;
  fmt::format_to(
      line, "tests={} sure={} possible={} omitted={}{} completeness={}{}{}\nindex={}\n",
      answer.sure + answer.possible, answer.sure, answer.possible, answer.omitted,
      answer.cursor.empty() ? "" : " cursor=" + answer.cursor,
      wire::Name(answer.completeness.certainty),
      possible == 0 ? "" : fmt::format(" possible_uses={}", possible),
      answer.completeness.reason.empty() ? "" : ": " + VisibleLine(answer.completeness.reason),
      StateText(answer.index));
  for (const ScopeTest& test : answer.tests) {
    fmt::format_to(line, "{:.2f} {}:{} {}{}\n", test.confidence, VisibleLine(test.place.path),
                   test.place.start_line,
                   VisibleLine(fmt::format("{}", fmt::join(test.chain, " > "))),
                   WithoutReferences(test));
  }
  for (const RunnerArguments& runner : answer.runners) {
    fmt::format_to(line, "{}: {}\n", VisibleLine(runner.runner), VisibleLine(runner.arguments));
  }
  return out;
}

std::string JsonOf(const TestScopeAnswer& answer) {
  Json object = {{"tests", TestsOf(answer)},
                 {"sure", answer.sure},
                 {"possible", answer.possible},
                 {"omitted", answer.omitted}};
  if (!answer.cursor.empty()) object["cursor"] = answer.cursor;
  object["runners"] = RunnersOf(answer);
  if (!answer.name_note.empty()) object["name_note"] = answer.name_note;
  object["completeness"] = CompletenessJson(answer.completeness);
  object["index"] = StateJson(answer.index);
  return Compact(object) + "\n";
}

absl::StatusOr<std::string> GcxOf(const TestScopeAnswer& answer) {
  std::vector<wire::GcxSection> sections;
  for (const auto& [part, rows] :
       {std::pair("tests", TestsOf(answer)), std::pair("runners", RunnersOf(answer))}) {
    WM_ASSIGN_OR_RETURN(
        std::vector<wire::GcxSection> made,
        wire::GcxFromJson(fmt::format("{}.{}", kTestScopeTool, part), Compact(rows)));
    sections.push_back(std::move(made.front()));
  }
  sections.front().meta["sure"] = fmt::format("{}", answer.sure);
  sections.front().meta["possible"] = fmt::format("{}", answer.possible);
  if (answer.omitted != 0) {
    sections.front().meta["omitted"] = fmt::format("{}", answer.omitted);
    sections.front().meta["cursor"] = answer.cursor;
  }
  if (!answer.name_note.empty()) sections.front().meta["name_note"] = answer.name_note;
  AddTruncation(answer.omitted != 0, sections.front());
  AddState(answer.completeness, answer.index, sections.front());
  return wire::EncodeGcxAnswer(std::move(sections));
}

}  // namespace waymark::services
