#include "impact/risk.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "graph/history.h"
#include "text/fixed_point.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kFactorNames[kRiskFactorCount] = {"reach", "fan_in", "tests", "surface",
                                                             "history"};
constexpr double kWeights[kRiskFactorCount] = {kReachRisk, kFanInRisk, kTestsRisk, kSurfaceRisk,
                                               kHistoryRisk};

// Logarithmic, because one more matters less the more there are.
double LogarithmicShare(std::uint64_t count, double full) {
  return RoundedToHundredths(
      std::min(1.0, std::log1p(static_cast<double>(count)) / std::log1p(full)));
}

std::string Counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

RiskReason ReachReason(const BlastOptions& options, const RiskFacts& facts) {
  RiskReason reason{
      .factor = RiskFactor::kReach, .share = LogarithmicShare(facts.reach, kFullReach), .text = {}};
  reason.text = fmt::format(
      "within {}, {} on it; including tests, {} in {}", Counted(options.depth, "hop", "hops"),
      Counted(facts.reach, "non-test symbol depends", "non-test symbols depend"),
      Counted(facts.files, "file", "files"), Counted(facts.packages, "package", "packages"));
  return reason;
}

RiskReason FanInReason(const RiskFacts& facts) {
  return {.factor = RiskFactor::kFanIn,
          .share = LogarithmicShare(facts.fan_in, kFullFanIn),
          .text = fmt::format("{} directly", Counted(facts.fan_in, "non-test symbol uses it",
                                                     "non-test symbols use it"))};
}

RiskReason TestsReason(const BlastOptions& options, const RiskFacts& facts) {
  RiskReason reason{.factor = RiskFactor::kTests, .share = std::nullopt, .text = {}};
  if (!options.edge_types.empty()) {
    reason.text = "not known: only chosen types of edges were followed";
  } else if (facts.changed_code == 0) {
    reason.share = 0;
    reason.text = "only tests change";
  } else if (facts.tests == 0) {
    reason.share = 1;
    reason.text = fmt::format("no test is among the dependents within {}",
                              Counted(options.depth, "hop", "hops"));
  } else {
    const bool is_near = facts.nearest_test <= kNearTestHops;
    reason.share = is_near ? 0 : kFarTestShare;
    reason.text = fmt::format(
        "{}, {} surely, the nearest in {}",
        Counted(facts.tests, "test is among the dependents", "tests are among the dependents"),
        facts.sure_tests == 0 ? "none" : fmt::format("{}", facts.sure_tests),
        Counted(facts.nearest_test, "hop", "hops"));
  }
  return reason;
}

RiskReason SurfaceReason(const RiskFacts& facts) {
  RiskReason reason{.factor = RiskFactor::kSurface, .share = std::nullopt, .text = {}};
  reason.share =
      facts.runs_from_outside
          ? 1
          : LogarithmicShare(facts.exported + facts.entries + facts.overrides, kFullSurface);
  reason.text =
      fmt::format("{}, {}, {}{}", Counted(facts.exported, "exported symbol", "exported symbols"),
                  Counted(facts.entries, "entry point or route", "entry points or routes"),
                  Counted(facts.overrides, "override", "overrides"),
                  facts.runs_from_outside ? ", and code outside the repository may call it" : "");
  return reason;
}

// Names of the roots by the path of their file, each list in byte order. A file as a root stands
// for all its symbols.
struct RootNames {
  bool is_whole = false;
  std::vector<std::string_view> names;
};

std::map<std::string_view, RootNames> NamesOf(const graph::ReadView& view,
                                              std::span<const BlastVisit> roots) {
  std::map<std::string_view, RootNames> by_path;
  for (const BlastVisit& root : roots) {
    RootNames& names = by_path[view.File(view.FileOf(root.symbol)).path];
    if (view.Kind(root.symbol) == SymbolKind::kFile) {
      names.is_whole = true;
    } else {
      names.names.push_back(view.Symbol(root.symbol).name);
    }
  }
  for (auto& [path, names] : by_path) std::sort(names.names.begin(), names.names.end());
  return by_path;
}

// Number of commits that changed lines of a definition of a root's name in its file.
std::uint64_t CountChanges(const graph::ReadView& view, const graph::History& history,
                           std::span<const BlastVisit> roots) {
  const std::map<std::string_view, RootNames> by_path = NamesOf(view, roots);
  std::vector<const RootNames*> of_path(history.path_bound(), nullptr);
  for (std::uint32_t path = 0; path < history.path_bound(); ++path) {
    const auto known = by_path.find(history.Path(path));
    if (known != by_path.end()) of_path[path] = &known->second;
  }
  const auto touches = [&](const graph::History::Touch& touch) {
    const RootNames* root = of_path[touch.path];
    if (root == nullptr) return false;
    return root->is_whole ||
           std::any_of(touch.names.begin(), touch.names.end(), [&](std::uint32_t name) {
             return std::binary_search(root->names.begin(), root->names.end(), history.Name(name));
           });
  };
  std::uint64_t changes = 0;
  for (std::uint32_t commit = 0; commit < history.commit_count(); ++commit) {
    const std::uint32_t count = history.touch_count(commit);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!touches(history.TouchOf(commit, i))) continue;
      ++changes;
      break;
    }
  }
  return changes;
}

RiskReason HistoryReason(const graph::ReadView& view, const BlastOptions& options,
                         std::span<const BlastVisit> roots) {
  RiskReason reason{.factor = RiskFactor::kHistory, .share = std::nullopt, .text = {}};
  if (options.history == nullptr || options.history->commit_count() == 0) {
    reason.text = "not known: no history of this state was read";
    return reason;
  }
  const std::uint64_t changes = CountChanges(view, *options.history, roots);
  reason.share = LogarithmicShare(changes, kFullChanges);
  reason.text = fmt::format("changed by {} of the last {}", changes,
                            Counted(options.history->commit_count(), "commit", "commits"));
  return reason;
}

// Computes the score and the level from the reasons.
void Weigh(Risk& risk) {
  double sum = 0;
  double known = 0;
  for (const RiskReason& reason : risk.reasons) {
    if (!reason.share) continue;
    const double weight = kWeights[static_cast<std::size_t>(reason.factor)];
    sum += weight * *reason.share;
    known += weight;
  }
  risk.score = RoundedToHundredths(sum / known);
  risk.level = risk.score >= kHighRisk     ? RiskLevel::kHigh
               : risk.score >= kMediumRisk ? RiskLevel::kMedium
                                           : RiskLevel::kLow;
}

}  // namespace

std::string_view Name(RiskFactor factor) { return kFactorNames[static_cast<std::size_t>(factor)]; }

Risk RiskOf(const graph::ReadView& view, const BlastOptions& options,
            std::span<const BlastVisit> roots, const RiskFacts& facts) {
  Risk risk;
  risk.reasons = {ReachReason(options, facts), FanInReason(facts), TestsReason(options, facts),
                  SurfaceReason(facts), HistoryReason(view, options, roots)};
  Weigh(risk);
  return risk;
}

Risk WorstRisk(const Risk& known, const Risk& possible, bool has_others) {
  Risk worst = known;
  for (RiskReason& reason : worst.reasons) {
    const RiskReason& other = possible.reasons[static_cast<std::size_t>(reason.factor)];
    if (other.share <= reason.share) continue;
    reason.share = other.share;
    reason.text += fmt::format("; with the possible uses: {}", other.text);
  }
  Weigh(worst);
  if (has_others && worst.level != RiskLevel::kHigh) worst.level = RiskLevel::kUnknown;
  return worst;
}

}  // namespace waymark::retrieval
