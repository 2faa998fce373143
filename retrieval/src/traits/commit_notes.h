// What the words of commits weigh.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"
#include "traits/view_mark.h"

namespace waymark::retrieval {

// No question changes it.
class CommitNotes {
 public:
  // Forgets what is noted of another view or history.
  void Follow(const graph::ReadView& view, const graph::History& history);

  // Square of the idf of a term over the commits of the history that is followed.
  double SquareOf(std::uint32_t term);
  // Sum of those of a commit's terms.
  double LengthOf(std::uint32_t commit);

 private:
  static constexpr double kUnknown = -1;

  ViewMark followed_;
  const graph::History* history_ = nullptr;
  std::uint32_t worded_commits_ = 0;
  std::vector<double> squares_;  // by term
  std::vector<double> lengths_;  // by commit
};

}  // namespace waymark::retrieval
