// What `doctor` looks at besides the index: whether this machine lets Waymark do its work, and what
// to do where it does not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "settings.h"

namespace waymark::services {

struct Place;

enum class Health : std::uint8_t {
  kGood,
  kNote,   // works, with a limit that a user may want to know
  kWrong,  // something does not work, or is not as safe as it should be
};

std::string_view Name(Health health);  // "ok", "note", "wrong"

struct Finding {
  Health health = Health::kGood;
  std::string subject;  // "store", "daemon", "sockets", "watches", "files", a client of `install`
  std::string text;     // one line: what was found, and how to mend it
};

// Never fails: what cannot be looked at is a finding.
std::vector<Finding> CheckHealth(const Place& place, const Settings& settings);

// As text for people.
std::string Render(const std::vector<Finding>& findings);

}  // namespace waymark::services
