#include "ranking/file_words.h"

#include <algorithm>

#include "text/fixed_point.h"
#include "traits/constants.h"

namespace waymark::retrieval {

FileWords::FileWords(const graph::ReadView& view, std::vector<FileCell>& cells)
    : view_(view), cells_(cells) {
  if (cells_.size() < view.file_bound()) cells_.resize(view.file_bound());
}

FileWords::~FileWords() {
  for (const FileId file : of_term_) cells_[ToIndex(file)] = FileCell{};
  for (const FileId file : touched_) cells_[ToIndex(file)] = FileCell{};
}

void FileWords::Add(SymbolId symbol, std::uint32_t gain) {
  const FileId file = view_.FileOf(symbol);
  FileCell& cell = cells_[ToIndex(file)];
  if (cell.of_term == 0 && gain != 0) of_term_.push_back(file);
  cell.of_term = std::max(cell.of_term, gain);
}

void FileWords::FinishTerm() {
  for (const FileId file : of_term_) {
    FileCell& cell = cells_[ToIndex(file)];
    if (cell.sum == 0) touched_.push_back(file);
    cell.sum = SaturatingAdd(cell.sum, cell.of_term);
    cell.of_term = 0;
  }
  of_term_.clear();
}

double FileWords::ShareOf(FileId file) const {
  const double symbols = view_.File(file).symbol_count;
  const double length = 1 - kFileLengthShare + kFileLengthShare * symbols / kMeanFileSymbols;
  return kFileWordsShare * FromFixed(cells_[ToIndex(file)].sum) / length;
}

}  // namespace waymark::retrieval
