// --color WHEN, --pager COMMAND, --no-pager: how text looks on a terminal.
#pragma once

#include <filesystem>
#include <string>

#include "config/settings.h"
#include "output/screen.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

struct StyleOption {
  std::string color = "auto";
  std::string pager;
  bool has_no_pager = false;

  void AddTo(CLI::App& app);
  // Places link to files of the checkout at `root`, on a terminal with colours.
  Screen Resolve(const Settings& settings, const std::filesystem::path& root) const;
};

}  // namespace waymark::services
