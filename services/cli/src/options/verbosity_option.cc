#include "options/verbosity_option.h"

#include <CLI/CLI.hpp>

#include "options/option_groups.h"
#include "output/notes.h"

namespace waymark::services {

void AddVerbosityOptions(CLI::App& app) {
  CLI::Option* const quiet =
      app.add_flag_callback(
             "-q,--quiet", [] { SetVerbosity(Verbosity::kQuiet); },
             "Write no notes and no progress on standard error; errors remain")
          ->group(kMoreGroup);
  app.add_flag_callback(
         "-v,--verbose", [] { SetVerbosity(Verbosity::kVerbose); },
         "Also write on standard error who answered, the daemon or this process, the state of the "
         "index and the time taken")
      ->group(kMoreGroup)
      ->excludes(quiet);
}

}  // namespace waymark::services
