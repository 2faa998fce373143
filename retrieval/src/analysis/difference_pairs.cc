#include "analysis/difference_pairs.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>

#include "graph/status.h"
#include "retrieval/declarations.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

// The live symbol of an identity; kNone if the view has none.
SymbolId FindByIdentity(const graph::ReadView& view, const SymbolRow& row, std::string_view path) {
  if (row.kind == SymbolKind::kFile) {
    const std::optional<FileId> file = view.FindFile(path);
    return file.has_value() ? view.File(*file).first_symbol : SymbolId::kNone;
  }
  std::vector<SymbolId> named;
  view.WithName(row.name, named);
  const auto found = std::find_if(named.begin(), named.end(), [&](SymbolId symbol) {
    return view.Symbol(symbol).identity_prefix == row.identity_prefix;
  });
  return found == named.end() ? SymbolId::kNone : *found;
}

// The properties that a moved symbol keeps.
using PairingKey = std::tuple<Language, SymbolKind, std::string_view, std::string_view>;

PairingKey PairingKeyOf(const graph::ReadView& view, const SymbolRow& row) {
  // The name of a file is its place.
  const std::string_view name = row.kind == SymbolKind::kFile ? std::string_view() : row.name;
  return {view.File(row.file).language, row.kind, name, row.discriminator};
}

// Symbols by the properties that they share with their counterpart.
template <typename Key>
using Sorted = std::map<Key, std::vector<SymbolId>>;

// Calls pair(before, after) for each key with exactly one symbol in each state.
template <typename Key, typename Pair>
void ForEachUnique(const Sorted<Key>& before, const Sorted<Key>& after, const Pair& pair) {
  for (const auto& [key, symbols] : before) {
    const auto found = after.find(key);
    if (found == after.end() || symbols.size() != 1 || found->second.size() != 1) continue;
    pair(symbols.front(), found->second.front());
  }
}

bool CanMoveAlone(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod ||
         kind == SymbolKind::kClass || kind == SymbolKind::kType || kind == SymbolKind::kInterface;
}

using TextKey = std::tuple<PairingKey, ContentHash>;

Sorted<TextKey> SortByText(const graph::ReadView& view, const std::set<SymbolId>& symbols,
                           SymbolTexts& texts) {
  Sorted<TextKey> sorted;
  for (const SymbolId symbol : symbols) {
    const SymbolRow row = view.Symbol(symbol);
    if (!CanMoveAlone(row.kind)) continue;
    const SymbolText* text = texts.Of(symbol);
    if (text == nullptr || text->bytes < kMinMovedText) continue;
    sorted[{PairingKeyOf(view, row), text->text}].push_back(symbol);
  }
  return sorted;
}

Sorted<ContentHash> SortByContent(const graph::ReadView& view, const std::set<SymbolId>& symbols) {
  Sorted<ContentHash> sorted;
  for (const SymbolId symbol : symbols) {
    const FileRow file = view.File(view.FileOf(symbol));
    if (view.Kind(symbol) != SymbolKind::kFile || file.size_bytes < kMinMovedText) continue;
    sorted[file.content].push_back(symbol);
  }
  return sorted;
}

using MemberKey = std::tuple<SymbolId, PairingKey, std::uint32_t>;

// Sorts symbols by their enclosing symbol; `name` gives it the same name in both states.
Sorted<MemberKey> SortByParent(const graph::ReadView& view, const std::set<SymbolId>& symbols,
                               const std::function<SymbolId(SymbolId)>& name) {
  Sorted<MemberKey> sorted;
  for (const SymbolId symbol : symbols) {
    const SymbolRow row = view.Symbol(symbol);
    if (row.parent == SymbolId::kNone) continue;
    const SymbolId parent = name(row.parent);
    if (parent == SymbolId::kNone) continue;
    sorted[{parent, PairingKeyOf(view, row), row.ordinal}].push_back(symbol);
  }
  return sorted;
}

}  // namespace

absl::Status DifferencePairs::Find(CancelPoll& poll) {
  FindFiles();
  Symbols old_symbols;
  Symbols new_symbols;
  WM_RETURN_IF_ERROR(Collect(before_, old_files_, old_symbols, poll));
  WM_RETURN_IF_ERROR(Collect(after_, new_files_, new_symbols, poll));
  PairByIdentity(old_symbols, new_symbols);
  PairDeclarations();
  PairFiles();
  PairEnclosed();
  PairByText();
  do {
    PairEnclosed();
  } while (PairEnclosing());
  AddSingles();
  return absl::OkStatus();
}

void DifferencePairs::FindFiles() {
  const std::vector<FileId> old_files = before_.Files();
  const std::vector<FileId> new_files = after_.Files();
  auto before = old_files.begin();
  auto after = new_files.begin();
  while (before != old_files.end() || after != new_files.end()) {
    int order = before == old_files.end() ? 1 : -1;
    if (before != old_files.end() && after != new_files.end()) {
      order = before_.File(*before).path.compare(after_.File(*after).path);
    }
    const bool differs = order != 0 || before_.FileRoot(*before) != after_.FileRoot(*after);
    if (differs && order <= 0 && !IsProse(before_, *before)) old_files_.insert(*before);
    if (differs && order >= 0 && !IsProse(after_, *after)) new_files_.insert(*after);
    if (order <= 0) ++before;
    if (order >= 0) ++after;
  }
}

absl::Status DifferencePairs::Collect(const graph::ReadView& view, const std::set<FileId>& files,
                                      Symbols& symbols, CancelPoll& poll) {
  std::vector<SymbolId> of_file;
  std::vector<Neighbor> scratch;
  for (const FileId file : files) {
    view.SymbolsOf(file, of_file);
    for (const SymbolId symbol : of_file) {
      WM_RETURN_IF_ERROR(poll.Check());
      const SymbolId definition = SingleDefinitionOf(view, symbol, scratch);
      symbols.emplace(view.Symbol(definition).identity_prefix, definition);
    }
  }
  return absl::OkStatus();
}

void DifferencePairs::PairByIdentity(const Symbols& old_symbols, const Symbols& new_symbols) {
  std::vector<Neighbor> scratch;
  // The counterpart may be in an unchanged file; a folded declaration is no counterpart.
  const auto look_up = [&](const graph::ReadView& from, SymbolId symbol,
                           const graph::ReadView& in) {
    const SymbolRow row = from.Symbol(symbol);
    const SymbolId found = FindByIdentity(in, row, from.File(row.file).path);
    const bool stands = found != SymbolId::kNone && SingleDefinitionOf(in, found, scratch) == found;
    return stands ? found : SymbolId::kNone;
  };
  for (const auto& [prefix, symbol] : old_symbols) {
    const auto same = new_symbols.find(prefix);
    const SymbolId after =
        same != new_symbols.end() ? same->second : look_up(before_, symbol, after_);
    if (after == SymbolId::kNone) {
      old_singles_.insert(symbol);
    } else {
      pairs_.push_back({symbol, after, kSureByIdentity});
    }
  }
  for (const auto& [prefix, symbol] : new_symbols) {
    if (old_symbols.count(prefix) != 0) continue;
    const SymbolId before = look_up(after_, symbol, before_);
    if (before == SymbolId::kNone) {
      new_singles_.insert(symbol);
    } else {
      pairs_.push_back({before, symbol, kSureByIdentity});
    }
  }
}

// Pairs a definition that only one state has with a declaration that stands for itself in the
// other.
void DifferencePairs::PairDeclarations() {
  std::vector<Neighbor> scratch;
  const auto definition_of = [&](const graph::ReadView& from, SymbolId symbol,
                                 const graph::ReadView& in) {
    const SymbolRow row = from.Symbol(symbol);
    const SymbolId found = FindByIdentity(in, row, from.File(row.file).path);
    return found == SymbolId::kNone ? found : SingleDefinitionOf(in, found, scratch);
  };
  for (const SymbolId symbol : std::set<SymbolId>(old_singles_)) {
    const SymbolId definition = definition_of(before_, symbol, after_);
    if (new_singles_.count(definition) != 0) Pair(symbol, definition, kSureByIdentity);
  }
  for (const SymbolId symbol : std::set<SymbolId>(new_singles_)) {
    const SymbolId definition = definition_of(after_, symbol, before_);
    if (old_singles_.count(definition) != 0) Pair(definition, symbol, kSureByIdentity);
  }
}

void DifferencePairs::PairFiles() {
  ForEachUnique(SortByContent(before_, old_singles_), SortByContent(after_, new_singles_),
                [this](SymbolId before, SymbolId after) { Pair(before, after, kSureByContent); });
}

void DifferencePairs::PairByText() {
  ForEachUnique(SortByText(before_, old_singles_, old_texts_),
                SortByText(after_, new_singles_, new_texts_),
                [this](SymbolId before, SymbolId after) { Pair(before, after, kSureByText); });
}

// Pairs symbols inside paired symbols, if the key is unique there.
void DifferencePairs::PairEnclosed() {
  std::set<SymbolId> moved;
  for (const auto& [before, after] : moved_) moved.insert(after);
  for (std::size_t known = 0; known != moved_.size();) {
    known = moved_.size();
    const auto before = SortByParent(before_, old_singles_, [this](SymbolId parent) {
      const auto found = new_of_old_.find(parent);
      return found == new_of_old_.end() ? SymbolId::kNone : found->second;
    });
    const auto after = SortByParent(after_, new_singles_, [&moved](SymbolId parent) {
      return moved.count(parent) != 0 ? parent : SymbolId::kNone;
    });
    ForEachUnique(before, after, [&](SymbolId old_symbol, SymbolId new_symbol) {
      Pair(old_symbol, new_symbol, kSureByEnclosing);
      moved.insert(new_symbol);
    });
  }
}

// Pairs symbols that enclose at least half of the counterparts of their members. Returns whether
// any was found.
bool DifferencePairs::PairEnclosing() {
  std::map<std::pair<SymbolId, SymbolId>, std::size_t> votes;
  for (const auto& [before, after] : moved_) {
    const SymbolId old_parent = before_.Parent(before);
    const SymbolId new_parent = after_.Parent(after);
    if (old_singles_.count(old_parent) == 0 || new_singles_.count(new_parent) == 0) continue;
    const bool alike = PairingKeyOf(before_, before_.Symbol(old_parent)) ==
                       PairingKeyOf(after_, after_.Symbol(new_parent));
    if (alike) ++votes[{old_parent, new_parent}];
  }
  std::map<SymbolId, std::size_t> members;
  for (const SymbolId symbol : old_singles_) ++members[before_.Parent(symbol)];
  for (const auto& [before, after] : moved_) ++members[before_.Parent(before)];
  std::vector<std::pair<SymbolId, SymbolId>> candidates;
  for (const auto& [parents, count] : votes) {
    if (2 * count >= members[parents.first]) candidates.push_back(parents);
  }
  // Ids must not decide, because an overlay has other ids than a base.
  std::sort(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
    if (votes[a] != votes[b]) return votes[a] > votes[b];
    if (a.first != b.first) return before_.CompareCanonical(a.first, b.first) < 0;
    return after_.CompareCanonical(a.second, b.second) < 0;
  });
  bool is_found = false;
  for (const auto& [before, after] : candidates) {
    if (old_singles_.count(before) == 0 || new_singles_.count(after) == 0) continue;
    Pair(before, after, kSureByEnclosing);
    is_found = true;
  }
  return is_found;
}

void DifferencePairs::Pair(SymbolId before, SymbolId after, float certainty) {
  pairs_.push_back({before, after, certainty});
  moved_.emplace_back(before, after);
  new_of_old_.emplace(before, after);
  old_singles_.erase(before);
  new_singles_.erase(after);
}

void DifferencePairs::AddSingles() {
  for (const SymbolId symbol : old_singles_) {
    pairs_.push_back({symbol, SymbolId::kNone, kSureByIdentity});
  }
  for (const SymbolId symbol : new_singles_) {
    pairs_.push_back({SymbolId::kNone, symbol, kSureByIdentity});
  }
}

std::uint64_t DifferencePairs::NameOfOld(SymbolId symbol) const {
  const auto found = new_of_old_.find(symbol);
  return found == new_of_old_.end() ? before_.Symbol(symbol).identity_prefix
                                    : NameOfNew(found->second);
}

}  // namespace waymark::retrieval
