#include "options/held_options.h"

#include <CLI/CLI.hpp>

#include "config/argument_checks.h"

namespace waymark::services {

void HeldOptions::AddTo(CLI::App& app) {
  app.add_option("--pack-root", held.pack_root,
                 "'new' stores the answer and shows its root; later pass that root, and a delta is "
                 "written if it is smaller than 60 % of the answer")
      ->type_name("new|HEX")
      ->check(NotBlank("say new, or give the pack_root of an answer"));
  app.add_option("--session", held.session,
                 "'new' starts a session; later pass the handle that the answer names. Symbols "
                 "that were sent before are written as numbers")
      ->type_name("new|HANDLE")
      ->check(NotBlank("say new, or give the handle of a session"));
}

}  // namespace waymark::services
