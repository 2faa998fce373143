#include "render/place_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/display_width.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

PlaceRow Call(std::string path, std::uint32_t line, std::string code) {
  return {.path = path,
          .shown_path = path,
          .line = line,
          .column = 5,
          .kind = "call",
          .code = std::move(code),
          .around = "shop.pay"};
}

Screen Terminal(unsigned columns) { return {.columns = columns, .lines = 24}; }

TEST(PlaceRowsText, InAPipeEachRowHasItsPathAsCompilersWriteIt) {
  std::vector<PlaceRow> rows = {Call("a.py", 3, "run()"), Call("a.py", 8, "stop()")};
  rows[1].used = "shop.stop";
  rows[1].note = "changed";

  EXPECT_EQ(PlaceRowsText(rows, Screen()),
            "a.py:3:5: run()  (call, in shop.pay)\n"
            "a.py:8:5: stop()  (call of shop.stop, in shop.pay; changed)\n");
}

TEST(PlaceRowsText, OnATerminalTheRowsOfAFileAreInColumnsBelowItsPath) {
  std::vector<PlaceRow> rows = {Call("a.py", 3, "run()"), Call("a.py", 12, "run(2)"),
                                Call("b.py", 1, "import run")};
  rows[2].kind = "import";
  rows[2].around = "";

  EXPECT_EQ(PlaceRowsText(rows, Terminal(80)),
            "a.py\n"
            "  3:5:  call    run()  in shop.pay\n"
            "  12:5: call    run(2)  in shop.pay\n"
            "\n"
            "b.py\n"
            "  1:5:  import  import run\n");
}

TEST(PlaceRowsText, LinesAroundAMatchHaveNoColumnAndGapsAreShown) {
  std::vector<PlaceRow> rows = {
      {.path = "a.py", .shown_path = "a.py", .line = 1, .code = "# before"},
      {.path = "a.py", .shown_path = "a.py", .line = 2, .column = 1, .code = "hit"},
      {.path = "a.py",
       .shown_path = "a.py",
       .line = 9,
       .column = 1,
       .code = "hit",
       .is_apart = true}};

  EXPECT_EQ(PlaceRowsText(rows, Screen()), "a.py-1- # before\na.py:2:1: hit\n--\na.py:9:1: hit\n");
  EXPECT_EQ(PlaceRowsText(rows, Terminal(80)),
            "a.py\n  1-   # before\n  2:1: hit\n  --\n  9:1: hit\n");
}

TEST(PlaceRowsText, ARowFitsTheScreenAndShowsItsFirstMark) {
  PlaceRow row = Call("a.py", 3, std::string(200, 'x') + " needle " + std::string(200, 'y'));
  row.marked = {{201, 207}};

  const std::string text = PlaceRowsText({row}, Terminal(60));

  const std::string line = text.substr(text.find('\n') + 1);
  EXPECT_THAT(line, AllOf(HasSubstr("…xxx"), HasSubstr(" needle "), EndsWith("in shop.pay\n")));
  EXPECT_LE(DisplayWidth(line.substr(0, line.size() - 1)), 60U);
}

TEST(PlaceRowsText, AMarkAtTheEndOfTheCodeIsShownOnTheNarrowestScreen) {
  const std::string code(20, 'x');
  const PlaceRow row{.path = "a.py",
                     .shown_path = "a.py",
                     .line = 3,
                     .column = 5,
                     .code = code,
                     .marked = {{code.size(), code.size()}}};

  EXPECT_EQ(PlaceRowsText({row}, Terminal(4)), "a.py\n  3:5: …\n");
}

TEST(PlaceRowsText, AMarkStandsOutAmongTheColorsOfTheSyntax) {
  PlaceRow row = Call("a.py", 3, "return run(1)");
  row.marked = {{4, 10}};
  Screen screen;
  screen.style.is_colored = true;

  EXPECT_THAT(PlaceRowsText({row}, screen),
              HasSubstr("\x1b[35mretu\x1b[0m\x1b[1;31mrn\x1b[0m\x1b[1;31m \x1b[0m"
                        "\x1b[1;31mrun\x1b[0m("));
}

TEST(PlaceRowsText, NothingFromAFileSteersTheTerminal) {
  PlaceRow row = Call("a\x1b.py", 3, "x\x1b[2J");
  row.around = "shop\x1b[1m";

  for (const Screen& screen : {Screen(), Terminal(80)}) {
    EXPECT_THAT(PlaceRowsText({row}, screen), Not(HasSubstr("\x1b")));
  }
}

}  // namespace
}  // namespace waymark::services
