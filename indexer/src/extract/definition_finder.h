// Finds the definition that encloses a position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "facts/facts_draft.h"

namespace waymark::indexer {

// For a draft whose definitions are complete. Positions must be asked in ascending order.
class DefinitionFinder {
 public:
  explicit DefinitionFinder(const FileFacts& facts) {
    const auto& definitions = facts.definitions;
    for (DefinitionIndex i = 0; i < definitions.size(); ++i) {
      extents_.push_back({definitions[i].range.begin, definitions[i].range.end, i});
    }
    std::stable_sort(extents_.begin(), extents_.end(), [](const Extent& a, const Extent& b) {
      return a.begin != b.begin ? a.begin < b.begin : b.end < a.end;
    });
  }

  // The innermost definition; the file's if there is none.
  DefinitionIndex At(const Position& at) {
    while (next_ < extents_.size() && extents_[next_].begin <= at) {
      Leave(extents_[next_].begin);
      open_.push_back(next_++);
    }
    Leave(at);
    return open_.empty() ? 0 : extents_[open_.back()].definition;
  }

  // Whether `is_it` holds for the file or for one of the innermost kMaxFunctionLevels definitions
  // around the last position.
  template <class Predicate>
  bool AnyAround(Predicate is_it) const {
    const auto last =
        open_.rbegin() + std::min<std::ptrdiff_t>(std::ssize(open_), kMaxFunctionLevels);
    return is_it(DefinitionIndex{0}) || std::any_of(open_.rbegin(), last, [&](std::size_t at) {
             return is_it(extents_[at].definition);
           });
  }

  // The outermost definition that begins at a position after the last one; kNoIndex if there is
  // none.
  DefinitionIndex NextAt(const Position& at) const {
    const bool begins = next_ < extents_.size() && extents_[next_].begin == at;
    return begins ? extents_[next_].definition : kNoIndex;
  }

 private:
  struct Extent {
    Position begin;
    Position end;
    DefinitionIndex definition;
  };

  void Leave(const Position& at) {
    while (!open_.empty() && extents_[open_.back()].end < at) open_.pop_back();
  }

  std::vector<Extent> extents_;  // enclosing ones first
  std::size_t next_ = 0;
  std::vector<std::size_t> open_;  // indices into extents_, enclosing ones first
};

}  // namespace waymark::indexer
