#include "languages/python/notebook_regions.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

std::string PythonIn(std::string_view bytes) {
  SourceRegions regions;
  ReadNotebook(bytes, regions);
  return regions.text();
}

std::string NotebookOf(std::string_view source) {
  return R"j({"cells": [{"cell_type": "code", "source": )j" + std::string(source) + "}]}";
}

TEST(NotebookRegions, AreTheLinesOfCodeCells) {
  EXPECT_EQ(PythonIn(R"j({"cells": [
      {"cell_type": "markdown", "source": ["# Sums"]},
      {"cell_type": "code", "outputs": [{"text": "\"}"}], "source": ["import shop\n", "shop.total()"]},
      {"source": "print(1)", "cell_type": "code", "metadata": {"tags": []}}], "nbformat": 4
})j"),
            "import shop\nshop.total()\nprint(1)\n");
}

TEST(NotebookRegions, ReadEscapes) {
  EXPECT_EQ(PythonIn(NotebookOf(R"j(["print(\"a\\n\", '\u00e9\/')\n", "\tx"])j")),
            "print(\"a\\n\", '\xC3\xA9/')\n\tx\n");
}

TEST(NotebookRegions, KeepTheirPlaces) {
  const std::string bytes = NotebookOf(R"j(["a\n", "\"b\" + total"])j");
  SourceRegions regions;
  ReadNotebook(bytes, regions);
  ASSERT_EQ(regions.text(), "a\n\"b\" + total\n");
  EXPECT_EQ(regions.FileByteOf(0), bytes.find("a\\n"));
  EXPECT_EQ(regions.FileByteOf(2), bytes.find("\\\"b"));
  EXPECT_EQ(regions.FileByteOf(8), bytes.find("total"));
}

TEST(NotebookRegions, LeaveOutCommandsOfTheShell) {
  EXPECT_EQ(PythonIn(NotebookOf(
                R"j(["%matplotlib inline\n", "!pip install shop\n", "total?\n", "x = 1"])j")),
            "\n\n\nx = 1\n");
  EXPECT_EQ(PythonIn(NotebookOf(R"j(["%%bash\n", "total"])j")), "");
  EXPECT_EQ(PythonIn(NotebookOf(R"j(["%%time\n", "total()"])j")), "\ntotal()\n");
}

TEST(NotebookRegions, OfAnotherLanguageThereAreNone) {
  EXPECT_EQ(PythonIn(R"j({"cells": [{"cell_type": "code", "source": ["x <- 1"]}],
                     "metadata": {"kernelspec": {"name": "ir", "language": "R"}}})j"),
            "");
  EXPECT_EQ(PythonIn(R"j({"metadata": {"language_info": {"name": "python"}},
                     "cells": [{"cell_type": "code", "source": ["x"]}]})j"),
            "x\n");
}

TEST(NotebookRegions, OfWhatIsNoNotebookThereAreNone) {
  for (const char* bytes :
       {"", "{", "[1]", "{\"cells\": [{\"cell_type\": \"code\"", "{\"cells\": 3}",
        "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"x\\"}) {
    EXPECT_EQ(PythonIn(bytes), "") << bytes;
  }
  EXPECT_EQ(PythonIn("{\"a\": " + std::string(100'000, '[')), "");
}

}  // namespace
}  // namespace waymark::indexer
