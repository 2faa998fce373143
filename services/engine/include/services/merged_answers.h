// Answers about several repositories as one. Every path in it begins with the name that its
// repository has in the workspace and a colon, `mail:src/send.py`.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// Whether a repository could not answer, while another one may.
inline bool IsOwnTrouble(const absl::Status& status) {
  return absl::IsNotFound(status) || absl::IsFailedPrecondition(status);
}

struct RepositoryPayload {
  std::string name;  // in the workspace
  wire::Payload payload;
};

// A repository that was asked about and did not answer: it is not indexed, or has no such commit.
struct SilentRepository {
  std::string name;
  std::string reason;
};

struct AskedRepositories {
  std::vector<RepositoryPayload> parts;
  std::vector<SilentRepository> silent;
};

// Asks each for an answer that is a payload. One that is not indexed, has no such commit or symbol,
// or several that fit, is silent; the first error, when all are.
template <typename Ask>
absl::StatusOr<AskedRepositories> AskEach(std::span<const WorkspaceMember> members,
                                          const Ask& ask) {
  AskedRepositories asked;
  absl::Status first;
  for (const WorkspaceMember& member : members) {
    auto answer = ask(member);
    if (answer.ok()) {
      asked.parts.push_back({.name = member.name, .payload = std::move(answer->payload)});
      continue;
    }
    if (!IsOwnTrouble(answer.status())) return answer.status();
    first.Update(answer.status());
    asked.silent.push_back({.name = member.name, .reason = std::string(answer.status().message())});
  }
  if (asked.parts.empty()) return first;
  return asked;
}

enum class JoinOrder : std::uint8_t {
  kScore,  // scores of different repositories mean the same: how like a name is to a query
  // They do not: by reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009, k = 60),
  // which is then the score, 1 being the first rank.
  kRank,
};

struct JoinRequest {
  JoinOrder order = JoinOrder::kRank;
  std::uint32_t limit = 0;          // symbols at most; 0: all
  std::uint32_t budget_tokens = 0;  // of the whole answer; 0: none
  Encoding encoding = {};
  // Tells the call for the rest of an answer that leaves something out, which has its pack root, of
  // as many tokens as `budget` says; null: none is told.
  std::function<std::string(const wire::Payload& joined, std::uint32_t budget)> next_call = nullptr;
  std::vector<SilentRepository> silent = {};
  // Symbols that the repositories found and no call shows, of which the last answer tells.
  std::uint64_t unranked = 0;
};

// Puts `name:` before every path of a payload.
void NameRepository(const std::string& name, wire::Payload& payload);

// Ties go by the order of `parts`. Completeness is that of the least complete part, and a lower
// bound when a repository is silent; the index is that of all, its generation the sum of theirs. As
// FinishPayload leaves it. InvalidArgument without parts.
absl::StatusOr<wire::Payload> JoinPayloads(std::vector<RepositoryPayload> parts,
                                           const JoinRequest& request);

// The same of contexts, which shows one row at least: where the budget holds none, the smallest of
// what `ask_least` gives, the smallest answer of each repository. Where not even that fits, the
// call for the rest has the budget that is enough. InvalidArgument when that answer does not fit
// either, with that budget.
absl::StatusOr<wire::Payload> JoinContexts(
    std::vector<RepositoryPayload> parts, const JoinRequest& request,
    const std::function<absl::StatusOr<AskedRepositories>()>& ask_least);

}  // namespace waymark::services
