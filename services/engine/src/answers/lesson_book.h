// The relevance feedback (lessons) on each repository, kept in the store.
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

using LessonList = std::vector<retrieval::RelevanceJudgement>;  // the oldest first

// The text of a row, as docs/STORAGE_FORMAT.md describes it under "Lessons". DataLoss if the text
// is not such a row, or is that of a newer program.
absl::StatusOr<LessonList> ReadLessons(std::string_view text);
std::string WriteLessons(const LessonList& lessons);

// Thread-safe.
class LessonBook {
 public:
  explicit LessonBook(graph::Store& store) : store_(store) {}  // that outlives it

  // Null if there is no feedback on the repository. Costs a look into the store; the list is read
  // again only after it has changed.
  absl::StatusOr<std::shared_ptr<const LessonList>> Of(const std::string& repository);

  // Replaces the list by the result of `change`, in one transaction; beyond kMaxLessons the oldest
  // are deleted. Errors are those of Store::Remember and of `change`.
  absl::Status Change(const std::string& repository,
                      const std::function<absl::Status(LessonList& lessons)>& change);

  // Deletes all lessons, even unreadable ones.
  absl::Status Clear(const std::string& repository);

 private:
  struct Page {
    std::string text;
    std::shared_ptr<const LessonList> lessons;
  };

  graph::Store& store_;
  Mutex mutex_;
  std::map<std::string, Page> pages_ WM_GUARDED_BY(mutex_);  // by repository
};

}  // namespace waymark::services
