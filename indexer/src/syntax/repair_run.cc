#include "syntax/repair_run.h"

#include <algorithm>
#include <numeric>

extern "C" {
// After the public header: the core's private ones.
#include <subtree.h>
}

namespace waymark::indexer {
namespace {

constexpr std::uint32_t kEndOfText = 0xFFFFFFFF;
constexpr std::uint32_t kLongErrorBytes = 1024;
constexpr std::uint32_t kLeastGain = 500;  // tree-sitter's cost of an error without its text
constexpr std::uint32_t kMargin = 8;       // bytes around a change that belong to it

bool IsLong(const SyntaxError& error) { return error.end - error.begin > kLongErrorBytes; }

std::uint32_t CostOf(TSNode node) {
  const auto& subtree = *static_cast<const Subtree*>(node.id);
  return ts_subtree_error_cost(subtree);
}

// Sums of errors by the zones between changes.
std::uint64_t CostWithin(const std::vector<SyntaxError>& errors, std::uint32_t begin,
                         std::uint32_t end) {
  std::uint64_t cost = 0;
  for (const SyntaxError& error : errors) {
    if (!error.is_inner && error.begin >= begin && error.begin < end) cost += error.cost;
  }
  return cost;
}

}  // namespace

// A long error hides how much of it other errors account for; it keeps the rest of its cost.
void RepairRun::AddError(const SyntaxError& error, std::vector<std::size_t>& around,
                         Errors& errors) {
  while (!around.empty() && errors[around.back()].end <= error.begin) around.pop_back();
  if (!around.empty() && !error.is_inner) {
    std::uint32_t& cost = errors[around.back()].cost;
    cost -= std::min(cost, error.cost);
  }
  if (IsLong(error)) around.push_back(errors.size());
  errors.push_back(error);
}

RepairRun::Errors RepairRun::ErrorsOf(const TSTree& tree) const {
  Errors errors;
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(&tree));
  std::uint32_t covered = 0;        // end of the last short error
  std::vector<std::size_t> around;  // long errors that are open
  for (;;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const bool is_missing = ts_node_is_missing(node);
    if (ts_node_is_error(node) || is_missing) {
      SyntaxError error{ts_node_start_byte(node), ts_node_end_byte(node), CostOf(node), false, {}};
      if (is_missing) error.added = ts_node_type(node);
      if (!is_missing || !advisor_.MayBeMissing(error)) {
        error.is_inner = error.begin < covered;
        AddError(error, around, errors);
        if (!IsLong(error)) covered = std::max(covered, error.end);
      }
    }
    if (ts_node_has_error(node) && !is_missing && ts_tree_cursor_goto_first_child(&cursor))
      continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        ts_tree_cursor_delete(&cursor);
        return errors;
      }
    }
  }
}

void RepairRun::FindLines() {
  lines_ = {0};
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    lines_.push_back(static_cast<std::uint32_t>(at) + 1);
  }
}

TSPoint RepairRun::PointAt(std::uint32_t byte) const {
  const auto behind = std::upper_bound(lines_.begin(), lines_.end(), byte);
  const auto row = static_cast<std::uint32_t>(behind - lines_.begin()) - 1;
  return {row, byte - lines_[row]};
}

// Exchanges the bytes of the text and of the changes, so that a second call takes them back.
void RepairRun::Swap(std::span<Trial> trials, TSTree& tree) {
  for (Trial& trial : trials) {
    for (TextChange::Piece& piece : trial.change.pieces) {
      const auto end = piece.begin + static_cast<std::uint32_t>(piece.text.size());
      std::swap_ranges(piece.text.begin(), piece.text.end(), text_.begin() + piece.begin);
      const TSPoint first = PointAt(piece.begin);
      const TSPoint last = PointAt(end);
      const TSInputEdit edit{piece.begin, end, end, first, last, last};
      ts_tree_edit(&tree, &edit);
    }
  }
}

// At most one untried change for each outer error: the errors within it may come from one cause.
std::vector<RepairRun::Trial> RepairRun::Choose() {
  std::vector<Trial> chosen;
  std::vector<TextChange> proposed;
  std::uint32_t behind = 0;  // changes begin after it
  std::size_t seen = 0;
  std::uint32_t begin = 0;  // of the outer error
  std::uint32_t end = 0;
  bool is_done = false;
  for (std::size_t i = 0; i < errors_.size(); ++i) {
    const SyntaxError& error = errors_[i];
    if (!error.is_inner) {
      begin = error.begin;
      end = error.end;
      is_done = false;
    }
    if (is_done) continue;
    // The cause of a long error is where the parser first failed within it.
    const bool has_inner = i + 1 < errors_.size() && errors_[i + 1].begin < error.end;
    if (IsLong(error) && has_inner) continue;
    if (++seen > kMaxErrorsOfRound || chosen.size() == kMaxRepairsOfRound) break;
    proposed.clear();
    advisor_.Propose(error, proposed);
    for (TextChange& change : proposed) {
      if (!change.exists() || (behind > 0 && change.begin() <= behind)) continue;
      const auto [tried, is_new] = tried_.try_emplace(change, progress_);
      if (!is_new && tried->second == progress_) continue;
      tried->second = progress_;
      behind = std::max(change.end(), IsLong(error) ? 0 : end);
      const std::uint32_t first = std::min(change.begin(), begin);
      chosen.push_back({std::move(change), first, behind, error.begin});
      is_done = true;
      break;
    }
  }
  return chosen;
}

// The trials around which the errors cost as much as before.
std::vector<RepairRun::Trial> RepairRun::Rejected(std::span<const Trial> trials,
                                                  const Errors& after) const {
  std::vector<Trial> rejected;
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const bool is_last = i + 1 == trials.size();
    const std::uint32_t end =
        is_last ? kEndOfText : std::midpoint(trials[i].end, trials[i + 1].begin);
    const bool is_mended = std::none_of(after.begin(), after.end(), [&](const SyntaxError& error) {
      const TextChange& change = trials[i].change;
      const bool is_same =
          error.begin <= trials[i].error + kMargin && error.end + kMargin >= trials[i].error;
      const bool is_beside =
          error.begin <= change.end() + kMargin && error.end + kMargin >= change.begin();
      return !IsLong(error) && (is_same || is_beside);
    });
    if (CostWithin(after, begin, end) + kLeastGain > CostWithin(errors_, begin, end) ||
        (trials[i].change.must_mend && !is_mended)) {
      rejected.push_back(trials[i]);
    }
    begin = end;
  }
  return rejected;
}

bool RepairRun::Keep(TreePtr parsed, Errors after) {
  if (CostWithin(after, 0, kEndOfText) >= CostWithin(errors_, 0, kEndOfText)) return false;
  tree_ = std::move(parsed);
  errors_ = std::move(after);
  ++progress_;
  return true;
}

// Whether there was anything to try, and a parse to judge it.
bool RepairRun::Round() {
  std::vector<Trial> trials = Choose();
  if (trials.empty()) return false;
  const TreePtr edited(ts_tree_copy(tree_.get()));
  Swap(trials, *edited);
  TreePtr parsed = source_.Parse(text_, edited.get());
  const bool is_parsed = parsed != nullptr;
  bool is_kept = false;
  if (is_parsed) {
    advisor_.Read(text_);
    Errors after = ErrorsOf(*parsed);
    std::vector<Trial> rejected = Rejected(trials, after);
    if (rejected.empty()) {
      is_kept = Keep(std::move(parsed), std::move(after));
    } else if (rejected.size() < trials.size()) {
      Swap(rejected, *parsed);
      TreePtr again = source_.Parse(text_, parsed.get());
      if (again != nullptr) {
        advisor_.Read(text_);
        Errors left = ErrorsOf(*again);
        is_kept = Keep(std::move(again), std::move(left));
      }
      if (!is_kept) Swap(rejected, *edited);
    }
  }
  if (is_kept) return true;
  Swap(trials, *edited);
  advisor_.Read(text_);
  return is_parsed;
}

TreePtr RepairRun::Run() {
  FindLines();
  advisor_.Read(text_);
  errors_ = ErrorsOf(*tree_);
  if (errors_.size() > kMaxRepairedErrors) return std::move(tree_);
  std::size_t bytes = 0;
  int last_gain = 0;
  for (int round = 0; round < kMaxRepairRounds && !errors_.empty(); ++round) {
    bytes += text_.size();
    const int before = progress_;
    if (bytes > kMaxRepairBytes || !Round()) break;
    if (progress_ > before) last_gain = round;
    if (round - last_gain == kMaxRoundsWithoutGain) break;
  }
  return std::move(tree_);
}

}  // namespace waymark::indexer
