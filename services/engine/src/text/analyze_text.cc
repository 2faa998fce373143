#include "services/analyze_text.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "retrieval/dead_code.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

struct NameRow {
  Analysis analysis;
  std::string_view name;
  std::string_view title;  // of the text
};

constexpr NameRow kNames[] = {
    {Analysis::kDeadCode, "dead_code", "without evidence of use"},
    {Analysis::kHotspots, "hotspots", "symbols by what a change of them costs"},
    {Analysis::kCycles, "cycles", "import cycles"},
    {Analysis::kContracts, "contracts", "external contracts"},
};

const NameRow& RowOf(Analysis analysis) { return kNames[static_cast<std::size_t>(analysis)]; }

Json AnalyzedRow(const AnalyzeAnswer& answer, const AnalyzedSymbol& symbol) {
  if (answer.analysis == Analysis::kDeadCode) {
    return {{"id", symbol.id},     {"kind", symbol.kind}, {"name", symbol.name},
            {"path", symbol.path}, {"line", symbol.line}, {"reason", symbol.reason}};
  }
  return {{"id", symbol.id},
          {"name", symbol.name},
          {"path", symbol.path},
          {"line", symbol.line},
          {"fan_in", symbol.fan_in},
          {"fan_out", symbol.fan_out},
          {"cross_cut", symbol.cross_cut},
          // Written with its own digits, not those of the nearest double.
          {"score", Json::parse(fmt::format("{:.2f}", symbol.score))}};
}

Json PartyRows(const std::vector<ContractParty>& parties) {
  Json rows = Json::array();
  for (const ContractParty& party : parties) {
    rows.push_back({{"name", party.name}, {"path", party.path}, {"line", party.line}});
  }
  return rows;
}

std::string JoinedNames(const std::vector<ContractParty>& parties) {
  std::string names;
  for (const ContractParty& party : parties) {
    if (!names.empty()) names += ',';
    names += party.name;
  }
  return names;
}

Json ContractRow(const AnalyzedContract& contract, bool joins_names) {
  Json row = {{"id", contract.id},
              {"type", contract.type},
              {"method", contract.method},
              {"path", contract.path},
              {"service", contract.service}};
  row["providers"] =
      joins_names ? Json(JoinedNames(contract.providers)) : PartyRows(contract.providers);
  row["consumers"] =
      joins_names ? Json(JoinedNames(contract.consumers)) : PartyRows(contract.consumers);
  if (!joins_names) row["orphan"] = contract.is_orphan;
  return row;
}

Json OrphanRows(const AnalyzeAnswer& answer) {
  Json rows = Json::array();
  for (const AnalyzedContract& contract : answer.contracts) {
    if (!contract.is_orphan) continue;
    const bool provides = !contract.providers.empty();
    rows.push_back({{"contract_id", contract.id},
                    {"side", provides ? "provider" : "consumer"},
                    {"repo", answer.index.repository},
                    {"symbol", JoinedNames(provides ? contract.providers : contract.consumers)}});
  }
  return rows;
}

Json RowsJson(const AnalyzeAnswer& answer, bool joins_nodes) {
  Json rows = Json::array();
  for (const AnalyzedSymbol& symbol : answer.symbols) rows.push_back(AnalyzedRow(answer, symbol));
  for (const AnalyzedCycle& cycle : answer.cycles) {
    rows.push_back({{"size", cycle.nodes.size()},
                    {"severity", cycle.severity},
                    {"nodes", joins_nodes ? Json(fmt::format("{}", fmt::join(cycle.nodes, ",")))
                                          : Json(cycle.nodes)}});
  }
  for (const AnalyzedContract& contract : answer.contracts) {
    rows.push_back(ContractRow(contract, joins_nodes));
  }
  return rows;
}

std::size_t RowCount(const AnalyzeAnswer& answer) {
  return answer.symbols.size() + answer.cycles.size() + answer.contracts.size();
}

void AppendParties(std::string& out, std::string_view side,
                   const std::vector<ContractParty>& parties) {
  for (const ContractParty& party : parties) {
    fmt::format_to(std::back_inserter(out), "    {} {}  {}:{}\n", side, VisibleLine(party.name),
                   VisibleLine(party.path), party.line);
  }
}

void AppendContracts(std::string& out, const AnalyzeAnswer& answer) {
  for (const AnalyzedContract& contract : answer.contracts) {
    const std::string_view missing = contract.providers.empty() ? "provider" : "consumer";
    fmt::format_to(
        std::back_inserter(out), "  {}{}\n", VisibleLine(contract.id),
        contract.is_orphan ? fmt::format("  no {} seen in this repository", missing) : "");
    AppendParties(out, "from", contract.providers);
    AppendParties(out, "used by", contract.consumers);
  }
}

}  // namespace

std::string_view Name(Analysis analysis) { return RowOf(analysis).name; }

std::string TextOf(const AnalyzeAnswer& answer, CallStyle call_style) {
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{}\n{}{}: {}", StateText(answer.index), RowOf(answer.analysis).title,
                 answer.only_orphans ? ", one side missing" : "", answer.total);
  if (answer.considered != 0) {
    fmt::format_to(line, " of {} functions, methods and types", answer.considered);
  }
  if (RowCount(answer) < answer.total) fmt::format_to(line, ", {} shown", RowCount(answer));
  if (!answer.cursor.empty()) {
    fmt::format_to(line, "; the next: {} {}",
                   call_style == CallStyle::kShell ? "--cursor" : "cursor", answer.cursor);
  }
  out += '\n';
  std::string_view reason;
  for (const AnalyzedSymbol& symbol : answer.symbols) {
    if (symbol.reason != reason) fmt::format_to(line, "{}\n", reason = symbol.reason);
    if (answer.analysis == Analysis::kHotspots) {
      fmt::format_to(line, "  {:.2f} {} {}  fan-in {}, fan-out {}, cross-cut {}  {}:{}\n",
                     symbol.score, symbol.kind, VisibleLine(symbol.name), symbol.fan_in,
                     symbol.fan_out, symbol.cross_cut, VisibleLine(symbol.path), symbol.line);
    } else {
      fmt::format_to(line, "  {} {}  {}:{}\n", symbol.kind, VisibleLine(symbol.name),
                     VisibleLine(symbol.path), symbol.line);
    }
  }
  for (const AnalyzedCycle& cycle : answer.cycles) {
    fmt::format_to(line, "{} files ({})\n", cycle.nodes.size(), cycle.severity);
    for (const std::string& node : cycle.nodes) {
      fmt::format_to(line, "  {}\n", VisibleLine(node));
    }
  }
  AppendContracts(out, answer);
  if (answer.analysis == Analysis::kDeadCode) {
    out += "used without a reference, as far as can be told\n";
    for (const std::string_view rule : retrieval::LivenessRules()) {
      fmt::format_to(line, "  {}\n", rule);
    }
  }
  return out + CompletenessText(answer.completeness);
}

std::string JsonOf(const AnalyzeAnswer& answer) {
  Json object = {{"analysis", Name(answer.analysis)}, {"total", answer.total}};
  if (answer.analysis == Analysis::kDeadCode) {
    object["considered"] = answer.considered;
    object["rules"] = retrieval::LivenessRules();
  }
  object["rows"] = RowsJson(answer, false);
  if (!answer.cursor.empty()) object["cursor"] = answer.cursor;
  object["completeness"] = CompletenessJson(answer.completeness);
  object["index"] = StateJson(answer.index);
  return Compact(object) + "\n";
}

absl::StatusOr<std::string> GcxOf(const AnalyzeAnswer& answer) {
  const bool is_contracts = answer.analysis == Analysis::kContracts;
  const std::string tool = !is_contracts         ? fmt::format("analyze.{}", Name(answer.analysis))
                           : answer.only_orphans ? "contracts.orphans"
                                                 : "contracts.list";
  const Json rows = answer.only_orphans ? OrphanRows(answer) : RowsJson(answer, true);
  WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections,
                      wire::GcxFromJson(tool, Compact(rows)));
  for (wire::GcxSection& section : sections) {
    section.meta["total"] = std::to_string(answer.total);
    if (!answer.cursor.empty()) section.meta["cursor"] = answer.cursor;
    AddTruncation(!answer.cursor.empty(), section);
    AddState(answer.completeness, answer.index, section);
  }
  return wire::EncodeGcxAnswer(std::move(sections));
}

}  // namespace waymark::services
