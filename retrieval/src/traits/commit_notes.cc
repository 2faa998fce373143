#include "traits/commit_notes.h"

#include <cmath>

namespace waymark::retrieval {

void CommitNotes::Follow(const graph::ReadView& view, const graph::History& history) {
  const bool is_other = followed_.MovesTo(view);
  if (!is_other && history_ == &history && worded_commits_ == history.worded_commits() &&
      squares_.size() == history.term_bound() && lengths_.size() == history.commit_count()) {
    return;
  }
  history_ = &history;
  worded_commits_ = history.worded_commits();
  squares_.assign(history.term_bound(), kUnknown);
  lengths_.assign(history.commit_count(), kUnknown);
}

double CommitNotes::SquareOf(std::uint32_t term) {
  double& square = squares_[term];
  if (square == kUnknown) {
    const auto with_term = static_cast<double>(history_->CommitsWith(term).size());
    const double idf = std::log(1 + (worded_commits_ - with_term + 0.5) / (with_term + 0.5));
    square = idf * idf;
  }
  return square;
}

double CommitNotes::LengthOf(std::uint32_t commit) {
  double& length = lengths_[commit];
  if (length == kUnknown) {
    length = 0;
    for (const std::uint32_t term : history_->Terms(commit)) length += SquareOf(term);
  }
  return length;
}

}  // namespace waymark::retrieval
