// Weights of the words of commits.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"
#include "traits/view_mark.h"

namespace waymark::retrieval {

// Independent of the question.
class CommitNotes {
 public:
  // Clears the notes if the view or history is another one.
  void Follow(const graph::ReadView& view, const graph::History& history);

  // Square of the idf of a term over the commits of the followed history.
  double SquareOf(std::uint32_t term);
  // Sum of the squares of a commit's terms.
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
