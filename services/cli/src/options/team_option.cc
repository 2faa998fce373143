#include "options/team_option.h"

#include <CLI/CLI.hpp>

#include "config/argument_checks.h"
#include "output/interrupt.h"

namespace waymark::services {

void TeamOption::AddTo(CLI::App& app) {
  app.add_option("--team", url,
                 "Database of the shared store: postgresql://USER@HOST:PORT/DATABASE, with the "
                 "parameters of libpq, such as sslmode=verify-full. Passwords belong in ~/.pgpass")
      ->type_name("URL")
      ->check(NotBlank("name a database: postgresql://USER@HOST:PORT/DATABASE"));
}

absl::StatusOr<TeamOptions> TeamOption::Resolve() const {
  if (url.empty()) {
    return absl::InvalidArgumentError(
        "name the shared store: --team postgresql://USER@HOST:PORT/DATABASE, the variable "
        "WAYMARK_TEAM, or: waymark config set team URL");
  }
  return TeamOptions{.url = url, .program = {}, .cancelled = Interrupt::flag()};
}

}  // namespace waymark::services
