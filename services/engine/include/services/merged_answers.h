// Answers about several repositories as one. Every path in it begins with the repository's name in
// the workspace and a colon: `mail:src/send.py`.
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

// Whether only this repository cannot answer, while another one may.
inline bool IsOwnTrouble(const absl::Status& status) {
  return absl::IsNotFound(status) || absl::IsFailedPrecondition(status);
}

struct RepositoryPayload {
  std::string name;  // name in the workspace
  wire::Payload payload;
};

// A repository that was asked and could not answer: it is not indexed, or has no such commit.
struct SilentRepository {
  std::string name;
  std::string reason;
};

struct AskedRepositories {
  std::vector<RepositoryPayload> parts;
  std::vector<SilentRepository> silent;
};

// Asks each repository for an answer with a payload. A repository is silent if it is not indexed,
// or has no such commit or symbol. If all are silent, returns the first error.
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

enum class MergeOrder : std::uint8_t {
  kScore,  // scores of different repositories are comparable: similarity of a name to a query
  // They are not: reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009, k = 60) gives
  // the score, 1 for the first rank.
  kRank,
};

struct MergeRequest {
  MergeOrder order = MergeOrder::kRank;
  std::uint32_t limit = 0;          // most symbols; 0: all
  std::uint32_t commits = 0;        // most commits
  std::uint32_t budget_tokens = 0;  // of the whole answer; 0: no budget
  Encoding encoding = {};
  // Returns the call for the rest of a truncated answer; `joined` has its pack root, and the call
  // asks for as many tokens as `budget` says. Null: no call is given.
  std::function<std::string(const wire::Payload& joined, std::uint32_t budget)> next_call = nullptr;
  std::vector<SilentRepository> silent = {};
  // Symbols that the repositories found but that no call shows; the last answer reports them.
  std::uint64_t unranked = 0;
};

// Prefixes every path and handle of a payload with `name:`.
void NameRepository(const std::string& name, wire::Payload& payload);

// Ties go by the order of `parts`. Completeness is that of the least complete part, and a lower
// bound if a repository is silent. The index describes all parts; its generation is the sum of
// theirs. The payload is as FinishPayload leaves it. InvalidArgument without parts.
absl::StatusOr<wire::Payload> MergePayloads(std::vector<RepositoryPayload> parts,
                                            const MergeRequest& request);

// The same for contexts; the answer has at least one row. If the budget holds none, the smallest
// answer from `ask_least` is used, which returns each repository's smallest answer. If even that
// does not fit, the call for the rest has a sufficient budget. InvalidArgument if that answer does
// not fit either, with the budget that it needs.
absl::StatusOr<wire::Payload> MergeContexts(
    std::vector<RepositoryPayload> parts, const MergeRequest& request,
    const std::function<absl::StatusOr<AskedRepositories>()>& ask_least);

}  // namespace waymark::services
