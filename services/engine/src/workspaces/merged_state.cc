#include "workspaces/merged_state.h"

#include <algorithm>
#include <utility>

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

AnswerElsewhere::AnswerElsewhere(const std::string& home, wire::Payload& payload)
    : payload_(payload) {
  NameRepository(home, payload_);
  AddIndex(home, *payload_.index, index_);
  if (payload_.truncation) omitted_ = payload_.truncation->omitted.value_or(0);
}

void AnswerElsewhere::Add(const std::string& name, const wire::IndexInfo& index,
                          std::uint64_t omitted) {
  AddIndex(name, index, index_);
  omitted_ += omitted;
}

void AnswerElsewhere::AddSilent(const std::string& name, const absl::Status& status) {
  silent_.push_back({.name = name, .reason = std::string(status.message())});
}

void AnswerElsewhere::Finish(bool looked) {
  if (looked) {
    AddCompleteness("elsewhere",
                    {.certainty = wire::Certainty::kLikelyComplete,
                     .reason = "found by the names of modules that files import"},
                    payload_.completeness);
  }
  services::AddSilent(silent_, payload_.completeness);
  payload_.index = std::move(index_);
  payload_.total_symbols.reset();  // that of the home alone
  if (omitted_ == 0) return;
  if (!payload_.truncation) payload_.truncation.emplace();
  payload_.truncation->omitted = omitted_;
}

}  // namespace waymark::services
