// The source in context answers: every line as its file has it, under its number.
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempDir;

// The lines of an answer's source: by file, in the order of the text.
using ShownLines = std::map<std::string, std::vector<std::pair<std::size_t, std::string>>>;

ShownLines LinesIn(const std::string& text) {
  ShownLines lines;
  std::istringstream stream(text.substr(text.find("## source\n")));
  const std::regex head("^(\\d+)(?:(?:-\\d+)?@\\d+)*(?: (.*))?$");
  const std::regex folded("^\\d+-\\d+ @.*$");
  std::string path;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) path = line.substr(line.find_first_not_of('`') + 1);
    if (line.starts_with('`') || line.starts_with('#') || line == "...") continue;
    if (std::regex_match(line, folded)) continue;
    std::smatch match;
    const bool has_number = std::regex_match(line, match, head);
    number = has_number ? std::stoul(match[1]) : number + 1;
    lines[path].emplace_back(number, has_number ? match[2].str() : line);
  }
  return lines;
}

class ContextSourceTest : public ::testing::Test {
 protected:
  std::string Ask(const std::string& task, const std::string& format = "gcf") {
    auto engine = Engine::Open({.store_directory = directory_.path() / "store"});
    WM_EXPECT_OK(engine.status());
    WM_EXPECT_OK((*engine)->Index({.root = root_}, nullptr, {}).status());
    const auto answer =
        (*engine)->Context({.root = root_, .task = task, .encoding = {.format = format}}, {});
    WM_EXPECT_OK(answer.status());
    const auto text =
        wire::CodecRegistry::BuiltIn().Encode(format, answer->payload, wire::kFullAnswer);
    return text.value_or("");
  }

  std::vector<std::string> FileLines(const std::string& path) {
    std::ifstream file(root_ / path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
};

TEST_F(ContextSourceTest, EveryLineIsThatOfItsFileAndStandsOnce) {
  directory_.WriteFile("shop/shop/deep.py",
                       "class Deep:\n"
                       "    class Inner:\n"
                       "        # What the deep total is.\n"
                       "        def deep_total(self, items):\n"
                       "\n"
                       "            for item in items:\n"
                       "                if item:\n"
                       "                    yield '```' + item\n"
                       "            return 1\n");

  const std::string text = Ask("deep_total of the cart at checkout");

  const ShownLines shown = LinesIn(text);
  EXPECT_TRUE(shown.contains("shop/deep.py")) << text;
  for (const auto& [path, lines] : shown) {
    const std::vector<std::string> file = FileLines(path);
    std::size_t last = 0;
    for (const auto& [number, line] : lines) {
      EXPECT_GT(number, last) << path;
      last = number;
      ASSERT_LE(number, file.size()) << path;
      EXPECT_EQ(line, file[number - 1]) << path << ":" << number;
    }
  }
}

TEST_F(ContextSourceTest, TheGraphRepeatsNeitherTheSourceNorWhatItShows) {
  const std::string text = Ask("how does the checkout total the cart?");
  const std::string graph = text.substr(0, text.find("## source\n"));

  EXPECT_THAT(text, HasSubstr("\n## source\n"));
  EXPECT_THAT(text, HasSubstr("def total(self)"));
  EXPECT_THAT(graph, Not(HasSubstr("def total(self)")));
  EXPECT_THAT(graph, Not(HasSubstr("return")));
}

TEST_F(ContextSourceTest, OtherFormatsHaveTheSourceInTheTextOfTheSymbol) {
  const std::string text = Ask("how does the checkout total the cart?", "json");

  EXPECT_THAT(text, HasSubstr("\"text\":\"def total(self)"));
  EXPECT_THAT(text, Not(HasSubstr("numbers")));
}

}  // namespace
}  // namespace waymark::services
