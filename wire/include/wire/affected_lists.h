// The lists of a blast radius by their names, which are the same in every format, in the order of
// output.
#pragma once

#include <optional>
#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

struct AffectedListRow {
  std::string_view name;
  std::string_view heading;  // for people
  std::optional<AffectedList> Affected::*list;
};

inline constexpr AffectedListRow kAffectedLists[] = {
    {"packages", "packages", &Affected::packages},
    {"exported", "exported", &Affected::exported},
    {"routes", "routes", &Affected::routes},
    {"entry_points", "entry points", &Affected::entry_points},
    {"owners", "owners", &Affected::owners},
};

}  // namespace waymark::wire
