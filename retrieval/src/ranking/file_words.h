// The words of a question that the symbols of a file have together; for each word the symbol with
// the best score counts.
//
//   words(f) = sum over terms t of  max over symbols d of f of  weight(t) * x(t, d) / (k1 + x(t,
//   d)) share(f) = kFileWordsShare * words(f) / (1 - b + b * symbols(f) / kMeanFileSymbols)
//              b: kFileLengthShare
//
// A question about a subject is often answered by a file none of whose symbols has all the words.
// The mean of its best scores (cohesion.h) does not distinguish such a file from one that repeats a
// single word.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

// Accumulates the words of one question. The cells are all zero again at the end.
class FileWords {
 public:
  // `cells` must be zero and grows to the number of files in the view.
  FileWords(const graph::ReadView& view, std::vector<FileCell>& cells);
  ~FileWords();
  FileWords(const FileWords&) = delete;
  FileWords& operator=(const FileWords&) = delete;

  // The score that the current term gives to a symbol (Bm25f::FinishTerm), in fixed point.
  void Add(SymbolId symbol, std::uint32_t gain);

  // Cost: O(files with an amount since the last call).
  void FinishTerm();

  // The share of each symbol of the file, before its static prior.
  double ShareOf(FileId file) const;

 private:
  const graph::ReadView& view_;
  std::vector<FileCell>& cells_;
  std::vector<FileId> of_term_;
  std::vector<FileId> touched_;
};

}  // namespace waymark::retrieval
