#include "output/code_text.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/render_sources.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;

TEST(CodeText, NumbersTheLinesOfAFile) {
  const CodeText code("a.py", "def run():\n    return 1\n", 9);

  EXPECT_EQ(code.size(), 2U);
  EXPECT_EQ(code.Numbered(Screen()),
            "     9  def run():\n"
            "    10      return 1\n");
}

TEST(CodeText, MarksWhereLinesAreLeftOut) {
  const CodeText code("a.py", "a = 1\nb = 2\nc = 3\nd = 4\n", 1);
  const std::vector<std::uint32_t> shown = {0, 2};

  EXPECT_EQ(code.Numbered(shown, Screen()),
            "     1  a = 1 ⋯\n"
            "     3  c = 3 ⋯\n");
}

TEST(CodeText, ColorsTheWordsOfTheLanguage) {
  const CodeText code("a.py", "return 'x'  # why\n", 1);

  EXPECT_EQ(code.Numbered({.style = {.is_colored = true}}),
            "\x1b[2m     1\x1b[0m  "
            "\x1b[35mreturn\x1b[0m \x1b[32m'x'\x1b[0m  \x1b[2m# why\x1b[0m\n");
}

TEST(CodeText, AColorOfSeveralLinesBeginsAndEndsOnEach) {
  const CodeText code("a.py", "'''a\nb'''\n", 1);

  EXPECT_EQ(code.Numbered({.style = {.is_colored = true}}),
            "\x1b[2m     1\x1b[0m  \x1b[32m'''a\x1b[0m\n"
            "\x1b[2m     2\x1b[0m  \x1b[32mb'''\x1b[0m\n");
}

TEST(CodeText, CutsLinesToTheWidthOfTheTerminal) {
  const CodeText code("a.py", "return total_of_all_items\n\tx\n", 1);

  EXPECT_EQ(code.Numbered({.columns = 20}),
            "     1  return to…\n"
            "     2      x\n");
  EXPECT_EQ(code.Numbered({.columns = 20, .lines = 24}), code.Numbered({.columns = 20}));
}

TEST(CodeText, SourceForgesNoColorsAndNoLines) {
  const CodeText code("a.py", "x = '\x1b[31mred\rgone'\n", 1);

  EXPECT_EQ(code.Numbered(Screen()), "     1  x = '\\u001b[31mred\\u000dgone'\n");
}

TEST(CodeText, LinesThatEndWithTwoCharactersAndTheLastWithNoneAreLines) {
  const CodeText code("a.unknown", "a\r\nb", 1);

  EXPECT_EQ(code.Line(0), "a");
  EXPECT_EQ(code.Numbered(Screen()), "     1  a\n     2  b\n");
}

TEST(RenderSources, ShowsEachSymbolBelowItsPlaceKindAndName) {
  SourcesAnswer answer;
  answer.symbols = {{.asked = "run",
                     .id = "a.py#run",
                     .kind = "function",
                     .name = "a.run",
                     .path = "a.py",
                     .start_line = 9,
                     .end_line = 10,
                     .from_line = 9,
                     .text = "def run():\n    return 1\n"},
                    {.asked = "no", .error = absl::NotFoundError("there is no such symbol")},
                    {.asked = "stop",
                     .error = absl::FailedPreconditionError("a.py has changed"),
                     .id = "a.py#stop",
                     .kind = "function",
                     .name = "a.stop",
                     .path = "a.py",
                     .start_line = 12,
                     .end_line = 12,
                     .signature = "def stop()"}};

  EXPECT_EQ(RenderSources(answer, Screen()),
            "a.py:9-10  function a.run\n"
            "     9  def run():\n"
            "    10      return 1\n"
            "\n"
            "a.py:12  function a.stop\n"
            "  def stop()\n");
}

TEST(RenderSources, SaysHowMuchIsLeftOut) {
  SourcesAnswer answer;
  answer.symbols = {{.id = "a.py#run",
                     .kind = "function",
                     .name = "a.run",
                     .path = "a.py",
                     .start_line = 1,
                     .end_line = 100,
                     .from_line = 1,
                     .text = "def run():\n",
                     .lines_omitted = 99}};

  EXPECT_THAT(RenderSources(answer, Screen()), HasSubstr("\n99 lines more\n"));
}

}  // namespace
}  // namespace waymark::services
