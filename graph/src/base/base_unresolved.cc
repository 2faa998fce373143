#include "base/base_unresolved.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "model/bytes.h"
#include "text/text_order.h"

namespace waymark::graph {
namespace {

bool UnresolvedComesBefore(const UnresolvedInput* a, const UnresolvedInput* b) {
  const auto key_of_a = std::tie(a->source, a->site, a->name, a->type, a->reason);
  const auto key_of_b = std::tie(b->source, b->site, b->name, b->type, b->reason);
  if (key_of_a != key_of_b) return key_of_a < key_of_b;
  return std::lexicographical_compare(a->candidates.begin(), a->candidates.end(),
                                      b->candidates.begin(), b->candidates.end());
}

}  // namespace

void SortReferences(std::span<const UnresolvedInput> unresolved,
                    std::vector<const UnresolvedInput*>& sorted) {
  sorted.clear();
  for (const UnresolvedInput& reference : unresolved) sorted.push_back(&reference);
  std::sort(sorted.begin(), sorted.end(), UnresolvedComesBefore);
}

void BaseUnresolved::AppendFile(std::uint32_t first_symbol,
                                std::span<const UnresolvedInput> unresolved,
                                ReferencesHasher& hasher) {
  SortReferences(unresolved, sorted_);
  count_ += unresolved.size();
  for (const UnresolvedInput* const reference : sorted_) {
    const StringInterner::Interned name = names_.Intern(reference->name);
    if (name.is_new) {
      lists_.AddList();
      last_.emplace_back();
    }
    Last& last = last_[name.id];
    const std::uint32_t source = first_symbol + reference->source;
    const auto type = static_cast<std::uint32_t>(reference->type);
    const std::uint32_t reason = static_cast<std::uint32_t>(reference->reason) - 1;
    const auto candidate_count = static_cast<std::uint32_t>(reference->candidates.size());
    lists_.Append(name.id, source - last.source);
    lists_.Append(name.id, type << 3 | reason << 1 | (candidate_count > 0 ? 1u : 0u));
    lists_.Append(name.id, ZigZag(std::int64_t{reference->site.line} - last.line));
    lists_.Append(name.id, reference->site.column);
    last.source = source;
    last.line = reference->site.line;
    if (candidate_count > 0) {
      lists_.Append(name.id, this->candidate_count() - last.candidates_begin);
      lists_.Append(name.id, candidate_count);
      last.candidates_begin = this->candidate_count();
      candidate_counts_.push_back(static_cast<std::uint8_t>(candidate_count));
      for (const SymbolId candidate : reference->candidates) {
        candidates_.Append(waymark::ToIndex(candidate));
        max_candidate_ = std::max(max_candidate_, waymark::ToIndex(candidate));
      }
    }
    hasher.Add(*reference);
  }
}

void BaseUnresolved::Finish(SegmentWriter& segment, BaseStrings& strings) {
  ColumnWriter<std::uint32_t> names(segment, kUnresolvedNames);
  ColumnWriter<std::uint32_t> rows(segment, kUnresolvedRows);
  RecordWriter records(segment, kUnresolved);
  std::string bytes;
  const auto text_of = [this](std::uint32_t name) { return names_.at(name); };
  for (const std::uint32_t name : OrderByText(names_.size(), text_of)) {
    names.Append(strings.AddName(names_.at(name)));
    lists_.Read(name, bytes);
    rows.Append(records.Append(bytes));
  }
  names.Close();
  rows.Close();
  records.Close();
}

}  // namespace waymark::graph
