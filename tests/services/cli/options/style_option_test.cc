#include "options/style_option.h"

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

Settings Terminal() {
  Settings settings;
  settings.stdout_is_terminal = true;
  settings.stdout_columns = 100;
  settings.stdout_lines = 50;
  settings.takes_color = true;
  settings.host_name = "box";
  return settings;
}

TEST(StyleOption, ATerminalHasColorsLinksItsSizeAndAPager) {
  const Screen screen = StyleOption().Resolve(Terminal(), "/repo");

  EXPECT_TRUE(screen.style.is_colored);
  EXPECT_EQ(screen.style.link_base, "file://box/repo/");
  EXPECT_EQ(screen.columns, 100U);
  EXPECT_EQ(screen.lines, 50U);
  EXPECT_NE(screen.pager.find("less"), std::string::npos);
}

TEST(StyleOption, APipeHasNone) {
  Settings pipe = Terminal();
  pipe.stdout_is_terminal = false;
  const Screen screen = StyleOption().Resolve(pipe, "/repo");

  EXPECT_FALSE(screen.style.is_colored);
  EXPECT_EQ(screen.style.link_base, "");
  EXPECT_EQ(screen.columns, 0U);
  EXPECT_EQ(screen.lines, 0U);
  EXPECT_EQ(screen.pager, "");
}

TEST(StyleOption, ColorsCanBeRefusedAndDemanded) {
  Settings refused = Terminal();
  refused.takes_color = false;
  Settings pipe;

  EXPECT_FALSE(StyleOption().Resolve(refused, "/repo").style.is_colored);
  EXPECT_FALSE(StyleOption{.color = "never"}.Resolve(Terminal(), "/repo").style.is_colored);
  EXPECT_EQ(StyleOption{.color = "never"}.Resolve(Terminal(), "/repo").style.link_base, "");
  EXPECT_TRUE(StyleOption{.color = "always"}.Resolve(refused, "/repo").style.is_colored);
  EXPECT_TRUE(StyleOption{.color = "always"}.Resolve(pipe, "/repo").style.is_colored);
  EXPECT_EQ(StyleOption{.color = "always"}.Resolve(pipe, "/repo").style.link_base, "")
      << "a file cannot follow links";
}

TEST(StyleOption, ThePagerIsTheOptionOrTheVariableAndCatIsNone) {
  Settings settings = Terminal();
  settings.pager = "most";

  EXPECT_EQ(StyleOption().Resolve(settings, "/repo").pager, "most");
  EXPECT_EQ(StyleOption{.pager = "more -f"}.Resolve(settings, "/repo").pager, "more -f");
  EXPECT_EQ(StyleOption{.has_no_pager = true}.Resolve(settings, "/repo").pager, "");
  settings.pager = "";
  EXPECT_EQ(StyleOption().Resolve(settings, "/repo").pager, "");
  settings.pager = "cat";
  EXPECT_EQ(StyleOption().Resolve(settings, "/repo").pager, "");
}

}  // namespace
}  // namespace waymark::services
