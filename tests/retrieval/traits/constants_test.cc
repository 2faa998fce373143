#include "traits/constants.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string RankingPages() {
  const std::filesystem::path docs = std::filesystem::path(WM_SOURCE_DIR) / "docs";
  std::string text = ReadFile(docs / "RANKING.md") + ReadFile(docs / "IMPACT.md");
  for (const auto& entry : std::filesystem::directory_iterator(docs / "ranking")) {
    text += ReadFile(entry.path());
  }
  return text;
}

std::string SourcesOfRetrieval() {
  std::string text;
  const std::filesystem::path root(WM_SOURCE_DIR);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "retrieval/src")) {
    if (entry.is_regular_file() && entry.path().extension() != ".def")
      text += ReadFile(entry.path());
  }
  return text;
}

// Every run of word characters in `text`.
std::set<std::string, std::less<>> WordsOf(std::string_view text) {
  std::set<std::string, std::less<>> words;
  const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_word);
    at = std::find_if_not(begin, text.end(), is_word);
    if (begin != at) words.emplace(begin, at);
  }
  return words;
}

TEST(Constants, AreAllUsed) {
  const std::set<std::string, std::less<>> words = WordsOf(SourcesOfRetrieval());
  ASSERT_FALSE(words.empty());
  for (const ConstantRow& row : AllConstants()) EXPECT_TRUE(words.contains(row.name)) << row.name;
}

TEST(Constants, AllSayWhereTheyComeFrom) {
  for (const ConstantRow& row : AllConstants()) {
    const bool is_sourced = row.source.starts_with("study") || row.source.starts_with("choice") ||
                            row.source.starts_with("measured") ||
                            row.source.starts_with("contract");
    EXPECT_TRUE(is_sourced) << row.name;
  }
}

// The pages give constants as `kName` = value; what they say must be what the code does.
TEST(Constants, ArePrintedWithTheirValuesInTheRankingPages) {
  const std::string page = RankingPages();
  ASSERT_FALSE(page.empty());
  const std::regex printed("`(k[A-Z]\\w+)` = ([0-9.e-]*[0-9])");
  std::size_t count = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), printed), end; at != end; ++at, ++count) {
    const std::string name = (*at)[1];
    bool found = false;
    for (const ConstantRow& row : AllConstants()) {
      if (row.name != name) continue;
      found = true;
      EXPECT_EQ(std::stod((*at)[2]), std::stod(std::string(row.value))) << name;
    }
    EXPECT_TRUE(found) << name << " is no constant";
  }
  EXPECT_GT(count, 20U);
}

// Parts of one, as weights and shares are, stand in the table; those of edge types are a table of
// their own, and a half is what rounding and idf add.
TEST(Constants, AreTheOnlyFractions) {
  const std::regex fraction(R"((?:^|[^\w.])(\d*\.\d+|\d+e-\d+)F?\b)");
  const std::filesystem::path root(WM_SOURCE_DIR);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "retrieval/src")) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name == "constants.def" || name == "edge_traits.cc") continue;
    std::istringstream lines(ReadFile(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      const std::string code = line.substr(0, line.find("//"));
      for (std::sregex_iterator at(code.begin(), code.end(), fraction), end; at != end; ++at) {
        const double value = std::stod((*at)[1]);
        EXPECT_TRUE(value == 0 || value == 0.5 || value >= 1) << name << ": " << line;
      }
    }
  }
}

TEST(Constants, AreAllInTheRankingPages) {
  const std::set<std::string, std::less<>> words = WordsOf(RankingPages());
  for (const ConstantRow& row : AllConstants()) EXPECT_TRUE(words.contains(row.name)) << row.name;
}

}  // namespace
}  // namespace waymark::retrieval
