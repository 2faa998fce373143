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

using ::testing::ElementsAre;
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
  std::string Ask(const std::string& task, const std::string& format = "gcf",
                  retrieval::Fidelity most_shown = retrieval::Fidelity::kBody) {
    auto engine = Engine::Open({.store_directory = directory_.path() / "store"});
    WM_EXPECT_OK(engine.status());
    WM_EXPECT_OK((*engine)->Index({.root = root_}, nullptr, {}).status());
    const auto answer = (*engine)->Context(
        {.root = root_, .task = task, .encoding = {.format = format}, .most_shown = most_shown},
        {});
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

TEST_F(ContextSourceTest, AnElidedFunctionKeepsHeadTaskWordsCallsOfTheShownAndReturns) {
  directory_.WriteFile("shop/shop/settle.py",
                       "def settle_bill(\n"              // 1: the head
                       "    bill,\n"                     // 2
                       "):\n"                            // 3
                       "    first = 1\n"                 // 4
                       "    second = 2\n"                // 5
                       "    if bill.voucher:\n"          // 6: a word of the task
                       "        third = 3\n"             // 7: alone between two that tell
                       "        charge_account(bill)\n"  // 8: a call of a shown symbol
                       "    fourth = 4\n"                // 9
                       "    fifth = 5\n"                 // 10
                       "    sixth = 6\n"                 // 11
                       "    seventh = 7\n"               // 12
                       "    return fifth\n"              // 13: the end
                       "\n\n"
                       "def charge_account(account):\n"  // 16
                       "    return account\n");          // 17

  const std::string text = Ask("settle with a voucher", "gcf", retrieval::Fidelity::kElided);

  const ShownLines shown = LinesIn(text);
  ASSERT_TRUE(shown.contains("shop/settle.py")) << text;
  std::vector<std::size_t> numbers;
  for (const auto& [number, line] : shown.at("shop/settle.py")) {
    if (number < 16) numbers.push_back(number);
  }
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3, 6, 7, 8, 13)) << text;
  EXPECT_THAT(text, HasSubstr("3 ):\n...\n6     if bill.voucher:\n"));
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
