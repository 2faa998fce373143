#include "render/change_report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/kinds.h"

namespace waymark::services {
namespace {

constexpr RiskRow kRiskRows[] = {
    {wire::RiskLevel::kHigh, "high-risk-change",
     "Much code depends on the symbol, or code that others may use.", "warning", "warning"},
    {wire::RiskLevel::kUnknown, "unknown-risk-change",
     "Code that the index cannot see may use the symbol.", "warning", "warning"},
    {wire::RiskLevel::kMedium, "medium-risk-change",
     "Some code depends on the symbol, or no test reaches it.", "warning", "warning"},
    {wire::RiskLevel::kLow, "low-risk-change", "Little code depends on the symbol.", "note",
     "notice"},
};

struct ChangeKind {
  std::string_view name;
  const std::vector<std::string> wire::SymbolChange::*entries;
};

constexpr ChangeKind kChangeKinds[] = {
    {"behaviour", &wire::SymbolChange::behaviour},
    {"structure", &wire::SymbolChange::structure},
    {"metadata", &wire::SymbolChange::metadata},
};

// Files and packages hold what differs in them.
bool IsFrame(const wire::Symbol& symbol) {
  return symbol.kind == wire::Term<SymbolKind>(SymbolKind::kFile) ||
         symbol.kind == wire::Term<SymbolKind>(SymbolKind::kPackage);
}

// Whether the symbol, of the same file, is a member of one that is added or removed like it.
bool IsPartOf(const wire::Symbol& symbol, const wire::Symbol& whole) {
  const SymbolStatus status = symbol.change->status;
  return (status == SymbolStatus::kAdded || status == SymbolStatus::kRemoved) &&
         whole.change->status == status && whole.start_line <= symbol.start_line &&
         symbol.end_line <= whole.end_line &&
         symbol.qualified_name.size() > whole.qualified_name.size() &&
         symbol.qualified_name.starts_with(whole.qualified_name);
}

// The texts of the reasons that add to the risk.
std::string RiskReasonsText(const wire::Risk& risk) {
  std::vector<std::string_view> texts;
  for (const wire::RiskReason& reason : risk.reasons) {
    if (reason.share.value_or(1) > 0) texts.emplace_back(reason.text);
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

bool IsChanged(const wire::Symbol& symbol) {
  return symbol.distance == 0 && symbol.change.has_value();
}

std::vector<const wire::Symbol*> SymbolsToReport(const wire::Payload& difference) {
  std::map<std::string_view, std::vector<const wire::Symbol*>> by_file;  // without frames
  for (const wire::Symbol& symbol : difference.symbols) {
    if (IsChanged(symbol) && !IsFrame(symbol)) by_file[symbol.path].push_back(&symbol);
  }
  std::set<std::string_view> framed;  // files with a listed frame, which stands for the others
  std::vector<const wire::Symbol*> listed;
  for (const wire::Symbol& symbol : difference.symbols) {
    if (!IsChanged(symbol)) continue;
    const auto others = by_file.find(symbol.path);
    if (IsFrame(symbol)) {
      if (others == by_file.end() && framed.insert(symbol.path).second) listed.push_back(&symbol);
      continue;
    }
    const bool is_part =
        std::any_of(others->second.begin(), others->second.end(),
                    [&symbol](const wire::Symbol* whole) { return IsPartOf(symbol, *whole); });
    if (!is_part) listed.push_back(&symbol);
  }
  return listed;
}

std::span<const RiskRow> AllRiskRows() { return kRiskRows; }

std::size_t RiskRank(wire::RiskLevel level) {
  if (level == wire::RiskLevel::kUnstated) level = wire::RiskLevel::kUnknown;
  const auto* const row =
      std::find_if(std::begin(kRiskRows), std::end(kRiskRows),
                   [level](const RiskRow& known) { return known.level == level; });
  return static_cast<std::size_t>(row - std::begin(kRiskRows));
}

void SortByRisk(std::vector<ReportedSymbol>& symbols) {
  std::sort(symbols.begin(), symbols.end(), [](const ReportedSymbol& a, const ReportedSymbol& b) {
    return std::tuple(RiskRank(a.risk.level), -a.risk.score, std::string_view(a.path), a.first_line,
                      std::string_view(a.name)) < std::tuple(RiskRank(b.risk.level), -b.risk.score,
                                                             std::string_view(b.path), b.first_line,
                                                             std::string_view(b.name));
  });
}

std::string RiskText(const wire::Risk& risk) {
  const RiskRow& row = kRiskRows[RiskRank(risk.level)];
  return fmt::format("{} ({}{:.2f})", wire::Name(row.level),
                     row.level == wire::RiskLevel::kUnknown ? "at least " : "", risk.score);
}

std::string ChangeText(const wire::SymbolChange& change) {
  const bool is_moved = change.status == SymbolStatus::kMoved;
  std::vector<std::string> parts;
  for (const ChangeKind& kind : kChangeKinds) {
    // The metadata of a moved symbol are its new place.
    if (is_moved && kind.entries == &wire::SymbolChange::metadata) continue;
    const std::vector<std::string>& entries = change.*kind.entries;
    if (entries.empty()) continue;
    parts.push_back(fmt::format("{} ({})", kind.name, fmt::join(entries, ", ")));
  }
  const std::string_view status = Name(change.status);
  if (parts.empty()) return std::string(status);
  return fmt::format("{}{} in {}", status, is_moved ? " and changed" : "",
                     fmt::join(parts, " and "));
}

std::string FindingText(const ReportedSymbol& symbol) {
  const std::string reasons = RiskReasonsText(symbol.risk);
  return fmt::format("{} {} was {}. Risk {}{}{}.", symbol.kind, symbol.name,
                     ChangeText(symbol.change), RiskText(symbol.risk), reasons.empty() ? "" : ": ",
                     reasons);
}

}  // namespace waymark::services
