// Interfaces that the standard library of Go declares.
#pragma once

#include <span>
#include <string_view>

#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

extern const std::span<const OutsideInterface> kGoOutsideInterfaces;

// Whether the import path is one of the standard library: its first part has no dot.
bool IsGoLibrary(std::string_view module);

}  // namespace waymark::indexer
