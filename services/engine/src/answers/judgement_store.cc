#include "answers/judgement_store.h"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/hash.h"
#include "graph/status.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;
using retrieval::JudgementSource;
using retrieval::RelevanceJudgement;

constexpr std::string_view kJudgementsHead = "waymark lessons 1\n";

RootHash KeyOf(const std::string& repository) {
  return FieldHasher("waymark.lessons.v1").Add(repository).Finish<RootHash>();
}

// False if the member is not a string.
bool ReadText(const Json& row, const char* member, std::string& text) {
  const auto at = row.find(member);
  if (at == row.end() || !at->is_string()) return false;
  text = at->get<std::string>();
  return true;
}

template <typename Hash>
bool ReadHash(const Json& row, const char* member, Hash& hash) {
  std::string text;
  if (!ReadText(row, member, text)) return false;
  const std::optional<Hash> read = Hash::FromHex(text);
  if (read) hash = *read;
  return read.has_value();
}

bool ReadFlag(const Json& row, const char* member, bool& flag) {
  const auto at = row.find(member);
  if (at == row.end() || !at->is_boolean()) return false;
  flag = at->get<bool>();
  return true;
}

bool ReadTerms(const Json& row, std::vector<std::string>& terms) {
  const auto at = row.find("terms");
  if (at == row.end() || !at->is_array() || at->size() > retrieval::kMaxJudgementTerms)
    return false;
  for (const Json& term : *at) {
    if (!term.is_string()) return false;
    terms.push_back(term.get<std::string>());
  }
  return true;
}

std::optional<RelevanceJudgement> ReadJudgement(std::string_view line) {
  const Json row = Json::parse(line, nullptr, false);
  RelevanceJudgement judgement;
  bool asked = false;
  if (!row.is_object() || !ReadText(row, "task", judgement.task) ||
      !ReadTerms(row, judgement.terms) || !ReadHash(row, "symbol", judgement.symbol) ||
      !ReadText(row, "name", judgement.name) || !ReadText(row, "shown", judgement.shown) ||
      !ReadHash(row, "text", judgement.text) || !ReadFlag(row, "useful", judgement.useful) ||
      !ReadFlag(row, "asked", asked)) {
    return std::nullopt;
  }
  judgement.source = asked ? JudgementSource::kImplicit : JudgementSource::kExplicit;
  return judgement;
}

}  // namespace

absl::StatusOr<JudgementList> ReadJudgements(std::string_view text) {
  if (!text.starts_with(kJudgementsHead)) {
    return absl::DataLossError(
        "read the feedback: its row is damaged, or a newer waymark wrote it; delete all feedback "
        "with: waymark feedback forget --all");
  }
  text.remove_prefix(kJudgementsHead.size());
  JudgementList judgements;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::optional<RelevanceJudgement> judgement = ReadJudgement(text.substr(0, end));
    if (!judgement || judgements.size() == kMaxJudgements) {
      return absl::DataLossError(
          fmt::format("read the feedback: line {} of its row is damaged; delete all feedback "
                      "with: waymark feedback forget --all",
                      judgements.size() + 2));
    }
    judgements.push_back(*std::move(judgement));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return judgements;
}

std::string WriteJudgements(const JudgementList& judgements) {
  std::string text(kJudgementsHead);
  for (const RelevanceJudgement& judgement : judgements) {
    const Json row = {{"task", judgement.task},
                      {"terms", judgement.terms},
                      {"symbol", judgement.symbol.ToHex()},
                      {"name", judgement.name},
                      {"shown", judgement.shown},
                      {"text", judgement.text.ToHex()},
                      {"useful", judgement.useful},
                      {"asked", judgement.source == JudgementSource::kImplicit}};
    text += row.dump(-1, ' ', false, Json::error_handler_t::replace);
    text += '\n';
  }
  return text;
}

absl::StatusOr<std::shared_ptr<const JudgementList>> JudgementStore::Of(
    const std::string& repository) {
  WM_ASSIGN_OR_RETURN(std::optional<std::string> text,
                      store_.Recall(graph::SessionRowKind::kJudgements, KeyOf(repository)));
  if (!text) return std::shared_ptr<const JudgementList>();
  const MutexLock lock(mutex_);
  Page& page = pages_[repository];
  if (page.judgements == nullptr || page.text != *text) {
    absl::StatusOr<JudgementList> judgements = ReadJudgements(*text);
    // The store gave the text as it was written, so no repair of the store would mend it.
    if (!judgements.ok()) return absl::FailedPreconditionError(judgements.status().message());
    page = {*std::move(text), std::make_shared<const JudgementList>(*std::move(judgements))};
  }
  return page.judgements;
}

absl::Status JudgementStore::Change(
    const std::string& repository,
    const std::function<absl::Status(JudgementList& judgements)>& change) {
  return store_.Remember(
      graph::SessionRowKind::kJudgements, KeyOf(repository),
      [&](const std::optional<std::string>& known) -> absl::StatusOr<std::string> {
        JudgementList judgements;
        if (known) {
          WM_ASSIGN_OR_RETURN(judgements, ReadJudgements(*known));
        }
        WM_RETURN_IF_ERROR(change(judgements));
        if (judgements.size() > kMaxJudgements) {
          judgements.erase(judgements.begin(),
                           judgements.end() - static_cast<std::ptrdiff_t>(kMaxJudgements));
        }
        return WriteJudgements(judgements);
      });
}

absl::Status JudgementStore::Clear(const std::string& repository) {
  return store_.Remember(graph::SessionRowKind::kJudgements, KeyOf(repository),
                         [](const std::optional<std::string>&) -> absl::StatusOr<std::string> {
                           return WriteJudgements({});
                         });
}

}  // namespace waymark::services
