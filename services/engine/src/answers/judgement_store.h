// Judgements of answers about each repository (relevance feedback), in the store.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "graph/store.h"
#include "retrieval/relevance_judgements.h"

namespace waymark::services {

using JudgementList = std::vector<retrieval::RelevanceJudgement>;  // the oldest first

// The text of a row, as docs/STORAGE_FORMAT.md describes it under "Judgements". DataLoss if the
// text is not such a row, or is that of a newer program.
absl::StatusOr<JudgementList> ReadJudgements(std::string_view text);
std::string WriteJudgements(const JudgementList& judgements);

// Thread-safe.
class JudgementStore {
 public:
  explicit JudgementStore(graph::Store& store) : store_(store) {}  // that outlives it

  // Null if there is no feedback on the repository. Costs a look into the store; the list is read
  // again only after it has changed.
  absl::StatusOr<std::shared_ptr<const JudgementList>> Of(const std::string& repository);

  // Replaces the list by the result of `change`, in one transaction; beyond kMaxJudgements the
  // oldest are deleted. Errors are those of Store::Remember and of `change`.
  absl::Status Change(const std::string& repository,
                      const std::function<absl::Status(JudgementList& judgements)>& change);

  // Deletes all judgements, even unreadable ones.
  absl::Status Clear(const std::string& repository);

 private:
  struct Page {
    std::string text;
    std::shared_ptr<const JudgementList> judgements;
  };

  graph::Store& store_;
  Mutex mutex_;
  std::map<std::string, Page> pages_ WM_GUARDED_BY(mutex_);  // by repository
};

}  // namespace waymark::services
