#include "views/kept_differences.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace waymark::services {
namespace {

// Identifies a publication: ids are valid within one, and equal content may have other ids in the
// next.
std::string PublicationOf(const graph::ViewInfo& info) {
  return fmt::format("{}\n{}\n{} {} {}\n", info.repository, info.view, info.generation,
                     info.root.ToHex(), info.indexed_unix_seconds);
}

std::string StatesOf(const graph::ReadView& before, const graph::ReadView& after) {
  return PublicationOf(before.info()) + PublicationOf(after.info());
}

std::size_t DifferenceRows(const retrieval::Difference& difference) {
  std::size_t rows = difference.symbols.size() + difference.edges.size();
  for (const retrieval::DifferingEdge& edge : difference.edges) rows += edge.sites.size();
  return rows;
}

}  // namespace

KeptDifferences::Found KeptDifferences::Find(const graph::ReadView& before,
                                             const graph::ReadView& after) {
  const std::string states = StatesOf(before, after);
  MutexLock lock(mutex_);
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& kept) { return kept.states == states; });
  if (entry == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, entry);
  return entry->found;
}

void KeptDifferences::Keep(const graph::ReadView& before, const graph::ReadView& after,
                           Found found) {
  const std::size_t rows = DifferenceRows(*found);
  if (found->unread_files != 0 || rows > kMaxRows) return;
  std::string states = StatesOf(before, after);
  MutexLock lock(mutex_);
  const bool is_kept = std::any_of(entries_.begin(), entries_.end(),
                                   [&](const Entry& kept) { return kept.states == states; });
  if (is_kept) return;
  entries_.push_front({.states = std::move(states), .found = std::move(found), .rows = rows});
  for (rows_ += rows; rows_ > kMaxRows; entries_.pop_back()) rows_ -= entries_.back().rows;
}

}  // namespace waymark::services
