#include "services/state_text.h"

#include <fmt/format.h>

namespace waymark::services {

std::string StateText(const wire::IndexInfo& index) {
  constexpr std::size_t kCommitDigits = 12;
  std::string text = fmt::format("{}, generation {}", index.repository, index.generation);
  if (!index.commit.empty()) text += ", commit " + index.commit.substr(0, kCommitDigits);
  if (index.files_differing.value_or(0) != 0) {
    text += fmt::format("; files on disk that differ from the index: {}", *index.files_differing);
  }
  return text;
}

nlohmann::ordered_json StateJson(const wire::IndexInfo& index) {
  using Json = nlohmann::ordered_json;
  return {{"repository", index.repository},
          {"generation", index.generation},
          {"commit", index.commit},
          {"files_differing",
           index.files_differing.has_value() ? Json(*index.files_differing) : Json(nullptr)}};
}

nlohmann::ordered_json CompletenessJson(const wire::Completeness& completeness) {
  return {{"certainty", wire::Name(completeness.certainty)},
          {"count", completeness.count},
          {"reason", completeness.reason}};
}

std::string Compact(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace waymark::services
