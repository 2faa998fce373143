#include "operate/savings_json.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

Json JsonOf(const Savings& savings) {
  const auto amount = [](const SentAmount& sent) {
    return Json{{"answers", sent.events},
                {"tokens_baseline", sent.tokens_baseline},
                {"tokens_sent", sent.tokens_sent},
                {"bytes_baseline", sent.bytes_baseline},
                {"bytes_sent", sent.bytes_sent}};
  };
  Json json = {{"dedup_savings_pct", savings.dedup_pct()},
               {"encoder_savings_pct", savings.encoder_pct()},
               {"combined_savings_pct", savings.combined_pct()},
               {"combined_bytes_savings_pct", savings.combined_bytes_pct()},
               {"all", amount(savings.all())},
               {"references", amount(savings.references)},
               {"others", amount(savings.others)}};
  return json;
}

}  // namespace

std::string_view Name(SavingsBy by) {
  switch (by) {
    case SavingsBy::kServer:
      return "server";
    case SavingsBy::kSession:
      return "session";
    case SavingsBy::kTool:
      break;
  }
  return "tool";
}

std::string SavingsJson(const std::vector<SavingsTable>& tables, SavingsBy by,
                        const TelemetryRecord& record) {
  Json listed = Json::array();
  for (const SavingsTable& table : tables) {
    Json groups = Json::array();
    for (const Savings& group : table.groups) {
      Json json = {{std::string(Name(by)), group.group}};
      json.update(JsonOf(group));
      groups.push_back(std::move(json));
    }
    Json json = {{"baseline", table.baseline},
                 {"tokenizer", table.tokenizer},
                 {"is_sampled", table.is_sampled},
                 {"estimated_saved_tokens", table.total.estimated_tokens}};
    json.update(JsonOf(table.total));
    json["groups"] = std::move(groups);
    listed.push_back(std::move(json));
  }
  const Json json = {{"tables", std::move(listed)}, {"damaged_lines", record.damaged_lines}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace waymark::services
