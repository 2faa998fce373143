#include "workspaces/merged_state.h"

#include <algorithm>

#include <fmt/format.h>

namespace waymark::services {
namespace {

void AddReason(const std::string& name, const std::string& reason,
               wire::Completeness& completeness) {
  if (reason.empty()) return;
  completeness.reason +=
      fmt::format("{}{}: {}", completeness.reason.empty() ? "" : "; ", name, reason);
}

}  // namespace

void AddIndex(const std::string& name, const wire::IndexInfo& own, wire::IndexInfo& index) {
  index.repository +=
      fmt::format("{}{}@{}", index.repository.empty() ? "" : " ", name, own.generation);
  index.generation += own.generation;
  if (own.files_differing && index.files_differing) {
    *index.files_differing += *own.files_differing;
  } else {
    index.files_differing.reset();
  }
  index.shown = own.shown;
}

// The values of Certainty are ordered from most to least certain.
void AddCompleteness(const std::string& name, const wire::Completeness& own,
                     wire::Completeness& completeness) {
  completeness.certainty = std::max(completeness.certainty, own.certainty);
  completeness.possible_uses += own.possible_uses;
  AddReason(name, own.reason, completeness);
}

void AddSilent(const std::vector<SilentRepository>& silent, wire::Completeness& completeness) {
  for (const SilentRepository& repository : silent) {
    completeness.certainty = std::max(completeness.certainty, wire::Certainty::kIncomplete);
    AddReason(repository.name, repository.reason, completeness);
  }
}

}  // namespace waymark::services
