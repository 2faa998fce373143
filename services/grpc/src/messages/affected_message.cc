#include "messages/affected_message.h"

#include <optional>
#include <string>

namespace waymark::services {
namespace {

v1::AffectedList ToMessage(const wire::AffectedList& list) {
  v1::AffectedList message;
  message.set_count(list.count);
  for (const std::string& name : list.names) message.add_names(name);
  return message;
}

wire::AffectedList FromMessage(const v1::AffectedList& message) {
  return {.count = message.count(), .names = {message.names().begin(), message.names().end()}};
}

v1::Risk ToMessage(const wire::Risk& risk) {
  static_assert(static_cast<int>(wire::RiskLevel::kLow) == v1::Risk::LEVEL_LOW);
  static_assert(static_cast<int>(wire::RiskLevel::kUnknown) == v1::Risk::LEVEL_UNKNOWN);
  v1::Risk message;
  message.set_level(static_cast<v1::Risk::Level>(risk.level));
  message.set_score(risk.score);
  for (const wire::RiskReason& reason : risk.reasons) {
    v1::Risk::Reason& added = *message.add_reasons();
    added.set_factor(reason.factor);
    if (reason.share) added.set_share(*reason.share);
    added.set_text(reason.text);
  }
  return message;
}

wire::Risk FromMessage(const v1::Risk& message) {
  wire::Risk risk;
  const bool known = v1::Risk::Level_IsValid(message.level());
  risk.level = known ? static_cast<wire::RiskLevel>(message.level()) : wire::RiskLevel::kUnstated;
  risk.score = message.score();
  for (const v1::Risk::Reason& reason : message.reasons()) {
    wire::RiskReason& added = risk.reasons.emplace_back();
    added.factor = reason.factor();
    if (reason.has_share()) added.share = reason.share();
    added.text = reason.text();
  }
  return risk;
}

}  // namespace

v1::Affected ToMessage(const wire::Affected& affected) {
  v1::Affected message;
  message.set_symbols(affected.symbols);
  message.set_files(affected.files);
  message.set_tests(affected.tests);
  message.mutable_hops()->Add(affected.hops.begin(), affected.hops.end());
  message.set_beyond_depth(affected.beyond_depth);
  message.set_weak_edges(affected.weak_edges);
  if (affected.packages) *message.mutable_packages() = ToMessage(*affected.packages);
  if (affected.exported) *message.mutable_exported() = ToMessage(*affected.exported);
  if (affected.routes) *message.mutable_routes() = ToMessage(*affected.routes);
  if (affected.entry_points) *message.mutable_entry_points() = ToMessage(*affected.entry_points);
  if (affected.owners) *message.mutable_owners() = ToMessage(*affected.owners);
  if (affected.risk) *message.mutable_risk() = ToMessage(*affected.risk);
  return message;
}

wire::Affected FromMessage(const v1::Affected& message) {
  wire::Affected affected{.symbols = message.symbols(),
                          .files = message.files(),
                          .tests = message.tests(),
                          .hops = {message.hops().begin(), message.hops().end()},
                          .beyond_depth = message.beyond_depth(),
                          .weak_edges = message.weak_edges()};
  if (message.has_packages()) affected.packages = FromMessage(message.packages());
  if (message.has_exported()) affected.exported = FromMessage(message.exported());
  if (message.has_routes()) affected.routes = FromMessage(message.routes());
  if (message.has_entry_points()) affected.entry_points = FromMessage(message.entry_points());
  if (message.has_owners()) affected.owners = FromMessage(message.owners());
  if (message.has_risk()) affected.risk = FromMessage(message.risk());
  return affected;
}

}  // namespace waymark::services
