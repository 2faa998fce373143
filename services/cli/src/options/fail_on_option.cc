#include "options/fail_on_option.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "render/change_report.h"

namespace waymark::services {
namespace {

bool IsUnknown(const wire::Risk& risk) {
  return risk.level == wire::RiskLevel::kUnknown || risk.level == wire::RiskLevel::kUnstated;
}

bool IsHigh(const ChangeFindings& findings) {
  return findings.risk.level == wire::RiskLevel::kHigh || IsUnknown(findings.risk);
}

bool IsMediumAtLeast(const ChangeFindings& findings) {
  return findings.risk.level == wire::RiskLevel::kMedium || IsHigh(findings);
}

bool HasNoTests(const ChangeFindings& findings) { return findings.tests == 0; }

std::string RiskFinding(const ChangeFindings& findings) {
  return fmt::format("the risk is {}{}", RiskText(findings.risk),
                     IsUnknown(findings.risk) ? ", which counts as high" : "");
}

std::string NoTestFinding(const ChangeFindings&) {
  return "no test in the index reaches what changes";
}

struct FailOnCondition {
  std::string_view name;
  bool needs_tests;
  bool (*applies)(const ChangeFindings& findings);
  std::string (*finding)(const ChangeFindings& findings);
};

constexpr FailOnCondition kFailOnConditions[] = {
    {"risk=high", false, IsHigh, RiskFinding},
    {"risk=medium", false, IsMediumAtLeast, RiskFinding},
    {"tests=none", true, HasNoTests, NoTestFinding},
};

}  // namespace

void FailOnOption::AddTo(CLI::App& app) {
  std::vector<std::string> names;
  for (const FailOnCondition& condition : kFailOnConditions) names.emplace_back(condition.name);
  app.add_option("--fail-on", conditions,
                 "End with exit code 4 if one of these conditions applies: risk=high, risk=medium "
                 "(or higher), tests=none (no test reaches it); an unknown risk counts as high; "
                 "with commas, or repeated")
      ->type_name("CONDITIONS")
      ->check(OneOf(std::move(names)))
      ->delimiter(',')
      ->allow_extra_args(false);
}

bool FailOnOption::needs_tests() const {
  return std::any_of(
      std::begin(kFailOnConditions), std::end(kFailOnConditions), [&](const FailOnCondition& row) {
        return row.needs_tests &&
               std::find(conditions.begin(), conditions.end(), row.name) != conditions.end();
      });
}

std::vector<std::string> FailOnOption::Applying(const ChangeFindings& findings) const {
  std::vector<std::string> applying;
  if (!findings.has_change) return applying;
  for (const FailOnCondition& row : kFailOnConditions) {
    const bool is_named =
        std::find(conditions.begin(), conditions.end(), row.name) != conditions.end();
    if (!is_named || !row.applies(findings)) continue;
    applying.push_back(fmt::format("--fail-on {}: {}", row.name, row.finding(findings)));
  }
  return applying;
}

}  // namespace waymark::services
