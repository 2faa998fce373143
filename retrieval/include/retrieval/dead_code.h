// Symbols for whose use the repository gives no evidence.
//
// No static analysis proves that code is unused: the result is a list of candidates for a person to
// judge, each with a reason. Symbols that are called by name from outside, or may be, are never
// listed; LivenessRules() states the rules.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Reasons in the order in which they are shown: the surest first.
enum class Unused : std::uint8_t {
  kNothing,  // no reference to it
  kUnused,   // only references from code without evidence of use
  kTests,    // only references from tests
  kOutside,  // visible from outside, without a reference in the repository
  kForeign,  // likewise, with a base outside the repository that may call or register it
};
std::string_view Text(Unused reason);

struct UnusedSymbol {
  SymbolId symbol = SymbolId::kNone;
  Unused reason = Unused::kNothing;
};

struct DeadCode {
  std::vector<UnusedSymbol> symbols;  // by (reason, canonical position), at most `limit`
  std::uint64_t total = 0;            // including those beyond the limit
  std::uint64_t considered = 0;       // functions, methods and types of production code
  // Considered symbols that are not listed only because an unresolved reference looks for their
  // name or a string has it, or only because a decorator or annotation may register them.
  std::uint64_t asked_for = 0;
  std::uint64_t decorated = 0;
};

struct DeadCodeOptions {
  std::size_t limit = 50;
  const std::atomic<bool>* cancelled = nullptr;
};

// Functions, methods and types of production code that cannot be reached over uses from
// module-level code, entry points, symbols visible from outside, or symbols that LivenessRules()
// names. Members of a listed type are not listed themselves. Errors: Cancelled. Cost: one pass over
// symbols, edges and unresolved references, some 100 ns each.
absl::StatusOr<DeadCode> FindDeadCode(const graph::ReadView& view, const DeadCodeOptions& options);

// Rules for what counts as used without a reference, one sentence each.
std::span<const std::string_view> LivenessRules();

}  // namespace waymark::retrieval
