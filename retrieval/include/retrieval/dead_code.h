// Symbols of a repository that nothing in it gives evidence of using.
//
// No static reading proves that code is unused: what is found are candidates for a person to judge,
// with the reason. What is called by name from outside, or may be, is never among them; the rules
// are in LivenessRules().
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

// In the order in which they are shown: the surest first.
enum class Unused : std::uint8_t {
  kNothing,  // nothing refers to it
  kUnused,   // only code without evidence of use refers to it
  kTests,    // only tests refer to it
  kOutside,  // it can be seen from outside, and nothing in the repository refers to it
};
std::string_view Text(Unused reason);

struct UnusedSymbol {
  SymbolId symbol = SymbolId::kNone;
  Unused reason = Unused::kNothing;
};

struct DeadCode {
  std::vector<UnusedSymbol> symbols;  // by (reason, canonical position), at most `limit`
  std::uint64_t total = 0;            // with those past the limit
  std::uint64_t considered = 0;       // functions, methods and types of production code
  // Of those, the ones that are not listed only because a reference which is not resolved asks for
  // their name.
  std::uint64_t asked_for = 0;
};

struct DeadCodeOptions {
  std::size_t limit = 50;
  const std::atomic<bool>* cancelled = nullptr;
};

// Functions, methods and types of production code that no way of uses leads to: from module-level
// code, entry points, what is visible from outside, and what the rules below name. A member of a
// type that is found is not listed beside it. Errors: Cancelled. Cost: every symbol, edge and
// unresolved reference once, some 100 ns each.
absl::StatusOr<DeadCode> FindDeadCode(const graph::ReadView& view, const DeadCodeOptions& options);

// What counts as used without a reference, a sentence each.
std::span<const std::string_view> LivenessRules();

}  // namespace waymark::retrieval
