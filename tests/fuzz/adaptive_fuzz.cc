// Texts of tools: any text is shrunk to one with its value or cut to a budget, and any text is
// expanded or refused.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/adaptive.h"
#include "wire/tokens.h"

namespace {

constexpr std::size_t kBudgets = 97;
constexpr double kRounding = 1e-9;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace wire = waymark::wire;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto value = wire::ExpandText(text);
  for (const std::string_view input : {text, value.ok() ? std::string_view(*value) : text}) {
    const wire::ShrunkText shrunk = wire::ShrinkText(input, {.least_bytes = 0});
    if (shrunk.failed_round_trips > 0) std::abort();
    const auto expanded = wire::ExpandText(shrunk.text);
    if (!expanded.ok()) std::abort();
    // The value is settled after one turn: what was expanded comes back byte for byte.
    const auto again = wire::ExpandText(wire::ShrinkText(*expanded, {.least_bytes = 0}).text);
    if (!again.ok() || *again != *expanded) std::abort();
    const std::size_t budget = size % kBudgets;
    const auto fitted = wire::ShrinkToBudget(input, budget, "waymark shrink");
    if (!fitted.ok()) continue;
    if (wire::CountTokens(fitted->shrunk.text, wire::kDefaultTokenizer) > budget) std::abort();
    if (fitted->worth > fitted->bound + kRounding) std::abort();
  }
  return 0;
}
