#include "output/finding.h"

#include <array>
#include <cstddef>
#include <iterator>

#include <fmt/format.h>

#include "services/visible_text.h"

namespace waymark::services {
namespace {

constexpr std::array<std::string_view, 3> kHealthNames = {"ok", "note", "wrong"};

}  // namespace

std::string_view Name(Health health) { return kHealthNames[static_cast<std::size_t>(health)]; }

std::string Render(const std::vector<Finding>& findings) {
  std::string text = "this machine\n";
  for (const Finding& finding : findings) {
    fmt::format_to(std::back_inserter(text), "  {:<6}{:<12}{}\n", Name(finding.health),
                   finding.subject, VisibleLine(finding.text));
  }
  return text + "\n";
}

}  // namespace waymark::services
