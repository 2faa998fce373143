// The lessons of each repository: what users said of answers, kept in the store.
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

// A row of docs/STORAGE_FORMAT.md, "Lessons". DataLoss when the text is none, or that of a newer
// program.
absl::StatusOr<LessonList> ReadLessons(std::string_view text);
std::string WriteLessons(const LessonList& lessons);

// Thread-safe.
class LessonBook {
 public:
  explicit LessonBook(graph::Store& store) : store_(store) {}  // that outlives it

  // Null when nobody said anything about the repository. Costs a look into the store; the list is
  // read again only after it has changed.
  absl::StatusOr<std::shared_ptr<const LessonList>> Of(const std::string& repository);

  // Replaces the list by what `change` makes of it, in one transaction; beyond kMaxLessons the
  // oldest go. Errors are those of Store::Remember and of `change`.
  absl::Status Change(const std::string& repository,
                      const std::function<absl::Status(LessonList& lessons)>& change);

  // Forgets all, readable or not.
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
