#include "services/answer_json.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "services/outline_text.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string FeedbackJson(const FeedbackAnswer& answer) {
  Json judgements = Json::array();
  for (const FeedbackJudgement& judgement : answer.judgements) {
    const bool is_explicit = judgement.source == retrieval::JudgementSource::kExplicit;
    judgements.push_back({{"symbol", judgement.symbol},
                          {"task", judgement.task},
                          {"useful", judgement.useful},
                          {"source", is_explicit ? "explicit" : "implicit"},
                          {"holds", judgement.holds}});
  }
  const Json json = {{"judgements", judgements}, {"kept", answer.kept}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string OutlineJson(const OutlineAnswer& answer, const std::string& cursor) {
  Json object = Json::parse(JsonOf(answer));
  if (!cursor.empty()) object["cursor"] = cursor;
  return Compact(object) + "\n";
}

}  // namespace waymark::services
