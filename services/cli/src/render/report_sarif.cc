#include "render/report_sarif.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/kinds.h"
#include "services/percent_escapes.h"
#include "services/quantities.h"
#include "services/state_text.h"
#include "services/version.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kSarifVersion[] = "2.1.0";
constexpr char kSarifSchema[] =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr char kSourceRoot[] = "SRCROOT";
// Changes with the rule that decides when two results are about the same symbol.
constexpr char kFingerprint[] = "waymarkSymbol/v1";

Json SarifText(std::string text) { return {{"text", std::move(text)}}; }

Json SarifRules() {
  Json rules = Json::array();
  for (const RiskRow& row : AllRiskRows()) {
    rules.push_back(
        {{"id", row.rule},
         {"shortDescription", SarifText(fmt::format("A change of {} risk", wire::Name(row.level)))},
         {"fullDescription", SarifText(std::string(row.meaning))},
         {"defaultConfiguration", {{"level", row.sarif_level}}}});
  }
  return rules;
}

Json SarifLocation(const ReportedSymbol& symbol) {
  Json place = {
      {"artifactLocation", {{"uri", EscapedPath(symbol.path)}, {"uriBaseId", kSourceRoot}}}};
  if (symbol.first_line != 0) {
    place["region"] = {{"startLine", symbol.first_line},
                       {"endLine", std::max(symbol.first_line, symbol.last_line)}};
  }
  return {{"physicalLocation", std::move(place)},
          {"logicalLocations", Json::array({{{"fullyQualifiedName", symbol.name}}})}};
}

Json SarifResult(const ReportedSymbol& symbol) {
  constexpr float kHundred = 100;
  const std::size_t rank = RiskRank(symbol.risk.level);
  const RiskRow& row = AllRiskRows()[rank];
  return {{"ruleId", row.rule},
          {"ruleIndex", rank},
          {"level", row.sarif_level},
          {"message", SarifText(FindingText(symbol))},
          {"locations", Json::array({SarifLocation(symbol)})},
          {"partialFingerprints", {{kFingerprint, symbol.handle}}},
          {"rank", std::lround(kHundred * symbol.risk.score)},
          {"properties",
           {{"risk", wire::Name(row.level)},
            {"status", Name(symbol.change.status)},
            {"behaviour", symbol.change.behaviour},
            {"structure", symbol.change.structure},
            {"metadata", symbol.change.metadata}}}};
}

// The run is a success if the report could be made, whatever it says.
Json SarifInvocation(const ChangeReport& report) {
  Json notes = Json::array();
  const auto note = [&notes](std::string text, std::string_view level) {
    notes.push_back({{"level", level}, {"message", SarifText(std::move(text))}});
  };
  for (const std::string& failure : report.failures) note(failure, "error");
  if (report.changed > report.symbols.size()) {
    note(
        fmt::format("{} not listed", Counted(report.changed - report.symbols.size(),
                                             "more changed symbol is", "more changed symbols are")),
        "note");
  }
  return {{"executionSuccessful", true}, {"toolExecutionNotifications", std::move(notes)}};
}

Json SarifSummary(const ChangeReport& report) {
  const wire::Risk risk = report.affected.risk.value_or(wire::Risk());
  Json runners = Json::array();
  for (const RunnerArguments& runner : report.runners) {
    runners.push_back({{"runner", runner.runner}, {"arguments", runner.arguments}});
  }
  return {{"base", report.base},
          {"risk", wire::Name(AllRiskRows()[RiskRank(risk.level)].level)},
          // Written with its own digits, not those of the nearest double.
          {"riskScore", Json::parse(fmt::format("{:.2f}", risk.score))},
          {"changedSymbols", report.changed},
          {"affectedSymbols", report.affected.symbols},
          {"affectedFiles", report.affected.files},
          {"affectedRepositories", report.repositories},
          {"sureTests", report.sure_tests},
          {"possibleTests", report.possible_tests},
          {"runners", std::move(runners)},
          {"owners", report.affected.owners.value_or(wire::AffectedList()).names},
          {"completeness", CompletenessJson(report.completeness)}};
}

}  // namespace

std::string SarifOf(const ChangeReport& report) {
  Json results = Json::array();
  for (const ReportedSymbol& symbol : report.symbols) results.push_back(SarifResult(symbol));
  Json driver = {{"name", "Waymark"}, {"version", kVersion}, {"rules", SarifRules()}};
  Json run = {{"tool", {{"driver", std::move(driver)}}},
              {"originalUriBaseIds",
               {{kSourceRoot, {{"description", SarifText("The root of the repository.")}}}}},
              {"invocations", Json::array({SarifInvocation(report)})},
              {"results", std::move(results)},
              {"properties", SarifSummary(report)}};
  return Compact({{"$schema", kSarifSchema},
                  {"version", kSarifVersion},
                  {"runs", Json::array({std::move(run)})}}) +
         "\n";
}

}  // namespace waymark::services
