#include "options/style_option.h"

#include <CLI/CLI.hpp>

#include "config/argument_checks.h"

namespace waymark::services {
namespace {

constexpr char kAlways[] = "always";
constexpr char kNever[] = "never";
constexpr char kAuto[] = "auto";

// A missing `less` is no error, and nothing that a reader has to be told.
constexpr char kUsualPager[] = "command -v less >/dev/null || exit 127; less";

}  // namespace

void StyleOption::AddTo(CLI::App& app) {
  const std::vector<std::string> words = {kAuto, kAlways, kNever};
  app.add_option("--color", color,
                 "Colours in text: on a terminal that has them, unless NO_COLOR is set; always; "
                 "or never (default: auto)")
      ->type_name("auto|always|never")
      ->check(OneOf(words));
  app.add_option("--pager", pager,
                 "Command that shows texts longer than the terminal (default: PAGER, or less)")
      ->type_name("COMMAND")
      ->check(NotBlank("name a program, or use --no-pager"));
  app.add_flag("--no-pager", has_no_pager, "Write long texts without a pager")->excludes("--pager");
}

Screen StyleOption::Resolve(const Settings& settings, const std::filesystem::path& root) const {
  Screen screen;
  screen.style.is_colored =
      color == kAlways || (color == kAuto && settings.stdout_is_terminal && settings.takes_color);
  if (!settings.stdout_is_terminal) return screen;
  if (screen.style.is_colored) screen.style.link_base = LinkBase(settings.host_name, root);
  screen.columns = settings.stdout_columns;
  screen.lines = settings.stdout_lines;
  if (has_no_pager) return screen;
  screen.pager = pager.empty() ? settings.pager.value_or(kUsualPager) : pager;
  if (screen.pager == "cat") screen.pager.clear();
  return screen;
}

}  // namespace waymark::services
