// The commits that the answer to a question about a task or places tells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"
#include "services/verbs.h"
#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::services {

// Most files and symbols of one commit that an answer names, and bytes of its subject.
inline constexpr std::size_t kMaxCommitFiles = 4;
inline constexpr std::size_t kMaxCommitSymbols = 8;
inline constexpr std::size_t kMaxSubjectBytes = 120;

struct ContextCommits {
  std::vector<wire::Commit> commits;  // those that matter most first
  std::string trouble = {};           // why commits cannot be told, as a reason of completeness
};

// The question that commits are chosen for, how it was asked and the ranking that answers it.
struct AnsweredQuestion {
  const retrieval::Inquiry& inquiry;
  const retrieval::ContextOptions& options;
  const retrieval::ContextResult& ranked;
};

// As many commits as the request wants (ContextRequest::commits), which take at most a quarter of
// the budget in its format, or a sixteenth if it does not say how many. Subjects and days are read
// from git. Errors: those of encoding.
absl::StatusOr<ContextCommits> CommitsFor(const graph::ReadView& view,
                                          const ContextRequest& request,
                                          const AnsweredQuestion& question,
                                          const wire::CodecRegistry& codecs);

}  // namespace waymark::services
