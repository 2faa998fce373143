#include "services/test_scope_text.h"

#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kCommitDigits = 12;

std::string StateText(const wire::IndexInfo& index) {
  std::string text = fmt::format("{}, generation {}", index.repository, index.generation);
  if (!index.commit.empty()) text += ", commit " + index.commit.substr(0, kCommitDigits);
  if (index.files_differing.value_or(0) != 0) {
    text += fmt::format("; {} files on disk differ from the index", *index.files_differing);
  }
  return text;
}

Json ToJsonValue(const ScopeTest& test) {
  return {{"name", test.name},
          {"path", test.place.path},
          {"start_line", test.place.start_line},
          {"end_line", test.place.end_line},
          {"language", test.language},
          {"hop", test.hop},
          {"confidence", test.confidence},
          {"way", test.way}};
}

}  // namespace

std::string TextOf(const TestScopeAnswer& answer) {
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "tests={} omitted={} completeness={}{}\nindex={}\n", answer.tests.size(),
                 answer.omitted, wire::Name(answer.completeness.certainty),
                 answer.completeness.reason.empty() ? "" : ": " + answer.completeness.reason,
                 StateText(answer.index));
  for (const ScopeTest& test : answer.tests) {
    fmt::format_to(line, "{:.2f} {}:{} {}\n", test.confidence, test.place.path,
                   test.place.start_line, fmt::join(test.way, " > "));
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
  const Json object = {{"tests", std::move(tests)},
                       {"omitted", answer.omitted},
                       {"runners", std::move(runners)},
                       {"completeness",
                        {{"certainty", wire::Name(answer.completeness.certainty)},
                         {"count", answer.completeness.count},
                         {"reason", answer.completeness.reason}}},
                       {"index",
                        {{"repository", answer.index.repository},
                         {"generation", answer.index.generation},
                         {"commit", answer.index.commit},
                         {"files_differing", answer.index.files_differing.has_value()
                                                 ? Json(*answer.index.files_differing)
                                                 : Json(nullptr)}}}};
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace waymark::services
