// What the symbols of a file say of the question together, each word by the one that says it best.
//
//   words(f) = sum over terms t of  max over symbols d of f of  weight(t) * x(t, d) / (k1 + x(t,
//   d)) share(f) = kFileWordsShare * words(f) / (1 - b + b * symbols(f) / kMeanFileSymbols)     b:
//   kFileLengthShare
//
// A question about a subject is often answered by a file none of whose symbols has all its words:
// the mean of the best (cohesion.h) cannot tell such a file from one that repeats a single word.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"
#include "impact/query_buffers.h"

namespace waymark::retrieval {

// Sums up one question. The cells are given back all zero.
class FileWords {
 public:
  // `cells` must be zero and grows to the files of the view.
  FileWords(const graph::ReadView& view, std::vector<FileCell>& cells);
  ~FileWords();
  FileWords(const FileWords&) = delete;
  FileWords& operator=(const FileWords&) = delete;

  // What the current term gives to a symbol (Bm25f::FinishTerm), in fixed point.
  void Add(SymbolId symbol, std::uint32_t gain);

  // Cost: files added to since the last call.
  void FinishTerm();

  // What each symbol of the file gets, before its standing.
  double ShareOf(FileId file) const;

 private:
  const graph::ReadView& view_;
  std::vector<FileCell>& cells_;
  std::vector<FileId> of_term_;
  std::vector<FileId> touched_;
};

}  // namespace waymark::retrieval
