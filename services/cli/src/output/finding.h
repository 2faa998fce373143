// A finding of `doctor` about the machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

enum class Health : std::uint8_t {
  kGood,
  kNote,   // works, with a limit that users may want to know
  kWrong,  // something does not work, or is not as safe as it should be
};

std::string_view Name(Health health);  // "ok", "note", "wrong"

struct Finding {
  Health health = Health::kGood;
  std::string subject;  // "store", "daemon", "sockets", "watches", "files", a client of `install`
  std::string text;     // one line: the finding, and how to fix it
};

// Readable text.
std::string Render(const std::vector<Finding>& findings);

}  // namespace waymark::services
