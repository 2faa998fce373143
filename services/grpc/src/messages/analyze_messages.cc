#include <algorithm>

#include "graph/status.h"
#include "messages/messages.h"
#include "messages/payload_message.h"

namespace waymark::services {
namespace {

using Parties = google::protobuf::RepeatedPtrField<v1::AnalyzeReply::Party>;

void AddParties(const std::vector<ContractParty>& parties, Parties& message) {
  for (const ContractParty& party : parties) {
    v1::AnalyzeReply::Party& added = *message.Add();
    added.set_name(party.name);
    added.set_path(party.path);
    added.set_line(party.line);
  }
}

std::vector<ContractParty> PartiesOf(const Parties& message) {
  std::vector<ContractParty> parties;
  for (const v1::AnalyzeReply::Party& party : message) {
    parties.push_back({.name = party.name(), .path = party.path(), .line = party.line()});
  }
  return parties;
}

void AddContract(const AnalyzedContract& contract, v1::AnalyzeReply& message) {
  v1::AnalyzeReply::Contract& added = *message.add_contracts();
  added.set_id(contract.id);
  added.set_type(contract.type);
  added.set_method(contract.method);
  added.set_path(contract.path);
  added.set_service(contract.service);
  AddParties(contract.providers, *added.mutable_providers());
  AddParties(contract.consumers, *added.mutable_consumers());
  added.set_orphan(contract.is_orphan);
}

// The numbers in the message are higher by one: 0 means unspecified.
constexpr int kNumberOffset = 1;

absl::StatusOr<Analysis> AnalysisOf(v1::Analysis number) {
  if (number < v1::ANALYSIS_DEAD_CODE || number > v1::ANALYSIS_CONTRACTS) {
    return absl::DataLossError("the daemon's reply: the analysis is unknown");
  }
  return static_cast<Analysis>(static_cast<int>(number) - kNumberOffset);
}

}  // namespace

absl::StatusOr<v1::AnalyzeReply> ToMessage(const AnalyzeAnswer& answer) {
  v1::AnalyzeReply message;
  message.set_analysis(
      static_cast<v1::Analysis>(static_cast<int>(answer.analysis) + kNumberOffset));
  for (const AnalyzedSymbol& symbol : answer.symbols) {
    v1::AnalyzeReply::Symbol& added = *message.add_symbols();
    added.set_id(symbol.id);
    added.set_kind(symbol.kind);
    added.set_name(symbol.name);
    added.set_path(symbol.path);
    added.set_line(symbol.line);
    added.set_reason(symbol.reason);
    added.set_fan_in(symbol.fan_in);
    added.set_fan_out(symbol.fan_out);
    added.set_cross_cut(symbol.cross_cut);
    added.set_score(symbol.score);
  }
  for (const AnalyzedCycle& cycle : answer.cycles) {
    v1::AnalyzeReply::Cycle& added = *message.add_cycles();
    added.set_severity(cycle.severity);
    for (const std::string& node : cycle.nodes) added.add_nodes(node);
    for (const retrieval::CycleEdge& edge : cycle.edges) {
      v1::AnalyzeReply::CycleEdge& row = *added.add_edges();
      row.set_from(edge.from);
      row.set_to(edge.to);
    }
  }
  for (const AnalyzedContract& contract : answer.contracts) AddContract(contract, message);
  message.set_only_orphans(answer.only_orphans);
  message.set_total(answer.total);
  message.set_cursor(answer.cursor);
  message.set_considered(answer.considered);
  *message.mutable_completeness() = ToMessage(answer.completeness);
  *message.mutable_index() = ToMessage(answer.index);
  return message;
}

absl::StatusOr<AnalyzeAnswer> FromMessage(const v1::AnalyzeReply& message) {
  AnalyzeAnswer answer{.only_orphans = message.only_orphans(),
                       .total = message.total(),
                       .cursor = message.cursor(),
                       .considered = message.considered()};
  WM_ASSIGN_OR_RETURN(answer.analysis, AnalysisOf(message.analysis()));
  for (const v1::AnalyzeReply::Symbol& symbol : message.symbols()) {
    answer.symbols.push_back({.id = symbol.id(),
                              .kind = symbol.kind(),
                              .name = symbol.name(),
                              .path = symbol.path(),
                              .line = symbol.line(),
                              .reason = symbol.reason(),
                              .fan_in = symbol.fan_in(),
                              .fan_out = symbol.fan_out(),
                              .cross_cut = symbol.cross_cut(),
                              .score = symbol.score()});
  }
  for (const v1::AnalyzeReply::Cycle& cycle : message.cycles()) {
    AnalyzedCycle& added = answer.cycles.emplace_back();
    added.severity = cycle.severity();
    added.nodes.assign(cycle.nodes().begin(), cycle.nodes().end());
    for (const v1::AnalyzeReply::CycleEdge& edge : cycle.edges()) {
      if (std::max(edge.from(), edge.to()) >= added.nodes.size()) {
        return absl::DataLossError("the daemon's reply: an edge of a cycle leads to no node");
      }
      added.edges.push_back({edge.from(), edge.to()});
    }
  }
  for (const v1::AnalyzeReply::Contract& contract : message.contracts()) {
    answer.contracts.push_back({.id = contract.id(),
                                .type = contract.type(),
                                .method = contract.method(),
                                .path = contract.path(),
                                .service = contract.service(),
                                .providers = PartiesOf(contract.providers()),
                                .consumers = PartiesOf(contract.consumers()),
                                .is_orphan = contract.orphan()});
  }
  answer.completeness = FromMessage(message.completeness());
  WM_ASSIGN_OR_RETURN(answer.index, FromMessage(message.index()));
  return answer;
}

}  // namespace waymark::services
