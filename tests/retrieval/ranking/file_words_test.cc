#include "ranking/file_words.h"

#include <vector>

#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "text/fixed_point.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using ::waymark::testing::DrawnGraph;

const DrawnGraph& FileWordsGraph() {
  static const DrawnGraph graph(R"(
a.py
  function open
  function close
b.py
  function read
)");
  return graph;
}

FileId FileOf(std::string_view name) {
  return FileWordsGraph().view().FileOf(FileWordsGraph().At(name));
}

// The length of a file of that many symbols, its own among them.
double Length(double symbols) {
  return 1 - kFileLengthShare + kFileLengthShare * symbols / kMeanFileSymbols;
}

TEST(FileWords, CountEachTermByTheSymbolThatSaysItBest) {
  std::vector<FileCell> cells;
  FileWords words(FileWordsGraph().view(), cells);
  words.Add(FileWordsGraph().At("open"), kFixedOne);
  words.Add(FileWordsGraph().At("close"), 2 * kFixedOne);
  words.FinishTerm();
  words.Add(FileWordsGraph().At("open"), kFixedOne);
  words.Add(FileWordsGraph().At("read"), kFixedOne);
  words.FinishTerm();

  EXPECT_DOUBLE_EQ(words.ShareOf(FileOf("open")), kFileWordsShare * 3 / Length(3));
  EXPECT_DOUBLE_EQ(words.ShareOf(FileOf("read")), kFileWordsShare * 1 / Length(2));
}

TEST(FileWords, GiveTheirCellsBackZero) {
  std::vector<FileCell> cells;
  {
    FileWords words(FileWordsGraph().view(), cells);
    words.Add(FileWordsGraph().At("open"), kFixedOne);
    words.FinishTerm();
    words.Add(FileWordsGraph().At("read"), kFixedOne);
  }
  for (const FileCell& cell : cells) {
    EXPECT_EQ(cell.of_term, 0U);
    EXPECT_EQ(cell.sum, 0U);
  }
}

}  // namespace
}  // namespace waymark::retrieval
