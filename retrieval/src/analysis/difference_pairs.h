// Pairs the symbols of two states of a repository.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <absl/status/status.h>

#include "retrieval/difference.h"
#include "text/symbol_text.h"
#include "traits/cancel_poll.h"

namespace waymark::retrieval {

// A symbol of one state, or the same one in both. Definitions stand for their declarations.
struct SymbolPair {
  SymbolId before = SymbolId::kNone;
  SymbolId after = SymbolId::kNone;
  float certainty = kSureByIdentity;
};

// The symbols of the changed files.
class DifferencePairs {
 public:
  DifferencePairs(const DifferenceSide& before, const DifferenceSide& after, SymbolTexts& old_texts,
                  SymbolTexts& new_texts)
      : before_(before.view), after_(after.view), old_texts_(old_texts), new_texts_(new_texts) {}

  absl::Status Find(CancelPoll& poll);

  const std::vector<SymbolPair>& pairs() const { return pairs_; }

  bool empty() const { return old_files_.empty() && new_files_.empty(); }

  // Files that differ or that only one state has.
  const std::set<FileId>& old_files() const { return old_files_; }

  const std::set<FileId>& new_files() const { return new_files_; }

  // A name for a symbol of the older state that is valid in both: the identity of its counterpart
  // if that differs, otherwise its own identity.
  std::uint64_t NameOfOld(SymbolId symbol) const;

  std::uint64_t NameOfNew(SymbolId symbol) const { return after_.Symbol(symbol).identity_prefix; }

 private:
  using Symbols = std::map<std::uint64_t, SymbolId>;  // by prefix of the identity

  void FindFiles();
  absl::Status Collect(const graph::ReadView& view, const std::set<FileId>& files, Symbols& symbols,
                       CancelPoll& poll);
  void PairByIdentity(const Symbols& old_symbols, const Symbols& new_symbols);
  void PairDeclarations();
  void PairFiles();
  void PairByText();
  void PairEnclosed();
  bool PairEnclosing();
  void Pair(SymbolId before, SymbolId after, float certainty);
  void AddSingles();

  const graph::ReadView& before_;
  const graph::ReadView& after_;
  SymbolTexts& old_texts_;
  SymbolTexts& new_texts_;
  std::set<FileId> old_files_;
  std::set<FileId> new_files_;
  std::vector<SymbolPair> pairs_;
  std::vector<std::pair<SymbolId, SymbolId>> moved_;  // members of pairs_ whose identity differs
  std::map<SymbolId, SymbolId> new_of_old_;           // the same
  std::set<SymbolId> old_singles_;                    // without a counterpart so far
  std::set<SymbolId> new_singles_;
};

}  // namespace waymark::retrieval
