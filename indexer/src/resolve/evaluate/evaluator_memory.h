// Steps and memory of an Evaluator. Only the files that implement it include this header.
#pragma once

#include <algorithm>
#include <utility>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

template <typename Compute>
Resolution Evaluator::Ask(Compute&& compute) {
  steps_ = 0;
  blocks_deep_ = 0;
  blocks_asked_ = 0;
  cut_ = false;
  in_progress_.clear();
  lowest_cycle_ = kNoIndex;
  if (memory_.size() > kMaxRemembered) memory_.clear();
  Resolution answer = compute();
  return cut_ ? Resolution() : answer;
}

template <typename Compute>
Resolution Evaluator::Remember(const MemoKey& key, Compute&& compute) {
  if (!Step()) return {};
  if (const auto known = memory_.find(key); known != memory_.end()) {
    steps_ += known->second.cost;
    if (steps_ > kMaxSteps) cut_ = true;
    return cut_ ? Resolution() : known->second.answer;
  }
  if (IsInProgress(key)) return {};
  const std::size_t position = in_progress_.size();
  const std::uint32_t before = steps_;
  in_progress_.push_back(key);
  Resolution answer = compute();
  in_progress_.pop_back();
  const bool in_cycle = lowest_cycle_ <= position;
  if (lowest_cycle_ >= position) lowest_cycle_ = kNoIndex;
  if (!cut_ && !in_cycle) memory_.emplace(key, MemoValue{answer, steps_ - before});
  return answer;
}

}  // namespace waymark::indexer
