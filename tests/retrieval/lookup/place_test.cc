#include "retrieval/place.h"

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

void ExpectPlace(std::string_view text, std::string_view path, std::uint32_t line,
                 std::uint32_t column = 0) {
  const Place place = ParsePlace(text);
  EXPECT_EQ(place.path, path) << text;
  EXPECT_EQ(place.line, line) << text;
  EXPECT_EQ(place.column, column) << text;
}

TEST(ParsePlace, TakesTheNotationsOfToolsAndPages) {
  ExpectPlace("a/b.py", "a/b.py", 0);
  ExpectPlace("./a/b.py:12", "a/b.py", 12);
  ExpectPlace("a/b.py:12:3", "a/b.py", 12, 3);
  ExpectPlace("a/b.py:12-15", "a/b.py", 12);
  ExpectPlace("mux.go#L195", "mux.go", 195);
  ExpectPlace("mux.go#L195-L200", "mux.go", 195);
  ExpectPlace("mux.go#L195C3-L200C4", "mux.go", 195, 3);
  ExpectPlace("Shop.cs(12,5)", "Shop.cs", 12, 5);
  ExpectPlace("Shop.cs(12)", "Shop.cs", 12);
  ExpectPlace("Shop.cs:line 12", "Shop.cs", 12);
}

TEST(ParsePlace, LeavesNamesAlone) {
  ExpectPlace("Site#Load", "Site#Load", 0);
  ExpectPlace("shop::Cart", "shop::Cart", 0);
  ExpectPlace("run(int)", "run(int)", 0);
  ExpectPlace("a.py:0", "a.py:0", 0);
}

}  // namespace
}  // namespace waymark::retrieval
