#include "uses/symbol_notes.h"

#include <algorithm>

#include "traits/constants.h"

namespace waymark::retrieval {

void SymbolNotes::Follow(const graph::ReadView& view, float min_confidence) {
  const bool is_other = followed_.MovesTo(view);
  if (!is_other && min_confidence_ == min_confidence) return;
  min_confidence_ = min_confidence;
  if (notes_.size() < view.symbol_bound()) {
    notes_.resize(view.symbol_bound());
    uncertainty_.resize(view.symbol_bound());
  }
  if (is_other) definitions_.assign(view.symbol_bound(), SymbolId::kNone);
  if (++stamp_ == 0) {
    std::fill(notes_.begin(), notes_.end(), Note{});
    stamp_ = 1;
  }
  uses_.clear();
  site_ranges_.clear();
  sites_.clear();
  aliases_.clear();
  instantiations_.clear();
  referrers_by_name_.clear();
  lists_.assign(kNobody + 1, List{});
  referrers_.clear();
  candidates_.clear();
  unread_groups_.reset();
}

bool SymbolNotes::SetUses(Note& note, std::span<const Neighbor> uses) {
  if (uses_.size() + uses.size() > kMaxNotedUses) return false;
  note.first_use = static_cast<std::uint32_t>(uses_.size());
  note.use_count = static_cast<std::uint32_t>(uses.size());
  note.facts |= kUsesKnown;
  uses_.insert(uses_.end(), uses.begin(), uses.end());
  return true;
}

void SymbolNotes::ReadSites(const graph::ReadView& view, std::uint32_t number,
                            std::vector<Position>& out) {
  if (number >= site_ranges_.size()) site_ranges_.resize(uses_.size());
  SiteRange& range = site_ranges_[number];
  if (range.begin != kUnnoted) {
    const auto begin = sites_.begin() + range.begin;
    out.assign(begin, begin + range.count);
    return;
  }
  view.Sites(uses_[number], out);
  if (sites_.size() + out.size() > kMaxNotedUses) return;
  range = {.begin = static_cast<std::uint32_t>(sites_.size()),
           .count = static_cast<std::uint32_t>(out.size())};
  sites_.insert(sites_.end(), out.begin(), out.end());
}

std::optional<std::uint32_t> SymbolNotes::FindReferrers(std::string_view name,
                                                        NameGroup group) const {
  const auto known = referrers_by_name_.find(std::pair(std::string(name), group));
  if (known == referrers_by_name_.end()) return std::nullopt;
  return known->second;
}

std::uint32_t SymbolNotes::AddReferrers(std::string_view name, NameGroup group,
                                        std::span<const Referrer> referrers,
                                        std::span<const SymbolId> candidates) {
  const std::uint32_t list = AddReferrers(referrers, candidates);
  referrers_by_name_.emplace(std::pair(std::string(name), group), list);
  return list;
}

std::uint32_t SymbolNotes::AddReferrers(std::span<const Referrer> referrers,
                                        std::span<const SymbolId> candidates) {
  if (referrers.empty()) return kNobody;
  const auto list = static_cast<std::uint32_t>(lists_.size());
  lists_.push_back({.begin = static_cast<std::uint32_t>(referrers_.size()),
                    .count = static_cast<std::uint32_t>(referrers.size())});
  for (Referrer referrer : referrers) {
    referrer.first_candidate += static_cast<std::uint32_t>(candidates_.size());
    referrers_.push_back(referrer);
  }
  candidates_.insert(candidates_.end(), candidates.begin(), candidates.end());
  return list;
}

void SymbolNotes::SetAliases(Note& note, std::span<const Alias> aliases) {
  note.first_alias = static_cast<std::uint32_t>(aliases_.size());
  note.alias_count = static_cast<std::uint8_t>(aliases.size());
  note.facts |= kAliasesKnown;
  aliases_.insert(aliases_.end(), aliases.begin(), aliases.end());
}

void SymbolNotes::SetInstantiations(UncertaintyNote& uncertainty,
                                    std::span<const Instantiation> instantiations) {
  uncertainty.first_instantiation = static_cast<std::uint32_t>(instantiations_.size());
  uncertainty.instantiation_count = static_cast<std::uint32_t>(instantiations.size());
  instantiations_.insert(instantiations_.end(), instantiations.begin(), instantiations.end());
}

}  // namespace waymark::retrieval
