// What a change may break, for those who review it in continuous integration. The writers are
// report_sarif.h and report_github.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "services/verbs.h"

namespace waymark::services {

// A symbol that the change adds, removes, changes or moves.
struct ReportedSymbol {
  std::string name;    // qualified
  std::string handle;  // the same in each report about the symbol
  std::string kind;
  std::string path;  // of a removed symbol, as it was; so are the lines
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  wire::SymbolChange change;
  wire::Risk risk;  // of this symbol alone
};

struct ChangeReport {
  std::string base;                      // the revision that the change is compared with
  std::vector<ReportedSymbol> symbols;   // as SortByRisk() leaves them
  std::uint64_t changed = 0;             // symbols to report, with those that are not in the list
  wire::Affected affected;               // by the whole change
  std::uint64_t repositories = 1;        // that the change reaches, its own included
  std::uint64_t sure_tests = 0;          // that reach the change
  std::uint64_t possible_tests = 0;      // that may reach it
  std::vector<RunnerArguments> runners;  // of the first `tests_named` tests
  std::uint64_t tests_named = 0;
  wire::Completeness completeness;    // of what is affected
  std::vector<std::string> failures;  // conditions of --fail-on that apply, in words
};

// Each symbol of a report costs a question about its risk.
inline constexpr std::size_t kMaxReportedSymbols = 200;

// Whether the symbol of a difference differs itself, and is not only the end of an edge that does.
bool IsChanged(const wire::Symbol& symbol);

// The changed symbols of a difference that a report lists, in its order: without files and packages
// in which other symbols differ, and without members of what is added or removed as a whole.
// Cost: quadratic in the symbols of a file.
std::vector<const wire::Symbol*> SymbolsToReport(const wire::Payload& difference);

// How a level of risk is reported.
struct RiskRow {
  wire::RiskLevel level;
  std::string_view rule;     // identifier of the rule of SARIF
  std::string_view meaning;  // a sentence
  std::string_view sarif_level;
  std::string_view command;  // of a GitHub workflow
};

// The riskiest level first; unknown comes after high.
std::span<const RiskRow> AllRiskRows();
// Index into AllRiskRows(). A level that is not stated is unknown.
std::size_t RiskRank(wire::RiskLevel level);

// By rank, then by score, path, line and name.
void SortByRisk(std::vector<ReportedSymbol>& symbols);

// "high (0.72)", "unknown (at least 0.40)".
std::string RiskText(const wire::Risk& risk);
// "added", "changed in behaviour (body, calls) and metadata (signature)", "moved and changed in
// behaviour (body)".
std::string ChangeText(const wire::SymbolChange& change);
// What a reviewer reads about a symbol, in sentences; any text, on one line once it is shown.
std::string FindingText(const ReportedSymbol& symbol);

}  // namespace waymark::services
